import { FileLimitError, MalformedFileError, type SourcePosition } from '../model/format-errors';
import { type LinePosition, LinePositions } from './line-positions';
import { characterOf, PREDEFINED_ENTITIES, XmlEntities } from './xml-entities';
import { DECLARATION, findDoctypeEnd, findNameEnd, isXmlSpace, NOT_XML, skipSpace } from './xml-grammar';
import type { XmlAttribute } from './xml-tree';

/** The most attributes of an element, which keeps a linear search for one of them cheap. */
export const MAX_XML_ATTRIBUTES = 100;

/** Receives the parts of a file in their order. Spans include tags and marks: `<![CDATA[`, `<!--`, `<?`. */
export interface XmlHandler {
  /** Receives the text between two tags or marks as one, with its references resolved. */
  text(text: string, start: number, end: number): void;
  cdata(text: string, start: number, end: number): void;
  openTag(name: string, attributes: readonly XmlAttribute[], start: number, end: number): void;
  /** @param start of the end tag; for an element that is one tag, its end */
  closeTag(start: number, end: number): void;
  comment?(text: string, start: number, end: number): void;
  instruction?(target: string, body: string, start: number, end: number): void;
}

export interface XmlScannerOptions {
  /** The text is the content of an element of a file with these entities. Default: it is a whole file. */
  fragmentEntities?: XmlEntities;
  /** The part of an archive that the text is. Errors name it, and no position in it. */
  part?: string;
}

/**
 * Splits an XML file into its parts and checks strictly that it is well-formed (XML 1.0, fifth edition). Namespaces are
 * not resolved. Line ends in texts become LF (§2.11), white space in attributes spaces (§3.3.3).
 */
export class XmlScanner {
  /** The number of code units that have been read. */
  private offset = 0;
  /** The names of the elements that have not ended. */
  private readonly open: string[] = [];
  private hasRoot = false;
  private hasDoctype = false;
  private entities: XmlEntities;
  private readonly isFragment: boolean;
  private readonly part: string | undefined;
  private readonly hasReturns: boolean;
  private isStopped = false;
  /** The offset behind the attribute that was read last. */
  private attributeEnd = 0;
  readonly lines: LinePositions;

  constructor(
    private readonly text: string,
    private readonly handler: XmlHandler,
    { fragmentEntities, part }: XmlScannerOptions = {},
  ) {
    this.isFragment = fragmentEntities !== undefined;
    this.part = part;
    this.lines = new LinePositions(text);
    this.hasReturns = text.includes('\r');
    this.entities = fragmentEntities ?? new XmlEntities('', () => this.position);
  }

  /** @throws MalformedFileError, FileLimitError with the position */
  scan(): void {
    this.checkCharacters();
    if (!this.isFragment) this.readDeclaration();
    const { text } = this;
    while (this.offset < text.length && !this.isStopped) {
      const { offset } = this;
      const found = text.indexOf('<', offset);
      const start = found < 0 ? text.length : found;
      if (start > offset) this.readText(offset, start);
      if (found >= 0) this.offset = this.readMarkup(start);
      else this.offset = start;
    }
    if (!this.isStopped) this.checkEnd();
  }

  /** Ends the scan behind the part that is handled. */
  stop(): void {
    this.isStopped = true;
  }

  /** The position of the part that is handled, or of an error in it. */
  get position(): LinePosition {
    return this.positionAt(this.offset);
  }

  positionAt(offset: number): LinePosition {
    return this.lines.at(offset);
  }

  private checkCharacters(): void {
    const at = this.text.search(NOT_XML);
    if (at >= 0) this.fail('a character that XML does not allow', at);
  }

  private readDeclaration(): void {
    const { text } = this;
    if (text.startsWith('\ufeff')) this.offset = 1;
    DECLARATION.lastIndex = this.offset;
    if (DECLARATION.test(text)) this.offset = DECLARATION.lastIndex;
  }

  private checkEnd(): void {
    const name = this.open.at(-1);
    if (name !== undefined) this.fail(`<${name}> is not closed`, this.text.length);
    if (!this.hasRoot && !this.isFragment) this.fail('the file has no root element', this.text.length);
  }

  /** Whether the part that is read is content of an element. */
  private get isInside(): boolean {
    return this.open.length > 0 || this.isFragment;
  }

  private readText(start: number, end: number): void {
    this.offset = start;
    const raw = this.text.slice(start, end);
    if (!this.isInside) {
      const at = raw.search(/[^ \t\r\n]/);
      if (at >= 0) this.fail('text outside of the root element', start + at);
      return;
    }
    const forbidden = raw.indexOf(']]>');
    if (forbidden >= 0) this.fail('"]]>" in a text', start + forbidden);
    this.handler.text(this.resolve(raw, start, this.withLineFeeds), start, end);
  }

  private readonly withLineFeeds = (text: string): string => (this.hasReturns ? text.replace(/\r\n?/g, '\n') : text);

  /** Returns a text with its references resolved. @param normalize is applied to what is not a reference */
  private resolve(raw: string, start: number, normalize: (text: string) => string): string {
    let resolved = '';
    let from = 0;
    for (let at = raw.indexOf('&'); at >= 0; at = raw.indexOf('&', from)) {
      const end = raw.indexOf(';', at);
      this.offset = start + at;
      if (end < 0) this.fail('"&" without a reference', this.offset);
      resolved += normalize(raw.slice(from, at)) + this.resolveReference(raw.slice(at + 1, end));
      from = end + 1;
    }
    return from === 0 ? normalize(raw) : resolved + normalize(raw.slice(from));
  }

  private resolveReference(name: string): string {
    const known = PREDEFINED_ENTITIES.get(name);
    if (known !== undefined) return known;
    if (this.entities.has(name)) return this.entities.use(name);
    if (!name.startsWith('#')) this.fail(`the entity ${name} is not declared`, this.offset);
    return characterOf(name) ?? this.fail(`&${name}; is not a character of XML`, this.offset);
  }

  /** Returns the offset behind the markup. */
  private readMarkup(start: number): number {
    this.offset = start;
    const { text } = this;
    switch (text.charAt(start + 1)) {
      case '/':
        return this.readEndTag(start);
      case '?':
        return this.readInstruction(start);
      case '!':
        if (text.startsWith('--', start + 2)) return this.readComment(start);
        if (text.startsWith('[CDATA[', start + 2)) return this.readCdata(start);
        if (text.startsWith('DOCTYPE', start + 2)) return this.readDoctype(start);
        return this.fail('unknown markup', start);
      default:
        return this.readStartTag(start);
    }
  }

  private readStartTag(start: number): number {
    const { text, open } = this;
    const nameEnd = findNameEnd(text, start + 1);
    if (nameEnd === start + 1) this.fail('"<" without the name of an element', start);
    if (this.hasRoot && !this.isInside) this.fail('a second root element', start);
    this.hasRoot = true;
    let attributes: readonly XmlAttribute[] = NO_ATTRIBUTES;
    let others: XmlAttribute[] | undefined;
    let at = nameEnd;
    for (;;) {
      const next = skipSpace(text, at);
      const sign = text.charAt(next);
      if (sign === '>' || (sign === '/' && text.charAt(next + 1) === '>')) {
        const name = text.slice(start + 1, nameEnd);
        const end = next + (sign === '>' ? 1 : 2);
        open.push(name);
        this.handler.openTag(name, attributes, start, end);
        if (sign === '/') this.close(end, end);
        return end;
      }
      if (sign === '') this.fail('the tag has no end', start);
      if (next === at) this.fail('white space is missing in front of an attribute', next);
      const attribute = this.readAttribute(next, attributes);
      if (others) others.push(attribute);
      else attributes = others = [attribute];
      at = this.attributeEnd;
      if (attributes.length > MAX_XML_ATTRIBUTES) {
        const detail = `<${text.slice(start + 1, nameEnd)}> has more than ${MAX_XML_ATTRIBUTES} attributes`;
        throw new FileLimitError(...this.describe(detail, start));
      }
    }
  }

  /** Reads an attribute up to `attributeEnd`. @param others those in front of it */
  private readAttribute(start: number, others: readonly XmlAttribute[]): XmlAttribute {
    const { text } = this;
    const nameEnd = findNameEnd(text, start);
    if (nameEnd === start) this.fail('an attribute without a name', start);
    const name = text.slice(start, nameEnd);
    for (const other of others) if (other.name === name) this.fail(`two attributes ${name}`, start);
    const sign = skipSpace(text, nameEnd);
    const open = text.charAt(sign) === '=' ? skipSpace(text, sign + 1) : -1;
    const quote = text.charAt(open);
    if (quote !== '"' && quote !== "'") this.fail(`the attribute ${name} has no value in quotes`, start);
    const end = text.indexOf(quote, open + 1);
    if (end < 0) this.fail(`the value of ${name} has no end`, start);
    const raw = text.slice(open + 1, end);
    if (raw.includes('<')) this.fail(`"<" in the value of ${name}`, open + 1 + raw.indexOf('<'));
    this.attributeEnd = end + 1;
    const isLiteral = !raw.includes('&') && !/[\t\r\n]/.test(raw);
    return { name, value: isLiteral ? raw : this.resolve(raw, open + 1, withSpaces) };
  }

  private readEndTag(start: number): number {
    const { text } = this;
    const name = this.open.at(-1);
    const usualEnd = start + 2 + (name?.length ?? 0);
    const isUsual = name !== undefined && text.charAt(usualEnd) === '>' && text.startsWith(name, start + 2);
    const nameEnd = isUsual ? usualEnd : findNameEnd(text, start + 2);
    const end = skipSpace(text, nameEnd);
    if (text.charAt(end) !== '>') this.fail('an end tag without ">"', start);
    if (name === undefined) this.fail('an end tag without a start tag', start);
    if (nameEnd - start - 2 !== name.length || !text.startsWith(name, start + 2)) {
      this.fail(`the end tag of <${name}> is missing in front of another one`, start);
    }
    this.close(start, end + 1);
    return end + 1;
  }

  private close(start: number, end: number): void {
    this.open.pop();
    this.handler.closeTag(start, end);
  }

  private readComment(start: number): number {
    const { text } = this;
    const end = text.indexOf('--', start + 4);
    if (end < 0) this.fail('the comment has no end', start);
    if (text.charAt(end + 2) !== '>') this.fail('"--" in a comment', end);
    this.handler.comment?.(this.withLineFeeds(text.slice(start + 4, end)), start, end + 3);
    return end + 3;
  }

  private readCdata(start: number): number {
    const { text } = this;
    if (!this.isInside) this.fail('text outside of the root element', start);
    const end = text.indexOf(']]>', start + 9);
    if (end < 0) this.fail('the CDATA section has no end', start);
    this.handler.cdata(this.withLineFeeds(text.slice(start + 9, end)), start, end + 3);
    return end + 3;
  }

  private readInstruction(start: number): number {
    const { text } = this;
    const nameEnd = findNameEnd(text, start + 2);
    const target = text.slice(start + 2, nameEnd);
    const end = text.indexOf('?>', nameEnd);
    if (end < 0) this.fail('the processing instruction has no end', start);
    if (target === '') this.fail('a processing instruction without a target', start);
    if (target.toLowerCase() === 'xml') this.fail('an XML declaration that is not a valid one at the start', start);
    if (end > nameEnd && !isXmlSpace(text, nameEnd)) this.fail('the target of an instruction is not a name', start);
    const body = text.slice(skipSpace(text, nameEnd), end);
    this.handler.instruction?.(target, this.withLineFeeds(body), start, end + 2);
    return end + 2;
  }

  private readDoctype(start: number): number {
    const isMisplaced = this.hasDoctype || this.hasRoot || this.isFragment;
    if (isMisplaced) this.fail('a document type declaration that is not in front of the root element', start);
    this.hasDoctype = true;
    const declaration = start + '<!DOCTYPE'.length;
    const end = findDoctypeEnd(this.text, declaration);
    if (end < 0) this.fail('the document type declaration has no end', start);
    this.entities = new XmlEntities(this.text.slice(declaration, end), () => this.position);
    return end + 1;
  }

  private fail(message: string, offset: number): never {
    throw new MalformedFileError(...this.describe(`not well-formed XML: ${message}`, offset));
  }

  /** Returns the message and the position of an error. */
  private describe(message: string, offset: number): [message: string, position?: SourcePosition] {
    return this.part === undefined ? [message, this.positionAt(offset)] : [`${this.part}: ${message}`];
  }
}

const NO_ATTRIBUTES: readonly XmlAttribute[] = [];

const withSpaces = (text: string): string => text.replace(/\r\n|[\t\r\n]/g, ' ');
