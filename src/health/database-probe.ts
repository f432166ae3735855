import { Inject, Injectable, type OnApplicationShutdown } from '@nestjs/common';
import { Pool } from 'pg';
import type { DataSource } from 'typeorm';
import { Database } from '../database/database';
import { OPEN_DATABASE } from '../database/database.module';
import type { OpenDatabase } from '../database/open-database';

const PROBE_TIMEOUT_MS = 2_000;

/** Checks whether the database can be reached, without waiting for a connection that requests use. */
@Injectable()
export class DatabaseProbe implements OnApplicationShutdown {
  private readonly servicePool: Pool;
  /** A connection to the server for probes only, so that a busy pool is not reported as an unreachable server. */
  private readonly probePool?: Pool;
  private inFlight?: Promise<boolean>;

  constructor(database: Database, @Inject(OPEN_DATABASE) { dataSource, embedded }: OpenDatabase) {
    this.servicePool = database.pool;
    if (!embedded) this.probePool = createProbePool(dataSource);
  }

  /** Returns whether the database can be reached. Concurrent callers share one probe. */
  isReachable(): Promise<boolean> {
    this.inFlight ??= this.probe().finally(() => (this.inFlight = undefined));
    return this.inFlight;
  }

  async onApplicationShutdown(): Promise<void> {
    await this.probePool?.end();
  }

  private async probe(): Promise<boolean> {
    // The embedded database has one connection, in this process: while a request uses it, the database is there.
    if (!this.probePool && this.servicePool.totalCount > 0 && this.servicePool.idleCount === 0) return true;
    try {
      await (this.probePool ?? this.servicePool).query('SELECT 1');
      return true;
    } catch {
      return false;
    }
  }
}

function createProbePool({ options }: DataSource): Pool {
  const pool = new Pool({
    connectionString: options.type === 'postgres' ? options.url : undefined,
    application_name: 'glossa health',
    max: 1,
    connectionTimeoutMillis: PROBE_TIMEOUT_MS,
    query_timeout: PROBE_TIMEOUT_MS,
    idleTimeoutMillis: 60_000,
    allowExitOnIdle: true,
  });
  // The server closed the idle connection. The next probe opens another.
  pool.on('error', () => undefined);
  return pool;
}
