import { EXAMPLE_IDS } from '../../common/example-ids';
import { CursorField, LanguageField } from '../../common/validation/domain-fields';
import { StringField } from '../../common/validation/fields';
import { idRule, storableRules, type TextRule } from '../../common/validation/text-rules';
import { PageLimitField } from '../../projects/dto/project-page.query';

const searchRules: readonly TextRule[] = [
  {
    code: 'too_long',
    isValid: (value) => value.length <= 200,
    detail: 'at most 200 characters',
    schema: { maxLength: 200 },
  },
  ...storableRules,
];

export class ListTermsQuery {
  @StringField(searchRules, {
    optional: true,
    description: 'Only terms that have this text in the term, a translation or the definition, whatever the case.',
    example: 'invoice',
  })
  search?: string;

  @LanguageField({
    optional: true,
    description: 'Only terms in this language, or with a translation into it.',
    example: 'de',
  })
  language?: string;

  @StringField([idRule], {
    optional: true,
    format: 'uuid',
    description: 'Only terms that apply to this project.',
    example: EXAMPLE_IDS.project,
  })
  projectId?: string;

  @PageLimitField()
  limit = 100;

  @CursorField()
  cursor?: string;
}
