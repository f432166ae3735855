import type pg from 'pg';
import { type PreparedStatement, run } from './statements';

/** A running transaction and its connection. */
export class Transaction {
  private readonly lastStatements: { statement: PreparedStatement | string; values: unknown[] }[] = [];

  /**
   * @param begun resolves when the transaction has begun
   * @param interruption when it is aborted, no further statement is sent, and the transaction is rolled back
   */
  constructor(
    private readonly connection: pg.PoolClient,
    private readonly begun: Promise<unknown>,
    private readonly interruption: AbortSignal,
  ) {}

  async rows<Row>(statement: PreparedStatement | string, values: unknown[] = []): Promise<Row[]> {
    return (await this.run(statement, values)).rows as Row[];
  }

  /** @returns the number of rows that the statement wrote */
  async count(statement: PreparedStatement | string, values: unknown[] = []): Promise<number> {
    return (await this.run(statement, values)).rowCount ?? 0;
  }

  /** Adds a statement that is sent together with the COMMIT. Statements run in the order in which they were added. */
  endWith(statement: PreparedStatement | string, values: unknown[] = []): void {
    this.lastStatements.push({ statement, values });
  }

  /** @internal */
  async commit(): Promise<void> {
    await this.begun;
    this.interruption.throwIfAborted();
    const { connection, lastStatements } = this;
    const sent = lastStatements.map(({ statement, values }) => run(connection, statement, values));
    const [{ command }] = await Promise.all([connection.query('COMMIT'), ...sent]);
    // PostgreSQL answers the COMMIT of a failed transaction with a rollback and without an error.
    if (command !== 'COMMIT') throw new Error('a statement of this transaction had failed');
  }

  private async run(statement: PreparedStatement | string, values: unknown[]): Promise<pg.QueryResult<object>> {
    this.interruption.throwIfAborted();
    const [result] = await Promise.all([run(this.connection, statement, values), this.begun]);
    return result;
  }
}
