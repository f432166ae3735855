import { checkText } from '../../checks/check-text';
import type { CheckCode } from '../../checks/finding';

/** Findings with which a translation is not offered. A person sees other findings, and decides. */
const BROKEN: ReadonlySet<CheckCode> = new Set<CheckCode>([
  'icu_syntax',
  'placeholder_missing',
  'placeholder_unknown',
  'plural_form_missing',
  'markup_mismatch',
  'url_mismatch',
  'number_mismatch',
  'leading_space',
  'trailing_space',
  'line_breaks',
]);

/** Returns the findings that break a translation. */
export const findBroken = (languages: { source: string; target: string }, source: string, text: string): string[] =>
  checkText({
    source: { language: languages.source, text: source },
    target: { language: languages.target, text },
  })
    .filter(({ code }) => BROKEN.has(code))
    .map(({ detail }) => detail);
