import { LanguageField } from '../../common/validation/domain-fields';
import { StringField } from '../../common/validation/fields';
import { keyNameRules, translationRules } from '../../common/validation/text-rules';

/** A text to set, of the key with a name. */
export class SetTextDto {
  @StringField(keyNameRules, { description: 'The name of the key.', example: 'home.title' })
  key!: string;

  @LanguageField({ description: 'The language of the text.', example: 'de' })
  language!: string;

  @StringField(translationRules, { description: 'The text.', example: 'Willkommen' })
  text!: string;
}
