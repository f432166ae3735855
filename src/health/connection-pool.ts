import { Pool } from 'pg';
import type { DataSource } from 'typeorm';
import { PostgresDriver } from 'typeorm/driver/postgres/PostgresDriver.js';

/** The pool of the `pg` driver under TypeORM, which has no API for its state. */
export function connectionPool({ driver }: DataSource): Pool {
  const pool: unknown = driver instanceof PostgresDriver ? driver.master : undefined;
  if (!(pool instanceof Pool)) throw new Error('the database has no pool of connections');
  return pool;
}
