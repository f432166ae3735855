import { SaxesParser } from 'saxes';
import { FileLimitError, MalformedFileError } from '../model/format-errors';
import { decodeText } from '../text/text-encoding';
import { declaredEncoding, MAX_XML_DEPTH } from '../xml/xml-reader';

/** Receives the contents of a part. Element names are local names, because prefixes differ between programs. */
export interface PartHandler {
  open?(name: string, attributes: ReadonlyMap<string, string>): void;
  close?(name: string): void;
  /** Receives text and CDATA in pieces. */
  text?(text: string): void;
  /** Returns true if the rest of the part need not be read. */
  isDone?(): boolean;
}

/** Number of UTF-16 code units to parse between two calls of `isDone`. */
const BLOCK_LENGTH = 64 * 1024;

const MAX_ATTRIBUTES = 100;

/**
 * Reads the XML of a part as a stream of events. A tree is not built, because a sheet of a few kilobytes can unpack to
 * millions of cells.
 *
 * @throws MalformedFileError, FileLimitError, UnknownEncodingError
 */
export function readPart(part: string, bytes: Uint8Array, handler: PartHandler): void {
  const text = decodeText(bytes, declaredEncoding);
  const parser = createParser(part, handler);
  for (let offset = 0; offset < text.length; offset += BLOCK_LENGTH) {
    parser.write(text.slice(offset, offset + BLOCK_LENGTH));
    if (handler.isDone?.()) return;
  }
  parser.close();
}

function createParser(part: string, handler: PartHandler): SaxesParser {
  const parser = new SaxesParser();
  let depth = 0;
  let attributeCount = 0;
  parser.on('error', (error) => {
    throw new MalformedFileError(`${part}: not well-formed XML: ${error.message.slice(0, 200)}`);
  });
  parser.on('opentagstart', () => (attributeCount = 0));
  parser.on('attribute', () => {
    if (++attributeCount > MAX_ATTRIBUTES) {
      throw new FileLimitError(`${part}: more than ${MAX_ATTRIBUTES} attributes`);
    }
  });
  parser.on('opentag', ({ name, attributes }) => {
    if (++depth > MAX_XML_DEPTH) throw new FileLimitError(`${part}: nested deeper than ${MAX_XML_DEPTH} levels`);
    handler.open?.(getLocalName(name), new Map(Object.entries(attributes)));
  });
  parser.on('closetag', ({ name }) => {
    depth--;
    handler.close?.(getLocalName(name));
  });
  parser.on('text', (text) => handler.text?.(text));
  parser.on('cdata', (text) => handler.text?.(text));
  return parser;
}

const getLocalName = (name: string): string => name.slice(name.indexOf(':') + 1);
