import { applyDecorators } from '@nestjs/common';
import { ApiProperty } from '@nestjs/swagger';
import { canonicalLanguage } from '../../common/language-tag';
import { Allow } from 'class-validator';
import {
  CROSS_FIELD,
  Constrained,
  ConstrainedEntries,
  type Constraint,
  type EntryIssue,
} from '../../common/validation/constraint';
import { validateIfPresent } from '../../common/validation/fields';
import { findIssue, translationRules, type ValidationIssue } from '../../common/validation/text-rules';
import { MAX_LANGUAGES } from '../../projects/project-errors';

/** Texts by language tag, as a client sends them: `{"de": "Hallo"}`. */
export type SentTexts = Readonly<Record<string, string | null>>;

/** Texts by canonical language tag; a map, because clients choose its keys. */
export type TextsByLanguage = Map<string, string | null>;

const constraints: readonly Constraint[] = [
  {
    code: 'wrong_type',
    isValid: (value) => typeof value === 'object' && value !== null && !Array.isArray(value),
    detail: 'must be an object of texts by language',
  },
  {
    code: 'too_many',
    isValid: (value) => Object.keys(value as object).length <= MAX_LANGUAGES,
    detail: `at most ${MAX_LANGUAGES} languages`,
  },
];

/**
 * The optional field `translations` of a key: texts by language.
 * @param nullable whether `null` stands for a text to remove
 */
export function TranslationsField({ nullable }: { nullable: boolean }): PropertyDecorator {
  const options = { ...validateIfPresent(true, false), groups: [CROSS_FIELD] };
  return applyDecorators(
    ApiProperty({
      required: false,
      type: Object,
      additionalProperties: { type: nullable ? ['string', 'null'] : 'string' },
      description: nullable
        ? 'Texts by language tag. `null` removes a text; the source text cannot be removed.'
        : 'Texts by language tag. The project must have the languages.',
      example: { de: 'Willkommen' },
    }),
    Allow(),
    ...constraints.map((constraint) => Constrained(constraint, options)),
    ConstrainedEntries((value) => findTextIssues(value as object, nullable), options),
  );
}

function findTextIssues(texts: object, nullable: boolean): EntryIssue[] {
  const seen = new Set<string>();
  return Object.entries(texts).flatMap(([tag, value]: [string, unknown]) => {
    const issue = findTextIssue(tag, value, nullable, seen);
    return issue ? [{ entry: tag, ...issue }] : [];
  });
}

function findTextIssue(tag: string, value: unknown, nullable: boolean, seen: Set<string>): ValidationIssue | undefined {
  const language = canonicalLanguage(tag);
  if (!language) return { code: 'invalid_format', detail: 'is not a language tag (BCP 47)' };
  if (seen.has(language)) return { code: 'duplicate', detail: `${language} occurs twice` };
  seen.add(language);
  if (nullable && value === null) return undefined;
  return typeof value === 'string'
    ? findIssue(translationRules, value)
    : { code: 'wrong_type', detail: 'must be a string' };
}

/** Converts validated texts to a map by canonical language tag. */
export const toTextsByLanguage = (texts: SentTexts = {}): TextsByLanguage =>
  new Map(Object.entries(texts).map(([tag, value]) => [canonicalLanguage(tag) ?? tag, value]));
