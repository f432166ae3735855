import type { QueryRunner } from 'typeorm';

/** Returns whether a statement of another connection to the database waits for a lock. */
async function isWaitingForLock(connection: QueryRunner): Promise<boolean> {
  const waits = `SELECT FROM pg_stat_activity WHERE datname = current_database() AND wait_event_type = 'Lock'`;
  const { records } = await connection.query(waits, [], true);
  return records.length > 0;
}

/** Resolves when a statement of another connection waits for a lock, or a request has been answered. */
export async function untilWaitingForLock(connection: QueryRunner, request: Promise<unknown>): Promise<void> {
  let isAnswered = false;
  const answered = (): void => void (isAnswered = true);
  request.then(answered, answered);
  while (!isAnswered && !(await isWaitingForLock(connection))) continue;
}
