import { isUtf8 } from 'node:buffer';
import { UnknownEncodingError } from '../model/format-errors';

const LF = 0x0a;
/** Bytes that are looked at in one go for the first that is no UTF-8. */
const BLOCK = 65_536;

const BOMS: readonly [bytes: readonly number[], label: string][] = [
  [[0xef, 0xbb, 0xbf], 'utf-8'],
  [[0xff, 0xfe], 'utf-16le'],
  [[0xfe, 0xff], 'utf-16be'],
];

/**
 * The text of a file, without its byte order mark. In order: the mark, NUL bytes (UTF-16 without a mark), strict UTF-8,
 * then the charset that the file itself declares. Nothing is ever guessed from letter frequencies: detectors guess wrong.
 *
 * @param declared reads the charset out of the file's start, given as Latin-1 (a PO header, an XML declaration)
 * @throws UnknownEncodingError where none of them fits, with the line of the first byte that is no UTF-8
 */
export function decodeText(bytes: Uint8Array, declared?: (head: string) => string | undefined): string {
  const bom = BOMS.find(([mark]) => mark.every((byte, i) => bytes[i] === byte));
  if (bom) return decodeAs(bytes.subarray(bom[0].length), bom[1]);
  const utf16 = utf16WithoutMark(bytes);
  if (utf16) return decodeAs(bytes, utf16);
  const text = tryDecode(bytes, 'utf-8');
  if (text !== undefined) return text;
  const label = declared?.(Buffer.from(bytes.subarray(0, 4096)).toString('latin1'));
  if (!label)
    throw new UnknownEncodingError('the file is not valid UTF-8, has no byte order mark and declares no charset', {
      line: lineOfFirstFault(bytes),
    });
  return decodeAs(bytes, label);
}

function utf16WithoutMark(bytes: Uint8Array): string | undefined {
  if (bytes.length < 2 || bytes.length % 2 !== 0) return undefined;
  if (bytes[0] !== 0 && bytes[1] === 0) return 'utf-16le';
  if (bytes[0] === 0 && bytes[1] !== 0) return 'utf-16be';
  return undefined;
}

function decodeAs(bytes: Uint8Array, label: string): string {
  const text = tryDecode(bytes, label);
  if (text === undefined) throw new UnknownEncodingError(`the file is not valid ${label}`);
  return text;
}

function tryDecode(bytes: Uint8Array, label: string): string | undefined {
  try {
    return new TextDecoder(label, { fatal: true, ignoreBOM: true }).decode(bytes);
  } catch {
    // RangeError: a charset that Node does not know; TypeError: bytes that are none of it. Both mean: not this one.
    return undefined;
  }
}

/** A line end is no part of a longer character: what lies between two of them can be looked at for itself. */
function lineOfFirstFault(bytes: Uint8Array): number {
  let line = 1;
  for (let start = 0; start < bytes.length;) {
    const end = endOfLine(bytes, start + BLOCK);
    const block = bytes.subarray(start, end);
    if (!isUtf8(block)) return line + faultyLineIn(block);
    line += count(block, LF);
    start = end;
  }
  return line;
}

function faultyLineIn(block: Uint8Array): number {
  let line = 0;
  for (let start = 0; start < block.length; line++) {
    const end = endOfLine(block, start);
    if (!isUtf8(block.subarray(start, end))) break;
    start = end;
  }
  return line;
}

const endOfLine = (bytes: Uint8Array, from: number): number => {
  const end = bytes.indexOf(LF, from);
  return end < 0 ? bytes.length : end + 1;
};

function count(bytes: Uint8Array, wanted: number): number {
  let found = 0;
  for (const byte of bytes) if (byte === wanted) found++;
  return found;
}
