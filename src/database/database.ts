import pg from 'pg';
import type { DataSource } from 'typeorm';
import { PostgresDriver } from 'typeorm/driver/postgres/PostgresDriver.js';
import { type PreparedStatement, run } from './statements';
import { lastResult, Transaction } from './transaction';

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
   * It takes few round trips: the first statement is sent with the BEGIN and the last with the COMMIT, each as one
   * message of the simple query protocol (PostgreSQL manual, 55.2.2.1), which has no parameters.
   *
   * @param begin `BEGIN …; SELECT …`; `work` receives the rows of its last statement
   * @returns the result of `work`
   */
  async transaction<Row, T>(begin: string, work: (tx: Transaction, rows: Row[]) => Promise<T>): Promise<T> {
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

  private async run<Row, T>(begin: string, work: (tx: Transaction, rows: Row[]) => Promise<T>): Promise<T> {
    const { signal } = this.interruption;
    const connection = await this.pool.connect();
    let broken: Error | undefined;
    const onBroken = (error: Error): void => void (broken = error);
    // Without a listener, a connection that the server closes would end the process.
    connection.on('error', onBroken);
    try {
      signal.throwIfAborted();
      const tx = new Transaction(connection, signal);
      const result = await work(tx, lastResult(await connection.query(begin)).rows as Row[]);
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
