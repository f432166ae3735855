/** The data folder cannot be used. The message says in one line what the operator can do. */
export abstract class FolderError extends Error {}

/** Another process has the folder open. Two PGlite processes on one folder would lose data without an error. */
export class FolderInUseError extends FolderError {
  constructor(folder: string) {
    super(`DATA_DIR ${folder} is in use by another Glossa process`);
  }
}

/** The file system of the folder supports no locks, so a second process could not be detected. */
export class UnlockableFolderError extends FolderError {
  constructor(folder: string, cause: unknown) {
    super(`DATA_DIR ${folder} is on a file system that cannot lock files`, { cause });
  }
}

/** The folder belongs to another user, or its file system is read-only. */
export class UnwritableFolderError extends FolderError {
  constructor(folder: string, cause: NodeJS.ErrnoException) {
    const user = process.geteuid?.();
    super(
      cause.code === 'EROFS'
        ? `DATA_DIR ${folder} is on a read-only file system (EROFS): mount it writable, or use a folder of another one`
        : `DATA_DIR ${folder} cannot be written by this process, whose user id is ${user} (${cause.code}): ` +
            `give the folder to that user (chown -R ${user}), or use a folder or volume that the user can write`,
      { cause },
    );
  }
}

/** The disk of the folder has too little space to open the database. */
export class DiskFullError extends FolderError {
  constructor(folder: string, free: number, needed: number) {
    super(`the disk of DATA_DIR ${folder} is full: ${free} bytes are free, and the start needs ${needed}`);
  }
}

/** The system would end the process while it creates the database. */
export class LittleMemoryError extends FolderError {
  constructor(folder: string, limit: number, needed: number) {
    super(
      `DATA_DIR ${folder} has no database, and to create one takes ${needed} bytes of memory; the memory limit is ` +
        `${limit} bytes: raise it for the first start, or set DATABASE_URL`,
    );
  }
}

/** The folder is not one that this service has created, or lacks what it created. */
export class DamagedFolderError extends FolderError {
  /** @param reason one line */
  constructor(folder: string, reason: string, cause?: unknown) {
    super(`the embedded database of DATA_DIR ${folder} cannot be opened: ${reason}`, { cause });
  }
}

/** The folder was moved, removed or replaced while this process had it open. */
export class FolderLostError extends FolderError {
  constructor(file: string) {
    super(`${file} is not the file any more that this process has locked: DATA_DIR was moved, removed or replaced`);
  }
}
