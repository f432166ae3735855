import { MalformedFileError } from '../model/format-errors';
import { type XmlElement, attribute, childElement, localName } from '../xml/xml-tree';
import { escapeText } from '../xml/xml-writer';

/** Separates the variants of a text for displays of different widths (Qt manual, "TS file format", `lengthvariant`). */
const VARIANT_SEPARATOR = '\u009C';

/** Reads a text in which `<byte value="x1b"/>` stands for a character that XML cannot carry. */
function readText(element: XmlElement): string {
  let text = '';
  for (const node of element.children) {
    if (node.type === 'text') text += node.text;
    else if (node.type === 'element') text += readByte(node);
  }
  return text;
}

function readByte(element: XmlElement): string {
  const value = attribute(element, 'value') ?? '';
  const code = /^x[0-9a-fA-F]{1,4}$/.test(value) ? parseInt(value.slice(1), 16) : Number(/^\d{1,5}$/.exec(value)?.[0]);
  if (localName(element) !== 'byte' || !(code > 0 && code < 0xd800)) {
    const { line, column } = element;
    throw new MalformedFileError(`a text cannot contain <${element.name}> here`, { line, column });
  }
  return String.fromCharCode(code);
}

/** Reads the text of a child element; undefined where there is no such element. */
export function readChildText(parent: XmlElement, name: string): string | undefined {
  const element = childElement(parent, name);
  return element && readText(element);
}

/** Reads a translation or a numerus form, which may have length variants. */
export function readVariants(element: XmlElement): string {
  const variants = element.children.filter(
    (node): node is XmlElement => node.type === 'element' && localName(node) === 'lengthvariant',
  );
  return variants.length > 0 ? variants.map(readText).join(VARIANT_SEPARATOR) : readText(element);
}

/**
 * Escapes a text, with `<byte>` for control characters.
 *
 * @throws UnwritableTextError for U+0000, U+FFFE, U+FFFF and lone surrogates
 */
export function writeText(text: string, key: string): string {
  return text
    .split(/([^\t\n\r\u0020-\uFFFF])/)
    .map((part, index) => (index % 2 === 0 || part === '\0' ? escapeText(part, key) : writeByte(part)))
    .join('');
}

const writeByte = (character: string): string => `<byte value="x${character.charCodeAt(0).toString(16)}"/>`;

/** Writes an element with a text, as length variants where the text has several. */
export function writeVariants(name: string, attributes: string, text: string, key: string): string {
  const variants = hasVariants(text) ? ' variants="yes"' : '';
  return `<${name}${attributes}${variants}>${writeContent(text, key)}</${name}>`;
}

export const hasVariants = (text: string): boolean => text.includes(VARIANT_SEPARATOR);

/** Returns the content of an element with a text. */
export function writeContent(text: string, key: string): string {
  if (!hasVariants(text)) return writeText(text, key);
  const variants = text.split(VARIANT_SEPARATOR);
  return variants.map((variant) => `<lengthvariant>${writeText(variant, key)}</lengthvariant>`).join('');
}
