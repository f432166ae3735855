import type { Database } from '../database/database';
import { writeSettings } from '../database/write-settings';
import type { PreparedStatement } from '../database/statements';

/** Rows of the first statement. Even of the largest rows, so few are removed in some milliseconds. */
const FIRST_ROWS = 10;
const MAX_ROWS = 5_000;
/** Milliseconds of a statement below which the next one removes more rows, and above which it removes fewer. */
const [SHORT_MS, LONG_MS] = [10, 30];

/**
 * Removes rows in short transactions, as many in each as take some milliseconds.
 *
 * @param statement removes rows; its last parameter is the greatest number of rows
 * @param values of the other parameters
 * @returns the numbers of rows that were removed, after each transaction
 */
export async function* removeInSteps(
  database: Database,
  statement: PreparedStatement,
  values: readonly unknown[],
): AsyncGenerator<number> {
  let limit = FIRST_ROWS;
  for (;;) {
    const { removed, ms } = await database.transaction(`BEGIN; ${writeSettings()}`, async (tx) => {
      // The wait for a connection does not count.
      const started = performance.now();
      const count = await tx.count(statement, [...values, limit]);
      return { removed: count, ms: performance.now() - started };
    });
    yield removed;
    if (removed < limit) return;
    if (ms < SHORT_MS) limit = Math.min(MAX_ROWS, limit * 2);
    else if (ms > LONG_MS) limit = Math.max(1, Math.floor(limit / 2));
  }
}
