import type { Span } from '../template/file-template';
import { escapeAttribute, escapeText } from './xml-writer';

/**
 * A node of an XML file. In its texts, line ends are LF and references are resolved (XML 1.0, §2.11 and §4.6). Its span
 * includes its tags and marks: `<![CDATA[`, `<!--`, `<?`.
 */
export type XmlNode = XmlElement | XmlText | XmlComment | XmlInstruction;

export interface XmlElement extends Span {
  readonly type: 'element';
  /** The name as written, with its prefix: `xliff:g`. */
  readonly name: string;
  /** In the order of the file, each name once and as written. */
  readonly attributes: readonly XmlAttribute[];
  readonly children: readonly XmlNode[];
  /** The position of its `<`, 1-based and in UTF-16 code units. */
  readonly line: number;
  readonly column: number;
  /** The text of the file. */
  readonly file: string;
  /** The offset behind the start tag; the end of the element if that has no end tag. */
  readonly contentStart: number;
  /** The offset of the end tag. */
  contentEnd: number;
}

export interface XmlAttribute {
  readonly name: string;
  readonly value: string;
}

/** An attribute in its file. */
export interface AttributeSpan extends Span {
  readonly name: string;
  /** The offsets of the value, without its quotes. */
  readonly valueStart: number;
  readonly valueEnd: number;
}

export interface XmlText extends Span {
  readonly type: 'text';
  readonly text: string;
  /** The text was written as a CDATA section. */
  readonly cdata: boolean;
}

export interface XmlComment extends Span {
  readonly type: 'comment';
  readonly text: string;
  /** The line where the comment ends. */
  readonly line: number;
}

export interface XmlInstruction extends Span {
  readonly type: 'instruction';
  readonly target: string;
  readonly body: string;
}

export interface XmlDocument {
  readonly root: XmlElement;
  /** The comments before the root element. */
  readonly comments: readonly XmlComment[];
}

/**
 * Returns the name without its prefix. Namespaces are not resolved, because many files bind prefixes wrongly or not at
 * all.
 */
export function localName({ name }: XmlElement): string {
  const colon = name.indexOf(':');
  return colon < 0 ? name : name.slice(colon + 1);
}

/** Returns the value of an attribute by its name as written (`xml:space`), undefined where it is absent. */
export function attribute({ attributes }: XmlElement, name: string): string | undefined {
  for (const candidate of attributes) if (candidate.name === name) return candidate.value;
  return undefined;
}

/** Returns the child elements, or those with a local name. */
export function childElements(parent: XmlElement, local?: string): XmlElement[] {
  return parent.children.filter(
    (node): node is XmlElement => node.type === 'element' && (local === undefined || localName(node) === local),
  );
}

/** Returns whether the element consists of one tag: `<a/>`. */
export const isSelfClosing = ({ contentStart, end }: Pick<XmlElement, 'contentStart' | 'end'>): boolean =>
  contentStart === end;

/** Returns the attributes as they are in the file, in their order. A span begins with the name. */
export function attributeSpans({ file, start, contentStart, name }: XmlElement): AttributeSpan[] {
  const tagStart = start + 1 + name.length;
  const tag = file.slice(tagStart, contentStart);
  return Array.from(
    tag.matchAll(/([^\s=]+)\s*=\s*("[^"]*"|'[^']*')/g),
    ({ 0: whole, 1: name = '', 2: quoted = '', index }) => {
      const end = tagStart + index + whole.length;
      return { name, start: tagStart + index, end, valueStart: end - quoted.length + 1, valueEnd: end - 1 };
    },
  );
}

/** Returns the first child element with a local name. */
export function childElement({ children }: XmlElement, local: string): XmlElement | undefined {
  for (const node of children) if (node.type === 'element' && localName(node) === local) return node;
  return undefined;
}

/** Returns the text and CDATA of the element without the text of its child elements. */
export function ownText(element: XmlElement): string {
  let text = '';
  for (const node of element.children) if (node.type === 'text') text += node.text;
  return text;
}

/** Returns all text and CDATA below the element. The recursion is bounded by `MAX_XML_DEPTH`. */
export function deepText(element: XmlElement): string {
  let text = '';
  for (const node of element.children) {
    if (node.type === 'text') text += node.text;
    else if (node.type === 'element') text += deepText(node);
  }
  return text;
}

/** Returns whether the element contains only text and CDATA. */
export const isPlainText = (element: XmlElement): boolean => element.children.every((node) => node.type === 'text');

/** Returns the content as written in the file, except for line ends and entities: see `xmlIn`. */
export const innerXml = (element: XmlElement): string => xmlIn(element, element.contentStart, element.contentEnd);

/** Returns the element with its tags as written in the file, except for line ends and entities: see `xmlIn`. */
export const outerXml = (element: XmlElement): string => xmlIn(element, element.start, element.end);

const DECLARED_ENTITY = /&(?!#|(?:amp|lt|gt|quot|apos);)[^&;\s]+;/;

/**
 * Returns a part of an element as XML that is well-formed in any file: line ends are LF, and a text or an attribute with
 * entities that only its file declares has their text.
 */
function xmlIn(element: XmlElement, from: number, to: number): string {
  const written = (start: number, end: number): string => element.file.slice(start, end).replace(/\r\n?/g, '\n');
  if (!DECLARED_ENTITY.test(element.file.slice(from, to))) return written(from, to);
  let [xml, offset] = ['', from];
  for (const resolved of resolvedParts(element)) {
    if (resolved.start < from) continue;
    xml += written(offset, resolved.start) + resolved.xml;
    offset = resolved.end;
  }
  return xml + written(offset, to);
}

/**
 * Yields the attributes and the texts of an element that have declared entities, in their order. The recursion is
 * bounded by `MAX_XML_DEPTH`.
 */
function* resolvedParts(element: XmlElement): Generator<Span & { xml: string }> {
  const hasEntity = (start: number, end: number): boolean => DECLARED_ENTITY.test(element.file.slice(start, end));
  for (const { name, valueStart: start, valueEnd: end } of attributeSpans(element)) {
    const xml = (): string => escapeAttribute(attribute(element, name) ?? '', name).replaceAll("'", '&apos;');
    if (hasEntity(start, end)) yield { start, end, xml: xml() };
  }
  for (const node of element.children) {
    const { type, start, end } = node;
    if (type === 'element') yield* resolvedParts(node);
    else if (type === 'text' && !node.cdata && hasEntity(start, end))
      yield { start, end, xml: escapeText(node.text, '') };
  }
}
