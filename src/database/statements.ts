import { createHash } from 'node:crypto';
import { Injectable } from '@nestjs/common';
import type pg from 'pg';
import { DataSource } from 'typeorm';

/** A statement that each connection parses and plans once. */
export interface Prepared {
  readonly name: string;
  readonly text: string;
}

/** @param text with parameters `$1`, `$2` …; of constants alone, so that their number is bounded */
export const prepared = (text: string): Prepared => ({
  name: `glossa_${createHash('sha256').update(text).digest('hex').slice(0, 16)}`,
  text,
});

/** Runs one statement. @param statement as text, it is parsed and planned anew each time */
export function run(
  connection: Pick<pg.ClientBase, 'query'>,
  statement: Prepared | string,
  values: unknown[],
): Promise<pg.QueryResult<object>> {
  return typeof statement === 'string'
    ? connection.query(statement, values)
    : connection.query({ name: statement.name, text: statement.text, values });
}

/** The pool that TypeORM's driver for PostgreSQL keeps, for statements that need nothing of an ORM. */
export const poolOf = (dataSource: DataSource): pg.Pool => (dataSource.driver as unknown as { master: pg.Pool }).master;

/** Single reads outside of a transaction, on a connection of the pool for as long as they take. */
@Injectable()
export class Reads {
  private readonly pool: pg.Pool;

  constructor(dataSource: DataSource) {
    this.pool = poolOf(dataSource);
  }

  async rows<Row>(statement: Prepared, values: unknown[]): Promise<Row[]> {
    return (await run(this.pool, statement, values)).rows as Row[];
  }
}
