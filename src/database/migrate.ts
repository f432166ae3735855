import { setTimeout as delay } from 'node:timers/promises';
import { type DataSource, MigrationExecutor, type QueryRunner } from 'typeorm';
import { Database } from './database';

/** Key of the advisory lock: an arbitrary number that never changes, so that different versions exclude each other. */
const MIGRATION_LOCK = 6_057_117_453;

/** Milliseconds between two attempts to get the lock. A replica that waits occupies no connection of a pooler. */
const RETRY_MS = 200;

/**
 * Takes the lock for the transaction, because a pooler in transaction mode would leave a lock of the session to another
 * client.
 */
const TRY_LOCK = `SELECT pg_try_advisory_xact_lock(${MIGRATION_LOCK}) AS locked`;

type Work = (runner: QueryRunner) => Promise<void>;

/**
 * Runs the pending migrations, then `work` on the same connection. Other replicas that start wait until both are done.
 *
 * @throws the error of a migration; the migration is rolled back
 */
export async function migrateUnderLock(dataSource: DataSource, work: Work = () => Promise.resolve()): Promise<void> {
  const database = Database.of(dataSource);
  // One connection belongs to the embedded database, which no other process has open.
  if (database.pool.options.max === 1) return migrate(dataSource, work);
  const migrateIfLocked = (): Promise<boolean> =>
    database.transaction('BEGIN', async (tx) => {
      const [row] = await tx.rows<{ locked: boolean }>(TRY_LOCK);
      if (row?.locked) await migrate(dataSource, work);
      return row?.locked === true;
    });
  while (!(await migrateIfLocked())) await delay(RETRY_MS);
}

async function migrate(dataSource: DataSource, work: Work): Promise<void> {
  const runner = dataSource.createQueryRunner();
  try {
    const executor = new MigrationExecutor(dataSource, runner);
    executor.transaction = 'each';
    await executor.executePendingMigrations();
    await work(runner);
  } finally {
    await runner.release();
  }
}
