/**
 * A text in double quotes that YAML 1.1 and 1.2 readers take for the same: a JSON string in which everything else is escaped
 * that libyaml refuses as a control character, takes for a line break, or loses (YAML 1.1, §4.1.1; YAML 1.2, §5.1).
 */
export const quoteYaml = (text: string): string =>
  JSON.stringify(text).replace(
    /[\x7f-\x9f\u2028\u2029\ufeff\ufffe\uffff]/g,
    (char) => `\\u${char.charCodeAt(0).toString(16).padStart(4, '0')}`,
  );

/** Numbers, booleans and Ruby's symbols: Rails needs them without quotes (`precision: 3`, `order: [:day, :month]`). */
export const isTyped = (text: string): boolean =>
  /^(?:true|false|-?(?:0|[1-9]\d{0,17})(?:\.\d{1,18})?|:[\p{L}_][\p{L}\p{M}\p{N}_]{0,99})$/u.test(text);

/** What a comment cannot hold: other line breaks than LF, and what is not printable (YAML 1.2, §5.1). */
const UNCOMMENTABLE = /[^\t\n\x20-\x7e\xa0-\u2027\u202a-\ufefe\uff00-\ufffd]/;

export const isCommentable = (text: string): boolean => !UNCOMMENTABLE.test(text);

/** The lines of a comment, each with its `#`. What a comment cannot hold is replaced by U+FFFD or, for line breaks, ends the line. */
export const commentYaml = (text: string): string[] =>
  text.split(/\r\n|[\n\r\x85\u2028\u2029]/).map((line) => {
    const safe = line.replace(new RegExp(UNCOMMENTABLE, 'g'), '\ufffd');
    return safe === '' ? '#' : `# ${safe}`;
  });
