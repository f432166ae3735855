import { mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import type { Client } from 'pg';
import type { BenchDatabase } from './database';
import { atLeast, atMost, type Result, type Verdict } from './figures';
import type { Options } from './options';
import { Seed } from './seed';
import type { ServerProcess } from './server-process';
import { type Delivered, startReference, startService } from './servers';

/** Part of the baseline's speed that a row may lose. */
const BASELINE_TOLERANCE = 0.05;

/** The servers, the database and the temporary folder of one suite; all are removed after the suite. */
export class World {
  private readonly closers: (() => Promise<unknown>)[] = [];
  readonly folder = mkdtempSync(join(tmpdir(), 'glossa-bench-'));

  private constructor(
    readonly options: Options,
    private readonly database: BenchDatabase,
    readonly sql: Client,
    readonly seed: Seed,
  ) {}

  /** Opens a database that the service has migrated and that contains no key and no project. */
  static async open(options: Options, database: BenchDatabase): Promise<World> {
    const first = await startService(options.dist, options, { url: database.url });
    await first.stop();
    const sql = await database.connect();
    const seed = await Seed.into(sql);
    await seed.empty();
    return new World(options, database, sql, seed);
  }

  /** Whether the service is compared with another build instead of the reference servers. */
  get hasBaseline(): boolean {
    return this.options.baseline !== undefined;
  }

  /** Starts the measured build, by default on the suite's database. @param settings further ones */
  async service(
    location: { folder: string } | { url: string } = { url: this.database.url },
    settings: Readonly<Record<string, string>> = {},
  ): Promise<ServerProcess> {
    return this.closing(await startService(this.options.dist, this.options, location, settings));
  }

  /**
   * Starts the server to compare with: the baseline build where there is one, else the reference server.
   * @param constants response bodies by the path under which the reference server sends them unchanged
   */
  async reference(constants: Readonly<Record<string, Buffer>> = {}): Promise<ServerProcess> {
    const { url } = this.database;
    if (this.options.baseline !== undefined) {
      return this.closing(await startService(this.options.baseline, this.options, { url }));
    }
    const files = Object.entries(constants).map(([path, bytes], index): [string, string] => {
      const file = join(this.folder, `constant-${index}`);
      writeFileSync(file, bytes);
      return [path, file];
    });
    return this.closing(await startReference(url, Object.fromEntries(files)));
  }

  /** Starts a server that sends an answer from memory. */
  async delivered({ path, headers, body }: Omit<Delivered, 'file'> & { body: Buffer }): Promise<ServerProcess> {
    const file = join(this.folder, 'delivered');
    writeFileSync(file, body);
    return this.closing(await startReference(this.database.url, {}, { path, headers, file }));
  }

  /** Judges a ratio of rates: the floor applies to the reference server; a baseline has its own tolerance. */
  judgeRate(ratio: number, floor: number): Verdict {
    return atLeast(ratio, this.hasBaseline ? 1 - BASELINE_TOLERANCE : floor);
  }

  /** Judges a ratio of times: the ceiling applies to the reference server; a baseline has its own tolerance. */
  judgeTime(ratio: number, ceiling: number): Verdict {
    return atMost(ratio, this.hasBaseline ? 1 + BASELINE_TOLERANCE : ceiling);
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

/** Rows of the table that share one world. */
export interface Suite {
  /** Name that `--only` selects. */
  name: string;
  /** Returns the rows together, or each of them when it is measured. */
  run(world: World): Promise<readonly Result[]> | AsyncIterable<Result>;
}
