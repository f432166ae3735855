import { Injectable } from '@nestjs/common';
import type pg from 'pg';
import { DataSource } from 'typeorm';
import { poolOf, type Prepared, run } from './statements';

/** A transaction under way, on its connection. */
export class Transaction {
  private last = '';

  constructor(private readonly connection: pg.PoolClient) {}

  async rows<Row>(statement: Prepared | string, values: unknown[] = []): Promise<Row[]> {
    return (await run(this.connection, statement, values)).rows as Row[];
  }

  /** @returns how many rows a statement wrote */
  async count(statement: Prepared | string, values: unknown[] = []): Promise<number> {
    return (await run(this.connection, statement, values)).rowCount ?? 0;
  }

  /** To be sent with the commit. @param statement without parameters: see `pg.escapeLiteral` */
  endWith(statement: string): void {
    this.last = `${statement}; `;
  }

  /** @internal */
  async commit(): Promise<void> {
    const { command } = lastOf(await this.connection.query(`${this.last}COMMIT`));
    // A transaction that has failed answers a COMMIT with a rollback, and no error.
    if (command !== 'COMMIT') throw new Error('a statement of this transaction had failed');
  }
}

/**
 * Transactions of few round trips: the first statement goes out with the BEGIN, the last with the COMMIT, each pair as one
 * message of the simple protocol (PostgreSQL manual, 55.2.2.1), which knows no parameters.
 */
@Injectable()
export class Transactions {
  private readonly pool: pg.Pool;

  constructor(dataSource: DataSource) {
    this.pool = poolOf(dataSource);
  }

  /**
   * All that `work` does is seen, or nothing.
   * @param begin `BEGIN …; SELECT …`: whose rows `work` gets
   */
  async within<Row, T>(begin: string, work: (tx: Transaction, rows: Row[]) => Promise<T>): Promise<T> {
    const connection = await this.pool.connect();
    let broken: Error | undefined;
    const onBroken = (error: Error): void => void (broken = error);
    // Without a listener, a connection that the server ends would end the process.
    connection.on('error', onBroken);
    try {
      const tx = new Transaction(connection);
      const result = await work(tx, lastOf(await connection.query(begin)).rows as Row[]);
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

/** Several statements in one message have a result each, though the driver's types know one. */
const lastOf = (results: pg.QueryResult | pg.QueryResult[]): pg.QueryResult =>
  Array.isArray(results) ? (results.at(-1) as pg.QueryResult) : results;
