import { LanguageField } from '../../common/validation/domain-fields';
import { BooleanField } from '../../common/validation/fields';
import { MinRevisionQuery } from '../../projects/dto/min-revision.query';

export class SuggestionsQuery extends MinRevisionQuery {
  @LanguageField({ description: 'The language into which the source text is translated.', example: 'de' })
  language!: string;

  @BooleanField({
    optional: true,
    description: 'Needs `translations:write`, and the right to write texts in the language. Default: false.',
    example: false,
  })
  machine?: boolean;
}
