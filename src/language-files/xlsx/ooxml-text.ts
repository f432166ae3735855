import { escapeText } from '../xml/xml-writer';

/** `_xHHHH_` represents one UTF-16 code unit (ECMA-376 part 1, §22.9.2.19, ST_Xstring). */
const ESCAPE = /_x([0-9A-Fa-f]{4})_/g;

export const unescapeOoxml = (text: string): string =>
  text.replace(ESCAPE, (_, hex: string) => String.fromCharCode(parseInt(hex, 16)));

/** Characters that XML cannot represent and Excel escapes. U+0000 is not among them: no program writes it. */
const NOT_XML = /(?![\0\t\n\r\x7f-\x9f])[\p{Cc}\ufffe\uffff]/u;

/**
 * Matches the characters of `NOT_XML`, and each underscore that would begin an escape in the output. A carriage return
 * becomes a character reference of XML, which readers other than Excel understand too.
 */
const TO_ESCAPE = new RegExp(`_(?=x[0-9A-Fa-f]{4}(?:_|${NOT_XML.source}))|${NOT_XML.source}`, 'gu');

/**
 * Escapes a text for the content of `<t>`.
 *
 * @throws UnwritableTextError with the key, for U+0000 and lone surrogates
 */
export function escapeOoxml(text: string, key: string): string {
  const escaped = text.replace(TO_ESCAPE, (character) => {
    return `_x${character.charCodeAt(0).toString(16).toUpperCase().padStart(4, '0')}_`;
  });
  return escapeText(escaped, key);
}
