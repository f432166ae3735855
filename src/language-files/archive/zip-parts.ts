import { crc32, inflateRawSync } from 'node:zlib';
import { FileLimitError, MalformedFileError } from '../model/format-errors';

/**
 * Maximum unpacked size of all parts of a workbook together, in bytes: about 600,000 texts, which take seconds to read.
 */
export const MAX_UNPACKED = 64 * 1024 * 1024;

/** Maximum number of parts: sheets, pictures, relationships and others. */
const MAX_PARTS = 10_000;

interface Part {
  /** As the zip spells it. */
  readonly path: string;
  readonly method: number;
  readonly crc: number;
  readonly compressedSize: number;
  readonly size: number;
  readonly offset: number;
}

/** The signatures of the local header, the central directory header and the end record (APPNOTE 4.3). */
const [LOCAL_SIGNATURE, CENTRAL_SIGNATURE, END_SIGNATURE] = [0x04034b50, 0x02014b50, 0x06054b50];
/** The lengths of their parts before the file name or comment. */
const [LOCAL_LENGTH, CENTRAL_LENGTH, END_LENGTH] = [30, 46, 22];

/** The values that refer to the ZIP64 end record. */
const [ZIP64_COUNT, ZIP64_OFFSET] = [0xffff, 0xffffffff];

/**
 * The parts of a workbook, which is a zip archive (ECMA-376 part 2). A part is unpacked when it is read. Limits apply
 * to the unpacked bytes, whatever the headers declare; names are never used as paths of the file system.
 *
 * @throws MalformedFileError for bytes that are not a zip archive, and for a damaged or encrypted one
 * @throws FileLimitError beyond `MAX_PARTS` and `MAX_UNPACKED`
 */
export class ZipParts {
  private readonly bytes: Buffer;
  /** By name in lower case, because part names are case-insensitive (ECMA-376 part 2, §6.2.2.3). */
  private readonly parts: ReadonlyMap<string, Part>;
  private remainingBytes = MAX_UNPACKED;
  private readonly countedParts = new Set<Part>();
  private lastRead: { part: Part; bytes: Buffer } | undefined;

  constructor(bytes: Uint8Array) {
    this.bytes = Buffer.from(bytes.buffer, bytes.byteOffset, bytes.byteLength);
    this.parts = refuseTruncated(() => readDirectory(this.bytes));
  }

  /** The names of the parts, in the order of the zip. */
  get names(): string[] {
    return Array.from(this.parts.values(), ({ path }) => path);
  }

  /** Returns the bytes of a part, or undefined if there is none. A part that is read twice is counted once. */
  read(name: string): Buffer | undefined {
    const part = this.parts.get(name.toLowerCase());
    if (!part) return undefined;
    if (this.lastRead?.part === part) return this.lastRead.bytes;
    const bytes = this.unpack(part, name);
    if (!this.countedParts.has(part)) this.remainingBytes -= bytes.length;
    this.countedParts.add(part);
    this.lastRead = { part, bytes };
    return bytes;
  }

  private unpack(part: Part, name: string): Buffer {
    const limit = this.countedParts.has(part) ? part.size : this.remainingBytes;
    const packed = refuseTruncated(() => getPackedBytes(this.bytes, part));
    const unpacked = part.method === 0 ? packed : inflate(packed, limit, name);
    if (unpacked.length > limit) throw createTooLargeError();
    if (unpacked.length !== part.size || crc32(unpacked) !== part.crc) {
      throw new MalformedFileError(`the workbook is damaged: wrong size or check sum of ${name}`);
    }
    return unpacked;
  }
}

function readDirectory(bytes: Buffer): Map<string, Part> {
  const end = findEndRecord(bytes);
  const count = bytes.readUInt16LE(end + 10);
  let offset = bytes.readUInt32LE(end + 16);
  if (count === ZIP64_COUNT || offset === ZIP64_OFFSET) {
    throw new MalformedFileError('ZIP64 workbooks are not supported');
  }
  if (count > MAX_PARTS) throw new FileLimitError(`the workbook has more than ${MAX_PARTS} parts`);
  const parts = new Map<string, Part>();
  for (let i = 0; i < count; i++) {
    if (bytes.readUInt32LE(offset) !== CENTRAL_SIGNATURE) {
      throw new MalformedFileError('the workbook is damaged: a directory entry is missing');
    }
    const nameEnd = offset + CENTRAL_LENGTH + bytes.readUInt16LE(offset + 28);
    const path = bytes.toString('utf8', offset + CENTRAL_LENGTH, nameEnd);
    const name = path.toLowerCase();
    if (parts.has(name)) throw new MalformedFileError(`the workbook has two parts named ${JSON.stringify(name)}`);
    parts.set(name, { path, ...readPartHeader(bytes, offset) });
    offset = nameEnd + bytes.readUInt16LE(offset + 30) + bytes.readUInt16LE(offset + 32);
  }
  return parts;
}

function readPartHeader(bytes: Buffer, offset: number): Omit<Part, 'path'> {
  const method = bytes.readUInt16LE(offset + 10);
  if ((bytes.readUInt16LE(offset + 8) & 1) !== 0) throw new MalformedFileError('the workbook is encrypted');
  if (method !== 0 && method !== 8) {
    throw new MalformedFileError('the compression method of the workbook is not supported');
  }
  return {
    method,
    crc: bytes.readUInt32LE(offset + 16),
    compressedSize: bytes.readUInt32LE(offset + 20),
    size: bytes.readUInt32LE(offset + 24),
    offset: bytes.readUInt32LE(offset + 42),
  };
}

/** Returns the offset of the last end record whose comment reaches to the end of the file. */
function findEndRecord(bytes: Buffer): number {
  const first = Math.max(0, bytes.length - END_LENGTH - 0xffff);
  for (let offset = bytes.length - END_LENGTH; offset >= first; offset--) {
    if (bytes.readUInt32LE(offset) !== END_SIGNATURE) continue;
    if (offset + END_LENGTH + bytes.readUInt16LE(offset + 20) === bytes.length) return offset;
  }
  const isCompoundFile = bytes.length >= 4 && bytes.readUInt32BE(0) === 0xd0cf11e0;
  throw new MalformedFileError(
    isCompoundFile
      ? 'workbooks that are protected by a password and .xls files are not supported'
      : 'the file is not an .xlsx workbook',
  );
}

function getPackedBytes(bytes: Buffer, { offset, compressedSize }: Part): Buffer {
  if (bytes.readUInt32LE(offset) !== LOCAL_SIGNATURE) {
    throw new MalformedFileError('the workbook is damaged: a part is missing');
  }
  const start = offset + LOCAL_LENGTH + bytes.readUInt16LE(offset + 26) + bytes.readUInt16LE(offset + 28);
  if (start + compressedSize > bytes.length) throw createTruncatedError();
  return bytes.subarray(start, start + compressedSize);
}

function inflate(packed: Buffer, limit: number, name: string): Buffer {
  try {
    return inflateRawSync(packed, { maxOutputLength: Math.max(limit, 1) });
  } catch (error) {
    if (hasCode(error, 'ERR_BUFFER_TOO_LARGE')) throw createTooLargeError();
    throw new MalformedFileError(`the workbook is damaged: ${name} cannot be unpacked`);
  }
}

/** Converts the error for an offset beyond the end of the file. */
function refuseTruncated<T>(read: () => T): T {
  try {
    return read();
  } catch (error) {
    if (hasCode(error, 'ERR_OUT_OF_RANGE') || hasCode(error, 'ERR_BUFFER_OUT_OF_BOUNDS')) throw createTruncatedError();
    throw error;
  }
}

const createTruncatedError = (): MalformedFileError => new MalformedFileError('the workbook is truncated');

const createTooLargeError = (): FileLimitError =>
  new FileLimitError(`the workbook is larger than ${MAX_UNPACKED / 1024 / 1024} MiB when unpacked`);

const hasCode = (error: unknown, code: string): boolean =>
  typeof error === 'object' && error !== null && 'code' in error && error.code === code;
