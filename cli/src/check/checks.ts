import type { Schemas } from '../api/client';

/** The description of each check. */
export const CHECKS = {
  icu_syntax: 'The text is no message of ICU, and its source text is one.',
  placeholder_missing: 'A placeholder of the source text is missing.',
  placeholder_unknown: 'The source text does not have this placeholder.',
  plural_form_missing: 'A plural form of the language is missing.',
  markup_mismatch: 'The tags differ from the source text.',
  url_mismatch: 'The addresses differ from the source text.',
  number_mismatch: 'The numbers differ from the source text.',
  too_long: 'The text is longer than its key allows.',
  leading_space: 'The white space at the start differs from the source text.',
  trailing_space: 'The white space at the end differs from the source text.',
  line_breaks: 'The number of lines differs from the source text.',
  double_space: 'Two spaces follow each other.',
  end_punctuation: 'The punctuation at the end differs from the source text.',
  unbalanced_brackets: 'A bracket is not closed.',
  same_as_source: 'The text is the same as its source text.',
  term_missing: 'A term of the glossary is not translated as it says.',
  term_forbidden: 'The text has a term that the glossary forbids.',
} as const satisfies Record<Schemas['CheckCode'], string>;

export type CheckCode = keyof typeof CHECKS;

/** Findings that break the program that shows the text. */
export const isBreaking = (code: CheckCode): boolean =>
  code === 'icu_syntax' || code === 'placeholder_missing' || code === 'placeholder_unknown';
