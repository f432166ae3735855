import { CHECK_CODES, type CheckCode } from '../../checks/finding';
import { LanguageField } from '../../common/validation/domain-fields';
import { BooleanField, ChoiceField } from '../../common/validation/fields';

export class IgnoreFindingDto {
  @LanguageField({ description: 'The language of the text.', example: 'de' })
  language!: string;

  @ChoiceField(CHECK_CODES, { enumName: 'CheckCode', description: 'The check.', example: 'too_long' })
  code!: CheckCode;

  @BooleanField({ description: 'Whether the finding is ignored.', example: true })
  ignored!: boolean;
}
