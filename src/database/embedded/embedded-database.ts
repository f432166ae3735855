import { join } from 'node:path';
import { lockFolder } from './folder-lock';
import { LocalSession, type Session } from './session';
import { SessionStream } from './session-stream';
import { ThreadSession } from './thread-session';

/** A PostgreSQL inside this process (PGlite), used through the `pg` driver. */
export class EmbeddedDatabase {
  constructor(
    private readonly session: Session,
    private readonly releaseFolder: () => void = () => undefined,
  ) {}

  /** Opens the database of a folder, in a worker thread. @throws FolderInUseError */
  static async open(dataDir: string): Promise<EmbeddedDatabase> {
    const release = await lockFolder(dataDir);
    try {
      const sessions = ThreadSession.isAvailable ? ThreadSession : LocalSession;
      return new EmbeddedDatabase(await sessions.inFolder(join(dataDir, 'pgdata')), release);
    } catch (error) {
      release();
      throw error;
    }
  }

  /** Opens a database in memory, in this thread. @param dump the data folder of another database, to start from */
  static async inMemory(dump?: Blob): Promise<EmbeddedDatabase> {
    return new EmbeddedDatabase(await LocalSession.inMemory(dump));
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

  async close(): Promise<void> {
    await this.session.close();
    this.releaseFolder();
  }
}
