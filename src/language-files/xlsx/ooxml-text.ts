import { escapeText } from '../xml/xml-writer';

/** `_xHHHH_` stands for a UTF-16 code unit (ECMA-376 part 1, §22.9.2.19, ST_Xstring). */
const ESCAPE = /_x([0-9A-Fa-f]{4})_/g;

export const unescapeOoxml = (text: string): string =>
  text.replace(ESCAPE, (_, hex: string) => String.fromCharCode(parseInt(hex, 16)));

/** U+0000 is left out: nothing writes it. */
const NOT_XML = /(?![\0\t\n\r\x7f-\x9f])[\p{Cc}\ufffe\uffff]/u;

/**
 * Characters that XML cannot carry and Excel writes as `_xHHHH_`, and each underscore that would start such an escape, with
 * those put in. A carriage return is left to XML's own reference, which other readers understand as well.
 */
const TO_ESCAPE = new RegExp(`_(?=x[0-9A-Fa-f]{4}(?:_|${NOT_XML.source}))|${NOT_XML.source}`, 'gu');

/**
 * A text as the content of `<t>`.
 *
 * @throws UnwritableTextError with the key, for U+0000 and lone surrogates
 */
export function escapeOoxml(text: string, key: string): string {
  const escaped = text.replace(TO_ESCAPE, (character) => {
    return `_x${character.charCodeAt(0).toString(16).toUpperCase().padStart(4, '0')}_`;
  });
  return escapeText(escaped, key);
}
