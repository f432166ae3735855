import { SaxesParser } from 'saxes';
import { FileLimitError, MalformedFileError, type SourcePosition } from '../model/format-errors';
import { decodeText } from '../text/text-encoding';
import { XmlEntities } from './xml-entities';
import type { XmlComment, XmlDocument, XmlElement, XmlNode } from './xml-tree';

/** The most levels of nested elements. */
export const MAX_XML_DEPTH = 100;

/** The most attributes of an element, which keeps a linear search for one of them cheap. */
export const MAX_XML_ATTRIBUTES = 100;

/** The most nodes in memory at a time, some 300 MB. Elements that a visitor has consumed do not count. */
export const MAX_XML_NODES = 1_000_000;

/**
 * A callback for the end of each element, inner elements first. `ancestors` are the open elements around it, the root
 * first. If it returns true, the element is removed from the tree, so that a large file is never in memory completely.
 */
export type XmlVisitor = (element: XmlElement, ancestors: readonly XmlElement[]) => boolean;

/**
 * Reads a whole file and checks strictly that it is well-formed. Of the DTD, only the internal entities that are texts are
 * used; nothing external is fetched.
 *
 * @throws UnknownEncodingError
 * @throws MalformedFileError with line and column
 * @throws FileLimitError for more than `MAX_XML_DEPTH`, `MAX_XML_ATTRIBUTES` or `MAX_XML_NODES`, and as `XmlEntities` does
 */
export const readXml = (bytes: Uint8Array, visit?: XmlVisitor): XmlDocument =>
  readXmlText(decodeText(bytes, declaredEncoding), visit);

/** Reads a decoded file as `readXml` does. */
export function readXmlText(text: string, visit: XmlVisitor = () => false): XmlDocument {
  const top = new TreeBuilder(text, visit).build();
  const root = top.find((node): node is XmlElement => node.type === 'element');
  if (!root) throw new MalformedFileError('the file has no root element', { line: 1 });
  return { root, comments: commentsBefore(top, root) };
}

/**
 * Reads the content of an element: text and any number of elements.
 *
 * @param entities those of the file that the content is of
 * @throws MalformedFileError, FileLimitError as `readXml` does
 */
export const readXmlFragment = (text: string, entities = new XmlEntities()): XmlNode[] =>
  new TreeBuilder(text, () => false, entities).build();

/** Returns the encoding that an XML declaration names (XML 1.0, §4.3.3). */
export const declaredEncoding = (head: string): string | undefined =>
  /^\s*<\?xml\s[^>]{0,200}?encoding\s*=\s*["']([A-Za-z][A-Za-z0-9._-]*)["']/.exec(head)?.[1];

function commentsBefore(nodes: readonly XmlNode[], root: XmlElement): XmlComment[] {
  return nodes.slice(0, nodes.indexOf(root)).filter((node) => node.type === 'comment');
}

/**
 * Builds the tree of a file. Namespaces of saxes are disabled, because it resolves a prefix by walking all open
 * elements, which takes quadratic time in the depth.
 */
class TreeBuilder {
  private readonly parser: SaxesParser<{ fragment: boolean; xmlns: false }>;
  private readonly open: XmlElement[] = [];
  /** The number of nodes in memory, and the number before each open element. */
  private held = 0;
  private readonly heldBefore: number[] = [];
  private readonly top: XmlNode[] = [];
  /** Line and column of the element whose start tag is being read. */
  private position = { line: 1, column: 1 };
  /** The offset behind the last tag or other node. */
  private last = 0;

  constructor(
    private readonly text: string,
    private readonly visit: XmlVisitor,
    fragmentEntities?: XmlEntities,
  ) {
    this.parser = new SaxesParser({ fragment: fragmentEntities !== undefined, xmlns: false });
    if (fragmentEntities) this.declare(fragmentEntities);
    this.parser.on('error', (error) => this.refuse(error));
    this.parser.on('xmldecl', () => (this.last = this.parser.position));
    this.parser.on('doctype', (declaration) => {
      this.last = this.parser.position;
      this.declare(new XmlEntities(declaration, () => this.reached()));
    });
    this.parser.on('text', (text) => this.addText(text));
    this.parser.on('cdata', (text) => this.add({ type: 'text', text, cdata: true, ...this.markSpan() }));
    // The parser reports a comment at its `--`.
    this.parser.on('comment', (text) =>
      this.add({ type: 'comment', text, line: this.parser.line, ...this.markSpan('>'.length) }),
    );
    this.parser.on('processinginstruction', (pi) => this.add({ type: 'instruction', ...pi, ...this.markSpan() }));
    this.parser.on('opentagstart', ({ name }) => this.setStart(name));
    this.parser.on('opentag', ({ name, attributes }) => this.openElement(name, attributes));
    this.parser.on('closetag', ({ isSelfClosing }) => this.closeElement(isSelfClosing));
  }

  build(): XmlNode[] {
    this.parser.write(this.text).close();
    return this.top;
  }

  private declare(entities: XmlEntities): void {
    for (const name of entities.names) {
      Object.defineProperty(this.parser.ENTITIES, name, { get: () => entities.use(name) });
    }
  }

  private add(node: XmlNode): void {
    if (++this.held > MAX_XML_NODES) {
      const position = node.type === 'element' ? this.position : this.reached();
      throw new FileLimitError(
        `the file has more than ${MAX_XML_NODES} elements and texts outside of entries`,
        position,
      );
    }
    (this.open.at(-1)?.children ?? this.top).push(node);
  }

  /** Runs when the parser has read the text and the `<` after it, or all of a fragment. */
  private addText(text: string): void {
    const start = this.last;
    const { position } = this.parser;
    this.last = this.text.endsWith('<', position) ? position - 1 : position;
    this.add({ type: 'text', text, cdata: false, start, end: this.last });
  }

  /** Returns the span of a comment, a CDATA section or an instruction, of which the parser has not read the last units. */
  private markSpan(unread = 0): { start: number; end: number } {
    const start = this.nextStart();
    this.last = this.parser.position + unread;
    return { start, end: this.last };
  }

  /** The parser reports no white space before the first node. */
  private nextStart(): number {
    return this.text.indexOf('<', this.last);
  }

  /** Runs when the parser has read the name and the character after it, which may be a line end. */
  private setStart(name: string): void {
    const { line, columnIndex } = this.parser;
    if (columnIndex > 0) {
      this.position = { line, column: columnIndex - name.length - 1 };
      return;
    }
    const start = this.nextStart();
    let lineStart = start;
    while (lineStart > 0 && !'\r\n'.includes(this.text.charAt(lineStart - 1))) lineStart--;
    this.position = { line: line - 1, column: start - lineStart + 1 };
  }

  private openElement(name: string, attributes: Record<string, string>): void {
    const { position, text: file } = this;
    const start = this.nextStart();
    if (this.open.length >= MAX_XML_DEPTH) {
      throw new FileLimitError(`elements are nested deeper than ${MAX_XML_DEPTH} levels`, position);
    }
    const pairs = Object.entries(attributes);
    if (pairs.length > MAX_XML_ATTRIBUTES) {
      throw new FileLimitError(`<${name}> has more than ${MAX_XML_ATTRIBUTES} attributes`, position);
    }
    const contentStart = this.parser.position;
    this.last = contentStart;
    const element: XmlElement = {
      type: 'element',
      name,
      attributes: pairs.map(([name, value]) => ({ name, value })),
      children: [],
      ...position,
      file,
      start,
      contentStart,
      contentEnd: contentStart,
      end: contentStart,
    };
    this.heldBefore.push(this.held);
    this.add(element);
    this.open.push(element);
  }

  private closeElement(isSelfClosing: boolean): void {
    const element = this.open.pop();
    const heldBefore = this.heldBefore.pop();
    if (!element || heldBefore === undefined) return;
    element.end = this.parser.position;
    this.last = element.end;
    if (!isSelfClosing) element.contentEnd = this.text.lastIndexOf('</', element.end - 3);
    if (!this.visit(element, this.open)) return;
    this.open.at(-1)?.children.pop();
    this.held = heldBefore;
  }

  private refuse(error: Error): never {
    const message = error.message.replace(/^\d+:\d+: /, '').slice(0, 200);
    throw new MalformedFileError(`not well-formed XML: ${message}`, this.reached());
  }

  /** Returns the position that the parser has reached. */
  private reached(): SourcePosition {
    const { line, columnIndex } = this.parser;
    return { line, column: Math.max(columnIndex, 1) };
  }
}
