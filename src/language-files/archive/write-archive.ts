import { Zip, ZipDeflate } from 'fflate';
import { ArchiveError } from './archive-error';
import { checkedPath } from './entry-path';

export interface FileToArchive {
  /** Relative, with `/`. */
  path: string;
  /** Texts are written as UTF-8. */
  chunks: Iterable<string | Uint8Array>;
}

/** What the end record of a zip can count (APPNOTE 4.4.22); beyond it would be ZIP64, which this does not write. */
const MAX_ENTRIES = 65_535;

/** Read by its local parts, so that it is this date in every time zone: the first that a zip can name. */
const TIMESTAMP = new Date(1980, 0, 1);

const BLOCK = 64 * 1024;

/**
 * A zip, in pieces as they become ready; files are taken one at a time, and nothing is held but the directory. The same
 * files are the same bytes: time stamps are fixed, and no system is named.
 *
 * @throws ArchiveError for a path that `checkedPath` refuses, one that occurs twice, and too many files
 */
export function* writeArchive(files: Iterable<FileToArchive>): Generator<Uint8Array> {
  const zip = new ZipPieces();
  for (const { path, chunks } of files) {
    zip.begin(path);
    for (const chunk of chunks) yield* zip.add(chunk);
    yield* zip.finish();
  }
  yield* zip.end();
}

/** The same, of files whose texts are still coming. */
export async function* streamArchive(
  files: Iterable<Pick<FileToArchive, 'path'> & { chunks: AsyncIterable<string | Uint8Array> }>,
): AsyncGenerator<Uint8Array> {
  const zip = new ZipPieces();
  for (const { path, chunks } of files) {
    zip.begin(path);
    for await (const chunk of chunks) yield* zip.add(chunk);
    yield* zip.finish();
  }
  yield* zip.end();
}

class ZipPieces {
  private ready: Uint8Array[] = [];
  private readonly paths = new Set<string>();
  private file?: ZipDeflate;
  private texts = '';
  private readonly zip = new Zip((error, chunk) => {
    if (error) throw error;
    this.ready.push(chunk);
  });

  begin(path: string): void {
    checkNew(path, this.paths);
    this.file = new ZipDeflate(path, { level: 6 });
    this.file.mtime = TIMESTAMP;
    this.zip.add(this.file);
  }

  /** Puts small texts together: the compressor is slow to start on each. */
  add(chunk: string | Uint8Array): Uint8Array[] {
    if (typeof chunk === 'string') {
      this.texts += chunk;
      if (this.texts.length < BLOCK) return [];
    }
    this.takeTexts();
    if (typeof chunk !== 'string') this.file?.push(chunk);
    return this.take();
  }

  finish(): Uint8Array[] {
    this.takeTexts();
    this.file?.push(new Uint8Array(0), true);
    return this.take();
  }

  end(): Uint8Array[] {
    this.zip.end();
    return this.take();
  }

  private takeTexts(): void {
    if (this.texts !== '') this.file?.push(Buffer.from(this.texts));
    this.texts = '';
  }

  private take(): Uint8Array[] {
    const ready = this.ready;
    this.ready = [];
    return ready;
  }
}

function checkNew(path: string, paths: Set<string>): void {
  if (checkedPath(path) !== path || path.endsWith('/'))
    throw new ArchiveError('malformed_file', 'not a file name', path);
  if (paths.has(path)) throw new ArchiveError('malformed_file', 'two files would have this name', path);
  if (paths.size >= MAX_ENTRIES) throw new ArchiveError('limit_exceeded', `a zip holds at most ${MAX_ENTRIES} files`);
  paths.add(path);
}
