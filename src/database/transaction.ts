import type { Duplex } from 'node:stream';
import type pg from 'pg';
import { ROWS_PER_STATEMENT } from './chunks';
import { type PreparedStatement, run } from './statements';

/** Where a work runs its statements: they all see one state, and what they wrote. */
export abstract class Transaction {
  /** Rows that one statement inserts. */
  abstract readonly rowsPerStatement: number;

  abstract rows<Row>(statement: PreparedStatement | string, values?: unknown[]): Promise<Row[]>;

  /** Runs statements that need each other, such as the statements of a cursor, where others may have their turn between statements. */
  abstract together<T>(work: (tx: Transaction) => Promise<T>): Promise<T>;

  /** @returns the number of rows that the statement wrote */
  abstract count(statement: PreparedStatement | string, values?: unknown[]): Promise<number>;

  /**
   * Runs the only statement of the transaction, which is sent with the BEGIN and the COMMIT. It must only read: if the BEGIN fails, it
   * runs by itself.
   */
  abstract onlyRows<Row>(statement: PreparedStatement | string, values: unknown[]): Promise<Row[]>;

  /** Adds a statement that is sent together with the COMMIT. Statements run in the order in which they were added. */
  abstract endWith(statement: PreparedStatement | string, values?: unknown[]): void;
}

/** The end of a transaction. */
export interface TransactionEnd {
  /** SQL. Default: `COMMIT`. */
  statement?: string;
  /** SQL of statements that are executed after it, before the connection is given back. */
  afterwards?: readonly string[];
}

/** A running transaction and its connection. */
export class RunningTransaction implements Transaction {
  readonly rowsPerStatement = ROWS_PER_STATEMENT;
  private readonly lastStatements: { statement: PreparedStatement | string; values: unknown[] }[] = [];
  private readonly begun: Promise<unknown>;
  private isCommitted = false;

  /**
   * @param begin `BEGIN …`, which is sent with the first statement if the work waits for nothing else before
   * @param interruptions when one of them is aborted, no further statement is sent, and the transaction is rolled back
   */
  constructor(
    private readonly connection: pg.PoolClient,
    begin: string,
    private readonly interruptions: readonly AbortSignal[],
    private readonly end: TransactionEnd = {},
  ) {
    this.stream.cork();
    this.begun = connection.query(begin);
    this.begun.catch(() => undefined);
    process.nextTick(() => this.stream.uncork());
  }

  async rows<Row>(statement: PreparedStatement | string, values: unknown[] = []): Promise<Row[]> {
    return (await this.run(statement, values)).rows as Row[];
  }

  together<T>(work: (tx: Transaction) => Promise<T>): Promise<T> {
    return work(this);
  }

  async count(statement: PreparedStatement | string, values: unknown[] = []): Promise<number> {
    return (await this.run(statement, values)).rowCount ?? 0;
  }

  async onlyRows<Row>(statement: PreparedStatement | string, values: unknown[]): Promise<Row[]> {
    this.throwIfInterrupted();
    this.isCommitted = true;
    const sent = [run(this.connection, statement, values), this.begun, this.connection.query('COMMIT')] as const;
    const [result] = await Promise.all(sent);
    return result.rows as Row[];
  }

  endWith(statement: PreparedStatement | string, values: unknown[] = []): void {
    this.lastStatements.push({ statement, values });
  }

  /** @internal */
  async commit(): Promise<void> {
    if (this.isCommitted) return;
    await this.begun;
    this.throwIfInterrupted();
    const { connection, lastStatements } = this;
    const { statement: end = 'COMMIT', afterwards = [] } = this.end;
    const results = await this.sendTogether(() => [
      ...lastStatements.map(({ statement, values }) => run(connection, statement, values)),
      connection.query(end),
    ]);
    // PostgreSQL answers the COMMIT of a failed transaction with a rollback and without an error.
    if (results.at(-1)?.command !== end.split(' ')[0]) throw new Error('a statement of this transaction had failed');
    await this.sendTogether(() => afterwards.map((statement) => connection.query(statement)));
  }

  private async sendTogether(send: () => Promise<pg.QueryResult>[]): Promise<pg.QueryResult[]> {
    this.stream.cork();
    let sent: Promise<pg.QueryResult>[];
    try {
      sent = send();
    } finally {
      this.stream.uncork();
    }
    return Promise.all(sent);
  }

  /**
   * The socket of the connection. What is sent while it is corked is written by one system call, which wakes the
   * process of the server once.
   */
  private get stream(): Duplex {
    return this.connection.connection.stream;
  }

  private throwIfInterrupted(): void {
    for (const signal of this.interruptions) signal.throwIfAborted();
  }

  private async run(statement: PreparedStatement | string, values: unknown[]): Promise<pg.QueryResult<object>> {
    this.throwIfInterrupted();
    const [result] = await Promise.all([run(this.connection, statement, values), this.begun]);
    return result;
  }
}
