import { READ_CURSORS_TO_END } from './planned-reads';
import type { Transaction } from './transaction';

/** Large enough that the round trips do not matter, small enough that two pages take little memory. */
const PAGE_ROWS = 2_000;
/** The number of rows above which a cursor is used. For fewer rows it costs more than it saves. */
export const CURSOR_MIN_ROWS = 20_000;

/**
 * Reads the rows of a statement page by page, or all at once when few are expected. A page is emptied when the next one
 * is requested: an array in the old generation would keep its rows alive until the next full garbage collection.
 *
 * @param expected the number of rows that there may be
 * @param maxRows the most rows of a page, where they are long
 */
export async function* readPages<Row>(
  tx: Transaction,
  sql: string,
  parameters: unknown[],
  expected: number,
  maxRows = Infinity,
): AsyncGenerator<Row[]> {
  const pageRows = Math.min(PAGE_ROWS, maxRows);
  if (expected <= CURSOR_MIN_ROWS && expected <= maxRows) {
    yield await tx.rows<Row>(sql, parameters);
    return;
  }
  await tx.rows(READ_CURSORS_TO_END);
  await tx.rows(`DECLARE rows NO SCROLL CURSOR FOR ${sql}`, parameters);
  for (;;) {
    const rows = await tx.rows<Row>(`FETCH ${pageRows} FROM rows`);
    const { length } = rows;
    if (length > 0) yield rows;
    rows.length = 0;
    if (length < pageRows) break;
  }
  await tx.rows('CLOSE rows');
}
