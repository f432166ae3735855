import { randomBytes } from 'node:crypto';
import type { DataSource } from 'typeorm';
import { EmbeddedDatabase } from '../../src/database/embedded/embedded-database';
import { openDatabase } from '../../src/database/open-database';
import { entities } from '../../src/entities';
import { createDatabase, dropDatabase, serverLocation } from './server-database';

/** Runs a test on an empty database: on the server at `DATABASE_URL`, or embedded. */
export async function withEmptyDatabase(test: (dataSource: DataSource) => Promise<void>): Promise<void> {
  const server = process.env.DATABASE_URL;
  const name = `glossa_test_${randomBytes(8).toString('hex')}`;
  const embedded = server ? undefined : await EmbeddedDatabase.inMemory();
  if (server) await createDatabase(server, name);
  const location = server ? serverLocation(server, name) : { embedded, dataDir: '' };
  const database = await openDatabase(location, entities);
  try {
    await test(database.dataSource);
  } finally {
    await database.close();
    await embedded?.close();
    if (server) await dropDatabase(server, name);
  }
}
