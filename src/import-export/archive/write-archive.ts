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
  const ready: Uint8Array[] = [];
  const zip = new Zip((error, chunk) => {
    if (error) throw error;
    ready.push(chunk);
  });
  const paths = new Set<string>();
  for (const { path, chunks } of files) {
    checkNew(path, paths);
    const file = new ZipDeflate(path, { level: 6 });
    file.mtime = TIMESTAMP;
    zip.add(file);
    for (const block of blocks(chunks)) {
      file.push(block);
      yield* ready.splice(0);
    }
    file.push(new Uint8Array(0), true);
    yield* ready.splice(0);
  }
  zip.end();
  yield* ready;
}

function checkNew(path: string, paths: Set<string>): void {
  if (checkedPath(path) !== path || path.endsWith('/'))
    throw new ArchiveError('malformed_file', 'not a file name', path);
  if (paths.has(path)) throw new ArchiveError('malformed_file', 'two files would have this name', path);
  if (paths.size >= MAX_ENTRIES) throw new ArchiveError('limit_exceeded', `a zip holds at most ${MAX_ENTRIES} files`);
  paths.add(path);
}

/** Puts small texts together: the compressor is slow to start on each. */
function* blocks(chunks: Iterable<string | Uint8Array>): Generator<Uint8Array> {
  let texts = '';
  for (const chunk of chunks) {
    if (typeof chunk === 'string') texts += chunk;
    if (texts.length >= BLOCK || (typeof chunk !== 'string' && texts !== '')) {
      yield Buffer.from(texts);
      texts = '';
    }
    if (typeof chunk !== 'string') yield chunk;
  }
  if (texts !== '') yield Buffer.from(texts);
}
