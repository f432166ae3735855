import { displayNameRules, findIssue, type ValidationIssue } from '../common/validation/text-rules';
import type { TermContent } from './term';

/** The most projects that a term names. */
export const MAX_PROJECTS = 1_000;
/** The most translations of a term into a language. */
export const MAX_TRANSLATIONS = 20;
export const MAX_DEFINITION = 2_000;

/** Terms and their translations: 1 to 200 characters without control characters. */
export const termRules = displayNameRules;

export const CONTRADICTION = 'a forbidden term cannot have doNotTranslate';

type Flags = Pick<TermContent, 'doNotTranslate' | 'forbidden'>;

/**
 * Whether a write makes a term contradict itself: texts would have to have the term, and must not have it. A term that was stored so
 * before this was refused can be written as it is.
 */
export function becomesContradictory(after: Flags, before: Flags | undefined): boolean {
  const isContradictory = (flags: Flags | undefined): boolean =>
    flags !== undefined && flags.forbidden && flags.doNotTranslate;
  return isContradictory(after) && !isContradictory(before);
}

/** Returns what is wrong with the translations into a language. */
export function findTranslationsIssue(value: unknown): ValidationIssue | undefined {
  if (!Array.isArray(value)) return { code: 'wrong_type', detail: 'must be a list of strings' };
  if (value.length > MAX_TRANSLATIONS) return { code: 'too_many', detail: `at most ${MAX_TRANSLATIONS} translations` };
  for (const [index, text] of value.entries()) {
    const issue: ValidationIssue | undefined =
      typeof text === 'string' ? findIssue(termRules, text) : { code: 'wrong_type', detail: 'must be a string' };
    if (issue) return { ...issue, detail: `item ${index}: ${issue.detail}` };
  }
  return new Set(value).size === value.length ? undefined : { code: 'duplicate', detail: 'contains an item twice' };
}
