import { type RunningPgbouncer, startPgbouncer } from './pgbouncer';

let running: RunningPgbouncer | undefined;

/** With `PGBOUNCER=1`, all tests use the server at `DATABASE_URL` through a PgBouncer in transaction mode. */
export async function putPgbouncerInFront(): Promise<void> {
  const { DATABASE_URL: server, PGBOUNCER: wanted } = process.env;
  if (!server || !wanted) return;
  running = await startPgbouncer(server);
  process.env.DATABASE_URL = running.url;
  process.env.DATABASE_PREPARED_STATEMENTS = 'false';
}

export const removePgbouncer = async (): Promise<void> => running?.stop();
