import { randomBytes } from 'node:crypto';
import type { DataSource } from 'typeorm';
import { openDatabase } from '../../src/database/open-database';
import { entities } from '../../src/entities';
import { createDatabase, dropDatabase, serverLocation } from './server-database';
import { emptyEmbedded } from './test-database';

interface EmptyDatabase {
  dataSource: DataSource;
  close: () => Promise<void>;
}

/** Opens an empty database: on the server at `DATABASE_URL`, or embedded. */
export async function openEmptyDatabase(): Promise<EmptyDatabase> {
  const server = process.env.DATABASE_URL;
  if (!server) return openEmptyEmbedded();
  const name = `glossa_test_${randomBytes(8).toString('hex')}`;
  await createDatabase(server, name);
  const database = await openDatabase(serverLocation(server, name), entities);
  const close = async (): Promise<void> => {
    await database.close();
    await dropDatabase(server, name);
  };
  return { dataSource: database.dataSource, close };
}

/** Opens an empty embedded database, also where there is a server. */
export async function openEmptyEmbedded(): Promise<EmptyDatabase> {
  const embedded = await emptyEmbedded();
  const database = await openDatabase({ dataDir: '', embedded }, entities);
  const close = async (): Promise<void> => {
    await database.close();
    await embedded.close();
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
