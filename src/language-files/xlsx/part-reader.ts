import { SaxesParser } from 'saxes';
import { FileLimitError, MalformedFileError } from '../model/format-errors';
import { decodeText } from '../text/text-encoding';
import { declaredEncoding, MAX_XML_DEPTH } from '../xml/xml-reader';

/** What happens on the way through a part. Names are local: prefixes differ between writers. */
export interface PartEvents {
  open?(name: string, attributes: ReadonlyMap<string, string>): void;
  close?(name: string): void;
  /** Text and CDATA, in pieces. */
  text?(text: string): void;
  /** True: the rest is not needed. */
  done?(): boolean;
}

const BLOCK = 64 * 1024;

const MAX_ATTRIBUTES = 100;

/**
 * Goes through the XML of a part without holding any of it: a sheet of a few kilobytes can unpack to millions of cells.
 *
 * @throws MalformedFileError, FileLimitError, UnknownEncodingError
 */
export function readPart(part: string, bytes: Uint8Array, events: PartEvents): void {
  const text = decodeText(bytes, declaredEncoding);
  const parser = new SaxesParser();
  let depth = 0;
  parser.on('error', (error) => {
    throw new MalformedFileError(`${part}: not well-formed XML: ${error.message.slice(0, 200)}`);
  });
  let attributes = 0;
  parser.on('opentagstart', () => (attributes = 0));
  parser.on('attribute', () => {
    if (++attributes > MAX_ATTRIBUTES) throw new FileLimitError(`${part}: more than ${MAX_ATTRIBUTES} attributes`);
  });
  parser.on('opentag', ({ name, attributes }) => {
    if (++depth > MAX_XML_DEPTH) throw new FileLimitError(`${part}: nested deeper than ${MAX_XML_DEPTH} levels`);
    events.open?.(localName(name), new Map(Object.entries(attributes)));
  });
  parser.on('closetag', ({ name }) => {
    depth--;
    events.close?.(localName(name));
  });
  parser.on('text', (piece) => events.text?.(piece));
  parser.on('cdata', (piece) => events.text?.(piece));
  for (let at = 0; at < text.length; at += BLOCK) {
    parser.write(text.slice(at, at + BLOCK));
    if (events.done?.()) return;
  }
  parser.close();
}

const localName = (name: string): string => name.slice(name.indexOf(':') + 1);
