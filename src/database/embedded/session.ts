import { PGlite } from '@electric-sql/pglite';

/** The only session of an embedded PostgreSQL. It executes calls in their order, one at a time. */
export interface Session {
  /**
   * Executes messages of PostgreSQL's wire protocol (PostgreSQL manual, chapter 54).
   * @returns the bytes of the response, in parts
   */
  execute(messages: Uint8Array): Promise<Uint8Array[]>;
  /** Rolls back an open transaction and discards settings, prepared statements and temporary tables. */
  reset(): Promise<void>;
  close(): Promise<void>;
}

/** A session in this thread: a long statement blocks the thread's event loop. */
export class LocalSession implements Session {
  private constructor(private readonly pglite: PGlite) {}

  static async inFolder(folder: string): Promise<LocalSession> {
    return new LocalSession(await PGlite.create({ dataDir: folder }));
  }

  /** Opens a database in memory. @param dump the data folder of another database, to start from */
  static async inMemory(dump?: Blob): Promise<LocalSession> {
    return new LocalSession(await PGlite.create(dump ? { loadDataDir: dump } : {}));
  }

  async execute(messages: Uint8Array): Promise<Uint8Array[]> {
    const parts: Uint8Array[] = [];
    // PGlite 0.5: `execProtocolRaw` also parses each response and retains the parsed rows for the life of the database.
    await this.pglite.runExclusive(() =>
      this.pglite.execProtocolRawStream(messages, { onRawData: (bytes) => parts.push(bytes.slice()) }),
    );
    return parts;
  }

  async reset(): Promise<void> {
    await this.pglite.exec('ROLLBACK');
    await this.pglite.exec('DISCARD ALL');
  }

  /** Returns the data folder as an uncompressed archive. */
  dump(): Promise<Blob> {
    return this.pglite.dumpDataDir('none');
  }

  close(): Promise<void> {
    return this.pglite.close();
  }
}
