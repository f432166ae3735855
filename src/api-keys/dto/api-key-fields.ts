import { SCOPES } from '../../common/access/scope';
import { ListField, oneOf, StringField } from '../../common/validation/fields';
import { displayNameRules, type TextRule } from '../../common/validation/text-rules';

const MAX_PROJECTS = 1_000;

/** RFC 3339, the profile of ISO 8601 in which date, time and offset from UTC are all required. */
const DATE_TIME = /^(\d{4}-\d{2}-\d{2})T\d{2}:\d{2}:\d{2}(\.\d{1,9})?(Z|[+-]\d{2}:\d{2})$/i;

const futureTimeRules: readonly TextRule[] = [
  {
    code: 'invalid_format',
    isValid: (value) => !Number.isNaN(Date.parse(value)) && isDay(DATE_TIME.exec(value)?.[1] ?? ''),
    detail: 'must be a date and time of ISO 8601 like 2027-01-31T12:00:00Z',
  },
  { code: 'too_small', isValid: (value) => Date.parse(value) > Date.now(), detail: 'must be in the future' },
];

/** JavaScript reads the 30th of February as the 2nd of March. */
const isDay = (day: string): boolean => !Number.isNaN(Date.parse(day)) && new Date(day).toISOString().startsWith(day);

export const NameField = (options: { description: string; optional?: boolean }): PropertyDecorator =>
  StringField(displayNameRules, { ...options, example: 'Nightly export' });

export const ScopesField = (options: { description: string; optional?: boolean }): PropertyDecorator =>
  ListField([oneOf(SCOPES)], {
    ...options,
    min: 1,
    max: SCOPES.length,
    items: { enum: [...SCOPES] },
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
    example: ['019a9f3e-6d1c-7a52-8f0e-3b5a1c9d7e42'],
  });

/** An optional time in the future, or null. */
export const ExpiryField = (description: string): PropertyDecorator =>
  StringField(futureTimeRules, {
    optional: true,
    nullable: true,
    format: 'date-time',
    description,
    example: '2030-01-31T12:00:00Z',
  });
