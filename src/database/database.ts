import { Injectable } from '@nestjs/common';
import pg from 'pg';
import { DataSource } from 'typeorm';
import { PostgresDriver } from 'typeorm/driver/postgres/PostgresDriver.js';
import { type PreparedStatement, run } from './statements';
import { lastResult, Transaction } from './transaction';

/** Runs the SQL that this service writes itself, on the pool of TypeORM's driver. */
@Injectable()
export class Database {
  /** The pool of connections; TypeORM has no API for it. */
  readonly pool: pg.Pool;

  constructor({ driver }: DataSource) {
    const pool: unknown = driver instanceof PostgresDriver ? driver.master : undefined;
    if (!(pool instanceof pg.Pool)) throw new Error('the database has no pool of connections');
    this.pool = pool;
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
    const connection = await this.pool.connect();
    let broken: Error | undefined;
    const onBroken = (error: Error): void => void (broken = error);
    // Without a listener, a connection that the server closes would end the process.
    connection.on('error', onBroken);
    try {
      const tx = new Transaction(connection);
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
