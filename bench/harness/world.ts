import { mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import type { Client } from 'pg';
import type { BenchDatabase } from './database';
import type { Result } from './figures';
import type { Options } from './options';
import { Seed } from './seed';
import type { ServerProcess } from './server-process';
import { startReference, startService } from './servers';

/** What a suite has to work with; all of it is gone after the suite. */
export class World {
  private readonly closers: (() => Promise<unknown>)[] = [];
  readonly folder = mkdtempSync(join(tmpdir(), 'glossa-bench-'));

  private constructor(
    readonly options: Options,
    private readonly database: BenchDatabase,
    readonly sql: Client,
    readonly seed: Seed,
  ) {}

  /** An empty database in which the service has started once, and which has no key and no project. */
  static async open(options: Options, database: BenchDatabase): Promise<World> {
    const first = await startService(options, { url: database.url });
    await first.stop();
    const sql = await database.connect();
    const seed = await Seed.into(sql);
    await seed.empty();
    return new World(options, database, sql, seed);
  }

  /** On the server's database unless told otherwise. */
  async service(location: { folder: string } | { url: string } = { url: this.database.url }): Promise<ServerProcess> {
    return this.closing(await startService(this.options, location));
  }

  /** @param constants answers by path that it sends as they are */
  async reference(constants: Readonly<Record<string, Buffer>> = {}): Promise<ServerProcess> {
    const files = Object.entries(constants).map(([path, bytes], index): [string, string] => {
      const file = join(this.folder, `constant-${index}`);
      writeFileSync(file, bytes);
      return [path, file];
    });
    return this.closing(await startReference(this.database.url, Object.fromEntries(files)));
  }

  async close(): Promise<void> {
    for (const close of this.closers) await close();
    await this.sql.end();
    rmSync(this.folder, { recursive: true });
  }

  private closing(server: ServerProcess): ServerProcess {
    this.closers.push(() => server.stop());
    return server;
  }
}

/** Rows of the table that need the same world. */
export interface Suite {
  /** As `--only` names it. */
  name: string;
  run(world: World): Promise<Result[]>;
}
