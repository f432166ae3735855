import { readInline } from '../xml/inline-text';
import type { Content } from '../xml/xml-markup';
import { type XmlElement, type XmlNode, attribute, innerXml, localName } from '../xml/xml-tree';
import { escapeText } from '../xml/xml-writer';

/** The inline elements of XLIFF 2 (§4.2.3). */
export const XLIFF2_INLINE: ReadonlySet<string> = new Set('cp ph pc sc ec mrk sm em'.split(' '));

/**
 * Reads the content of a source or target. Content without elements other than `<cp>` is plain text: a `<cp>` stands
 * for a character that XML cannot carry.
 *
 * @param scope the elements around it, the root first
 */
export function readSegmentText(
  element: XmlElement,
  scope: readonly XmlElement[],
  warn: (code: string, detail: string) => void,
): Content {
  const text = plainText(element.children);
  const isPlain = text !== undefined && element.children.every(({ type }) => type === 'text' || type === 'element');
  return isPlain ? { text, markup: false } : readInline(element, XLIFF2_INLINE, scope, warn);
}

/** Returns the text of content without inline markup; undefined for content with any. */
export function plainText(nodes: readonly XmlNode[]): string | undefined {
  let text = '';
  for (const node of nodes) {
    const part = node.type === 'text' ? node.text : node.type === 'element' ? readCodePoint(node) : '';
    if (part === undefined) return undefined;
    text += part;
  }
  return text;
}

/** Returns the character of a `<cp>`; undefined for any other element. */
function readCodePoint(element: XmlElement): string | undefined {
  const hex = attribute(element, 'hex') ?? '';
  if (localName(element) !== 'cp' || !/^0*[0-9A-Fa-f]{1,6}$/.test(hex)) return undefined;
  const code = parseInt(hex, 16);
  return code > 0x10ffff || (code >= 0xd800 && code <= 0xdfff) ? undefined : String.fromCodePoint(code);
}

/** Joins the contents of segments. If one of them has inline markup, the joined text is XML. */
export function joinContents(elements: readonly XmlElement[], read: (element: XmlElement) => Content): Content {
  const contents = elements.map(read);
  const markup = contents.some((content) => content.markup);
  return { text: markup ? elements.map(innerXml).join('') : contents.map(({ text }) => text).join(''), markup };
}

/**
 * Escapes a plain text, with `<cp>` for characters that XML cannot carry.
 *
 * @throws UnwritableTextError for lone surrogates
 */
export function escapePlainText(text: string, key: string): string {
  return text
    .split(/([^\t\n\r\u0020-\uFFFD])/)
    .map((part, index) => (index % 2 === 0 ? escapeText(part, key) : writeCodePoint(part)))
    .join('');
}

const writeCodePoint = (character: string): string =>
  `<cp hex="${character.charCodeAt(0).toString(16).toUpperCase().padStart(4, '0')}"/>`;
