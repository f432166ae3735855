import type { QueryRunner } from 'typeorm';

/** Returns whether a statement of another connection to the database waits for a lock. */
export async function isWaitingForLock(connection: QueryRunner): Promise<boolean> {
  const waits = `SELECT FROM pg_stat_activity WHERE datname = current_database() AND wait_event_type = 'Lock'`;
  const { records } = await connection.query(waits, [], true);
  return records.length > 0;
}
