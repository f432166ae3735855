import { FileLimitError, MalformedFileError } from '../model/format-errors';
import { decodeText } from '../text/text-encoding';
import { XmlEntities } from './xml-entities';
import { type XmlHandler, XmlScanner } from './xml-scanner';
import type { XmlAttribute, XmlComment, XmlDocument, XmlElement, XmlNode } from './xml-tree';

/** The most levels of nested elements. */
export const MAX_XML_DEPTH = 100;

/** The most nodes in memory at a time, some 300 MB. Elements that a visitor has consumed do not count. */
export const MAX_XML_NODES = 1_000_000;

/**
 * A callback for the end of each element, inner elements first. `ancestors` are the open elements around it, the root
 * first; the array changes after the call. If it returns true, the element is removed from the tree, so that a large file
 * is never in memory completely.
 */
export type XmlVisitor = (element: XmlElement, ancestors: readonly XmlElement[]) => boolean;

/**
 * Reads a whole file and checks strictly that it is well-formed. Of the DTD, only the internal entities that are texts
 * are used; nothing external is fetched.
 *
 * @throws UnknownEncodingError
 * @throws MalformedFileError with line and column
 * @throws FileLimitError for more than `MAX_XML_DEPTH`, `MAX_XML_ATTRIBUTES` or `MAX_XML_NODES`, and as `XmlEntities`
 *   does
 */
export const readXml = (bytes: Uint8Array, visit?: XmlVisitor): XmlDocument =>
  readXmlText(decodeText(bytes, declaredEncoding), visit);

/** Reads a decoded file as `readXml` does. */
export function readXmlText(text: string, visit: XmlVisitor = () => false): XmlDocument {
  const top = new TreeBuilder(text, visit).build();
  const root = top.find((node): node is XmlElement => node.type === 'element');
  if (!root) throw new MalformedFileError('the root element was removed');
  return { root, comments: commentsBefore(top, root) };
}

/**
 * Reads the content of an element: text and any number of elements.
 *
 * @param entities of the file that contains the content
 * @throws MalformedFileError, FileLimitError as `readXml` does
 */
export const readXmlFragment = (text: string, entities = new XmlEntities()): XmlNode[] =>
  new TreeBuilder(text, () => false, entities).build();

const DECLARATION = /^(\s*<\?xml\s[^>]{0,200}?encoding\s*=\s*["'])([A-Za-z][A-Za-z0-9._-]*)(?=["'])/;

/** Returns the encoding that an XML declaration names (XML 1.0, §4.3.3). */
export const declaredEncoding = (head: string): string | undefined => DECLARATION.exec(head)?.[2];

/** Templates of XML files read and replace the declared encoding. A file without a declaration is UTF-8. */
export const xmlEncoding = {
  declaredEncoding,
  declareUtf8: (source: string): string => source.replace(DECLARATION, '$1UTF-8'),
};

function commentsBefore(nodes: readonly XmlNode[], root: XmlElement): XmlComment[] {
  return nodes.slice(0, nodes.indexOf(root)).filter((node) => node.type === 'comment');
}

/** An element that is not complete. */
type OpenElement = Omit<XmlElement, 'children'> & { children: XmlNode[] };

/** The children of an element that has none yet. An array for one child takes less memory than one that grows. */
const NO_NODES: XmlNode[] = [];

/** Builds the tree of a file. */
class TreeBuilder implements XmlHandler {
  private readonly scanner: XmlScanner;
  private readonly open: OpenElement[] = [];
  /** The number of nodes in memory, and the number before each open element. */
  private held = 0;
  private readonly heldBefore: number[] = [];
  private readonly top: XmlNode[] = [];

  constructor(
    private readonly file: string,
    private readonly visit: XmlVisitor,
    fragmentEntities?: XmlEntities,
  ) {
    this.scanner = new XmlScanner(file, this, { fragmentEntities });
  }

  build(): XmlNode[] {
    this.scanner.scan();
    return this.top;
  }

  text(text: string, start: number, end: number): void {
    this.add({ type: 'text', text, cdata: false, start, end });
  }

  cdata(text: string, start: number, end: number): void {
    this.add({ type: 'text', text, cdata: true, start, end });
  }

  comment(text: string, start: number, end: number): void {
    this.add({ type: 'comment', text, line: this.scanner.positionAt(end).line, start, end });
  }

  instruction(target: string, body: string, start: number, end: number): void {
    this.add({ type: 'instruction', target, body, start, end });
  }

  openTag(name: string, attributes: readonly XmlAttribute[], start: number, end: number): void {
    if (this.open.length >= MAX_XML_DEPTH) {
      const position = this.scanner.positionAt(start);
      throw new FileLimitError(`elements are nested deeper than ${MAX_XML_DEPTH} levels`, position);
    }
    const { lines } = this.scanner;
    lines.find(start);
    const element: OpenElement = {
      type: 'element',
      name,
      attributes,
      children: NO_NODES,
      line: lines.line,
      column: start - lines.start + 1,
      file: this.file,
      start,
      contentStart: end,
      contentEnd: end,
      end,
    };
    this.heldBefore.push(this.held);
    this.add(element);
    this.open.push(element);
  }

  closeTag(start: number, end: number): void {
    const element = this.open.pop();
    const heldBefore = this.heldBefore.pop();
    if (!element || heldBefore === undefined) return;
    element.contentEnd = start;
    element.end = end;
    if (!this.visit(element, this.open)) return;
    this.open.at(-1)?.children.pop();
    this.held = heldBefore;
  }

  private add(node: XmlNode): void {
    if (++this.held > MAX_XML_NODES) {
      throw new FileLimitError(
        `the file has more than ${MAX_XML_NODES} elements and texts outside of entries`,
        this.scanner.positionAt(node.start),
      );
    }
    const parent = this.open.at(-1);
    if (!parent) this.top.push(node);
    else if (parent.children === NO_NODES) parent.children = [node];
    else parent.children.push(node);
  }
}
