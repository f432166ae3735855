import type { CheckCode } from '../../checks/finding';
import { LanguageQuery } from '../../common/validation/domain-fields';
import { ChoiceField, StringField } from '../../common/validation/fields';
import { namespaceRules } from '../../common/validation/text-rules';
import { MAX_LANGUAGES } from '../../project-write/project-errors';
import { ProjectPageQuery } from '../../projects/dto/project-page.query';
import { CheckCodesQuery } from './check-codes.field';

export class ListFindingsQuery extends ProjectPageQuery {
  @LanguageQuery({
    optional: true,
    max: MAX_LANGUAGES,
    description: 'Only findings in these languages: repeated, or separated by commas.',
    example: ['de'],
  })
  language?: string[];

  @CheckCodesQuery('Only findings of these codes: repeated, or separated by commas.')
  code?: CheckCode[];

  @StringField(namespaceRules, {
    optional: true,
    description: 'Only findings of keys in this namespace. An empty value selects names without a dot.',
    example: 'home',
  })
  namespace?: string;

  @ChoiceField(['namespace'], {
    optional: true,
    description: 'Whether the response has the numbers of each namespace too.',
    example: 'namespace',
  })
  by?: 'namespace';
}
