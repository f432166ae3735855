import type { Transaction } from '../../database/transaction';

/** Enough that the round trip does not count, few enough that two pages are no memory. */
const PAGE_ROWS = 2_000;
/** Up to here, a cursor costs more than it saves. */
export const WHOLE_ROWS = 20_000;

/**
 * The rows of a statement page by page; where few are expected, all at once. A page is emptied when the next is asked
 * for: an array that has grown old would keep its rows, long read, until the collector of garbage looks at everything.
 * @param expected how many rows there may be; must be inside a transaction where it is many
 */
export async function* rowPages<Row>(
  tx: Transaction,
  sql: string,
  parameters: unknown[],
  expected: number,
): AsyncGenerator<Row[]> {
  if (expected <= WHOLE_ROWS) {
    yield await tx.rows<Row>(sql, parameters);
    return;
  }
  // All of it will be fetched: a plan that is quick for the first tenth is not what is wanted.
  await tx.rows('SET LOCAL cursor_tuple_fraction = 1');
  await tx.rows(`DECLARE rows NO SCROLL CURSOR FOR ${sql}`, parameters);
  for (;;) {
    const rows = await tx.rows<Row>(`FETCH ${PAGE_ROWS} FROM rows`);
    const { length } = rows;
    if (length > 0) yield rows;
    rows.length = 0;
    if (length < PAGE_ROWS) break;
  }
  await tx.rows('CLOSE rows');
}
