import { spawnSync } from 'node:child_process';
import { closeSync, openSync, readdirSync, readSync } from 'node:fs';
import { join } from 'node:path';

/** Folders of packages and builds, which a repository may not ignore. */
const SKIPPED = new Set(['.git', 'node_modules', 'vendor', 'dist', 'build', 'target', 'Pods', '.next', '.dart_tool']);

/** Lists the files of a folder: in a git repository, those that git does not ignore. */
export function listFiles(folder: string): string[] {
  const git = spawnSync('git', ['ls-files', '-z', '--cached', '--others', '--exclude-standard'], {
    cwd: folder,
    encoding: 'utf8',
    maxBuffer: 256 * 1_048_576,
  });
  const paths = git.status === 0 ? git.stdout.split('\0').filter(Boolean) : [...walk(folder, '')];
  return paths.filter((path) => !path.split('/').some((part) => SKIPPED.has(part))).sort();
}

/** A link is listed and not followed, as git does. */
function* walk(folder: string, below: string): Generator<string> {
  for (const entry of readdirSync(join(folder, below), { withFileTypes: true })) {
    const path = `${below}${entry.name}`;
    if (entry.isDirectory() && !SKIPPED.has(entry.name)) yield* walk(folder, `${path}/`);
    else if (entry.isFile() || entry.isSymbolicLink()) yield path;
  }
}

/** Returns the start of a text; of a file that cannot be read, nothing. */
export function readHead(path: string, length: number): string {
  let file;
  try {
    file = openSync(path, 'r');
    const bytes = Buffer.alloc(length);
    const head = bytes.subarray(0, readSync(file, bytes, 0, length, 0));
    // Apple's tools write UTF-16.
    const encoding = head[0] === 0xff && head[1] === 0xfe ? 'utf-16le' : 'utf-8';
    return new TextDecoder(encoding).decode(head).replaceAll('\0', '');
  } catch {
    return '';
  } finally {
    if (file !== undefined) closeSync(file);
  }
}
