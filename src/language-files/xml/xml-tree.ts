/** What a file of XML holds, in its order. Line ends are LF, references are resolved (XML 1.0, §2.11 and §4.6). */
export type XmlNode = XmlElement | XmlText | XmlComment | XmlInstruction;

export interface XmlElement {
  readonly type: 'element';
  /** As written, with its prefix: `xliff:g`. */
  readonly name: string;
  /** In the order of the file; names as written. A name occurs once. */
  readonly attributes: readonly XmlAttribute[];
  readonly children: XmlNode[];
  /** Where its `<` is; 1-based, in UTF-16 code units. */
  readonly line: number;
  readonly column: number;
  /** The file's text and the offsets of the element and of its content in it, for `outerXml` and `innerXml`. */
  readonly file: string;
  readonly start: number;
  readonly contentStart: number;
  contentEnd: number;
  end: number;
}

export interface XmlAttribute {
  readonly name: string;
  readonly value: string;
}

export interface XmlText {
  readonly type: 'text';
  readonly text: string;
  /** It was written as a CDATA section. */
  readonly cdata: boolean;
}

export interface XmlComment {
  readonly type: 'comment';
  readonly text: string;
  /** Of its end. */
  readonly line: number;
}

export interface XmlInstruction {
  readonly type: 'instruction';
  readonly target: string;
  readonly body: string;
}

export interface XmlDocument {
  readonly root: XmlElement;
  /** The comments before the root. */
  readonly comments: readonly XmlComment[];
}

/** The name without its prefix. Namespaces are not resolved: files in the wild bind them wrongly or not at all. */
export const localName = (element: XmlElement): string => element.name.slice(element.name.indexOf(':') + 1);

/** The value of an attribute, by its name as written (`xml:space`); undefined where it is absent. */
export const attribute = (element: XmlElement, name: string): string | undefined =>
  element.attributes.find((candidate) => candidate.name === name)?.value;

/** The child elements, all or those of a local name. */
export function childElements(parent: XmlElement, local?: string): XmlElement[] {
  return parent.children.filter(
    (node): node is XmlElement => node.type === 'element' && (local === undefined || localName(node) === local),
  );
}

export const childElement = (parent: XmlElement, local: string): XmlElement | undefined =>
  parent.children.find((node): node is XmlElement => node.type === 'element' && localName(node) === local);

/** The text and CDATA directly in the element, without that of its child elements. */
export function ownText(element: XmlElement): string {
  let text = '';
  for (const node of element.children) if (node.type === 'text') text += node.text;
  return text;
}

/** All text and CDATA below the element. Recursion is bounded by the depth that is read. */
export function deepText(element: XmlElement): string {
  let text = '';
  for (const node of element.children) {
    if (node.type === 'text') text += node.text;
    else if (node.type === 'element') text += deepText(node);
  }
  return text;
}

/** The element holds text and CDATA only: no elements, comments or processing instructions. */
export const isPlainText = (element: XmlElement): boolean => element.children.every((node) => node.type === 'text');

/** The content as it is written in the file, markup, CDATA, references and all; only its line ends are LF. */
export const innerXml = (element: XmlElement): string =>
  element.file.slice(element.contentStart, element.contentEnd).replace(/\r\n?/g, '\n');

/** The same with the element's own tags. */
export const outerXml = (element: XmlElement): string =>
  element.file.slice(element.start, element.end).replace(/\r\n?/g, '\n');
