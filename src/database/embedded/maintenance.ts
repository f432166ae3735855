import { setTimeout as delay } from 'node:timers/promises';
import { Logger } from '@nestjs/common';
import type pg from 'pg';
import type { FairSemaphore } from '../../common/scheduling/fair-semaphore';

/** Milliseconds between two checks of the statistics. */
const CHECK_MS = 15_000;
/**
 * Checks for which maintenance waits for an idle connection; after these, it queues for the connection like a request.
 */
const MAX_POSTPONED = 8;
/** The pause after a step, in multiples of the step's duration. */
const PAUSE_FACTOR = 9;
/** Like `autovacuum_vacuum_threshold` and its scale factor (PostgreSQL manual, 19.10), with a higher threshold. */
const CHANGED_ROWS = 1_000;
const CHANGED_FRACTION = 0.2;
/** The write-ahead log that a checkpoint makes removable, in bytes. */
const WAL_BYTES = 64 * 1_048_576;

/** Tables with many dead rows, or with many rows changed since they were analyzed; most dead rows first. */
const TABLES_IN_NEED = `
  SELECT format('%I.%I', schemaname, relname) AS name FROM pg_stat_all_tables
  WHERE schemaname NOT IN ('pg_toast', 'information_schema')
    AND greatest(n_dead_tup, n_mod_since_analyze) > ${CHANGED_ROWS} + ${CHANGED_FRACTION} * n_live_tup
  ORDER BY n_dead_tup DESC`;

const WAL_SINCE_CHECKPOINT = `
  SELECT pg_wal_lsn_diff(pg_current_wal_lsn(), redo_lsn)::float8 AS bytes FROM pg_control_checkpoint()`;

/**
 * Vacuums, analyzes and checkpoints an embedded database, in which PostgreSQL's autovacuum and checkpointer processes
 * do not run: without maintenance, the space of deleted rows and of the write-ahead log is never reused. Each step is
 * one statement; requests use the connection between two steps.
 */
export class EmbeddedMaintenance {
  private readonly logger = new Logger('Database');
  private readonly stopping = new AbortController();
  private postponed = 0;
  private running: Promise<void> | undefined;

  /** @param parts the turns of writes in parts: a VACUUM beside one would try for 5 s to lock its table, to give space back */
  constructor(
    private readonly pool: pg.Pool,
    private readonly parts: FairSemaphore,
  ) {}

  /** Starts the periodic checks. */
  start(): void {
    this.running = this.checkRepeatedly();
  }

  /** Stops the checks and waits for the running step. */
  async stop(): Promise<void> {
    this.stopping.abort();
    await this.running;
  }

  /** Executes the steps that are needed now. @returns the number of executed statements */
  async run(): Promise<number> {
    let steps = 0;
    // Without this, the session reports its statistics at most once per second.
    await this.pool.query('SELECT pg_stat_force_next_flush()');
    for (const { name } of await this.rows<{ name: string }>(TABLES_IN_NEED)) {
      if (this.stopping.signal.aborted) return steps;
      if (!(await this.inTurn(() => this.step(`VACUUM (ANALYZE) ${name}`)))) return steps;
      steps++;
    }
    const [wal] = await this.rows<{ bytes: number }>(WAL_SINCE_CHECKPOINT);
    if (wal && wal.bytes > WAL_BYTES) {
      await this.pause((await this.step('CHECKPOINT')) * PAUSE_FACTOR);
      steps++;
    }
    return steps;
  }

  private async checkRepeatedly(): Promise<void> {
    while (await this.pause(CHECK_MS)) {
      const isIdle = this.pool.idleCount > 0 && this.pool.waitingCount === 0;
      if (!isIdle && ++this.postponed < MAX_POSTPONED) continue;
      this.postponed = 0;
      try {
        await this.run();
      } catch (error) {
        this.logger.warn(`maintenance of the embedded database failed: ${error instanceof Error ? error.message : ''}`);
      }
    }
  }

  /** Runs a step between two writes in parts. @returns false when `stop` was called before its turn */
  private async inTurn(step: () => Promise<number>): Promise<boolean> {
    const { signal } = this.stopping;
    try {
      await this.pause((await this.parts.run('maintenance', step, { signal })) * PAUSE_FACTOR);
      return true;
    } catch (error) {
      if (signal.aborted) return false;
      throw error;
    }
  }

  /** Executes a statement. @returns its milliseconds */
  private async step(statement: string): Promise<number> {
    const started = performance.now();
    await this.pool.query(statement);
    const ms = performance.now() - started;
    this.logger.debug(`${statement}: ${Math.round(ms)} ms`);
    return ms;
  }

  /** @returns false when `stop` was called */
  private async pause(ms: number): Promise<boolean> {
    const { signal } = this.stopping;
    await delay(ms, undefined, { signal, ref: false }).catch(() => undefined);
    return !signal.aborted;
  }

  private async rows<Row>(statement: string): Promise<Row[]> {
    return (await this.pool.query(statement)).rows as Row[];
  }
}
