/** Rows per statement: fewer rows cost more round trips, more rows cost memory in the service and in the database. */
export const ROWS_PER_STATEMENT = 5_000;

export function* chunksOf<T>(rows: readonly T[], size = ROWS_PER_STATEMENT): Generator<readonly T[]> {
  for (let start = 0; start < rows.length; start += size) yield rows.slice(start, start + size);
}
