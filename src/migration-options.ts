import type { Settings } from './config/settings';
import { VERSION } from './config/version';
import type { MigrationOptions } from './database/migrate';

const print = (line: string): void => void process.stdout.write(`${line}\n`);

/** Returns the options of the commands that run the migrations: their log is standard output. */
export const migrationOptions = ({ allowNewerDatabase }: Settings): MigrationOptions => ({
  version: VERSION,
  allowNewer: allowNewerDatabase,
  logger: { log: print, warn: print },
});
