import { LanguageField } from '../../common/validation/domain-fields';
import { ChoiceField, StringField } from '../../common/validation/fields';
import { idRule, namespaceRules, type TextRule, timeRule } from '../../common/validation/text-rules';
import { ProjectPageQuery } from '../../projects/dto/project-page.query';
import { CHANGE_ACTIONS, type ChangeAction } from '../../project-write/change-record';
import { isRevision } from '../revision-text';
import { EXAMPLE_IDS } from '../../common/example-ids';

const boundRule: TextRule = {
  code: 'invalid_format',
  isValid: (value) => isRevision(value) || timeRule.isValid(value),
  detail: 'must be a revision, or a time such as 2026-11-20T12:00:00Z',
};

export class ListChangesQuery extends ProjectPageQuery {
  @ChoiceField(['summary'], {
    optional: true,
    description: 'Whether the changes have a `summary`. A page has at most 100 changes then.',
    example: 'summary',
  })
  include?: 'summary';

  @StringField([boundRule], {
    optional: true,
    description: 'Only changes of this revision and later ones, or since this time (RFC 3339).',
    example: '2026-11-20T12:00:00Z',
  })
  since?: string;

  @StringField([boundRule], {
    optional: true,
    description: 'Only changes of this revision and earlier ones, or until this time (RFC 3339).',
    example: '57',
  })
  until?: string;

  @StringField([idRule], {
    optional: true,
    format: 'uuid',
    description: 'Only changes of this API key.',
    example: EXAMPLE_IDS.apiKey,
  })
  apiKeyId?: string;

  @StringField([idRule], {
    optional: true,
    format: 'uuid',
    description: 'Only changes of this person.',
    example: EXAMPLE_IDS.person,
  })
  personId?: string;

  @ChoiceField(CHANGE_ACTIONS, {
    enumName: 'ChangeAction',
    optional: true,
    description: 'Only changes of this kind.',
    example: 'import',
  })
  action?: ChangeAction;

  @LanguageField({ optional: true, description: 'Only changes that concern this language.', example: 'de' })
  language?: string;

  @StringField(namespaceRules, {
    optional: true,
    description: 'Only changes that concern keys in this namespace. An empty value selects names without a dot.',
    example: 'home',
  })
  namespace?: string;
}
