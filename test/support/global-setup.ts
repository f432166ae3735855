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
import { DUMP, EMPTY_DUMP, TEMPLATE } from './template';

/** Partitions a migrated database, which `PARTITIONS=1` does with the database of the tests. */
const PARTITIONS = join(__dirname, '../../deploy/postgresql/partitions.sql');
/** The schema of the oldest build. With `UPGRADED=1`, the database of the tests is an upgraded one. */
const OLDEST_SCHEMA = join(__dirname, 'earlier-schemas/2026-11-20-01.sql');

/**
 * Makes the databases that test files copy: an empty and a migrated one as dumps for embedded databases, or a migrated
 * one as a template on the server at `DATABASE_URL`.
 */
export default async function setUp(): Promise<void> {
  await putPgbouncerInFront();
  const server = process.env.DATABASE_URL;
  if (server) process.env[TEMPLATE] = await createTemplate(server);
  // Some unit tests use an embedded database in any case.
  const dumps = join(tmpdir(), `glossa-test-${await fingerprint()}`);
  process.env[EMPTY_DUMP] = `${dumps}-empty.tar`;
  process.env[DUMP] = `${dumps}-migrated.tar`;
  if (!(await exists(process.env[DUMP]))) await createDumps(process.env[EMPTY_DUMP], process.env[DUMP]);
}

async function createTemplate(server: string): Promise<string> {
  const template = `glossa_template_${process.pid}`;
  await dropDatabase(server, template);
  await createDatabase(server, template);
  const database = await openDatabase(serverLocation(server, template), []);
  const run = async (file: string): Promise<unknown> => database.dataSource.query(await readFile(file, 'utf8'));
  if (process.env.UPGRADED) await run(OLDEST_SCHEMA);
  await migrateUnderLock(database.dataSource);
  if (process.env.PARTITIONS) await run(PARTITIONS);
  await database.close();
  await endSessions(server, template);
  return template;
}

/** Creates dumps, which takes seconds: they are kept for as long as the migrations and this file are unchanged. */
async function createDumps(empty: string, migrated: string): Promise<void> {
  const session = await LocalSession.inMemory();
  const embedded = EmbeddedDatabase.of(session);
  const database = await openDatabase({ embedded, dataDir: '' }, []);
  const dump = async (file: string): Promise<void> => {
    // Leaves nothing to recover.
    await database.dataSource.query('CHECKPOINT');
    const unfinished = `${file}.${process.pid}`;
    await writeFile(unfinished, Buffer.from(await (await session.dump()).arrayBuffer()));
    await rename(unfinished, file);
  };
  await makeQuickToOpen(database.dataSource);
  await dump(empty);
  await migrateUnderLock(database.dataSource);
  await dump(migrated);
  await database.close();
  await embedded.close();
}

/** Keeps little that each copy initializes: shared buffers, and databases that no test opens. */
async function makeQuickToOpen(dataSource: DataSource): Promise<void> {
  await dataSource.query(`ALTER SYSTEM SET shared_buffers = '4MB'`);
  await dataSource.query('UPDATE pg_database SET datistemplate = false');
  await dataSource.query('DROP DATABASE template0');
  await dataSource.query('DROP DATABASE template1');
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
