import { closeSync, openSync } from 'node:fs';
import { mkdir } from 'node:fs/promises';
import { join, resolve } from 'node:path';
import { tryLock } from 'fs-native-extensions';

/** Another process has the folder open. Two PGlite processes on one folder would lose data without an error. */
export class FolderInUseError extends Error {
  constructor(folder: string) {
    super(`DATA_DIR ${folder} is in use by another Glossa process`);
  }
}

/** The file system of the folder supports no locks, so a second process could not be detected. */
export class UnlockableFolderError extends Error {
  constructor(folder: string, cause: unknown) {
    super(`DATA_DIR ${folder} is on a file system that cannot lock files`, { cause });
  }
}

/** The folder belongs to another user, or is read-only. */
export class UnwritableFolderError extends Error {
  constructor(folder: string, cause: NodeJS.ErrnoException) {
    const user = process.geteuid?.();
    super(
      `DATA_DIR ${folder} cannot be written by this process, whose user id is ${user} (${cause.code}): ` +
        `give the folder to that user (chown -R ${user}), or use a folder or volume that the user can write`,
      { cause },
    );
  }
}

/**
 * Locks the folder for this process by an advisory lock of the kernel on a file (Linux: an open file description lock,
 * fcntl(2)). The kernel releases it with the process, however that ends, and it holds between containers that share the
 * volume, whatever their process ids and host names are.
 *
 * @returns a function that releases the lock
 * @throws UnwritableFolderError, FolderInUseError, UnlockableFolderError
 */
export async function lockFolder(folder: string): Promise<() => void> {
  const path = resolve(folder);
  const descriptor = await openLockFile(path);
  try {
    if (!tryLock(descriptor)) throw new FolderInUseError(path);
  } catch (error) {
    closeSync(descriptor);
    throw error instanceof FolderInUseError ? error : new UnlockableFolderError(path, error);
  }
  return () => closeSync(descriptor);
}

/** Returns a descriptor, not a FileHandle: the garbage collector closes a FileHandle, and so releases its lock. */
async function openLockFile(folder: string): Promise<number> {
  try {
    await mkdir(folder, { recursive: true });
    assertWritable(join(folder, 'pgdata', 'PG_VERSION'));
    return openSync(join(folder, 'lock'), 'a+');
  } catch (error) {
    throw new UnwritableFolderError(folder, error as NodeJS.ErrnoException);
  }
}

/** Accepts a file that does not exist. The data may belong to another user than the folder. */
function assertWritable(file: string): void {
  try {
    closeSync(openSync(file, 'r+'));
  } catch (error) {
    if ((error as NodeJS.ErrnoException).code !== 'ENOENT') throw error;
  }
}
