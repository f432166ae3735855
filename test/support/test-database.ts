import { randomBytes } from 'node:crypto';
import { readFile } from 'node:fs/promises';
import { EmbeddedDatabase } from '../../src/database/embedded/embedded-database';
import type { DatabaseLocation } from '../../src/database/open-database';
import { CopiedFiles, readArchive } from './copied-files';
import { createDatabase, dropDatabase, serverLocation } from './server-database';
import { DUMP, EMPTY_DUMP, TEMPLATE } from './template';

export interface TestDatabase {
  location: DatabaseLocation;
  /** Drops the database; to be called after the service that used it is closed. */
  drop(): Promise<void>;
}

/** Creates an empty, migrated database: in memory, or on the server at `DATABASE_URL`. */
export async function testDatabase(): Promise<TestDatabase> {
  const { DATABASE_URL: server, [DUMP]: dump, [TEMPLATE]: template } = process.env;
  if (server && template) {
    const name = `glossa_test_${randomBytes(8).toString('hex')}`;
    await createDatabase(server, name, template);
    return {
      location: serverLocation(server, name),
      drop: () => dropDatabase(server, name),
    };
  }
  const embedded = await EmbeddedDatabase.inMemory(await filesOf(dump));
  return { location: { embedded, dataDir: '' }, drop: () => embedded.close() };
}

/** Opens an embedded database in memory that has no tables, which takes a tenth of the time of creating one. */
export const emptyEmbedded = async (): Promise<EmbeddedDatabase> => EmbeddedDatabase.inMemory(await emptyFiles());

/** Returns the files of a database in memory that has no tables. */
export const emptyFiles = (): Promise<CopiedFiles> => filesOf(process.env[EMPTY_DUMP]);

async function filesOf(dump: string | undefined): Promise<CopiedFiles> {
  if (!dump) throw new Error('the global setup has created no database');
  return new CopiedFiles(readArchive(await readFile(dump)));
}
