import type { DataSource } from 'typeorm';
import { Database } from './database';
import { keepsPreparedStatements } from './prepared-statements';

/** The server at `DATABASE_URL` cannot be used; the message gives the reason in one line. */
export class UnusableDatabaseError extends Error {}

/** @throws UnusableDatabaseError when the server is too old or lacks a feature */
export async function assertUsable(dataSource: DataSource): Promise<void> {
  const [server] = await dataSource.query<{ version: number; encoding: string; dates: string; icu: boolean }[]>(
    `SELECT current_setting('server_version_num')::int AS version, current_setting('server_encoding') AS encoding,
            current_setting('DateStyle') AS dates,
            EXISTS (SELECT FROM pg_collation WHERE collname = 'und-x-icu') AS icu`,
  );
  if (!server) throw new UnusableDatabaseError('DATABASE_URL returns no settings of the server');
  if (server.version < 150_000) throw new UnusableDatabaseError('DATABASE_URL must be a PostgreSQL 15 or later');
  if (server.encoding !== 'UTF8')
    throw new UnusableDatabaseError(`DATABASE_URL must be a database in UTF8, not ${server.encoding}`);
  // The driver reads no other times.
  if (!server.dates.startsWith('ISO'))
    throw new UnusableDatabaseError(`DATABASE_URL must have a DateStyle that begins with ISO, not ${server.dates}`);
  if (!server.icu)
    throw new UnusableDatabaseError('DATABASE_URL must be a PostgreSQL built with ICU (for case-insensitive search)');
}

/** @throws UnusableDatabaseError behind a pooler that loses prepared statements */
export async function assertKeepsStatements(dataSource: DataSource): Promise<void> {
  if (await keepsPreparedStatements(Database.of(dataSource).pool)) return;
  throw new UnusableDatabaseError(
    'DATABASE_URL is a pooler that does not keep prepared statements: set DATABASE_PREPARED_STATEMENTS=false',
  );
}
