import pg from 'pg';
import type { DataSource } from 'typeorm';
import { PostgresDriver } from 'typeorm/driver/postgres/PostgresDriver.js';
import { ReadTimeoutError } from '../common/errors/read-timeout.error';
import { unlessAborted } from '../common/scheduling/deadline';
import { begun, committed } from './after-commit';
import { cancelStatement } from './cancel-statement';
import { waitForRoom } from './connection-room';
import { type PreparedStatement, run } from './statements';
import { RunningTransaction, type Transaction, type TransactionEnd } from './transaction';

/** SQLSTATE `query_canceled`: `statement_timeout` had passed, or the statement was cancelled. */
const QUERY_CANCELED = '57014';

/** The limits of the reads of one request. */
export interface ReadLimits {
  /** When it is aborted, the statement that is executed is cancelled. */
  signal?: AbortSignal;
  /** Milliseconds that one statement may take. */
  timeoutMs: number;
}

/** Runs the SQL that this service writes itself. */
export class Database {
  private readonly interruption: AbortController;
  private readonly running: Set<Promise<void>>;
  /** The database without limits, which requests share. */
  readonly shared: Database;
  /** Whether all work shares one connection, as on the embedded database. */
  readonly hasOneConnection: boolean;

  /** @param origin the database without limits */
  constructor(
    readonly pool: pg.Pool,
    origin?: Database,
    private readonly limits?: ReadLimits,
  ) {
    this.shared = origin ?? this;
    this.hasOneConnection = origin?.hasOneConnection ?? pool.options.max === 1;
    this.interruption = origin?.interruption ?? new AbortController();
    this.running = origin?.running ?? new Set();
    waitForRoom(pool);
  }

  /** Returns the database of a data source, on the pool of its driver, for which TypeORM has no API. */
  static of({ driver }: DataSource): Database {
    const pool: unknown = driver instanceof PostgresDriver ? driver.master : undefined;
    if (!(pool instanceof pg.Pool)) throw new Error('the database has no pool of connections');
    return new Database(pool);
  }

  /**
   * Returns this database for reads of one request: what it runs ends when the request ends, and must have no effects.
   */
  limitedTo(limits: ReadLimits): Database {
    return new Database(this.pool, this.shared, limits);
  }

  /**
   * Runs one statement outside of a transaction, on a connection that it holds only for this statement.
   *
   * @param statement text is planned each time, for its values
   */
  async rows<Row>(statement: PreparedStatement | string, values: unknown[]): Promise<Row[]> {
    if (this.limits) return this.transaction('BEGIN READ ONLY', (tx) => tx.onlyRows<Row>(statement, values));
    return (await run(this.pool, statement, values)).rows as Row[];
  }

  /**
   * Runs `work` in one transaction: others see all that it wrote, or nothing.
   *
   * It takes few round trips: the first statement of the work is sent with the BEGIN, and the statements of
   * `Transaction.endWith` with the COMMIT, without waiting for the answers in between (PostgreSQL manual, 55.2.4). If
   * the BEGIN fails, which only a cancellation by an administrator causes, the first statement runs by itself and the
   * work fails: where it is not the only one, it must only read or lock.
   *
   * @param begin `BEGIN …`, and settings of the transaction: `; SET LOCAL …`. A function is called when there is a
   *   connection
   * @param signal ends the wait for a connection
   * @param end default: a COMMIT
   * @returns the result of `work`
   * @throws the reason of the signal; `work` has not been called then
   * @throws the reason of the signal of `limitedTo`; ReadTimeoutError
   */
  async transaction<T>(
    begin: string | (() => string),
    work: (tx: Transaction) => Promise<T>,
    signal?: AbortSignal,
    end?: TransactionEnd,
  ): Promise<T> {
    const result = this.run(begin, work, signal, end);
    const ended = result.then(ignore, ignore);
    this.running.add(ended);
    void ended.then(() => this.running.delete(ended));
    return result;
  }

  /**
   * Rolls back all transactions that are running or will be begun: their next statement throws `reason`.
   * @returns a promise that resolves when the running transactions have ended
   */
  async interrupt(reason: Error): Promise<void> {
    this.interruption.abort(reason);
    await Promise.all(this.running);
  }

  private async run<T>(
    begin: string | (() => string),
    work: (tx: Transaction) => Promise<T>,
    waitSignal: AbortSignal | undefined,
    end: TransactionEnd | undefined,
  ): Promise<T> {
    const client = this.limits?.signal;
    const interruptions = [this.interruption.signal, ...(client ? [client] : [])];
    const connection = await this.connect(waitSignal ?? client);
    let broken: Error | undefined;
    const onBroken = (error: Error): void => void (broken = error);
    const cancel = (): void => {
      broken = client?.reason as Error;
      void cancelStatement(this.pool, connection);
    };
    // Without a listener, a connection that the server closes would end the process.
    connection.on('error', onBroken);
    try {
      for (const signal of interruptions) signal.throwIfAborted();
      client?.addEventListener('abort', cancel);
      const tx = new RunningTransaction(connection, this.begin(begin), interruptions, end);
      begun(tx);
      const result = await work(tx);
      await tx.commit();
      committed(tx);
      return result;
    } catch (error) {
      client?.throwIfAborted();
      await connection.query('ROLLBACK').catch(onBroken);
      throw this.limits && isCanceled(error) ? new ReadTimeoutError() : error;
    } finally {
      client?.removeEventListener('abort', cancel);
      connection.off('error', onBroken);
      connection.release(broken);
    }
  }

  private begin(begin: string | (() => string)): string {
    const sql = typeof begin === 'string' ? begin : begin();
    return this.limits ? `${sql}; SET LOCAL statement_timeout = ${this.limits.timeoutMs}` : sql;
  }

  private async connect(signal: AbortSignal | undefined): Promise<pg.PoolClient> {
    const connecting = this.pool.connect();
    if (!signal) return connecting;
    try {
      return await unlessAborted(connecting, signal);
    } catch (error) {
      // The pool cannot forget a caller: it gets a connection later, and gives it back.
      connecting.then((connection) => connection.release(), ignore);
      throw error;
    }
  }
}

const isCanceled = (error: unknown): boolean =>
  error instanceof Error && 'code' in error && error.code === QUERY_CANCELED;

const ignore = (): void => undefined;
