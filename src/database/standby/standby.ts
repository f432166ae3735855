import { setTimeout as delay } from 'node:timers/promises';
import { Logger } from '@nestjs/common';
import pg from 'pg';
import { Database, type ReadLimits } from '../database';
import { ReplicationLag } from './replication-lag';

/** Milliseconds between two readings of the positions of both servers. */
const WATCH_MS = 1_000;
/** Milliseconds after which a server that does not answer a reading counts as unreachable. */
const WATCH_TIMEOUT_MS = 2_000;
/** Milliseconds that a read waits for a connection to the standby, before it goes to the primary. */
const CONNECTION_TIMEOUT_MS = 2_000;
/** Milliseconds that one statement of a read may take on the standby. */
const STATEMENT_TIMEOUT_MS = 60_000;

/** `DATABASE_READ_URL` is not a standby of `DATABASE_URL`. */
export class ForeignStandbyError extends Error {}

const WRITTEN = `SELECT system_identifier::text AS system, pg_wal_lsn_diff(pg_current_wal_lsn(), '0/0')::text AS position
  FROM pg_control_system()`;
/** The position is null on a server that is no standby. */
const REPLAYED = `SELECT system_identifier::text AS system,
    CASE WHEN pg_is_in_recovery() THEN pg_wal_lsn_diff(pg_last_wal_replay_lsn(), '0/0')::text END AS position
  FROM pg_control_system()`;

interface Position {
  /** Identifies the primary and all of its standbys. */
  system: string;
  position: string | null;
}

export interface StandbyOptions {
  primaryUrl: string;
  url: string;
  /** Milliseconds by which the standby may be behind. */
  maxLagMs: number;
  /** More options of the pool. */
  pool: pg.PoolConfig;
}

/** A streaming standby of the primary, and whether it can be read. */
export class Standby {
  readonly database: Database;
  private readonly logger = new Logger('Standby');
  private readonly stopping = new AbortController();
  private readonly lag = new ReplicationLag();
  private readonly watches: { primary: pg.Pool; standby: pg.Pool };
  private readonly maxLagMs: number;
  private watching?: Promise<void>;
  private reachable = false;
  private wasUsable?: boolean;

  private constructor({ primaryUrl, url, maxLagMs, pool }: StandbyOptions) {
    this.maxLagMs = maxLagMs;
    this.database = new Database(
      createPool(url, {
        ...pool,
        connectionTimeoutMillis: CONNECTION_TIMEOUT_MS,
        query_timeout: STATEMENT_TIMEOUT_MS,
      }),
    );
    // Pools of their own, so that busy servers are not taken for unreachable ones.
    const watch = { max: 1, connectionTimeoutMillis: WATCH_TIMEOUT_MS, query_timeout: WATCH_TIMEOUT_MS };
    this.watches = { primary: createPool(primaryUrl, watch), standby: createPool(url, watch) };
  }

  /**
   * Starts to watch a standby. One that cannot be reached is used as soon as it can.
   *
   * @throws ForeignStandbyError
   */
  static async open(options: StandbyOptions): Promise<Standby> {
    const standby = new Standby(options);
    try {
      await standby.probe();
    } catch (error) {
      if (error instanceof ForeignStandbyError) {
        await standby.close();
        throw error;
      }
    }
    standby.report();
    standby.watching = standby.watchRepeatedly();
    return standby;
  }

  /** Whether the standby can be reached, and is not too far behind. */
  get isUsable(): boolean {
    return this.reachable && this.lagMs <= this.maxLagMs;
  }

  /** The most milliseconds by which the standby can be behind. */
  get lagMs(): number {
    return this.lag.at(performance.now());
  }

  /** Returns the database of the standby for a read that can last. */
  limited({ signal, timeoutMs }: ReadLimits): Database {
    return this.database.limitedTo({ signal, timeoutMs: Math.min(timeoutMs, STATEMENT_TIMEOUT_MS) });
  }

  async close(): Promise<void> {
    this.stopping.abort();
    await this.watching;
    await Promise.all([this.database.pool.end(), this.watches.primary.end(), this.watches.standby.end()]);
  }

  private async watchRepeatedly(): Promise<void> {
    const { signal } = this.stopping;
    while (!signal.aborted) {
      await delay(WATCH_MS, undefined, { signal, ref: false }).catch(() => undefined);
      if (!signal.aborted) await this.probe().catch(() => (this.reachable = false));
      this.report();
    }
  }

  private async probe(): Promise<void> {
    const at = performance.now();
    const written = await readPosition(this.watches.primary, WRITTEN);
    const replayed = await readPosition(this.watches.standby, REPLAYED);
    if (written.system !== replayed.system) {
      throw new ForeignStandbyError('DATABASE_READ_URL is not a standby of DATABASE_URL');
    }
    if (written.position !== null) this.lag.written(BigInt(written.position), at);
    if (replayed.position !== null) this.lag.replayed(BigInt(replayed.position));
    this.reachable = replayed.position !== null;
  }

  private report(): void {
    const { isUsable } = this;
    if (isUsable === this.wasUsable || this.stopping.signal.aborted) return;
    this.wasUsable = isUsable;
    if (isUsable) this.logger.log('reads are served by the standby');
    else this.logger.warn('reads are served by the primary: the standby is unreachable, too far behind, or promoted');
  }
}

function createPool(connectionString: string, options: pg.PoolConfig): pg.Pool {
  const pool = new pg.Pool({
    connectionString,
    application_name: 'glossa reads',
    keepAlive: true,
    pipeline: true,
    allowExitOnIdle: true,
    ...options,
  });
  // The server closed an idle connection. The next use opens another.
  pool.on('error', () => undefined);
  return pool;
}

async function readPosition(pool: pg.Pool, statement: string): Promise<Position> {
  const [row] = (await pool.query<Position>(statement)).rows;
  if (!row) throw new Error('the server returned no position');
  return row;
}
