import type { DataSource, QueryRunner } from 'typeorm';
import { Database } from './database';
import { prepared } from './statements';

/** Milliseconds between two checks whether a migration waits. */
const CHECK_MS = 500;

/**
 * Sessions that have what another session waits for. Their statements are not shown: they may contain texts of tenants.
 */
const BLOCKERS = prepared(`
  SELECT string_agg(format('process %s (%s, %s, %s, for %s s)', pid, usename, coalesce(nullif(application_name, ''), 'no name'), state,
                           round(extract(epoch FROM clock_timestamp() - xact_start))), ', ') AS blockers
  FROM pg_stat_activity WHERE pid = ANY (pg_blocking_pids($1))`);

/**
 * Reports who has the lock that the session of a migration waits for, once.
 *
 * @returns `end` ends the watch
 */
export async function reportBlockers(
  dataSource: DataSource,
  runner: QueryRunner,
  report: (blockers: string) => void,
): Promise<{ end: () => void }> {
  const database = Database.of(dataSource);
  // Nothing but the migration uses the embedded database.
  if (database.hasOneConnection) return { end: () => undefined };
  const [session] = (await runner.query('SELECT pg_backend_pid() AS pid')) as { pid: number }[];
  const check = async (): Promise<void> => {
    const [found] = await database.rows<{ blockers: string | null }>(BLOCKERS, [session?.pid]);
    if (!found?.blockers) return;
    clearInterval(timer);
    report(found.blockers);
  };
  // The report is only for the operator: a check that fails must not end the migration, which will fail itself.
  const timer = setInterval(() => void check().catch(() => undefined), CHECK_MS);
  return { end: () => clearInterval(timer) };
}
