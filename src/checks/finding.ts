/** The codes of all checks, in the order in which findings are returned. */
export const CHECK_CODES = [
  'icu_syntax',
  'placeholder_missing',
  'placeholder_unknown',
  'plural_form_missing',
  'markup_mismatch',
  'url_mismatch',
  'number_mismatch',
  'too_long',
  'leading_space',
  'trailing_space',
  'line_breaks',
  'double_space',
  'end_punctuation',
  'unbalanced_brackets',
  'same_as_source',
  'term_missing',
  'term_forbidden',
] as const;

/** The version of the rules. With another number, all texts are checked again. */
export const RULES_VERSION = 1;

export type CheckCode = (typeof CHECK_CODES)[number];

/** A fault that a check found in a text. A text has at most one finding of each code. */
export interface Finding {
  readonly code: CheckCode;
  /** A sentence without a full stop that names what was found, and where. */
  readonly detail: string;
}
