import type { QueryRunner } from 'typeorm';

/** Returns how many statements of other connections to the database wait for locks. */
async function countWaiting(connection: QueryRunner): Promise<number> {
  // A transaction sees only the connections that were open when it looked first.
  await connection.query('SELECT pg_stat_clear_snapshot()');
  const waits = `SELECT FROM pg_stat_activity WHERE datname = current_database() AND wait_event_type = 'Lock'`;
  const { records } = await connection.query(waits, [], true);
  return records.length;
}

/** Resolves when so many statements of other connections wait for locks, or a request has been answered. */
export async function untilWaitingForLock(
  connection: QueryRunner,
  request: Promise<unknown>,
  statements = 1,
): Promise<void> {
  let isAnswered = false;
  const answered = (): void => void (isAnswered = true);
  request.then(answered, answered);
  while (!isAnswered && (await countWaiting(connection)) < statements) continue;
}
