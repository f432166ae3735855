import { Zip, ZipDeflate } from 'fflate';
import { ArchiveError } from './archive-error';
import { checkPath } from './entry-path';

export interface FileToArchive {
  /** Relative, with `/`. */
  path: string;
  /** Strings are written as UTF-8. */
  chunks: Iterable<string | Uint8Array>;
}

/** The most files that the end record of a zip can count (APPNOTE 4.4.22). More would need ZIP64. */
const MAX_ENTRIES = 65_535;

/** The first date that a zip can hold. A zip holds local time, so that this is the same date in every time zone. */
const TIMESTAMP = new Date(1980, 0, 1);

/** Characters that are compressed at a time, because the compressor is slow to start on each chunk. */
const TEXT_BLOCK = 64 * 1024;

/**
 * Writes a zip, chunk by chunk. One file is compressed at a time, and only the directory is held in memory. The same
 * files give the same bytes: time stamps are fixed, and the operating system is not named.
 *
 * @throws ArchiveError for a path that `checkPath` refuses or that occurs twice, and for too many files
 */
export function* writeArchive(files: Iterable<FileToArchive>): Generator<Uint8Array> {
  const zip = new ZipWriter();
  for (const { path, chunks } of files) {
    zip.beginFile(path);
    for (const chunk of chunks) yield* zip.write(chunk);
    yield* zip.endFile();
  }
  yield* zip.end();
}

/** Writes a zip as `writeArchive` does, from asynchronous files. */
export async function* streamArchive(
  files: AsyncIterable<Pick<FileToArchive, 'path'> & { chunks: AsyncIterable<string | Uint8Array> }>,
): AsyncGenerator<Uint8Array> {
  const zip = new ZipWriter();
  for await (const { path, chunks } of files) {
    zip.beginFile(path);
    for await (const chunk of chunks) yield* zip.write(chunk);
    yield* zip.endFile();
  }
  yield* zip.end();
}

/** Each method returns the bytes of the zip that are complete. */
class ZipWriter {
  private ready: Uint8Array[] = [];
  private readonly paths = new Set<string>();
  private file?: ZipDeflate;
  private text = '';
  private readonly zip = new Zip((error, chunk) => {
    if (error) throw error;
    this.ready.push(chunk);
  });

  beginFile(path: string): void {
    checkNewPath(path, this.paths);
    this.file = new ZipDeflate(path, { level: 6 });
    this.file.mtime = TIMESTAMP;
    this.zip.add(this.file);
  }

  write(chunk: string | Uint8Array): Uint8Array[] {
    if (typeof chunk === 'string') {
      this.text += chunk;
      if (this.text.length < TEXT_BLOCK) return [];
    }
    this.compressText();
    if (typeof chunk !== 'string') this.file?.push(chunk);
    return this.takeReady();
  }

  endFile(): Uint8Array[] {
    this.compressText();
    this.file?.push(new Uint8Array(0), true);
    return this.takeReady();
  }

  end(): Uint8Array[] {
    this.zip.end();
    return this.takeReady();
  }

  private compressText(): void {
    if (this.text !== '') this.file?.push(Buffer.from(this.text));
    this.text = '';
  }

  private takeReady(): Uint8Array[] {
    const ready = this.ready;
    this.ready = [];
    return ready;
  }
}

function checkNewPath(path: string, paths: Set<string>): void {
  if (checkPath(path) !== path || path.endsWith('/')) throw new ArchiveError('malformed_file', 'not a file name', path);
  if (paths.has(path)) throw new ArchiveError('malformed_file', 'two files would have this name', path);
  if (paths.size >= MAX_ENTRIES) throw new ArchiveError('limit_exceeded', `a zip holds at most ${MAX_ENTRIES} files`);
  paths.add(path);
}
