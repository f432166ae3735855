import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import type { Config } from '../config/config';
import { usageError } from '../exit-code';
import { assertInRepository } from '../files/repository';

/** The name of the lock of glossa.json. Earlier versions had this one for all configurations of a folder. */
const LOCK_NAME = 'glossa.lock';

/** @param config the name of the configuration without `.json` */
export const lockNameOf = (config: string): string => `${config}.lock`;

/** A file as it was when it was last in step with the project. */
export interface SyncedFile {
  /** The revision of the project that the file is an export of: the base of the next merge. */
  revision: number;
  sha256: string;
}

/** The content of glossa.lock, which is committed with the files, so that each branch has its own bases. */
export interface Lock {
  project: string;
  /** The revision with which all files were last compared. */
  revision: number;
  /** The hash of the rules with which they were compared; undefined: a rule was missing, or an earlier version has written the lock. */
  rules?: string;
  files: Record<string, SyncedFile>;
}

/** @returns undefined if there is none. @throws CommandError */
export function readLock(folder: string, name: string): Lock | undefined {
  assertInRepository(folder, name);
  let text: string;
  try {
    text = readFileSync(join(folder, name), 'utf8');
  } catch (error) {
    if ((error as NodeJS.ErrnoException).code === 'ENOENT') return undefined;
    throw usageError(`${name} cannot be read: ${(error as Error).message}`);
  }
  return parseLock(text, name);
}

/** Reads the lock of a configuration, or of its project by an earlier version. @returns undefined if there is none. @throws CommandError */
export function readLockOf({ folder, name, project }: Config): Lock | undefined {
  const own = readLock(folder, lockNameOf(name));
  if (own || lockNameOf(name) === LOCK_NAME) return own;
  const former = readLock(folder, LOCK_NAME);
  return former?.project === project ? former : undefined;
}

/** Renders a lock with one line for each file, so that git merges the lines of different files. */
export function renderLock({ project, revision, rules, files }: Lock): string {
  const paths = Object.keys(files).sort((one, other) => (one < other ? -1 : one > other ? 1 : 0));
  const lines = paths.map((path) => {
    const { revision: base, sha256 } = files[path] as SyncedFile;
    return `    ${JSON.stringify(path)}: { "revision": ${base}, "sha256": "${sha256}" }`;
  });
  const list = lines.length > 0 ? `{\n${lines.join(',\n')}\n  }` : '{}';
  const compared = `  "revision": ${revision},\n${rules === undefined ? '' : `  "rules": "${rules}",\n`}`;
  return `{\n  "project": ${JSON.stringify(project)},\n${compared}  "files": ${list}\n}\n`;
}

/**
 * Reads a lock, and resolves a conflict that git has left in it: each file has the older one of two bases, with which a merge finds
 * more conflicts. With the newer one, texts that the file does not have would look like changes of the file.
 *
 * @throws CommandError
 */
export function parseLock(text: string, name = LOCK_NAME): Lock {
  const [one, other] = [sideOf(text, 'ours'), sideOf(text, 'theirs')].map((side) => readSide(side, name));
  if (!one || !other) throw usageError(`${name} is empty`);
  if (one.project !== other.project)
    throw usageError(`${name} has a conflict between two projects`, 'Keep the lines of one of them.');
  const files = { ...one.files };
  for (const [path, file] of Object.entries(other.files)) {
    const own = files[path];
    if (!own || file.revision < own.revision) files[path] = file;
  }
  const rules = one.rules === other.rules ? one.rules : undefined;
  return { project: one.project, revision: Math.min(one.revision, other.revision), ...(rules && { rules }), files };
}

/** Returns the text that one side of the conflicts has. */
function sideOf(text: string, side: 'ours' | 'theirs'): string {
  let current: 'both' | 'ours' | 'base' | 'theirs' = 'both';
  const kept: string[] = [];
  for (const line of text.replaceAll('\r\n', '\n').split('\n')) {
    if (line.startsWith('<<<<<<<')) current = 'ours';
    else if (line.startsWith('|||||||')) current = 'base';
    else if (current !== 'both' && line === '=======') current = 'theirs';
    else if (line.startsWith('>>>>>>>')) current = 'both';
    else if (current === 'both' || current === side) kept.push(line);
  }
  return kept.join('\n');
}

const FILE_LINE = /^\s*("(?:[^"\\]|\\.)*"):\s*\{\s*"revision":\s*(\d+),\s*"sha256":\s*"([0-9a-f]{64})"\s*\},?\s*$/;

/** Reads line by line: what git has merged may lack a comma. */
function readSide(text: string, name: string): Lock {
  const project = /^\s*"project":\s*("(?:[^"\\]|\\.)*"),?\s*$/m.exec(text)?.[1];
  const revision = /^\s*"revision":\s*(\d+),?\s*$/m.exec(text)?.[1];
  const rules = /^\s*"rules":\s*"([0-9a-f]{64})",?\s*$/m.exec(text)?.[1];
  const files: Lock['files'] = {};
  for (const line of text.split('\n')) {
    const [, path, base, sha256] = FILE_LINE.exec(line) ?? [];
    if (path === undefined || sha256 === undefined) {
      if (line.includes('sha256')) return damaged(name, `the line ${line.trim()}`);
      continue;
    }
    files[JSON.parse(path) as string] = { revision: Number(base), sha256 };
  }
  if (project === undefined || revision === undefined)
    return damaged(name, 'a line with "project" and one with "revision"');
  return { project: JSON.parse(project) as string, revision: Number(revision), ...(rules && { rules }), files };
}

const damaged = (name: string, expected: string): never => {
  throw usageError(
    `${name} is damaged: ${expected} cannot be read`,
    `Take the version of the last commit: git checkout HEAD -- ${name}`,
  );
};
