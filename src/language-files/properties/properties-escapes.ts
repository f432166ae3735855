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

/** Returns an escape for each code unit of a character. */
function toUnicodeEscape(character: string, upperCase = false): string {
  return character.replace(/[^]/g, (unit) => {
    const hex = unit.charCodeAt(0).toString(16).padStart(4, '0');
    return `\\u${upperCase ? hex.toUpperCase() : hex}`;
  });
}

/** @returns undefined if a `\u` is not followed by four hexadecimal digits, which `java.util.Properties` refuses too */
export function unescapeProperties(text: string): string | undefined {
  if (!text.includes('\\')) return text;
  if (/(?<!\\)(?:\\\\)*\\u(?![0-9a-fA-F]{4})/.test(text)) return undefined;
  return text.replace(/\\(u[0-9a-fA-F]{4}|[^])/g, (_, code: string) =>
    code.length === 5 ? String.fromCharCode(parseInt(code.slice(1), 16)) : (LETTER_ESCAPES.get(code) ?? code),
  );
}

/** How a file escapes what need not be escaped. */
export interface EscapeStyle {
  /** All characters outside of ASCII are escaped. */
  ascii: boolean;
  /** The other characters that are escaped. Half of a pair of surrogates never is. */
  escaped: ReadonlySet<string>;
  /** `=`, `:`, `#` and `!` in texts are escaped, as `java.util.Properties.store` does. */
  punctuation: boolean;
  /** The digits of `\u` escapes are upper case. */
  upperCase: boolean;
}

/** ASCII only, so that readers of UTF-8 and of ISO 8859-1 read the same. */
const CANONICAL: EscapeStyle = { ascii: true, escaped: new Set(), punctuation: false, upperCase: false };

function escapeMatches(text: string, pattern: RegExp, { upperCase }: EscapeStyle): string {
  return text.replace(pattern, (unit) => {
    const backslashEscape = /[ =:#!]/.test(unit) ? `\\${unit}` : undefined;
    return ESCAPED_CHARACTERS.get(unit) ?? backslashEscape ?? toUnicodeEscape(unit, upperCase);
  });
}

export const escapeKey = (key: string, style = CANONICAL): string =>
  escapeMatches(key, style.ascii ? /[^\x21-\x7e]|[\\=:#!]/g : /[\p{C}\s\\=:#!]/gu, style);

/**
 * A space at the start needs a backslash. One at the end becomes `\u0020`, because editors strip trailing spaces, unless
 * the text is continued on the next line.
 */
export function escapeValue(value: string, style = CANONICAL, isContinued = false): string {
  const special = escapeMatches(
    value,
    style.ascii ? /[^\x20-\x7e]|\\/g : /[\p{Cc}\p{Cs}\u2028\u2029\ufeff\\]/gu,
    style,
  ).replace(/[^\0-\x7f\ud800-\udfff]/g, (unit) =>
    style.escaped.has(unit) ? toUnicodeEscape(unit, style.upperCase) : unit,
  );
  const escaped = style.punctuation ? special.replace(/[=:#!]/g, '\\$&') : special;
  return (isContinued ? escaped : escaped.replace(/ $/, '\\u0020')).replace(/^ /, '\\ ');
}

/** Escapes the characters that ISO 8859-1 does not have. They can be escaped anywhere in a file. */
export const escapeNonLatin1 = (source: string): string =>
  source.replace(/[^\0-\xff]/g, (unit) => toUnicodeEscape(unit));

/**
 * Comments have no escapes by definition, but `java.util.Properties.store` and native2ascii write `\uXXXX` in them. So
 * does this function, for every character other than printable ASCII, and for a backslash that would begin such an
 * escape.
 */
export const escapeComment = (line: string, { ascii, upperCase } = CANONICAL): string =>
  line.replace(
    ascii ? /[^\x20-\x7e]|\\(?=u[0-9a-fA-F]{4})/g : /[\p{Cc}\p{Cs}\u2028\u2029]|\\(?=u[0-9a-fA-F]{4})/gu,
    (unit) => toUnicodeEscape(unit, upperCase),
  );

export const unescapeComment = (line: string): string =>
  line.replace(/\\u([0-9a-fA-F]{4})/g, (_, digits: string) => String.fromCharCode(parseInt(digits, 16)));
