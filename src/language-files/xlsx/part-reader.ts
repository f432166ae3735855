import { FileLimitError } from '../model/format-errors';
import { decodeText } from '../text/text-encoding';
import { declaredEncoding, MAX_XML_DEPTH } from '../xml/xml-reader';
import { type XmlHandler, XmlScanner } from '../xml/xml-scanner';
import type { XmlAttribute } from '../xml/xml-tree';

/** Receives the contents of a part. Element names are local names, because prefixes differ between programs. */
export interface PartHandler {
  open?(name: string, attributes: ReadonlyMap<string, string>): void;
  close?(name: string): void;
  /** Receives text and CDATA in pieces. */
  text?(text: string): void;
  /** Is asked after each element. Returns true if the rest of the part need not be read. */
  isDone?(): boolean;
}

/**
 * Reads the XML of a part as a stream of events. A tree is not built, because a sheet of a few kilobytes can unpack to
 * millions of cells.
 *
 * @throws MalformedFileError, FileLimitError, UnknownEncodingError
 */
export function readPart(part: string, bytes: Uint8Array, handler: PartHandler): void {
  new PartReader(part, decodeText(bytes, declaredEncoding), handler).read();
}

class PartReader implements XmlHandler {
  private readonly scanner: XmlScanner;
  private readonly names: string[] = [];

  constructor(
    private readonly part: string,
    text: string,
    private readonly handler: PartHandler,
  ) {
    this.scanner = new XmlScanner(text, this, { part });
  }

  read(): void {
    this.scanner.scan();
  }

  openTag(name: string, attributes: readonly XmlAttribute[]): void {
    const { handler, names, part } = this;
    const localName = name.slice(name.indexOf(':') + 1);
    if (names.push(localName) > MAX_XML_DEPTH) {
      throw new FileLimitError(`${part}: nested deeper than ${MAX_XML_DEPTH} levels`);
    }
    handler.open?.(localName, new Map(attributes.map((attribute) => [attribute.name, attribute.value])));
  }

  closeTag(): void {
    // The arguments of an optional call are not evaluated for a handler that lacks the method.
    const name = this.names.pop() ?? '';
    this.handler.close?.(name);
    if (this.handler.isDone?.()) this.scanner.stop();
  }

  text(text: string): void {
    this.handler.text?.(text);
  }

  cdata(text: string): void {
    this.handler.text?.(text);
  }
}
