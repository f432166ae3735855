import type pg from 'pg';
import { type PreparedStatement, run } from './statements';

/** A running transaction and its connection. */
export class Transaction {
  private readonly lastStatements: string[] = [];

  /** @param interruption when it is aborted, no further statement is sent, and the transaction is rolled back */
  constructor(
    private readonly connection: pg.PoolClient,
    private readonly interruption: AbortSignal,
  ) {}

  async rows<Row>(statement: PreparedStatement | string, values: unknown[] = []): Promise<Row[]> {
    return (await this.run(statement, values)).rows as Row[];
  }

  /** @returns the number of rows that the statement wrote */
  async count(statement: PreparedStatement | string, values: unknown[] = []): Promise<number> {
    return (await this.run(statement, values)).rowCount ?? 0;
  }

  /**
   * Adds a statement that is sent with the COMMIT, in one message. Statements run in the order in which they were
   * added.
   *
   * @param statement SQL without parameters; values are quoted with `pg.escapeLiteral`
   */
  endWith(statement: string): void {
    this.lastStatements.push(statement);
  }

  /** @internal */
  async commit(): Promise<void> {
    this.interruption.throwIfAborted();
    const message = [...this.lastStatements, 'COMMIT'].join('; ');
    const { command } = lastResult(await this.connection.query(message));
    // PostgreSQL answers the COMMIT of a failed transaction with a rollback and without an error.
    if (command !== 'COMMIT') throw new Error('a statement of this transaction had failed');
  }

  private run(statement: PreparedStatement | string, values: unknown[]): Promise<pg.QueryResult<object>> {
    this.interruption.throwIfAborted();
    return run(this.connection, statement, values);
  }
}

/** Returns the result of the last statement of a message; the driver's types expect one statement only. */
export const lastResult = (results: pg.QueryResult | pg.QueryResult[]): pg.QueryResult =>
  Array.isArray(results) ? (results.at(-1) as pg.QueryResult) : results;
