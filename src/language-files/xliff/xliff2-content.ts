import { readInline } from '../xml/inline-text';
import type { Content } from '../xml/xml-markup';
import { type XmlElement, type XmlNode, attribute, innerXml, localName } from '../xml/xml-tree';
import { escapeText } from '../xml/xml-writer';

/** The inline elements of XLIFF 2 (§4.2.3). */
export const XLIFF2_INLINE: ReadonlySet<string> = new Set('cp ph pc sc ec mrk sm em'.split(' '));

type WarnHere = (code: string, detail: string) => void;

/** A text with no elements but `<cp>` is plain: they stand for the characters that XML cannot carry. */
export function readSegmentText(element: XmlElement, scope: readonly XmlElement[], warn: WarnHere): Content {
  const text = plainOf(element.children);
  const isPlain = text !== undefined && element.children.every(({ type }) => type === 'text' || type === 'element');
  return isPlain ? { text, markup: false } : readInline(element, XLIFF2_INLINE, scope, warn);
}

/** The text of content without inline markup; undefined where there is some. */
export function plainOf(nodes: readonly XmlNode[]): string | undefined {
  let text = '';
  for (const node of nodes) {
    const part = node.type === 'text' ? node.text : node.type === 'element' ? codePoint(node) : '';
    if (part === undefined) return undefined;
    text += part;
  }
  return text;
}

function codePoint(element: XmlElement): string | undefined {
  const hex = attribute(element, 'hex') ?? '';
  if (localName(element) !== 'cp' || !/^0*[0-9A-Fa-f]{1,6}$/.test(hex)) return undefined;
  const code = parseInt(hex, 16);
  return code > 0x10ffff || (code >= 0xd800 && code <= 0xdfff) ? undefined : String.fromCodePoint(code);
}

/** The contents of segments as one; all as their XML where one has markup. */
export function joinContents(elements: readonly XmlElement[], read: (element: XmlElement) => Content): Content {
  const contents = elements.map(read);
  const markup = contents.some((content) => content.markup);
  return { text: markup ? elements.map(innerXml).join('') : contents.map(({ text }) => text).join(''), markup };
}

/** @throws UnwritableTextError for lone surrogates */
export function writePlain(text: string, key: string): string {
  return text
    .split(/([^\t\n\r\u0020-\uFFFD])/)
    .map((part, i) => (i % 2 === 0 ? escapeText(part, key) : writeCodePoint(part)))
    .join('');
}

const writeCodePoint = (character: string): string =>
  `<cp hex="${character.charCodeAt(0).toString(16).toUpperCase().padStart(4, '0')}"/>`;
