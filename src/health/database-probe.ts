import { setTimeout as delay } from 'node:timers/promises';
import { Inject, Injectable, type OnApplicationShutdown } from '@nestjs/common';
import { Pool } from 'pg';
import type { DataSource } from 'typeorm';
import { OPEN_DATABASE } from '../database/database.module';
import type { OpenDatabase } from '../database/open-database';

/** Milliseconds that a probe waits. The embedded database answers when the statement that it executes has ended. */
const PROBE_TIMEOUT_MS = 5_000;
/** Milliseconds that a server has to accept the connection of a probe, and then to answer. */
const SERVER_TIMEOUT_MS = 2_000;

/** Checks whether the database can be reached, without waiting for a connection that requests use. */
@Injectable()
export class DatabaseProbe implements OnApplicationShutdown {
  /** Resolves if the database answers. */
  private readonly ping: () => Promise<unknown>;
  /** A connection to the server for probes only, so that a busy pool is not reported as an unreachable server. */
  private readonly probePool?: Pool;
  private inFlight?: Promise<boolean>;
  private begun = 0;

  constructor(@Inject(OPEN_DATABASE) { dataSource, engine }: OpenDatabase) {
    if (engine) {
      this.ping = () => engine.ping();
    } else {
      const pool = createProbePool(dataSource);
      this.probePool = pool;
      this.ping = () => pool.query('SELECT 1');
    }
  }

  /**
   * Returns whether the database answers in time. Concurrent callers share one probe, which begins with the first of
   * them.
   */
  async isReachable(): Promise<boolean> {
    if (!this.inFlight) {
      this.begun = performance.now();
      this.inFlight = this.probe().finally(() => (this.inFlight = undefined));
    }
    const remaining = this.begun + PROBE_TIMEOUT_MS - performance.now();
    const timer = new AbortController();
    try {
      return await Promise.race([this.inFlight, delay(Math.max(0, remaining), false, { signal: timer.signal })]);
    } finally {
      timer.abort();
    }
  }

  async onApplicationShutdown(): Promise<void> {
    await this.probePool?.end();
  }

  private probe(): Promise<boolean> {
    return this.ping().then(
      () => true,
      () => false,
    );
  }
}

function createProbePool({ options }: DataSource): Pool {
  const pool = new Pool({
    connectionString: options.type === 'postgres' ? options.url : undefined,
    application_name: 'glossa health',
    max: 1,
    connectionTimeoutMillis: SERVER_TIMEOUT_MS,
    query_timeout: SERVER_TIMEOUT_MS,
    idleTimeoutMillis: 60_000,
    allowExitOnIdle: true,
  });
  // The server closed the idle connection. The next probe opens another.
  pool.on('error', () => undefined);
  return pool;
}
