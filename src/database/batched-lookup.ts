import type { Database } from './database';
import type { PreparedStatement } from './statements';

/**
 * Finds rows by their ids. The look-ups of one turn of the event loop share one statement. It is sent after the last of
 * them, so that no result is older than its request.
 */
export class BatchedLookup<Row extends { id: string }> {
  private readonly batches = new WeakMap<Database, Batch<Row>>();

  /** @param statement selects the rows whose ids are in the array `$1` */
  constructor(private readonly statement: PreparedStatement) {}

  /**
   * @param id a UUID in lower case
   * @returns undefined if there is no such row
   */
  async find(database: Database, id: string): Promise<Row | undefined> {
    let batch = this.batches.get(database);
    if (!batch) {
      batch = this.open(database);
      this.batches.set(database, batch);
    }
    batch.ids.add(id);
    return (await batch.rows).get(id);
  }

  private open(database: Database): Batch<Row> {
    const ids = new Set<string>();
    const read = async (): Promise<Map<string, Row>> => {
      await endOfTurn();
      this.batches.delete(database);
      const rows = await database.rows<Row>(this.statement, [[...ids]]);
      return new Map(rows.map((row) => [row.id, row]));
    };
    return { ids, rows: read() };
  }
}

/** Look-ups that are not sent yet. */
interface Batch<Row> {
  ids: Set<string>;
  rows: Promise<Map<string, Row>>;
}

/** Resolves when all requests have been read that had arrived. */
const endOfTurn = (): Promise<void> => new Promise((resolve) => setImmediate(resolve));
