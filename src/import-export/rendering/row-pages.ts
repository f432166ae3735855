import type { Transaction } from '../../database/transactions';

/** Enough that the round trip does not count, few enough that two pages are no memory. */
const PAGE_ROWS = 5_000;

/**
 * The rows of a statement page by page; where few are expected, all at once.
 * @param expected how many rows there may be; must be inside a transaction where it is many
 */
export async function* rowPages<Row>(
  tx: Transaction,
  sql: string,
  parameters: unknown[],
  expected: number,
): AsyncGenerator<Row[]> {
  if (expected <= PAGE_ROWS * 4) {
    yield await tx.rows<Row>(sql, parameters);
    return;
  }
  // All of it will be fetched: a plan that is quick for the first tenth is not what is wanted.
  await tx.rows('SET LOCAL cursor_tuple_fraction = 1');
  await tx.rows(`DECLARE rows NO SCROLL CURSOR FOR ${sql}`, parameters);
  for (;;) {
    const rows = await tx.rows<Row>(`FETCH ${PAGE_ROWS} FROM rows`);
    if (rows.length > 0) yield rows;
    if (rows.length < PAGE_ROWS) break;
  }
  await tx.rows('CLOSE rows');
}
