import { randomBytes } from 'node:crypto';
import type { DataSource } from 'typeorm';
import { openDatabase } from '../../src/database/open-database';
import { entities } from '../../src/entities';
import { createDatabase, dropDatabase, serverLocation } from './server-database';
import { emptyEmbedded } from './test-database';

/** Opens an empty database: on the server at `DATABASE_URL`, or embedded. */
export async function openEmptyDatabase(): Promise<{ dataSource: DataSource; close: () => Promise<void> }> {
  const server = process.env.DATABASE_URL;
  const name = `glossa_test_${randomBytes(8).toString('hex')}`;
  const embedded = server ? undefined : await emptyEmbedded();
  if (server) await createDatabase(server, name);
  const location = server ? serverLocation(server, name) : { embedded, dataDir: '' };
  const database = await openDatabase(location, entities);
  const close = async (): Promise<void> => {
    await database.close();
    await embedded?.close();
    if (server) await dropDatabase(server, name);
  };
  return { dataSource: database.dataSource, close };
}

/** Runs a test on an empty database. */
export async function withEmptyDatabase(test: (dataSource: DataSource) => Promise<void>): Promise<void> {
  const { dataSource, close } = await openEmptyDatabase();
  try {
    await test(dataSource);
  } finally {
    await close();
  }
}
