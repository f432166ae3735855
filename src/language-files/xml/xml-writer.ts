import { UnwritableTextError } from '../model/format-errors';
import { NOT_XML } from './xml-grammar';

export const XML_DECLARATION = '<?xml version="1.0" encoding="UTF-8"?>\n';

/**
 * Escapes a text as element content. A carriage return becomes a reference, because readers turn a bare one into a line
 * feed (§2.11).
 *
 * @throws UnwritableTextError with the key, for a character that XML 1.0 cannot contain
 */
export function escapeText(text: string, key: string): string {
  checkCharacters(text, key);
  return text.replace(/[&<>\r]/g, (character) => TEXT_REFERENCES.get(character) ?? character);
}

/**
 * Escapes a text as an attribute value in double quotes. White space other than spaces becomes references, because
 * readers turn each of them into a space (§3.3.3).
 *
 * @throws UnwritableTextError as `escapeText` does
 */
export function escapeAttribute(value: string, key: string): string {
  checkCharacters(value, key);
  return value.replace(/[&<>"\t\n\r]/g, (character) => ATTRIBUTE_REFERENCES.get(character) ?? character);
}

/**
 * Returns a text as CDATA sections. The text is split at `]]>` and carriage returns, which a section cannot contain.
 *
 * @throws UnwritableTextError as `escapeText` does
 */
export function cdataSections(text: string, key: string): string {
  checkCharacters(text, key);
  const sections = text.replaceAll(']]>', ']]]]><![CDATA[>').replaceAll('\r', ']]>&#13;<![CDATA[');
  return `<![CDATA[${sections}]]>`;
}

/** Returns attributes for a start tag, each with a space before it. Undefined ones are omitted. */
export function attributes(pairs: Iterable<readonly [name: string, value: string | undefined]>, key: string): string {
  let written = '';
  for (const [name, value] of pairs) if (value !== undefined) written += ` ${name}="${escapeAttribute(value, key)}"`;
  return written;
}

/** Returns whether a comment can contain the text: comments have no escapes and cannot contain `--` (§2.5). */
export const fitsComment = (text: string): boolean =>
  !text.includes('--') && !text.endsWith('-') && !text.includes('\r') && !NOT_XML.test(text);

/** Returns whether the text is an XML name without a colon, which may name an element, an attribute or a prefix. */
export const isXmlName = (text: string): boolean => /^[\p{L}_][\p{L}\p{N}\p{M}._-]*$/u.test(text);

/** @throws UnwritableTextError for a character that XML 1.0 cannot contain */
export function checkCharacters(text: string, key: string): void {
  const found = NOT_XML.exec(text)?.[0];
  if (found === undefined) return;
  const code = found.charCodeAt(0).toString(16).toUpperCase().padStart(4, '0');
  throw new UnwritableTextError(key, `XML cannot contain the character U+${code}`);
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
