import pg from 'pg';
import type { DataSource } from 'typeorm';
import { PostgresDriver } from 'typeorm/driver/postgres/PostgresDriver.js';
import { type PreparedStatement, run } from './statements';
import { Transaction } from './transaction';

/** Runs the SQL that this service writes itself. */
export class Database {
  private readonly interruption = new AbortController();
  private readonly running = new Set<Promise<void>>();

  constructor(readonly pool: pg.Pool) {}

  /** Returns the database of a data source, on the pool of its driver, for which TypeORM has no API. */
  static of({ driver }: DataSource): Database {
    const pool: unknown = driver instanceof PostgresDriver ? driver.master : undefined;
    if (!(pool instanceof pg.Pool)) throw new Error('the database has no pool of connections');
    return new Database(pool);
  }

  /**
   * Runs one statement outside of a transaction, on a connection that it holds only for this statement.
   *
   * @param statement text is planned each time, for its values
   */
  async rows<Row>(statement: PreparedStatement | string, values: unknown[]): Promise<Row[]> {
    return (await run(this.pool, statement, values)).rows as Row[];
  }

  /**
   * Runs `work` in one transaction: others see all that it wrote, or nothing.
   *
   * It takes few round trips: the first statement of the work is sent with the BEGIN, and those of `Transaction.endWith` with the
   * COMMIT, without waiting for the answers in between (PostgreSQL manual, 55.2.4). If the BEGIN fails, which only a
   * cancellation by an administrator causes, the first statement runs by itself and the work fails: where it is not the only
   * one, it must only read or lock.
   *
   * @param begin `BEGIN …`, and settings of the transaction: `; SET LOCAL …`
   * @returns the result of `work`
   */
  async transaction<T>(begin: string, work: (tx: Transaction) => Promise<T>): Promise<T> {
    const result = this.run(begin, work);
    const ended = result.then(ignore, ignore);
    this.running.add(ended);
    void ended.then(() => this.running.delete(ended));
    return result;
  }

  /**
   * Rolls back all transactions that are running or will be begun: their next statement throws `reason`.
   * @returns a promise that resolves when those that are running have ended
   */
  async interrupt(reason: Error): Promise<void> {
    this.interruption.abort(reason);
    await Promise.all(this.running);
  }

  private async run<T>(begin: string, work: (tx: Transaction) => Promise<T>): Promise<T> {
    const { signal } = this.interruption;
    const connection = await this.pool.connect();
    let broken: Error | undefined;
    const onBroken = (error: Error): void => void (broken = error);
    // Without a listener, a connection that the server closes would end the process.
    connection.on('error', onBroken);
    try {
      signal.throwIfAborted();
      const tx = new Transaction(connection, begin, signal);
      const result = await work(tx);
      await tx.commit();
      return result;
    } catch (error) {
      await connection.query('ROLLBACK').catch(onBroken);
      throw error;
    } finally {
      connection.off('error', onBroken);
      connection.release(broken);
    }
  }
}

const ignore = (): void => undefined;
