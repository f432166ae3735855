import { type DataSource, MigrationExecutor, type QueryRunner } from 'typeorm';

/** Any number, the same in every version: whoever holds it is migrating. */
const MIGRATION_LOCK = 6_057_117_453;

/**
 * Runs the pending migrations, then `work` on the same connection, while every other replica that starts waits for it.
 * @throws whatever a migration throws, which is undone
 */
export async function migrateUnderLock(
  dataSource: DataSource,
  work: (runner: QueryRunner) => Promise<void> = () => Promise.resolve(),
): Promise<void> {
  const runner = dataSource.createQueryRunner();
  try {
    // Another replica's migration may take longer than any request would wait.
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
