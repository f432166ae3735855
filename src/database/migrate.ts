import { type DataSource, MigrationExecutor, type QueryRunner } from 'typeorm';

/** Key of the advisory lock: an arbitrary number that never changes, so that different versions exclude each other. */
const MIGRATION_LOCK = 6_057_117_453;

/**
 * Runs the pending migrations, then `work` on the same connection. Other replicas that start wait until both are done.
 *
 * @throws the error of a migration; the migration is rolled back
 */
export async function migrateUnderLock(
  dataSource: DataSource,
  work: (runner: QueryRunner) => Promise<void> = () => Promise.resolve(),
): Promise<void> {
  const runner = dataSource.createQueryRunner();
  try {
    // The migration of another replica may take longer than the lock timeout of requests.
    await runner.query('SET lock_timeout = 0');
    await runner.query('SELECT pg_advisory_lock($1)', [MIGRATION_LOCK]);
    try {
      const executor = new MigrationExecutor(dataSource, runner);
      executor.transaction = 'each';
      await executor.executePendingMigrations();
      await work(runner);
    } finally {
      await runner.query('SELECT pg_advisory_unlock($1)', [MIGRATION_LOCK]);
      await runner.query('RESET lock_timeout');
    }
  } finally {
    await runner.release();
  }
}
