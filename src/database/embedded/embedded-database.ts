import { join, resolve } from 'node:path';
import type { MemoryFS } from '@electric-sql/pglite';
import { FairSemaphore } from '../../common/scheduling/fair-semaphore';
import { StorageFullError } from '../../common/errors/storage-full.error';
import { memoryLimit } from '../../config/memory-limit';
import {
  DamagedFolderError,
  DiskFullError,
  FolderLostError,
  LittleMemoryError,
  UnwritableFolderError,
} from './folder-errors';
import { DATABASE, FolderLock, hasDatabase } from './folder-lock';
import { freeBytes } from './free-space';
import { LogSync } from './log-sync';
import { makeFolder } from './make-folder';
import { type Durability, LocalSession, type Session, type SessionEvents } from './session';
import { SessionEndedError } from './session-end';
import { SessionStream } from './session-stream';
import { ThreadSession } from './thread-session';

const MEBIBYTE = 1_048_576;
/** The free space with which a database is opened: a recovery writes two segments of the log. */
const OPEN_BYTES = 32 * MEBIBYTE;
/**
 * The free space below which projects are not written: the next start needs it, and a segment of the
 * log. Writes are refused before PostgreSQL has no space for its log, which would end it.
 */
const RESERVED_BYTES = OPEN_BYTES + 16 * MEBIBYTE;
/** The free space with which a new database is created: its files, its first migrations and a segment of the log. */
const CREATE_BYTES = 96 * MEBIBYTE;
/** The memory of the process while it creates a database: PostgreSQL's initdb takes most of it. */
const CREATE_MEMORY = 768 * MEBIBYTE;
/** Milliseconds between two checks that the folder is still the locked one. */
const LOCK_CHECK_MS = 5_000;

/** A PostgreSQL inside this process (PGlite), used through the `pg` driver. */
export class EmbeddedDatabase {
  /**
   * Runs one write in parts at a time, and what changes rows of projects without a turn of its project: a statement that waits for a row of a
   * prepared transaction stops the only session, and PGlite has neither a time-out nor a search for deadlocks that would end the wait.
   */
  readonly parts = new FairSemaphore({ slots: 1, slotsPerGroup: 1 });

  private constructor(
    private readonly session: Session,
    /** Resolves with the reason when the database cannot be used any more: the process should end. */
    readonly failure: Promise<Error>,
    private readonly log?: LogSync,
    private readonly releaseFolder: () => void = () => undefined,
    /** Undefined for a database in memory. */
    private readonly dataDir?: string,
  ) {}

  /**
   * Opens the database of a folder, in a worker thread, and creates it if there is none.
   * @throws FolderError with a line for the operator
   */
  static async open(folder: string, durability: Durability): Promise<EmbeddedDatabase> {
    const dataDir = resolve(folder);
    assertSpace(dataDir);
    const lock = FolderLock.take(dataDir);
    let fail: (error: Error) => void = () => undefined;
    const failure = new Promise<Error>((resolve) => (fail = resolve));
    const log = durability === 'full' ? new LogSync(join(dataDir, DATABASE, 'pg_wal'), fail) : undefined;
    const events: SessionEvents = { onEnd: fail, onUnsyncedLog: (segment) => log?.add(segment) };
    const sessions = ThreadSession.isAvailable ? ThreadSession : LocalSession;
    try {
      const session = await sessions.inFolder(dataDir, durability, events);
      const endWatch = watch(lock, fail);
      const releaseFolder = (): void => {
        endWatch();
        lock.release();
      };
      return new EmbeddedDatabase(session, failure, log, releaseFolder, dataDir);
    } catch (error) {
      lock.release();
      throw error instanceof SessionEndedError ? new DamagedFolderError(dataDir, error.reason, error) : error;
    }
  }

  /** Opens a database in memory, in this thread. @param files of another database, to start from */
  static async inMemory(files?: MemoryFS): Promise<EmbeddedDatabase> {
    return EmbeddedDatabase.of(await LocalSession.inMemory(files));
  }

  /** Returns the database of a session in memory. */
  static of(session: LocalSession): EmbeddedDatabase {
    return new EmbeddedDatabase(session, new Promise(() => undefined));
  }

  /** Returns the options of a pool with one client: two clients would share the only session, and so a transaction. */
  connectionOptions() {
    return {
      poolSize: 1,
      // PGlite ends the process for any other user or database.
      username: 'postgres',
      database: 'postgres',
      extra: { idleTimeoutMillis: 0, pipeline: true, ssl: false, stream: () => new SessionStream(this.session) },
    };
  }

  /**
   * Returns a promise that resolves when everything that was committed so far survives a power cut; undefined if it
   * does already. A COMMIT does not wait for it, so that commits which arrive together share one sync: nothing that
   * depends on a commit may leave the process before.
   */
  synced(): Promise<void> | undefined {
    return this.log?.synced();
  }

  /**
   * Refuses a write for which the disk has no space.
   * @param bytes that it may take, beside the reserved bytes
   * @throws StorageFullError
   */
  assertSpaceFor(bytes = 0): void {
    if (this.dataDir === undefined) return;
    const [free, needed] = [freeBytes(this.dataDir), RESERVED_BYTES + bytes];
    if (free < needed) {
      throw new StorageFullError(
        `the disk has too little space for this write: ${free} bytes are free, and it may need ${needed}; nothing was written`,
      );
    }
  }

  /** Resolves when the statement that is being executed has ended. */
  ping(): Promise<void> {
    return this.session.ping();
  }

  async close(): Promise<void> {
    await this.session.close();
    await this.log?.close();
    this.releaseFolder();
  }
}

/**
 * Reports a folder that was moved, removed or replaced: another process could open what is in its place.
 * @returns a function that ends the watch
 */
function watch(lock: FolderLock, fail: (error: Error) => void): () => void {
  const check = (): void => {
    if (!lock.isHeld()) fail(new FolderLostError(lock.file));
  };
  const timer = setInterval(check, LOCK_CHECK_MS).unref();
  return () => clearInterval(timer);
}

/** Creates the folder. @throws DiskFullError, LittleMemoryError, UnwritableFolderError */
function assertSpace(dataDir: string): void {
  try {
    makeFolder(dataDir);
  } catch (error) {
    throw new UnwritableFolderError(dataDir, error as NodeJS.ErrnoException);
  }
  const isNew = !hasDatabase(dataDir);
  const limit = memoryLimit();
  if (isNew && limit < CREATE_MEMORY) throw new LittleMemoryError(dataDir, limit, CREATE_MEMORY);
  const [free, needed] = [freeBytes(dataDir), isNew ? CREATE_BYTES : OPEN_BYTES];
  if (free < needed) throw new DiskFullError(dataDir, free, needed);
}
