/** Rows per statement: fewer rows cost more round trips, more rows cost memory in the service and in the database. */
export const ROWS_PER_STATEMENT = 5_000;

/** Characters per statement. The driver holds the values of a statement several times. */
const CHARACTERS_PER_STATEMENT = 1_048_576;

/**
 * Divides rows into sets for one statement each: up to 5,000 rows with about a million characters. A set is released
 * when the next one is requested.
 *
 * @param characters returns the length of a row's texts; by default the size of rows does not count
 * @param rowsOf returns the number of rows that the statements of an item have; by default one
 */
export function* chunksOf<T>(
  rows: Iterable<T>,
  size = ROWS_PER_STATEMENT,
  characters: (row: T) => number = () => 0,
  rowsOf: (row: T) => number = () => 1,
): Generator<T[]> {
  const chunk: T[] = [];
  let count = 0;
  let length = 0;
  for (const row of rows) {
    chunk.push(row);
    count += rowsOf(row);
    length += characters(row);
    if (count < size && length < CHARACTERS_PER_STATEMENT) continue;
    yield chunk;
    release(chunk);
    count = 0;
    length = 0;
  }
  if (chunk.length > 0) yield chunk;
}

/**
 * Empties an array whose rows are no longer needed; best before a statement is awaited. The collector moves what it
 * finds alive to the old generation, and a dead array there keeps its rows until the next full collection: two hundred
 * megabytes in a large import. Setting the length alone leaves the rows in the memory that the array has given up.
 */
export function release(rows: unknown[]): void {
  rows.fill(undefined);
  rows.length = 0;
}
