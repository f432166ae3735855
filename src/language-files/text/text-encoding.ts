import { isAscii, isUtf8 } from 'node:buffer';
import type { ParseContext } from '../model/codec';
import { UnknownEncodingError } from '../model/format-errors';

const LF = 0x0a;
/** ISO 8859-1, byte by byte. The label `iso-8859-1` of the WHATWG Encoding Standard means Windows-1252. */
export const LATIN1 = 'x-latin1';
const ASCII = 'us-ascii';
/** The labels of ASCII, which mean Windows-1252 in the WHATWG Encoding Standard. */
const ASCII_LABEL = /^(?:us-)?ascii$|^ansi_x3\.4-1968$/i;
/** The character that stands for bytes without a meaning. */
const REPLACEMENT = '\ufffd';
/** The bytes that are checked at a time to find the first one that is not UTF-8. */
const BLOCK = 65_536;
/** The start of a file in which it may declare its charset. */
const HEAD_BYTES = 4_096;

const BYTE_ORDER_MARKS: readonly [bytes: readonly number[], label: string][] = [
  [[0xef, 0xbb, 0xbf], 'utf-8'],
  [[0xff, 0xfe], 'utf-16le'],
  [[0xfe, 0xff], 'utf-16be'],
];

/**
 * Decodes a file and removes its byte order mark. The encoding is given by the byte order mark, else UTF-16 where NUL
 * bytes show it, else UTF-8 if the bytes are valid, else the charset that the file declares. It is never guessed from
 * letter frequencies, because such guesses are often wrong.
 *
 * @param declared returns the charset that the file declares (a PO header, an XML declaration); its argument is the
 *   start of the file as Latin-1
 * @throws UnknownEncodingError when none of them fits, with the line of the first byte that is not UTF-8
 */
export function decodeText(bytes: Uint8Array, declared?: (head: string) => string | undefined): string {
  return decodeWithEncoding(bytes, declared).text;
}

/** A decoded file, and the encoding that it had. */
export interface DecodedFile {
  text: string;
  /** The byte order mark; empty without one. */
  mark: readonly number[];
  label: string;
}

/** Decodes a file as `decodeText` does. */
export function decodeWithEncoding(bytes: Uint8Array, declared?: (head: string) => string | undefined): DecodedFile {
  const bom = BYTE_ORDER_MARKS.find(([mark]) => mark.every((byte, i) => bytes[i] === byte));
  if (bom) return decodeAs(bytes.subarray(bom[0].length), bom[1], bom[0]);
  const utf16 = detectUtf16(bytes);
  if (utf16) return decodeAs(bytes, utf16);
  const text = tryDecode(bytes, 'utf-8');
  if (text !== undefined) return { text, mark: [], label: 'utf-8' };
  const label = declared?.(Buffer.from(bytes.subarray(0, HEAD_BYTES)).toString('latin1'));
  if (!label)
    throw new UnknownEncodingError('the file is not valid UTF-8, has no byte order mark and declares no charset', {
      line: findInvalidLine(bytes),
    });
  return decodeAs(bytes, label);
}

/**
 * Returns the encoding of a file of ASCII bytes that gets other characters: the declared encoding if it extends ASCII, else ASCII.
 *
 * @param declared as in `decodeText`
 */
export function encodingOfAscii(bytes: Uint8Array, declared: (head: string) => string | undefined): string {
  const head = Buffer.from(bytes.subarray(0, HEAD_BYTES)).toString('latin1');
  const label = declared(head) ?? ASCII;
  return tryDecode(Buffer.from(head), label) === head ? label : ASCII;
}

/** Decodes a file as `decodeText` does, and frees the memory of its bytes. */
export function decodeFile(bytes: Uint8Array, { release }: Pick<ParseContext, 'release'>): string {
  const text = decodeText(bytes);
  release?.();
  return text;
}

function detectUtf16(bytes: Uint8Array): string | undefined {
  if (bytes.length < 2 || bytes.length % 2 !== 0) return undefined;
  if (bytes[0] !== 0 && bytes[1] === 0) return 'utf-16le';
  if (bytes[0] === 0 && bytes[1] !== 0) return 'utf-16be';
  return undefined;
}

function decodeAs(bytes: Uint8Array, label: string, mark: readonly number[] = []): DecodedFile {
  const text = tryDecode(bytes, label);
  if (text === undefined) throw new UnknownEncodingError(`the file is not valid ${label}`);
  return { text, mark, label };
}

/**
 * Encodes a text in the encoding that a file had.
 *
 * @returns undefined for an encoding in which the text cannot be written, and for bytes that would be read as UTF-8
 */
export function encodeText(text: string, { mark, label }: Omit<DecodedFile, 'text'>): Uint8Array | undefined {
  if (ASCII_LABEL.test(label)) return /[^\0-\x7f]/.test(text) ? undefined : Buffer.from(text);
  const encoding = label === LATIN1 ? LATIN1 : new TextDecoder(label).encoding;
  const bytes =
    encoding === 'utf-8'
      ? Buffer.from(text)
      : encoding.startsWith('utf-16')
        ? Buffer.from(text, 'utf16le')
        : encodeByTable(text, encoding, label);
  if (encoding === 'utf-16be') bytes?.swap16();
  return bytes && mark.length > 0 ? Buffer.concat([Buffer.from(mark), bytes]) : bytes;
}

/** Encodes a text in an encoding whose characters have one byte or two, such as Windows-1252 and Shift JIS. */
function encodeByTable(text: string, encoding: string, label: string): Buffer | undefined {
  if (encoding === LATIN1) return /[^\0-\xff]/.test(text) ? undefined : Buffer.from(text, 'latin1');
  // The standard reads ISO 8859-1, -9 and -11 as code pages of Windows, which have more characters.
  const isIso = encoding.startsWith('windows-') && !label.includes(encoding.slice('windows-'.length));
  const table = encodingTable(encoding);
  const bytes = Buffer.alloc(2 * text.length);
  let length = 0;
  for (const char of text) {
    const code = table.get(char);
    if (code === undefined || (isIso && code >= 0x80 && code < 0xa0)) return undefined;
    if (code > 0xff) bytes[length++] = code >> 8;
    bytes[length++] = code & 0xff;
  }
  const encoded = bytes.subarray(0, length);
  return isUtf8(encoded) && !isAscii(encoded) ? undefined : encoded;
}

/** Returns the code of each character. Escape sequences, which some encodings have, are none. */
function encodingTable(encoding: string): ReadonlyMap<string, number> {
  const decoder = new TextDecoder(encoding);
  const codes = new Map<string, number>();
  const add = (code: number, ...bytes: number[]): void => {
    const char = decodeBy(decoder, Uint8Array.from(bytes));
    const isCharacter = char !== '' && [...char].length === 1 && char !== REPLACEMENT;
    if (isCharacter && !codes.has(char)) codes.set(char, code);
  };
  for (let byte = 0; byte < 256; byte++) add(byte, byte);
  if (codes.size >= 200) return codes;
  for (let code = 0x8140; code <= 0xfefe; code++) add(code, code >> 8, code & 0xff);
  return codes;
}

/** Three control characters that ICU's tables of Shift JIS and IBM 866 exchange, contrary to the WHATWG Encoding Standard. */
const EXCHANGED: ReadonlyMap<string, string> = new Map([
  ['\x1c', '\x1a'],
  ['\x7f', '\x1c'],
  ['\x1a', '\x7f'],
]);

/** Decodes bytes as the WHATWG Encoding Standard says. */
export function decodeBy(
  decoder: { readonly encoding: string; decode: (bytes: Uint8Array) => string },
  bytes: Uint8Array,
): string {
  const text = decoder.decode(bytes);
  // eslint-disable-next-line no-control-regex -- control characters are what is replaced
  const controls = /[\x1a\x1c\x7f]/g;
  if (!controls.test(text) || !exchangesControls(decoder.encoding)) return text;
  return text.replace(controls, (control) => EXCHANGED.get(control) ?? control);
}

/** In UTF-16, one byte is no character. */
const exchangesControls = (encoding: string): boolean => {
  const decoded = new TextDecoder(encoding).decode(Uint8Array.of(0x1a));
  return decoded !== '\x1a' && EXCHANGED.has(decoded);
};

function tryDecode(bytes: Uint8Array, label: string): string | undefined {
  if (label === LATIN1) return Buffer.from(bytes.buffer, bytes.byteOffset, bytes.length).toString('latin1');
  try {
    return decodeBy(new TextDecoder(label, { fatal: true, ignoreBOM: true }), bytes);
  } catch {
    // RangeError: Node has no such charset. TypeError: the bytes are not valid in it.
    return undefined;
  }
}

/**
 * A line feed is never part of a longer character in UTF-8, so the blocks between two of them can be checked one by
 * one.
 */
function findInvalidLine(bytes: Uint8Array): number {
  let line = 1;
  for (let start = 0; start < bytes.length;) {
    const end = endOfLine(bytes, start + BLOCK);
    const block = bytes.subarray(start, end);
    if (!isUtf8(block)) return line + findInvalidLineInBlock(block);
    line += countByte(block, LF);
    start = end;
  }
  return line;
}

function findInvalidLineInBlock(block: Uint8Array): number {
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

function countByte(bytes: Uint8Array, wanted: number): number {
  let count = 0;
  for (const byte of bytes) if (byte === wanted) count++;
  return count;
}
