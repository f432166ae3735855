import 'reflect-metadata';
import { existsSync } from 'node:fs';
import { join } from 'node:path';
import { parseArgs } from 'node:util';
import { NestFactory } from '@nestjs/core';
import { FastifyAdapter, type NestFastifyApplication } from '@nestjs/platform-fastify';
import { AppModule } from './app.module';
import { serviceOf } from './common/access/principal';
import { DomainError } from './common/errors/domain-error';
import { databaseUrl, InvalidValue } from './config/parse-values';
import { readSettings } from './config/settings';
import { Database } from './database/database';
import { databasePlace, describePlace } from './database/database-place';
import { EmbeddedDatabase } from './database/embedded/embedded-database';
import { migrateUnderLock } from './database/migrate';
import { type DatabaseLocation, openDatabase, type OpenDatabase } from './database/open-database';
import { prepared } from './database/statements';
import { copyDatabase, type CopiedTable, TransferError } from './database/transfer/copy-database';
import { endOnSignals } from './end-on-signals';
import { ExportOptionsDto } from './exports/dto/export-options.dto';
import { ExportService } from './exports/export.service';
import { failedMessage } from './startup-output';

const USAGE = `Copies all data of one Glossa database into another one, which must be empty.

  npm run transfer -- --from <database> --to <database>

A database is a DATA_DIR folder or a postgres:// address. Stop the service first: what is written meanwhile is not copied.
With a pooler that does not keep prepared statements, set DATABASE_PREPARED_STATEMENTS=false, which holds for both databases.`;

/** The formats whose exports are compared: between them they write texts, plurals, descriptions and what files kept. */
const COMPARED_FORMATS = ['json', 'po', 'xliff'];

/**
 * Copies a database, then compares the exports of every project. The target is empty again where they differ.
 * @returns the tables that were copied and the number of projects that were compared
 * @throws TransferError
 */
export async function transfer(
  from: DatabaseLocation,
  to: DatabaseLocation,
): Promise<{ tables: CopiedTable[]; projects: number }> {
  const tables = await withDatabases(from, to, async (source, target) => {
    await migrateUnderLock(target.dataSource);
    return copyDatabase(Database.of(source.dataSource), Database.of(target.dataSource));
  });
  const [source, target] = [await hashExports(from), await hashExports(to)];
  const different = [...source].filter(([project, hash]) => target.get(project) !== hash);
  if (different.length > 0 || source.size !== target.size) {
    await withDatabases(to, to, ({ dataSource }) =>
      dataSource.query(`TRUNCATE ${tables.map(({ name }) => name).join(', ')}`),
    );
    throw new TransferError(`the exports of ${different.length} projects differ; the target was emptied again`);
  }
  return { tables, projects: source.size };
}

async function withDatabases<T>(
  from: DatabaseLocation,
  to: DatabaseLocation,
  work: (source: OpenDatabase, target: OpenDatabase) => Promise<T>,
): Promise<T> {
  const source = await openDatabase(from, []);
  try {
    const target = from === to ? source : await openDatabase(to, []);
    try {
      return await work(source, target);
    } finally {
      if (target !== source) await target.close();
    }
  } finally {
    await source.close();
  }
}

/**
 * Returns a hash of the exports of each project, by project id. The application is created, but not initialized: background work, which
 * would send messages of webhooks and publish releases, starts with its initialization.
 */
async function hashExports(location: DatabaseLocation): Promise<Map<string, string>> {
  const app = await NestFactory.create<NestFastifyApplication>(
    AppModule.forRoot(readSettings({}), location),
    new FastifyAdapter(),
    { logger: false, abortOnError: false },
  );
  try {
    const exports = app.get(ExportService, { strict: false });
    const projects = await app
      .get(Database, { strict: false })
      .rows<{ id: string; organizationId: string }>(
        prepared('SELECT id, organization_id AS "organizationId" FROM projects ORDER BY id'),
        [],
      );
    const hashes = new Map<string, string>();
    for (const { id, organizationId } of projects) hashes.set(id, await hashProject(exports, id, organizationId));
    return hashes;
  } finally {
    await app.close();
  }
}

async function hashProject(exports: ExportService, id: string, organizationId: string): Promise<string> {
  const reader = serviceOf(organizationId);
  const hashes: string[] = [];
  for (const format of COMPARED_FORMATS) {
    const options = Object.assign(new ExportOptionsDto(), { format, language: ['*'] });
    try {
      await exports.export(reader, id, options, ({ hash }) => Promise.resolve(void hashes.push(hash)));
    } catch (error) {
      // A format that cannot carry a text of the project refuses it on both sides.
      if (!(error instanceof DomainError)) throw error;
      hashes.push(`${error.code}: ${error.message}`);
    }
  }
  return hashes.join('\n');
}

/**
 * Whether a value is an address, or looks like one: a scheme or a host before a colon. A drive is one letter, and `./a:b` is a
 * folder.
 */
const isServer = (database: string): boolean => /^[^/\\:]{2,}:|:\/\//.test(database);

/** @throws TransferError if the value of an option is blank, or looks like an address and is none that the driver can use */
function assertDatabase(option: string, database: string): void {
  if (database.trim() === '') throw new TransferError(`${option} is blank: it must be a folder or an address`);
  if (!isServer(database)) return;
  try {
    databasePlace(databaseUrl(database));
  } catch (error) {
    if (!(error instanceof Error)) throw error;
    // The driver reads the files of the parameters for TLS.
    const problem = error instanceof InvalidValue ? error.message : `cannot be used: ${error.message}`;
    throw new TransferError(`${option} ${problem}`);
  }
}

/** Describes a database for people, without its password. */
const describeDatabase = (database: string): string =>
  describePlace(databasePlace(isServer(database) ? database : undefined), database);

/** Returns whether statements are prepared by name, on both sides. Other variables are not read. @throws SettingsError */
function readPreparedStatements({ DATABASE_PREPARED_STATEMENTS }: NodeJS.ProcessEnv): boolean {
  return readSettings({ DATABASE_PREPARED_STATEMENTS }).databasePreparedStatements;
}

/** Opens a folder once for all steps: its lock must not be released between them. */
async function locate(database: string): Promise<{ location: DatabaseLocation; close: () => Promise<void> }> {
  if (isServer(database)) {
    const databasePreparedStatements = readPreparedStatements(process.env);
    const location = { databaseUrl: database, databasePreparedStatements, dataDir: '' };
    return { location, close: () => Promise.resolve() };
  }
  const embedded = await EmbeddedDatabase.open(database, 'full');
  return { location: { embedded, dataDir: database }, close: () => embedded.close() };
}

/** @throws TransferError with the usage */
function readArguments(): { from?: string; to?: string } {
  try {
    return parseArgs({ options: { from: { type: 'string' }, to: { type: 'string' } } }).values;
  } catch (error) {
    throw new TransferError(`${error instanceof Error ? error.message : ''}\n\n${USAGE}`);
  }
}

async function main(): Promise<void> {
  endOnSignals();
  const { from, to } = readArguments();
  if (from === undefined || to === undefined || from === to) throw new TransferError(USAGE);
  assertDatabase('--from', from);
  assertDatabase('--to', to);
  if (!isServer(from) && !existsSync(join(from, 'pgdata'))) {
    throw new TransferError(`the folder ${from} holds no embedded database`);
  }
  process.stdout.write(`From: ${describeDatabase(from)}\nTo: ${describeDatabase(to)}\n`);
  const source = await locate(from);
  try {
    const target = await locate(to);
    try {
      const { tables, projects } = await transfer(source.location, target.location);
      const lines = tables.map(({ name, rows }) => `${name}: ${rows}`);
      process.stdout.write(`${lines.join('\n')}\nThe exports of ${projects} projects are the same on both sides.\n`);
    } finally {
      await target.close();
    }
  } finally {
    await source.close();
  }
}

if (require.main === module) {
  main().catch((error: unknown) => {
    process.stderr.write(failedMessage(error));
    process.exitCode = 1;
  });
}
