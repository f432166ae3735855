const LETTER_ESCAPES: ReadonlyMap<string, string> = new Map([
  ['t', '\t'],
  ['n', '\n'],
  ['r', '\r'],
  ['f', '\f'],
]);
/** The characters that are written as an escape other than `\uXXXX`. */
const ESCAPED_CHARACTERS: ReadonlyMap<string, string> = new Map([
  ['\t', '\\t'],
  ['\n', '\\n'],
  ['\r', '\\r'],
  ['\f', '\\f'],
  ['\\', '\\\\'],
]);

const toUnicodeEscape = (unit: string): string => `\\u${unit.charCodeAt(0).toString(16).padStart(4, '0')}`;

/** @returns undefined if a `\u` is not followed by four hexadecimal digits, which `java.util.Properties` refuses too */
export function unescapeProperties(text: string): string | undefined {
  if (/(?<!\\)(?:\\\\)*\\u(?![0-9a-fA-F]{4})/.test(text)) return undefined;
  return text.replace(/\\(u[0-9a-fA-F]{4}|[^])/g, (_, code: string) =>
    code.length === 5 ? String.fromCharCode(parseInt(code.slice(1), 16)) : (LETTER_ESCAPES.get(code) ?? code),
  );
}

function escapeMatches(text: string, pattern: RegExp): string {
  return text.replace(pattern, (unit) => {
    const backslashEscape = /[ =:#!]/.test(unit) ? `\\${unit}` : undefined;
    return ESCAPED_CHARACTERS.get(unit) ?? backslashEscape ?? toUnicodeEscape(unit);
  });
}

/** Returns ASCII only, so that readers of UTF-8 and of ISO 8859-1 read the same. */
export const escapeKey = (key: string): string => escapeMatches(key, /[^\x21-\x7e]|[\\=:#!]/g);

/** A space at the start needs a backslash. One at the end becomes `\u0020`, because editors strip trailing spaces. */
export const escapeValue = (value: string): string =>
  escapeMatches(value, /[^\x20-\x7e]|\\/g)
    .replace(/ $/, '\\u0020')
    .replace(/^ /, '\\ ');

/**
 * Comments have no escapes by definition, but `java.util.Properties.store` and native2ascii write `\uXXXX` in them. So
 * does this function, for every character other than printable ASCII, and for a backslash that would begin such an
 * escape.
 */
export const escapeComment = (line: string): string =>
  line.replace(/[^\x20-\x7e]|\\(?=u[0-9a-fA-F]{4})/g, toUnicodeEscape);

export const unescapeComment = (line: string): string =>
  line.replace(/\\u([0-9a-fA-F]{4})/g, (_, digits: string) => String.fromCharCode(parseInt(digits, 16)));
