/**
 * Returns SQL that is true for a text `column` that contains a searched text.
 *
 * @param parameters see `searchPatterns`
 */
export const containsText = (column: string, [pattern, coarse]: readonly [string, string]): string =>
  // PostgreSQL checks conditions of the same cost in the order of the statement.
  `${column} COLLATE "C" ILIKE ${coarse}::text AND ${folded(column)} LIKE ${folded(`${pattern}::text`)}`;

/** Returns the values of the two parameters of `containsText`. */
export const searchPatterns = (text: string): [pattern: string, coarse: string] => [
  `%${escaped(text)}%`,
  coarsePattern(text),
];

/** Returns a part of a pattern of LIKE that stands for the text. */
const escaped = (text: string): string => text.replace(/[\\%_]/g, '\\$&');

/**
 * Returns a pattern of all texts that contain the text, which ignores only the case of ASCII, which is checked six
 * times as fast. No character beyond ASCII has a small form in ASCII, except U+0130 (`i`) and U+212A (`k`).
 */
const coarsePattern = (text: string): string => `%${escaped(text).replace(/[^\0-\x7f]+|[ik]/gi, '%')}%`;

/**
 * Returns SQL that folds case in every script; the database's own locale may fold ASCII only. A capital sigma has two
 * small forms, which depend on its place in the word, so both are folded to one.
 */
const folded = (expression: string): string => `replace(lower(${expression} COLLATE "und-x-icu"), 'ς', 'σ')`;
