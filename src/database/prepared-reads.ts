import { createHash } from 'node:crypto';
import { Injectable } from '@nestjs/common';
import { DataSource, type EntityManager } from 'typeorm';

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

interface Connection {
  query<Row>(query: Prepared & { values: unknown[] }): Promise<{ rows: Row[] }>;
}

/**
 * Single reads outside of a transaction, on a connection of the pool for as long as they take. TypeORM's own `query` would
 * parse and plan anew each time, and makes a query runner for each.
 */
@Injectable()
export class PreparedReads {
  private readonly pool: Connection;

  constructor(dataSource: DataSource) {
    // The driver of a PostgreSQL keeps the pool of `pg` under this name.
    this.pool = (dataSource.driver as unknown as { master: Connection }).master;
  }

  async rows<Row>(statement: Prepared, values: unknown[]): Promise<Row[]> {
    const { rows } = await this.pool.query<Row>({ ...statement, values });
    return rows;
  }
}

/** The same inside a transaction, on its connection. */
export async function rowsIn<Row>(tx: EntityManager, statement: Prepared, values: unknown[]): Promise<Row[]> {
  if (!tx.queryRunner) throw new Error('not in a transaction');
  const connection = (await tx.queryRunner.connect()) as Connection;
  const { rows } = await connection.query<Row>({ ...statement, values });
  return rows;
}
