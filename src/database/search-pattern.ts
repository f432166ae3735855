import { smallOf, withCanonicalSmall } from './canonical-form';

/**
 * Returns SQL that is true for a text `column` that contains a searched text, whatever their case and their canonical form are.
 *
 * @param parameters see `searchPatterns`
 */
export const containsText = (column: string, [pattern, coarse]: readonly [string, string]): string =>
  // PostgreSQL checks conditions of the same cost in the order of the statement.
  `${column} COLLATE "C" ILIKE ${coarse}::text AND (${matches(column, `${pattern}::text`)})`;

/** Returns the values of the two parameters of `containsText`. */
export const searchPatterns = (text: string): [pattern: string, coarse: string] => [
  `%${escaped(text)}%`,
  coarsePattern(text),
];

/** Returns a part of a pattern of LIKE that stands for the text. */
const escaped = (text: string): string => text.replace(/[\\%_]/g, '\\$&');

/**
 * Returns a pattern of all texts that contain the text, which ignores only the case of ASCII, which is checked six
 * times as fast. No character beyond ASCII has a small form or a canonical form in ASCII, except U+0130 (`i`), U+212A (`k`),
 * U+037E (`;`) and U+1FEF (the grave accent). A character of ASCII before a mark may be one character with it.
 */
function coarsePattern(text: string): string {
  const known = text.replace(/[\0-\x7f]?[^\0-\x7f]+|[ik;`]/gi, '\0');
  return `%${escaped(known).replaceAll('\0', '%')}%`;
}

/**
 * Returns SQL that compares a text with a pattern, and folds case in every script, and canonical forms; the database's own locale may
 * fold ASCII only. A text that stays as it is is compared with the pattern as it is too, so that each text is found by its own words.
 */
const matches = (column: string, pattern: string): string =>
  withCanonicalSmall(column, (small, isLeft) => {
    const forms = [withCanonicalSmall(pattern, (form) => form), ...(isLeft ? [smallOf(pattern)] : [])];
    return forms.map((form) => `${withOneSigma(small)} LIKE ${withOneSigma(form)}`).join(' OR ');
  });

/** A capital sigma has two small forms, which depend on its place in the word, so both are folded to one. */
const withOneSigma = (small: string): string => `replace(${small}, 'ς', 'σ')`;
