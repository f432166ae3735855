import { applyDecorators } from '@nestjs/common';
import { ApiProperty, type ApiPropertyOptions } from '@nestjs/swagger';
import { Allow } from 'class-validator';
import { canonicalLanguage } from '../../common/language-tag';
import {
  CROSS_FIELD,
  Constrained,
  ConstrainedEntries,
  type Constraint,
  type EntryIssue,
} from '../../common/validation/constraint';
import { validateIfPresent } from '../../common/validation/fields';
import type { ValidationIssue } from '../../common/validation/text-rules';
import { MAX_LANGUAGES } from '../../project-write/project-errors';

const constraints: readonly Constraint[] = [
  {
    code: 'wrong_type',
    isValid: (value) => typeof value === 'object' && value !== null && !Array.isArray(value),
    detail: 'must be an object with a member for each language',
  },
  {
    code: 'too_many',
    isValid: (value) => Object.keys(value as object).length <= MAX_LANGUAGES,
    detail: `at most ${MAX_LANGUAGES} languages`,
  },
];

/**
 * An optional field that is an object with language tags as names.
 *
 * @param findValueIssue returns what is wrong with the value of a member
 */
export function LanguageMapField(
  documented: Pick<ApiPropertyOptions, 'description' | 'example'> & { additionalProperties: object },
  findValueIssue: (value: unknown) => ValidationIssue | undefined,
): PropertyDecorator {
  const options = { ...validateIfPresent(true, false), groups: [CROSS_FIELD] };
  return applyDecorators(
    ApiProperty({ required: false, type: Object, ...documented }),
    Allow(),
    ...constraints.map((constraint) => Constrained(constraint, options)),
    ConstrainedEntries((value) => findIssues(value as object, findValueIssue), options),
  );
}

function findIssues(map: object, findValueIssue: (value: unknown) => ValidationIssue | undefined): EntryIssue[] {
  const seen = new Set<string>();
  return Object.entries(map).flatMap(([tag, value]: [string, unknown]) => {
    const issue = findTagIssue(tag, seen) ?? findValueIssue(value);
    return issue ? [{ entry: tag, ...issue }] : [];
  });
}

function findTagIssue(tag: string, seen: Set<string>): ValidationIssue | undefined {
  const language = canonicalLanguage(tag);
  if (!language) return { code: 'invalid_format', detail: 'is not a language tag (BCP 47)' };
  if (seen.has(language)) return { code: 'duplicate', detail: `${language} occurs twice` };
  seen.add(language);
  return undefined;
}

/** Converts a validated object to a map by canonical language tag; a map, because clients choose its keys. */
export const toLanguageMap = <T>(sent: Readonly<Record<string, T>> = {}): Map<string, T> =>
  new Map(Object.entries(sent).map(([tag, value]) => [canonicalLanguage(tag) ?? tag, value]));
