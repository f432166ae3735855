import { isUtf8 } from 'node:buffer';
import { crc32 } from 'node:zlib';
import { fromBufferPromise, getFileNameLowLevel, type Entry, type ZipFile } from 'yauzl';
import { shorten } from '../../common/shorten';
import { ArchiveError } from './archive-error';
import { checkPath } from './entry-path';
import { isZip } from './is-archive';

export interface ArchiveLimits {
  /** The number of entries, including folders and skipped entries. */
  entries: number;
  /** Uncompressed bytes of one entry. */
  entryBytes: number;
  /** Uncompressed bytes of all entries together. */
  totalBytes: number;
  /** Uncompressed bytes per compressed byte, for an entry larger than `MIN_RATIO_BYTES`. */
  ratio: number;
}

export const DEFAULT_LIMITS: ArchiveLimits = {
  entries: 10_000,
  entryBytes: 64 * 1024 * 1024,
  totalBytes: 256 * 1024 * 1024,
  ratio: 200,
};

/** Small repetitive texts may have any ratio, because a zip bomb is large. */
const MIN_RATIO_BYTES = 1024 * 1024;

export interface ArchivedFile {
  /** Relative, with `/`. */
  path: string;
  bytes: Buffer;
}

/**
 * Reads the files of a zip one by one, in the order of its directory. Sizes are measured on the uncompressed bytes, not
 * taken from the headers. Folders and the files that macOS and Windows add are skipped.
 *
 * @throws ArchiveError, in most cases with the entry's name, for a zip that is damaged or encrypted, names that are
 *   refused or occur twice, links, zips inside the zip, and whatever exceeds the limits
 */
export async function* readArchive(
  archive: Buffer,
  limits: ArchiveLimits = DEFAULT_LIMITS,
): AsyncGenerator<ArchivedFile> {
  const zip = await openZip(archive);
  // The reader never reads more entries than the end record counts.
  if (zip.entryCount > limits.entries) {
    throw new ArchiveError('limit_exceeded', `the archive has more than ${limits.entries} entries`);
  }
  const paths = new Set<string>();
  let total = 0;
  for await (const entry of listEntries(zip)) {
    const path = decodePath(entry);
    if (isSkipped(path)) continue;
    checkEntry(entry, path);
    if (paths.has(path)) throw new ArchiveError('malformed_file', 'the archive has two files of this name', path);
    paths.add(path);
    const bytes = await readEntry(zip, entry, path, { ...limits, totalBytes: limits.totalBytes - total });
    total += bytes.length;
    yield { path, bytes };
  }
  checkDirectoryEnd(archive, Number(zip.readEntryCursor));
}

/** The signature of an entry of the central directory (APPNOTE 4.3.12). */
const DIRECTORY_ENTRY = 0x02014b50;

/**
 * Refuses an archive with more entries than its end record counts (modulo 65,536), because they would not be imported.
 */
function checkDirectoryEnd(archive: Buffer, end: number): void {
  if (end + 4 > archive.length || archive.readUInt32LE(end) !== DIRECTORY_ENTRY) return;
  throw damagedArchive(new Error('it has more entries than it counts'));
}

/** Names are decoded by `decodePath`, because the reader would turn backslashes into slashes. */
async function openZip(archive: Buffer): Promise<ZipFile> {
  try {
    return await fromBufferPromise(archive, { decodeStrings: false, validateEntrySizes: true });
  } catch (error) {
    throw damagedArchive(error);
  }
}

async function* listEntries(zip: ZipFile): AsyncGenerator<Entry> {
  const entries = zip.eachEntry();
  for (;;) {
    let next: IteratorResult<Entry, unknown>;
    try {
      next = await entries.next();
    } catch (error) {
      throw damagedArchive(error);
    }
    if (next.done === true) return;
    yield next.value;
  }
}

/** The flag of a name in UTF-8 (APPNOTE 4.4.4, bit 11). */
const UTF8_FLAG = 0x800;

/** Many archivers write UTF-8 without the flag. A name that is not UTF-8 is in code page 437 (APPNOTE, appendix D). */
function decodePath({ generalPurposeBitFlag, fileNameRaw, extraFields }: Entry): string {
  const flags = generalPurposeBitFlag | (isUtf8(fileNameRaw) ? UTF8_FLAG : 0);
  return checkPath(getFileNameLowLevel(flags, fileNameRaw, extraFields, true));
}

const SYSTEM_FILES = new Set(['.ds_store', 'thumbs.db', 'desktop.ini']);

function isSkipped(path: string): boolean {
  const segments = path.toLowerCase().split('/');
  const name = segments.at(-1) ?? '';
  return name === '' || segments.includes('__macosx') || SYSTEM_FILES.has(name);
}

/** The flags of traditional, strong and header encryption (APPNOTE 4.4.4, bits 0, 6 and 13). */
const ENCRYPTION_FLAGS = 0x2041;
/** The file type of a Unix mode, and its value for a regular file. */
const FILE_TYPE = 0xf000;
const REGULAR_FILE = 0x8000;

function checkEntry(entry: Entry, path: string): void {
  if ((entry.generalPurposeBitFlag & ENCRYPTION_FLAGS) !== 0) {
    throw new ArchiveError('malformed_file', 'the entry is encrypted', path);
  }
  const type = (entry.externalFileAttributes >>> 16) & FILE_TYPE;
  if (type !== 0 && type !== REGULAR_FILE) {
    throw new ArchiveError('malformed_file', 'the entry is a link or another special file', path);
  }
  if (/\.zip$/i.test(path)) throw nestedArchive(path);
}

async function readEntry(zip: ZipFile, entry: Entry, path: string, limits: ArchiveLimits): Promise<Buffer> {
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
    throw error instanceof ArchiveError ? error : damagedArchive(error, path);
  }
  const bytes = Buffer.concat(chunks, size);
  if (crc32(bytes) !== entry.crc32) throw damagedArchive(new Error('wrong check sum'), path);
  if (isZip(bytes) && !/\.xlsx$/i.test(path)) throw nestedArchive(path);
  return bytes;
}

function checkSize(size: number, entry: Entry, path: string, limits: ArchiveLimits): void {
  const refuse = (reason: string): never => {
    throw new ArchiveError('limit_exceeded', reason, path);
  };
  if (size > limits.entryBytes) refuse(`the entry is larger than ${limits.entryBytes} bytes`);
  if (size > limits.totalBytes) refuse('the archive is too large when unpacked');
  if (size > MIN_RATIO_BYTES && size > entry.compressedSize * limits.ratio) {
    refuse(`the entry grows more than ${limits.ratio}-fold when unpacked`);
  }
}

const nestedArchive = (path: string): ArchiveError =>
  new ArchiveError('malformed_file', 'an archive inside the archive', path);

function damagedArchive(error: unknown, path?: string): ArchiveError {
  const detail = error instanceof Error ? shorten(error.message) : 'unreadable';
  return new ArchiveError('malformed_file', `the zip archive is damaged: ${detail}`, path);
}
