import { isUtf8 } from 'node:buffer';
import { crc32 } from 'node:zlib';
import { fromBufferPromise, getFileNameLowLevel, type Entry, type ZipFile } from 'yauzl';
import { ArchiveError } from './archive-error';
import { checkedPath } from './entry-path';

export interface ArchiveLimits {
  /** Entries, folders and skipped ones counted. */
  entries: number;
  /** Bytes that come out of one entry. */
  entryBytes: number;
  /** Bytes that come out of all entries together. */
  totalBytes: number;
  /** Bytes that come out for each that went in, once an entry has grown beyond `RATIO_FROM`. */
  ratio: number;
}

export const DEFAULT_LIMITS: ArchiveLimits = {
  entries: 10_000,
  entryBytes: 64 * 1024 * 1024,
  totalBytes: 256 * 1024 * 1024,
  ratio: 200,
};

/** Small texts that repeat themselves may shrink a lot; a bomb is large. */
const RATIO_FROM = 1024 * 1024;

export interface ArchivedFile {
  /** Relative, with `/`. */
  path: string;
  bytes: Buffer;
}

/**
 * The files of a zip, one after the other in the order of its directory. Sizes are counted on what comes out, whatever
 * the headers say. Folders and what macOS and Windows put beside files are skipped.
 *
 * @throws ArchiveError with the entry's name: for a zip that is damaged or encrypted, names that are refused or occur
 * twice, links, zips inside the zip, and what is beyond the limits
 */
export async function* readArchive(
  archive: Buffer,
  limits: ArchiveLimits = DEFAULT_LIMITS,
): AsyncGenerator<ArchivedFile> {
  const zip = await openZip(archive);
  // More are never read than the end record counts.
  if (zip.entryCount > limits.entries) {
    throw new ArchiveError('limit_exceeded', `the archive has more than ${limits.entries} entries`);
  }
  const paths = new Set<string>();
  let total = 0;
  for await (const entry of entriesOf(zip)) {
    const path = pathOf(entry);
    if (isSkipped(path)) continue;
    checkEntry(entry, path);
    if (paths.has(path)) throw new ArchiveError('malformed_file', 'the archive has two files of this name', path);
    paths.add(path);
    const bytes = await bytesOf(zip, entry, path, { ...limits, totalBytes: limits.totalBytes - total });
    total += bytes.length;
    yield { path, bytes };
  }
  checkDirectoryEnds(archive, Number(zip.readEntryCursor));
}

/** Entries beyond those that the end record counts, modulo 65,536, would be lost without a word. */
function checkDirectoryEnds(archive: Buffer, end: number): void {
  if (end + 4 > archive.length || archive.readUInt32LE(end) !== 0x02014b50) return;
  throw damaged(new Error('it has more entries than it counts'));
}

/** Names are decoded here: left to itself, the reader turns backslashes into slashes. */
async function openZip(archive: Buffer): Promise<ZipFile> {
  try {
    return await fromBufferPromise(archive, { decodeStrings: false, validateEntrySizes: true });
  } catch (error) {
    throw damaged(error);
  }
}

async function* entriesOf(zip: ZipFile): AsyncGenerator<Entry> {
  const entries = zip.eachEntry();
  for (;;) {
    let next: IteratorResult<Entry, unknown>;
    try {
      next = await entries.next();
    } catch (error) {
      throw damaged(error);
    }
    if (next.done === true) return;
    yield next.value;
  }
}

const UTF8_NAME = 0x800;

/** Archivers that write UTF-8 without saying so are many; what is no UTF-8 is code page 437 (APPNOTE, appendix D). */
function pathOf({ generalPurposeBitFlag, fileNameRaw, extraFields }: Entry): string {
  const flags = generalPurposeBitFlag | (isUtf8(fileNameRaw) ? UTF8_NAME : 0);
  return checkedPath(getFileNameLowLevel(flags, fileNameRaw, extraFields, true));
}

const JUNK = new Set(['.ds_store', 'thumbs.db', 'desktop.ini']);

function isSkipped(path: string): boolean {
  const segments = path.toLowerCase().split('/');
  const name = segments.at(-1) ?? '';
  return name === '' || segments.includes('__macosx') || JUNK.has(name);
}

const ENCRYPTED = 0x2041;
const FILE_TYPE = 0xf000;
const REGULAR_FILE = 0x8000;

function checkEntry(entry: Entry, path: string): void {
  if ((entry.generalPurposeBitFlag & ENCRYPTED) !== 0) {
    throw new ArchiveError('malformed_file', 'the entry is encrypted', path);
  }
  const type = (entry.externalFileAttributes >>> 16) & FILE_TYPE;
  if (type !== 0 && type !== REGULAR_FILE) {
    throw new ArchiveError('malformed_file', 'the entry is a link or another special file', path);
  }
  if (/\.zip$/i.test(path)) throw nested(path);
}

async function bytesOf(zip: ZipFile, entry: Entry, path: string, limits: ArchiveLimits): Promise<Buffer> {
  const chunks: Buffer[] = [];
  let size = 0;
  try {
    const stream = await zip.openReadStreamPromise(entry);
    for await (const chunk of stream) {
      if (!Buffer.isBuffer(chunk)) continue;
      size += chunk.length;
      checkSize(size, entry, path, limits);
      chunks.push(chunk);
    }
  } catch (error) {
    throw error instanceof ArchiveError ? error : damaged(error, path);
  }
  const bytes = Buffer.concat(chunks, size);
  if (crc32(bytes) !== entry.crc32) throw damaged(new Error('wrong check sum'), path);
  if (isZip(bytes) && !/\.xlsx$/i.test(path)) throw nested(path);
  return bytes;
}

function checkSize(size: number, entry: Entry, path: string, limits: ArchiveLimits): void {
  const refuse = (what: string): never => {
    throw new ArchiveError('limit_exceeded', what, path);
  };
  if (size > limits.entryBytes) refuse(`the entry is larger than ${limits.entryBytes} bytes`);
  if (size > limits.totalBytes) refuse('the archive is too large when unpacked');
  if (size > RATIO_FROM && size > entry.compressedSize * limits.ratio) {
    refuse(`the entry grows more than ${limits.ratio}-fold when unpacked`);
  }
}

/** Signatures of a zip's first entry, and of an empty zip (APPNOTE 4.3). */
const isZip = (bytes: Buffer): boolean => {
  const signature = bytes.length >= 4 ? bytes.readUInt32LE(0) : 0;
  return signature === 0x04034b50 || signature === 0x06054b50;
};

const nested = (path: string): ArchiveError =>
  new ArchiveError('malformed_file', 'an archive inside the archive', path);

function damaged(error: unknown, path?: string): ArchiveError {
  const detail = error instanceof Error ? error.message.slice(0, 200) : 'unreadable';
  return new ArchiveError('malformed_file', `the zip archive is damaged: ${detail}`, path);
}
