import { closeSync, fstatSync, openSync, readdirSync, statSync } from 'node:fs';
import { join, resolve } from 'node:path';
import { tryLock } from 'fs-native-extensions';
import { DamagedFolderError, FolderInUseError, UnlockableFolderError, UnwritableFolderError } from './folder-errors';
import { makeFolder } from './make-folder';

/** The folder of the database in DATA_DIR, and the folder in which a new database is created until it is complete. */
export const [DATABASE, NEW_DATABASE] = ['pgdata', 'pgdata.new'];

/** The file without which PostgreSQL does not open a data folder. It is written once. */
export const VERSION_FILE = 'PG_VERSION';

/** Returns whether DATA_DIR has a complete database. */
export const hasDatabase = (dataDir: string): boolean => exists(join(dataDir, DATABASE, VERSION_FILE));

/**
 * Locks a data folder for this process by an advisory lock of the kernel on the database's own file PG_VERSION (Linux:
 * an open file description lock, fcntl(2)). The kernel releases it with the process, however that ends, and it holds
 * between containers that share the volume, whatever their process ids and host names are. The file keeps its lock when
 * the folder of a new database gets its name.
 */
export class FolderLock {
  private constructor(
    private readonly folder: string,
    private readonly descriptor: number,
  ) {}

  /** @throws UnwritableFolderError, FolderInUseError, UnlockableFolderError, DamagedFolderError */
  static take(folder: string): FolderLock {
    const path = resolve(folder);
    for (;;) {
      const [name, descriptor] = openVersionFile(path);
      const lock = new FolderLock(path, descriptor);
      try {
        if (!tryLock(descriptor)) throw new FolderInUseError(path);
        // Between opening and locking, another process may have completed the new database, or removed it.
        if (lock.isFile(name) && (name === DATABASE || !hasDatabase(path))) return lock;
        lock.release();
      } catch (error) {
        lock.release();
        throw error instanceof FolderInUseError ? error : new UnlockableFolderError(path, error);
      }
    }
  }

  /** The path of the locked file. */
  get file(): string {
    return join(this.folder, DATABASE, VERSION_FILE);
  }

  /** Returns whether the database of the folder is the locked one: not if the folder was moved, removed or replaced. */
  isHeld(): boolean {
    return this.isFile(DATABASE);
  }

  release(): void {
    closeSync(this.descriptor);
  }

  private isFile(name: string): boolean {
    const locked = fstatSync(this.descriptor);
    const found = statSync(join(this.folder, name, VERSION_FILE), { throwIfNoEntry: false });
    return found?.ino === locked.ino && found.dev === locked.dev;
  }
}

/**
 * Opens the file of the database, or of the new one if there is none, which is then created.
 * @returns the folder of the file, and a descriptor, not a FileHandle, which the garbage collector would close
 */
function openVersionFile(folder: string): [name: string, descriptor: number] {
  try {
    makeFolder(folder);
    if (hasDatabase(folder)) {
      return [DATABASE, openSync(join(folder, DATABASE, VERSION_FILE), 'r+')];
    }
    assertEmpty(folder);
    makeFolder(join(folder, NEW_DATABASE), 0o700);
    return [NEW_DATABASE, openSync(join(folder, NEW_DATABASE, VERSION_FILE), 'a+')];
  } catch (error) {
    throw error instanceof DamagedFolderError
      ? error
      : new UnwritableFolderError(folder, error as NodeJS.ErrnoException);
  }
}

/** A folder that lost this file is not overwritten by a new database. */
function assertEmpty(folder: string): void {
  const database = join(folder, DATABASE);
  if (exists(database) && readdirSync(database).length > 0) {
    throw new DamagedFolderError(
      folder,
      `${join(DATABASE, VERSION_FILE)} is missing; restore the folder from a backup`,
    );
  }
}

const exists = (path: string): boolean => statSync(path, { throwIfNoEntry: false }) !== undefined;
