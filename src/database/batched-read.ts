import type { Database } from './database';
import type { PreparedStatement } from './statements';

/**
 * Reads rows by one of their columns. The reads of one turn of the event loop share one statement. It is sent after the
 * last of them was requested, so that no result is older than its request.
 */
export class BatchedRead<Row> {
  private readonly batches = new WeakMap<Database, Batch<Row>>();

  /**
   * @param statement selects the rows whose column has a value of the array `$1`
   * @param valueOf returns the value of that column in a row
   */
  constructor(
    private readonly statement: PreparedStatement,
    private readonly valueOf: (row: Row) => string,
  ) {}

  /**
   * Returns the rows whose column has the value, in the order of the statement. Other requests may share them.
   *
   * @param value as the database returns it: a UUID in lower case
   */
  async rows({ shared: database }: Database, value: string): Promise<readonly Readonly<Row>[]> {
    let batch = this.batches.get(database);
    if (!batch) {
      batch = this.open(database);
      this.batches.set(database, batch);
    }
    batch.values.add(value);
    return (await batch.rows).get(value) ?? [];
  }

  private open(database: Database): Batch<Row> {
    const values = new Set<string>();
    const read = async (): Promise<Map<string, Row[]>> => {
      await endOfTurn();
      this.batches.delete(database);
      return this.group(await database.rows<Row>(this.statement, [[...values]]));
    };
    return { values, rows: read() };
  }

  private group(rows: readonly Row[]): Map<string, Row[]> {
    const groups = new Map<string, Row[]>();
    for (const row of rows) {
      const value = this.valueOf(row);
      const group = groups.get(value);
      if (group) group.push(row);
      else groups.set(value, [row]);
    }
    return groups;
  }
}

/** Reads whose statement is not sent yet. */
interface Batch<Row> {
  values: Set<string>;
  /** By the value of the column. */
  rows: Promise<Map<string, Row[]>>;
}

/** Resolves when all requests have been read that had arrived. */
const endOfTurn = (): Promise<void> => new Promise((resolve) => setImmediate(resolve));
