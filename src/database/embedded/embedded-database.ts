import { join } from 'node:path';
import { PGlite } from '@electric-sql/pglite';
import { lockFolder } from './folder-lock';
import { PGliteStream } from './pglite-stream';

/** A PostgreSQL inside this process, behind the ordinary driver. */
export class EmbeddedDatabase {
  private constructor(
    private readonly pglite: PGlite,
    private readonly releaseFolder: () => Promise<void>,
  ) {}

  /** @throws FolderInUseError */
  static async open(dataDir: string): Promise<EmbeddedDatabase> {
    const release = await lockFolder(dataDir);
    try {
      return new EmbeddedDatabase(await PGlite.create({ dataDir: join(dataDir, 'pgdata') }), release);
    } catch (error) {
      await release();
      throw error;
    }
  }

  /** In memory, gone when closed. @param dump of another one's data folder, to start from */
  static async inMemory(dump?: Blob): Promise<EmbeddedDatabase> {
    return new EmbeddedDatabase(await PGlite.create(dump ? { loadDataDir: dump } : {}), () => Promise.resolve());
  }

  /** Its whole data folder, uncompressed. Nothing may be under way. */
  dump(): Promise<Blob> {
    return this.pglite.dumpDataDir('none');
  }

  /** One client: two would share a session, and so a transaction. User and database must be these, others end the process. */
  connectionOptions() {
    return {
      poolSize: 1,
      username: 'postgres',
      database: 'postgres',
      extra: { idleTimeoutMillis: 0, ssl: false, stream: () => new PGliteStream(this.pglite) },
    };
  }

  async close(): Promise<void> {
    await this.pglite.close();
    await this.releaseFolder();
  }
}
