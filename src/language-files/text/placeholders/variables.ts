/**
 * `%#@name@` or `%1$#@name@` in a format string of Apple, which stands for forms that the file has apart from the text.
 */
export const VARIABLE = /%(?:\d+\$)?#@([^@]*)@/g;

/** Other names are literal text: `100%#@, a#@b`. */
const NAME = /^[\p{L}\p{N}_. -]{1,100}$/u;
const MAX_LISTED = 10;

/** Returns the names of the variables in a text. */
export const listVariables = (text: string): string[] =>
  text.includes('#@') ? Array.from(text.matchAll(VARIABLE), ([, name]) => name ?? '') : [];

/**
 * Returns the warning about a text that is written without the forms of its variables; undefined for a text without
 * any.
 */
export function findLostVariables(text: string): { code: 'variables_dropped'; detail: string } | undefined {
  const names = new Set(listVariables(text).filter((name) => NAME.test(name)));
  if (names.size === 0) return undefined;
  const list = Array.from(names, (name) => `%#@${name}@`).slice(0, MAX_LISTED);
  return {
    code: 'variables_dropped',
    detail: `the file has no forms for ${list.join(', ')}; the text is written as it is`,
  };
}
