import 'reflect-metadata';
import 'dotenv/config';
import { readSettings } from './config/settings';
import { migrateUnderLock } from './database/migrate';
import { openDatabase } from './database/open-database';
import { endOnSignals } from './end-on-signals';
import { migrationOptions } from './migration-options';
import { failedMessage } from './startup-output';

/** Runs the pending migrations without starting the service, as its start does: in the image too, which has no npm scripts. */
async function main(): Promise<void> {
  endOnSignals();
  const settings = readSettings(process.env);
  const database = await openDatabase(settings, []);
  try {
    await migrateUnderLock(database.dataSource, migrationOptions(settings));
  } finally {
    await database.close();
  }
  process.stdout.write('the database has all migrations of this version\n');
}

main().catch((error: unknown) => {
  process.stderr.write(failedMessage(error));
  process.exitCode = 1;
});
