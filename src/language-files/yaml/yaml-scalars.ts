/**
 * Prints a double-quoted text that YAML 1.1 and 1.2 readers read alike: a JSON string in which the characters are
 * escaped that libyaml refuses as control characters, reads as line breaks, or drops (YAML 1.1, §4.1.1; YAML 1.2,
 * §5.1).
 */
export const quoteYaml = (text: string): string =>
  JSON.stringify(text).replace(
    /[\x7f-\x9f\u2028\u2029\ufeff\ufffe\uffff]/g,
    (char) => `\\u${char.charCodeAt(0).toString(16).padStart(4, '0')}`,
  );

/**
 * Whether a text is a number, a boolean or a Ruby symbol, which Rails needs without quotes (`precision: 3`,
 * `order: [:day, :month]`).
 */
export const isTypedScalar = (text: string): boolean =>
  /^(?:true|false|-?(?:0|[1-9]\d{0,17})(?:\.\d{1,18})?|:[\p{L}_][\p{L}\p{M}\p{N}_]{0,99})$/u.test(text);

/** Characters that a comment cannot contain: line breaks other than LF, and unprintable ones (YAML 1.2, §5.1). */
const UNCOMMENTABLE = /[^\t\n\x20-\x7e\xa0-\u2027\u202a-\ufefe\uff00-\ufffd]/;

/** Whether a text can be written as a comment without a change. */
export const isCommentable = (text: string): boolean => !UNCOMMENTABLE.test(text);

/**
 * Whether a text has only characters that are printed as they are, and none that other readers take for line breaks.
 */
export const isPrintable = (text: string): boolean => isCommentable(text) && text.isWellFormed();

/**
 * Matches scalars that readers of YAML 1.1 and 1.2 take for another value than a text: numbers, times, booleans, null,
 * the merge key.
 */
const OTHER_VALUE = /^(?:~|null|true|false|yes|no|on|off|y|n|=|<<|[-+]?\.(?:inf|nan)|[-+.]*\d[\d_.,:a-fox tz+-]*)$/i;

/**
 * Whether a text can be written without quotes.
 *
 * @param isFlow in a map or list in brackets
 */
export function isPlainText(text: string, isFlow: boolean): boolean {
  if (!isPrintable(text) || /^[\s\-?:,[\]{}#&*!|>'"%@`]|^\.\.\.|\s$|[\n\t\xa0]|: |:$| #/.test(text) || text === '')
    return false;
  return !OTHER_VALUE.test(text) && !(isFlow && /[,[\]{}]|:[,[\]{}]/.test(text));
}

/**
 * Returns the lines of a comment, each with its `#`. Every line break ends a line; unprintable characters become
 * U+FFFD.
 */
export const printCommentLines = (text: string): string[] =>
  text.split(/\r\n|[\n\r\x85\u2028\u2029]/).map((line) => {
    const printable = line.replace(new RegExp(UNCOMMENTABLE, 'g'), '\ufffd');
    return printable === '' ? '#' : `# ${printable}`;
  });
