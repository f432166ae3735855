import { setTimeout as delay } from 'node:timers/promises';
import type { Logger } from '@nestjs/common';
import { type DataSource, type Migration, MigrationExecutor, type QueryRunner } from 'typeorm';
import { Database } from './database';
import { migrations } from './migrations';
import { reportBlockers } from './migration-blockers';
import { UnusableDatabaseError } from './usable-database';
import { isLockTimeout } from './write-settings';

/** Key of the advisory lock: an arbitrary number that never changes, so that different versions exclude each other. */
export const MIGRATION_LOCK = 6_057_117_453;

/** Milliseconds between two attempts to get the lock. A replica that waits occupies no connection of a pooler. */
const RETRY_MS = 200;

/**
 * Milliseconds that a statement of a migration waits for a lock. All statements that come later wait behind it: a long
 * read would stop the whole service. The migration is repeated after a pause, in which they run.
 */
const LOCK_TIMEOUT_MS = 2_000;
const PAUSE_MS = 3_000;

/**
 * Takes the lock for the transaction, because a pooler in transaction mode would leave a lock of the session to another
 * client.
 */
const TRY_LOCK = `SELECT pg_try_advisory_xact_lock(${MIGRATION_LOCK}) AS locked`;

type Work = (runner: QueryRunner) => Promise<void>;

export interface MigrationOptions {
  /** Runs on the connection of the migrations, after them. */
  work?: Work;
  /** The version of the program, which is noted in the database. */
  version?: string;
  /** Whether the database may have migrations of a newer version. */
  allowNewer?: boolean;
  /** Is called before the first of the pending migrations. */
  onPending?: () => Promise<void>;
  logger?: Pick<Logger, 'log' | 'warn'>;
  lockTimeoutMs?: number;
  pauseMs?: number;
}

/**
 * Runs the pending migrations, then `work` on the same connection. Other replicas that start wait until both are done.
 *
 * @throws the error of a migration; the migration is rolled back
 * @throws UnusableDatabaseError when a newer version has migrated the database
 */
export async function migrateUnderLock(dataSource: DataSource, options: MigrationOptions = {}): Promise<void> {
  const database = Database.of(dataSource);
  // One connection belongs to the embedded database, which no other process has open.
  if (database.hasOneConnection) return migrate(dataSource, options);
  const migrateIfLocked = (): Promise<boolean> =>
    database.transaction('BEGIN', async (tx) => {
      const [row] = await tx.rows<{ locked: boolean }>(TRY_LOCK);
      if (row?.locked) await migrate(dataSource, options);
      return row?.locked === true;
    });
  for (let attempt = 0; !(await migrateIfLocked()); attempt++) {
    if (attempt === 0) options.logger?.log('waiting for another replica, which migrates the database');
    await delay(RETRY_MS);
  }
}

async function migrate(dataSource: DataSource, options: MigrationOptions): Promise<void> {
  const runner = dataSource.createQueryRunner();
  try {
    const executor = new MigrationExecutor(dataSource, runner);
    const newer = await findNewer(executor);
    if (newer && !options.allowNewer) throw newerDatabase(await notedVersion(runner), newer, options.version);
    const pending = await executor.getPendingMigrations();
    if (pending.length > 0) await options.onPending?.();
    for (const migration of pending) await runMigration({ dataSource, runner, executor, migration, ...options });
    if (!newer && options.version) await noteVersion(runner, options.version);
    await options.work?.(runner);
  } finally {
    await runner.release();
  }
}

interface Run extends MigrationOptions {
  dataSource: DataSource;
  runner: QueryRunner;
  executor: MigrationExecutor;
  migration: Migration;
}

/** Runs one migration in a transaction, again and again while it does not get its locks. */
async function runMigration(run: Run): Promise<void> {
  const { migration, pauseMs = PAUSE_MS, logger } = run;
  const began = performance.now();
  for (let attempt = 1; ; attempt++) {
    try {
      await attemptMigration(run);
      logger?.log(`${migration.name} took ${Math.round(performance.now() - began)} ms`);
      return;
    } catch (error) {
      if (!isLockTimeout(error)) throw error;
      logger?.warn(`${migration.name} did not get its locks in time; attempt ${attempt + 1} in ${pauseMs} ms`);
    }
    await delay(pauseMs);
  }
}

async function attemptMigration(run: Run): Promise<void> {
  const { dataSource, runner, executor, migration, logger, lockTimeoutMs = LOCK_TIMEOUT_MS } = run;
  await runner.startTransaction();
  const report = await reportBlockers(dataSource, runner, (blockers) =>
    logger?.warn(`${migration.name} waits for a lock that ${blockers} has`),
  );
  try {
    await runner.query(`SET LOCAL lock_timeout = ${lockTimeoutMs}`);
    await executor.executeMigration(migration);
    await runner.commitTransaction();
  } catch (error) {
    await runner.rollbackTransaction();
    throw error;
  } finally {
    report.end();
  }
}

/** Returns the name of the last migration that this version does not have. */
async function findNewer(executor: MigrationExecutor): Promise<string | undefined> {
  const known = new Set(migrations.map(({ name }) => name));
  const executed = await executor.getExecutedMigrations();
  return executed
    .filter(({ name }) => !known.has(name))
    .sort((one, other) => other.timestamp - one.timestamp)
    .at(0)?.name;
}

const newerDatabase = (noted: string | null, newer: string, version = ''): UnusableDatabaseError =>
  new UnusableDatabaseError(
    `the database was migrated by a newer version, ${noted ?? 'Glossa'} (${newer}), and this is Glossa ${version} ` +
      `(${migrations.at(-1)?.name}): start the newer version, or restore a backup. ` +
      'With ALLOW_NEWER_DATABASE=true this version starts, and writes without what it does not know, such as a history',
  );

async function notedVersion(runner: QueryRunner): Promise<string | null> {
  const [found] = (await runner.query(`SELECT obj_description('migrations'::regclass) AS noted`)) as {
    noted: string | null;
  }[];
  return found?.noted ?? null;
}

/** Notes the version that has migrated the database, as the comment of TypeORM's table: older versions read it. */
async function noteVersion(runner: QueryRunner, version: string): Promise<void> {
  const noted = `Glossa ${version}`;
  if ((await notedVersion(runner)) !== noted) await runner.query(`COMMENT ON TABLE migrations IS '${noted}'`);
}
