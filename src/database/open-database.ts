import type { Type } from '@nestjs/common';
import { DataSource, type DataSourceOptions } from 'typeorm';
import { Database } from './database';
import { EmbeddedDatabase } from './embedded/embedded-database';
import { EmbeddedMaintenance } from './embedded/maintenance';
import { migrations } from './migrations';

/** How long a statement waits for a row lock, and a request for a connection. */
export const LOCK_TIMEOUT_MS = 30_000;

/** On the one connection of the embedded database, everybody waits for a large import. */
const EMBEDDED_TIMEOUT_MS = 120_000;

/** Connections of the pool. Writers never take the last ones: see `ProjectWriter`. */
export const POOL_SIZE = 10;

export interface OpenDatabase {
  dataSource: DataSource;
  embedded: boolean;
  close(): Promise<void>;
}

/** The server at `DATABASE_URL` cannot be used; the message says why, in one line. */
export class UnusableDatabaseError extends Error {}

/** Classes of the entities that the data source maps; the features declare them. */
export type Entities = Type<object>[];

export interface DatabaseLocation {
  databaseUrl?: string;
  dataDir: string;
  /** An embedded database that is open already; whoever opened it closes it. */
  embedded?: EmbeddedDatabase;
}

/** Opens the server or the embedded database: the same SQL, entities and migrations behind both. */
export async function openDatabase(location: DatabaseLocation, entities: Entities): Promise<OpenDatabase> {
  const embedded = location.databaseUrl
    ? undefined
    : (location.embedded ?? (await EmbeddedDatabase.open(location.dataDir)));
  const dataSource = new DataSource({
    ...(embedded ? embeddedOptions(embedded) : serverOptions(location.databaseUrl)),
    entities,
  });
  let maintenance: EmbeddedMaintenance | undefined;
  const close = async (): Promise<void> => {
    await maintenance?.stop();
    if (dataSource.isInitialized) await dataSource.destroy();
    if (!location.embedded) await embedded?.close();
  };
  try {
    await connect(dataSource);
    await assertUsable(dataSource);
    if (embedded && !location.embedded) {
      maintenance = new EmbeddedMaintenance(new Database(dataSource).pool);
      maintenance.start();
    }
  } catch (error) {
    await close();
    throw error;
  }
  return { dataSource, embedded: embedded !== undefined, close };
}

/** For the TypeORM command line, which opens the connection itself. */
export async function dataSourceOf(location: DatabaseLocation, entities: Entities): Promise<DataSource> {
  const options = location.databaseUrl
    ? serverOptions(location.databaseUrl)
    : embeddedOptions(await EmbeddedDatabase.open(location.dataDir));
  return new DataSource({ ...options, entities });
}

type PostgresOptions = Extract<DataSourceOptions, { type: 'postgres' }>;

const common = {
  type: 'postgres',
  migrations,
  migrationsTransactionMode: 'each',
  synchronize: false,
  installExtensions: false,
} as const satisfies Partial<PostgresOptions>;

const serverOptions = (url: string | undefined): PostgresOptions => ({
  ...common,
  url,
  poolSize: POOL_SIZE,
  applicationName: 'glossa',
  extra: { lock_timeout: LOCK_TIMEOUT_MS, connectionTimeoutMillis: LOCK_TIMEOUT_MS, keepAlive: true },
});

function embeddedOptions(embedded: EmbeddedDatabase): PostgresOptions {
  const { extra, ...options } = embedded.connectionOptions();
  return { ...common, ...options, extra: { ...extra, connectionTimeoutMillis: EMBEDDED_TIMEOUT_MS } };
}

async function connect(dataSource: DataSource): Promise<void> {
  try {
    await dataSource.initialize();
  } catch (error) {
    throw new UnusableDatabaseError(`DATABASE_URL cannot be reached: ${reasonOf(error)}`, { cause: error });
  }
}

/** An `AggregateError` of a host with several addresses has no message of its own. */
function reasonOf(error: unknown): string {
  if (error instanceof AggregateError && error.errors.length > 0) return reasonOf(error.errors[0]);
  return error instanceof Error ? error.message : String(error);
}

async function assertUsable(dataSource: DataSource): Promise<void> {
  const [server] = await dataSource.query<{ version: number; encoding: string; icu: boolean }[]>(
    `SELECT current_setting('server_version_num')::int AS version, current_setting('server_encoding') AS encoding,
            EXISTS (SELECT FROM pg_collation WHERE collname = 'und-x-icu') AS icu`,
  );
  if (!server) throw new UnusableDatabaseError('DATABASE_URL does not answer');
  if (server.version < 150_000) throw new UnusableDatabaseError('DATABASE_URL must be a PostgreSQL 15 or later');
  if (server.encoding !== 'UTF8')
    throw new UnusableDatabaseError(`DATABASE_URL must be a database in UTF8, not ${server.encoding}`);
  if (!server.icu)
    throw new UnusableDatabaseError('DATABASE_URL must be a PostgreSQL built with ICU (for case-insensitive search)');
}
