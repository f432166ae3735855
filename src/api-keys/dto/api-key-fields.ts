import { SCOPES } from '../../common/access/scope';
import { LanguageListField } from '../../common/validation/domain-fields';
import { IntegerField, ListField, oneOf, StringField } from '../../common/validation/fields';
import { displayNameRules, type TextRule, timeRule } from '../../common/validation/text-rules';
import { EXAMPLE_IDS } from '../../common/example-ids';

const MAX_PROJECTS = 1_000;
const MAX_LANGUAGES = 500;
const MAX_RATE_LIMIT = 2_147_483_647;

const futureTimeRules: readonly TextRule[] = [
  timeRule,
  { code: 'too_small', isValid: (value) => Date.parse(value) > Date.now(), detail: 'must be in the future' },
];

export const NameField = (options: { description: string; optional?: boolean }): PropertyDecorator =>
  StringField(displayNameRules, { ...options, example: 'Nightly export' });

export const ScopesField = (options: { description: string; optional?: boolean }): PropertyDecorator =>
  ListField([oneOf(SCOPES)], {
    ...options,
    min: 1,
    max: SCOPES.length,
    items: { $ref: '#/components/schemas/Scope' },
    example: ['projects:read', 'translations:read'],
  });

/** An optional list of ids of projects, or null. */
export const ProjectIdsField = (description: string): PropertyDecorator =>
  ListField([], {
    optional: true,
    nullable: true,
    min: 1,
    max: MAX_PROJECTS,
    items: { format: 'uuid' },
    description,
    example: [EXAMPLE_IDS.project],
  });

/** An optional list of languages, or null. */
export const LanguagesField = (description: string): PropertyDecorator =>
  LanguageListField({ optional: true, nullable: true, min: 1, max: MAX_LANGUAGES, description, example: ['de'] });

/** An optional number of requests per minute, or null. */
export const RateLimitField = (description: string): PropertyDecorator =>
  IntegerField(1, MAX_RATE_LIMIT, { optional: true, nullable: true, description, example: 60 });

/** An optional time in the future, or null. */
export const ExpiryField = (description: string): PropertyDecorator =>
  StringField(futureTimeRules, {
    optional: true,
    nullable: true,
    format: 'date-time',
    description,
    example: '2030-01-31T12:00:00Z',
  });
