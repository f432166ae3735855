import { Inject, Injectable, type OnApplicationShutdown } from '@nestjs/common';
import { Pool } from 'pg';
import type { DataSource } from 'typeorm';
import { Database } from '../database/database';
import { OPEN_DATABASE } from '../database/database.module';
import type { OpenDatabase } from '../database/open-database';

const PROBE_MS = 2_000;

/** Tells whether the database is there, without waiting for anybody's work. */
@Injectable()
export class DatabaseProbe implements OnApplicationShutdown {
  private readonly work: Pool;
  /** On a server: a connection of its own, so that a pool which is busy is not taken for a server that is gone. */
  private readonly own?: Pool;
  private underWay?: Promise<boolean>;

  constructor(database: Database, @Inject(OPEN_DATABASE) { dataSource, embedded }: OpenDatabase) {
    this.work = database.pool;
    if (!embedded) this.own = probePool(dataSource);
  }

  /** Those who ask at the same time share one answer, so that asking often costs nothing. */
  isThere(): Promise<boolean> {
    this.underWay ??= this.ask().finally(() => (this.underWay = undefined));
    return this.underWay;
  }

  async onApplicationShutdown(): Promise<void> {
    await this.own?.end();
  }

  private async ask(): Promise<boolean> {
    // The embedded database has one connection. It is in this process: while it works for somebody, it is there.
    if (!this.own && this.work.totalCount > 0 && this.work.idleCount === 0) return true;
    try {
      await (this.own ?? this.work).query('SELECT 1');
      return true;
    } catch {
      return false;
    }
  }
}

function probePool({ options }: DataSource): Pool {
  const pool = new Pool({
    connectionString: options.type === 'postgres' ? options.url : undefined,
    application_name: 'glossa health',
    max: 1,
    connectionTimeoutMillis: PROBE_MS,
    query_timeout: PROBE_MS,
    idleTimeoutMillis: 60_000,
    allowExitOnIdle: true,
  });
  // Of an idle connection that the server ended: the next question opens another.
  pool.on('error', () => undefined);
  return pool;
}
