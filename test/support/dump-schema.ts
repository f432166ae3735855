import { execFile } from 'node:child_process';
import { promisify } from 'node:util';
import type { DataSource } from 'typeorm';
import { databaseUrlFor } from './server-database';

const run = promisify(execFile);

/**
 * Returns the schema as `pg_dump` writes it, one statement or column a line, in an order of their own: a column that
 * was added later stands behind the other ones. The embedded database is not on a port, and has a later version than
 * the program: undefined.
 */
export async function dumpSchema(dataSource: DataSource): Promise<string[] | undefined> {
  const server = process.env.DATABASE_URL;
  if (!server) return undefined;
  const [database] = await dataSource.query<{ name: string }[]>('SELECT current_database() AS name');
  const options = ['--schema-only', '--no-owner', '--no-privileges', databaseUrlFor(server, database?.name ?? '')];
  const { stdout } = await run('pg_dump', options, { maxBuffer: 16 * 1_048_576 });
  return stdout
    .split('\n')
    .map((line) => line.trim().replace(/,$/, ''))
    .filter((line) => line !== '' && !/^(?:--|SET |SELECT |\\(?:un)?restrict )/.test(line))
    .sort();
}
