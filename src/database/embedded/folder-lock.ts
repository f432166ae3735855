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

/**
 * Locks the folder for this process by an advisory lock of the kernel on a file (Linux: an open file description lock,
 * fcntl(2)). The kernel releases it with the process, however that ends, and it holds between containers that share the
 * volume, whatever their process ids and host names are.
 *
 * @returns a function that releases the lock
 * @throws FolderInUseError, UnlockableFolderError
 */
export async function lockFolder(folder: string): Promise<() => void> {
  const path = resolve(folder);
  await mkdir(path, { recursive: true });
  // A descriptor, not a FileHandle: the garbage collector closes a FileHandle, and so releases its lock.
  const descriptor = openSync(join(path, 'lock'), 'a+');
  try {
    if (!tryLock(descriptor)) throw new FolderInUseError(path);
  } catch (error) {
    closeSync(descriptor);
    throw error instanceof FolderInUseError ? error : new UnlockableFolderError(path, error);
  }
  return () => closeSync(descriptor);
}
