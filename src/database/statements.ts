import { createHash } from 'node:crypto';
import type pg from 'pg';

/** A statement that each connection parses and plans once. */
export interface PreparedStatement {
  readonly name: string;
  readonly text: string;
}

/**
 * Names a statement by its text, so that a connection recognizes it.
 *
 * @param text SQL with parameters `$1`, `$2` …; built of constants only, so that the number of statements is bounded
 */
export const prepared = (text: string): PreparedStatement => ({
  name: `glossa_${createHash('sha256').update(text).digest('hex').slice(0, 16)}`,
  text,
});

/**
 * Runs one statement.
 *
 * @param statement text is parsed and planned each time; a prepared statement once per connection
 * @param values of the parameters `$1`, `$2` …
 */
export function run(
  connection: Pick<pg.ClientBase, 'query'>,
  statement: PreparedStatement | string,
  values: unknown[],
): Promise<pg.QueryResult<object>> {
  return typeof statement === 'string'
    ? connection.query(statement, values)
    : connection.query({ name: statement.name, text: statement.text, values });
}
