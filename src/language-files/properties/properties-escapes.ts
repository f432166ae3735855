const ESCAPED: ReadonlyMap<string, string> = new Map([
  ['t', '\t'],
  ['n', '\n'],
  ['r', '\r'],
  ['f', '\f'],
]);
const ESCAPES: ReadonlyMap<string, string> = new Map([
  ['\t', '\\t'],
  ['\n', '\\n'],
  ['\r', '\\r'],
  ['\f', '\\f'],
  ['\\', '\\\\'],
]);

const unicodeEscape = (unit: string): string => `\\u${unit.charCodeAt(0).toString(16).padStart(4, '0')}`;

/** Undefined where a `\u` is not followed by four hexadecimal digits, which `java.util.Properties` refuses too. */
export function unescapeProperties(text: string): string | undefined {
  if (/(?<!\\)(?:\\\\)*\\u(?![0-9a-fA-F]{4})/.test(text)) return undefined;
  return text.replace(/\\(u[0-9a-fA-F]{4}|[^])/g, (_, code: string) =>
    code.length === 5 ? String.fromCharCode(parseInt(code.slice(1), 16)) : (ESCAPED.get(code) ?? code),
  );
}

const escapeUnits = (text: string, pattern: RegExp): string =>
  text.replace(pattern, (unit) => ESCAPES.get(unit) ?? (/[ =:#!]/.test(unit) ? `\\${unit}` : unicodeEscape(unit)));

/** Pure ASCII, so that readers of either encoding agree. */
export const escapeKey = (key: string): string => escapeUnits(key, /[^\x21-\x7e]|[\\=:#!]/g);

/** The first space needs its backslash; the last is written by number, because editors strip spaces at line ends. */
export const escapeValue = (value: string): string =>
  escapeUnits(value, /[^\x20-\x7e]|\\/g)
    .replace(/ $/, '\\u0020')
    .replace(/^ /, '\\ ');

/**
 * Comments have no escapes of their own, but `java.util.Properties.store` and native2ascii write `\uXXXX` in them; so
 * do we for all that is not printable ASCII, and for a backslash that would be taken for the beginning of such an escape.
 */
export const escapeComment = (line: string): string =>
  line.replace(/[^\x20-\x7e]|\\(?=u[0-9a-fA-F]{4})/g, unicodeEscape);

export const unescapeComment = (line: string): string =>
  line.replace(/\\u([0-9a-fA-F]{4})/g, (_, digits: string) => String.fromCharCode(parseInt(digits, 16)));
