import { NotGrantableError } from '../common/access/access-errors';
import type { Principal } from '../common/access/principal';
import { jsonPointer } from '../common/validation/json-pointer';
import type { TermContent } from './term';

/** The fields of a term that a caller who is limited to languages does not change. */
const FIELDS = [
  'term',
  'language',
  'definition',
  'partOfSpeech',
  'caseSensitive',
  'doNotTranslate',
  'forbidden',
  'projectIds',
] as const satisfies (keyof TermContent)[];

/** The fields by which a term acts on texts in languages into which it has no translation. */
const RULES = ['doNotTranslate', 'forbidden'] as const satisfies (keyof TermContent)[];

export const OF_ALL_LANGUAGES =
  'the caller is limited to languages, and the write would change the term for all languages';

/**
 * Returns the fields that a caller may not write since it is limited to languages.
 *
 * @param before the term as it is; undefined: the write creates the term, or deletes it
 */
export function fieldsOfAllLanguages({ languages }: Principal, term: TermContent, before?: TermContent): string[] {
  if (!languages) return [];
  if (!before) return RULES.filter((field) => term[field]);
  return FIELDS.filter((field) => JSON.stringify(term[field]) !== JSON.stringify(before[field]));
}

/** @throws NotGrantableError that points at each of these fields */
export function assertOwnLanguages(principal: Principal, term: TermContent, before?: TermContent): void {
  const refused = fieldsOfAllLanguages(principal, term, before);
  if (refused.length === 0) return;
  const errors = refused.map((field) => ({
    pointer: jsonPointer(field),
    code: 'not_grantable' as const,
    detail: OF_ALL_LANGUAGES,
  }));
  throw new NotGrantableError(OF_ALL_LANGUAGES, errors);
}
