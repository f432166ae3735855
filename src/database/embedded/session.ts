import { join } from 'node:path';
import { type MemoryFS, PGlite } from '@electric-sql/pglite';
import { NodeFS } from '@electric-sql/pglite/nodefs';
import { DATABASE, hasDatabase } from './folder-lock';
import { createDatabase } from './new-database';
import { EndReasons, endWithPostgres, type SessionEndedError } from './session-end';
import { SyncedFiles } from './synced-files';

/**
 * The durability of an embedded database. `full`: a power cut loses nothing that was acknowledged. `relaxed`: the end of
 * the process loses nothing, and a power cut may lose or damage the database.
 */
export type Durability = 'full' | 'relaxed';

/** The only session of an embedded PostgreSQL. It executes calls in their order, one at a time. */
export interface Session {
  /**
   * Executes messages of PostgreSQL's wire protocol (PostgreSQL manual, chapter 54).
   * @returns the bytes of the response, in parts
   * @throws SessionEndedError
   */
  execute(messages: Uint8Array): Promise<Uint8Array[]>;
  /** Rolls back an open transaction and discards settings, prepared statements and temporary tables. */
  reset(): Promise<void>;
  /** Resolves when the calls before it have been executed. */
  ping(): Promise<void>;
  close(): Promise<void>;
}

/** The events that a session reports to its opener. */
export interface SessionEvents {
  /**
   * A COMMIT was executed that is in a segment of the log which is not yet on disk. It comes before the response of the
   * COMMIT.
   */
  onUnsyncedLog: (segment: string) => void;
  /** PostgreSQL has ended: no call can be executed any more. */
  onEnd: (error: SessionEndedError) => void;
}

/** A write in parts has a prepared transaction for each of its statements. */
const RELAXED = [
  ...PGlite.defaultStartParams,
  '-c',
  'max_prepared_transactions=400',
  '-c',
  'max_locks_per_transaction=32',
];
/** PostgreSQL syncs the log with `fsync`: `fdatasync` does nothing in Emscripten. */
const SYNCED = [...RELAXED.filter((parameter) => parameter !== '-F'), '-c', 'wal_sync_method=fsync'];

/** A session in this thread: a long statement blocks the thread's event loop. */
export class LocalSession implements Session {
  private constructor(
    private readonly pglite: PGlite,
    private readonly files?: SyncedFiles,
    private readonly events?: SessionEvents,
  ) {}

  /**
   * Opens the database of DATA_DIR, and creates it if there is none.
   * @throws SessionEndedError when PostgreSQL cannot open it
   */
  static async inFolder(dataDir: string, durability: Durability, events: SessionEvents): Promise<LocalSession> {
    const folder = join(dataDir, DATABASE);
    if (!hasDatabase(dataDir)) await createDatabase(dataDir, durability === 'full');
    const files = durability === 'full' ? new SyncedFiles(folder) : undefined;
    const reasons = new EndReasons();
    const pglite = await PGlite.create({
      fs: files ?? new NodeFS(folder),
      startParams: files ? SYNCED : RELAXED,
      onStderr: reasons.read,
    }).catch((exception: unknown) => {
      throw reasons.explain(exception);
    });
    const session = new LocalSession(pglite, files, events);
    endWithPostgres(pglite, reasons, events.onEnd);
    return session;
  }

  /** Opens a database in memory. @param files of another database, to start from */
  static async inMemory(files?: MemoryFS): Promise<LocalSession> {
    return new LocalSession(await PGlite.create({ startParams: RELAXED, ...(files && { fs: files }) }));
  }

  async execute(messages: Uint8Array): Promise<Uint8Array[]> {
    const parts: Uint8Array[] = [];
    // PGlite 0.5: `execProtocolRaw` also parses each response and retains the parsed rows for the life of the database.
    await this.pglite.runExclusive(() =>
      this.pglite.execProtocolRawStream(messages, { onRawData: (bytes) => parts.push(bytes.slice()) }),
    );
    const segment = this.files?.takeUnsyncedSegment();
    if (segment !== undefined) this.events?.onUnsyncedLog(segment);
    return parts;
  }

  async reset(): Promise<void> {
    await this.pglite.exec('ROLLBACK');
    await this.pglite.exec('DISCARD ALL');
  }

  async ping(): Promise<void> {
    await this.pglite.runExclusive(() => Promise.resolve());
  }

  /** Returns the data folder as an uncompressed archive. */
  dump(): Promise<Blob> {
    return this.pglite.dumpDataDir('none');
  }

  close(): Promise<void> {
    return this.pglite.close();
  }
}
