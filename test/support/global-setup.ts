import 'reflect-metadata';
import { createHash } from 'node:crypto';
import { access, readdir, readFile, rename, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import type { DataSource } from 'typeorm';
import { EmbeddedDatabase } from '../../src/database/embedded/embedded-database';
import { LocalSession } from '../../src/database/embedded/session';
import { migrateUnderLock } from '../../src/database/migrate';
import { openDatabase } from '../../src/database/open-database';
import { putPgbouncerInFront } from './pgbouncer-in-front';
import { createDatabase, dropDatabase, endSessions, serverLocation } from './server-database';
import { DUMP, TEMPLATE } from './template';

/** Partitions a migrated database, which `PARTITIONS=1` does with that of the tests. */
const PARTITIONS = join(__dirname, '../../deploy/postgresql/partitions.sql');

/** Migrates one database for all test files: a dump for embedded databases, or a template on the server at `DATABASE_URL`. */
export default async function setUp(): Promise<void> {
  await putPgbouncerInFront();
  const server = process.env.DATABASE_URL;
  if (server) {
    process.env[TEMPLATE] = await createTemplate(server);
  } else {
    process.env[DUMP] = await findOrCreateDump();
  }
}

async function createTemplate(server: string): Promise<string> {
  const template = `glossa_template_${process.pid}`;
  await dropDatabase(server, template);
  await createDatabase(server, template);
  const database = await openDatabase(serverLocation(server, template), []);
  await migrateUnderLock(database.dataSource);
  if (process.env.PARTITIONS) await database.dataSource.query(await readFile(PARTITIONS, 'utf8'));
  await database.close();
  await endSessions(server, template);
  return template;
}

/** Keeps the dump, which takes seconds to create, for as long as the migrations and this file are unchanged. */
async function findOrCreateDump(): Promise<string> {
  const file = join(tmpdir(), `glossa-test-${await fingerprint()}.tar`);
  if (await exists(file)) return file;
  const session = await LocalSession.inMemory();
  const embedded = new EmbeddedDatabase(session);
  const database = await openDatabase({ embedded, dataDir: '' }, []);
  await migrateUnderLock(database.dataSource);
  await makeQuickToOpen(database.dataSource);
  const unfinished = `${file}.${process.pid}`;
  await writeFile(unfinished, Buffer.from(await (await session.dump()).arrayBuffer()));
  await database.close();
  await embedded.close();
  await rename(unfinished, file);
  return file;
}

/** Leaves nothing to recover, and drops the databases that no test opens: each test file copies all files of the dump. */
async function makeQuickToOpen(dataSource: DataSource): Promise<void> {
  await dataSource.query('UPDATE pg_database SET datistemplate = false');
  await dataSource.query('DROP DATABASE template0');
  await dataSource.query('DROP DATABASE template1');
  await dataSource.query('CHECKPOINT');
}

async function fingerprint(): Promise<string> {
  const folder = join(__dirname, '../../src/database/migrations');
  const hash = createHash('sha256');
  for (const file of [require.resolve('@electric-sql/pglite'), __filename]) hash.update(await readFile(file));
  for (const name of (await readdir(folder)).sort()) hash.update(await readFile(join(folder, name)));
  return hash.digest('hex').slice(0, 16);
}

const exists = (file: string): Promise<boolean> =>
  access(file).then(
    () => true,
    () => false,
  );
