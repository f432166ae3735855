import { crc32, inflateRawSync } from 'node:zlib';
import { FileLimitError, MalformedFileError } from '../model/format-errors';

/** Bytes that may come out of a workbook, all parts together: about 600,000 texts, and seconds of reading. */
export const MAX_UNPACKED = 64 * 1024 * 1024;

/** Parts of a workbook: sheets, pictures, relations. */
const MAX_PARTS = 10_000;

interface Part {
  readonly method: number;
  readonly crc: number;
  readonly compressedSize: number;
  readonly size: number;
  readonly offset: number;
}

/** APPNOTE 4.3: signatures, and the lengths of what stands before the names. */
const [LOCAL, CENTRAL, END] = [0x04034b50, 0x02014b50, 0x06054b50];
const [LOCAL_LENGTH, CENTRAL_LENGTH, END_LENGTH] = [30, 46, 22];

/** Where a number stands that ZIP64 has elsewhere. */
const [ZIP64_COUNT, ZIP64_SIZE] = [0xffff, 0xffffffff];

/**
 * The parts of a workbook (ECMA-376 part 2: a zip), each unpacked when it is asked for. Sizes are bounded by
 * what comes out, whatever the headers say; names are never used as paths.
 *
 * @throws MalformedFileError for what is no zip, or is damaged or encrypted
 * @throws FileLimitError beyond MAX_PARTS and MAX_UNPACKED
 */
export class ZipParts {
  private readonly bytes: Buffer;
  /** By name in lower case: names of parts are equal whatever their case (ECMA-376 part 2, §6.2.2.3). */
  private readonly parts: ReadonlyMap<string, Part>;
  private left = MAX_UNPACKED;
  private readonly counted = new Set<Part>();
  private last: { part: Part; bytes: Buffer } | undefined;

  constructor(bytes: Uint8Array) {
    this.bytes = Buffer.from(bytes.buffer, bytes.byteOffset, bytes.byteLength);
    this.parts = reading(() => directoryOf(this.bytes));
  }

  /** The bytes of a part; undefined where there is none of that name. Asked for twice, it is counted once. */
  read(name: string): Buffer | undefined {
    const part = this.parts.get(name.toLowerCase());
    if (!part) return undefined;
    if (this.last?.part === part) return this.last.bytes;
    const bytes = this.unpack(part, name);
    if (!this.counted.has(part)) this.left -= bytes.length;
    this.counted.add(part);
    this.last = { part, bytes };
    return bytes;
  }

  private unpack(part: Part, name: string): Buffer {
    const limit = this.counted.has(part) ? part.size : this.left;
    const packed = reading(() => packedBytes(this.bytes, part));
    const unpacked = part.method === 0 ? packed : inflate(packed, limit, name);
    if (unpacked.length > limit) throw tooLarge();
    if (unpacked.length !== part.size || crc32(unpacked) !== part.crc) {
      throw new MalformedFileError(`the workbook is damaged: wrong size or check sum of ${name}`);
    }
    return unpacked;
  }
}

function directoryOf(bytes: Buffer): Map<string, Part> {
  const end = endRecord(bytes);
  const count = bytes.readUInt16LE(end + 10);
  let at = bytes.readUInt32LE(end + 16);
  if (count === ZIP64_COUNT || at === ZIP64_SIZE) throw new MalformedFileError('the workbook is a ZIP64 archive');
  if (count > MAX_PARTS) throw new FileLimitError(`the workbook has more than ${MAX_PARTS} parts`);
  const parts = new Map<string, Part>();
  for (let i = 0; i < count; i++) {
    if (bytes.readUInt32LE(at) !== CENTRAL) throw new MalformedFileError('the workbook is damaged: no directory');
    const nameEnd = at + CENTRAL_LENGTH + bytes.readUInt16LE(at + 28);
    const name = bytes.toString('utf8', at + CENTRAL_LENGTH, nameEnd).toLowerCase();
    if (parts.has(name)) throw new MalformedFileError(`the workbook has two parts named ${JSON.stringify(name)}`);
    parts.set(name, partAt(bytes, at));
    at = nameEnd + bytes.readUInt16LE(at + 30) + bytes.readUInt16LE(at + 32);
  }
  return parts;
}

function partAt(bytes: Buffer, at: number): Part {
  const method = bytes.readUInt16LE(at + 10);
  if ((bytes.readUInt16LE(at + 8) & 1) !== 0) throw new MalformedFileError('the workbook is encrypted');
  if (method !== 0 && method !== 8) throw new MalformedFileError('the workbook is packed in an unknown way');
  return {
    method,
    crc: bytes.readUInt32LE(at + 16),
    compressedSize: bytes.readUInt32LE(at + 20),
    size: bytes.readUInt32LE(at + 24),
    offset: bytes.readUInt32LE(at + 42),
  };
}

/** The last one whose comment reaches to the end of the file. */
function endRecord(bytes: Buffer): number {
  const first = Math.max(0, bytes.length - END_LENGTH - 0xffff);
  for (let at = bytes.length - END_LENGTH; at >= first; at--) {
    if (bytes.readUInt32LE(at) === END && at + END_LENGTH + bytes.readUInt16LE(at + 20) === bytes.length) return at;
  }
  const compound = bytes.length >= 4 && bytes.readUInt32BE(0) === 0xd0cf11e0;
  throw new MalformedFileError(
    compound ? 'a workbook with a password, or an old .xls file: neither can be read' : 'not an .xlsx workbook',
  );
}

function packedBytes(bytes: Buffer, { offset, compressedSize }: Part): Buffer {
  if (bytes.readUInt32LE(offset) !== LOCAL) throw new MalformedFileError('the workbook is damaged: no part there');
  const start = offset + LOCAL_LENGTH + bytes.readUInt16LE(offset + 26) + bytes.readUInt16LE(offset + 28);
  if (start + compressedSize > bytes.length) throw new MalformedFileError('the workbook is damaged: it is cut off');
  return bytes.subarray(start, start + compressedSize);
}

function inflate(packed: Buffer, limit: number, name: string): Buffer {
  try {
    return inflateRawSync(packed, { maxOutputLength: Math.max(limit, 1) });
  } catch (error) {
    if (hasCode(error, 'ERR_BUFFER_TOO_LARGE')) throw tooLarge();
    throw new MalformedFileError(`the workbook is damaged: ${name} cannot be unpacked`);
  }
}

const tooLarge = (): FileLimitError =>
  new FileLimitError(`the workbook is larger than ${MAX_UNPACKED / 1024 / 1024} MiB when unpacked`);

/** An offset beyond the file is a damaged file. */
function reading<T>(read: () => T): T {
  try {
    return read();
  } catch (error) {
    if (hasCode(error, 'ERR_OUT_OF_RANGE') || hasCode(error, 'ERR_BUFFER_OUT_OF_BOUNDS'))
      throw new MalformedFileError('the workbook is damaged: it is cut off');
    throw error;
  }
}

const hasCode = (error: unknown, code: string): boolean =>
  typeof error === 'object' && error !== null && 'code' in error && error.code === code;
