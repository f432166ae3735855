import { UnwritableTextError } from '../model/format-errors';

/** What XML 1.0 has no way to write, not even as a reference (§2.2): most control characters and lone surrogates. */
const NOT_XML = /[^\t\n\r\u0020-\uD7FF\uE000-\uFFFD\u{10000}-\u{10FFFF}]/u;

export const XML_DECLARATION = '<?xml version="1.0" encoding="UTF-8"?>\n';

/**
 * A text as element content. A carriage return is a reference, because a bare one would be read as a line feed (§2.11).
 *
 * @throws UnwritableTextError with the key, for a character that XML 1.0 cannot carry
 */
export function escapeText(text: string, key: string): string {
  checkCharacters(text, key);
  return text.replace(/[&<>\r]/g, (character) => TEXT_REFERENCES.get(character) ?? character);
}

/**
 * A text as an attribute's value, to stand between double quotes. White space is written as references, because
 * readers turn each into a space (§3.3.3).
 *
 * @throws UnwritableTextError as `escapeText`
 */
export function escapeAttribute(value: string, key: string): string {
  checkCharacters(value, key);
  return value.replace(/[&<>"\t\n\r]/g, (character) => ATTRIBUTE_REFERENCES.get(character) ?? character);
}

/**
 * A text as CDATA sections, cut where a section cannot hold it: `]]>` and carriage returns.
 *
 * @throws UnwritableTextError as `escapeText`
 */
export function cdataSections(text: string, key: string): string {
  checkCharacters(text, key);
  const sections = text.replaceAll(']]>', ']]]]><![CDATA[>').replaceAll('\r', ']]>&#13;<![CDATA[');
  return `<![CDATA[${sections}]]>`;
}

/** Attributes as they stand after an element's name, each with its space before it; undefined ones are left out. */
export function attributes(pairs: Iterable<readonly [name: string, value: string | undefined]>, key: string): string {
  let written = '';
  for (const [name, value] of pairs) if (value !== undefined) written += ` ${name}="${escapeAttribute(value, key)}"`;
  return written;
}

/** A comment can hold the text: it has no escapes, and no `--` may stand in it (§2.5). */
export const fitsComment = (text: string): boolean =>
  !text.includes('--') && !text.endsWith('-') && !text.includes('\r') && !NOT_XML.test(text);

/** The text is an XML name without a colon, so it may name an element, an attribute or a prefix. */
export const isXmlName = (text: string): boolean => /^[\p{L}_][\p{L}\p{N}\p{M}._-]*$/u.test(text);

/** @throws UnwritableTextError for a character that XML 1.0 cannot carry */
export function checkCharacters(text: string, key: string): void {
  const found = NOT_XML.exec(text)?.[0];
  if (found === undefined) return;
  const code = found.charCodeAt(0).toString(16).toUpperCase().padStart(4, '0');
  throw new UnwritableTextError(key, `XML cannot carry the character U+${code}`);
}

const TEXT_REFERENCES: ReadonlyMap<string, string> = new Map([
  ['&', '&amp;'],
  ['<', '&lt;'],
  ['>', '&gt;'],
  ['\r', '&#13;'],
]);

const ATTRIBUTE_REFERENCES: ReadonlyMap<string, string> = new Map([
  ...TEXT_REFERENCES,
  ['"', '&quot;'],
  ['\t', '&#9;'],
  ['\n', '&#10;'],
]);
