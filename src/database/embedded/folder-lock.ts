import { mkdir, readFile, rm, writeFile } from 'node:fs/promises';
import { hostname } from 'node:os';
import { join, resolve } from 'node:path';
import lockfile from 'proper-lockfile';

/** Another process has the folder open: PGlite itself would lose data silently. */
export class FolderInUseError extends Error {
  constructor(folder: string) {
    super(`DATA_DIR ${folder} is in use by another Glossa process`);
  }
}

/** A holder that cannot be asked (another host on a shared disk) counts as dead once it has been silent this long. */
const STALE_MS = 15_000;

/**
 * Takes the folder for this process; a holder that was killed does not block.
 * @returns what releases it
 * @throws FolderInUseError
 */
export async function lockFolder(folder: string): Promise<() => Promise<void>> {
  const path = resolve(folder);
  await mkdir(path, { recursive: true });
  const holder = join(path, 'holder.json');
  const lockfilePath = join(path, 'lock');
  const options = { lockfilePath, stale: STALE_MS, update: 2_000 };
  if ((await lockfile.check(path, options)) && (await hasDied(holder))) await rm(lockfilePath, { recursive: true });
  const release = await lockfile.lock(path, options).catch((error: NodeJS.ErrnoException) => {
    throw error.code === 'ELOCKED' ? new FolderInUseError(path) : error;
  });
  await writeFile(holder, JSON.stringify({ pid: process.pid, host: hostname() }));
  return release;
}

/** The holder was a process of this host and is gone; its pid may be ours now, as 1 is in a restarted container. */
async function hasDied(holderFile: string): Promise<boolean> {
  const text = await readFile(holderFile, 'utf8').catch(() => '');
  const [, pid, host] = /^\{"pid":(\d+),"host":"([^"]*)"\}$/.exec(text) ?? [];
  if (pid === undefined || host !== hostname()) return false;
  return Number(pid) === process.pid || !isRunning(Number(pid));
}

function isRunning(pid: number): boolean {
  try {
    return process.kill(pid, 0);
  } catch (error) {
    // EPERM: it runs, as another user.
    return (error as NodeJS.ErrnoException).code === 'EPERM';
  }
}
