/** Rows per statement: fewer rows cost more round trips, more rows cost memory in the service and in the database. */
export const ROWS_PER_STATEMENT = 5_000;

/** Characters per statement. The driver holds the values of a statement several times. */
const CHARACTERS_PER_STATEMENT = 1_048_576;

/**
 * Divides rows into sets for one statement each: up to 5,000 rows with about a million characters. A set is emptied when the next
 * one is requested.
 *
 * @param characters returns the length of a row's texts; by default the size of rows does not count
 */
export function* chunksOf<T>(
  rows: Iterable<T>,
  size = ROWS_PER_STATEMENT,
  characters: (row: T) => number = () => 0,
): Generator<readonly T[]> {
  const chunk: T[] = [];
  let length = 0;
  for (const row of rows) {
    chunk.push(row);
    length += characters(row);
    if (chunk.length < size && length < CHARACTERS_PER_STATEMENT) continue;
    yield chunk;
    // An array in the old generation would keep its rows alive until the next full garbage collection.
    chunk.length = 0;
    length = 0;
  }
  if (chunk.length > 0) yield chunk;
}
