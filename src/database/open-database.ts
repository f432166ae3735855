import type { Type } from '@nestjs/common';
import { DataSource, type DataSourceOptions } from 'typeorm';
import { Database } from './database';
import { EmbeddedDatabase } from './embedded/embedded-database';
import { EmbeddedMaintenance } from './embedded/maintenance';
import { migrations } from './migrations';

/** Milliseconds that a statement waits for a row lock, and a request for a connection. */
export const LOCK_TIMEOUT_MS = 30_000;

/** Milliseconds that a request waits for the embedded database's only connection, which a large import may hold. */
const EMBEDDED_TIMEOUT_MS = 120_000;

/** Connections in the pool. `ProjectWriter` leaves some of them to reads. */
export const POOL_SIZE = 10;

/** A connected data source and its kind of database. */
export interface OpenDatabase {
  dataSource: DataSource;
  embedded: boolean;
  /** Closes the data source, and the embedded database unless its location contained it. */
  close(): Promise<void>;
}

/** The server at `DATABASE_URL` cannot be used; the message gives the reason in one line. */
export class UnusableDatabaseError extends Error {}

/** The entity classes that the data source maps; the features declare them. */
export type Entities = Type<object>[];

/** The place of the data: a server, else an embedded database that is open, else one in a folder. */
export interface DatabaseLocation {
  databaseUrl?: string;
  dataDir: string;
  /** An open embedded database; the caller that opened it closes it. */
  embedded?: EmbeddedDatabase;
}

/**
 * Opens the server or the embedded database. SQL, entities and migrations are the same for both.
 *
 * @throws UnusableDatabaseError when the server cannot be reached, is too old or lacks a feature
 * @throws FolderInUseError when another process has the embedded database open
 * @throws UnlockableFolderError when the folder of the embedded database cannot be locked
 */
export async function openDatabase(location: DatabaseLocation, entities: Entities): Promise<OpenDatabase> {
  const embedded = await openEmbedded(location);
  const dataSource = new DataSource(
    embedded ? embeddedOptions(embedded, entities) : serverOptions(location.databaseUrl, entities),
  );
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

/** Opens the embedded database of the location; returns undefined for a server. */
export async function openEmbedded({ databaseUrl, embedded, dataDir }: DatabaseLocation) {
  return databaseUrl ? undefined : (embedded ?? (await EmbeddedDatabase.open(dataDir)));
}

type PostgresOptions = Extract<DataSourceOptions, { type: 'postgres' }>;

const SHARED_OPTIONS = {
  type: 'postgres',
  migrations,
  migrationsTransactionMode: 'each',
  synchronize: false,
  installExtensions: false,
} as const satisfies Partial<PostgresOptions>;

export const serverOptions = (url: string | undefined, entities: Entities): PostgresOptions => ({
  ...SHARED_OPTIONS,
  entities,
  url,
  poolSize: POOL_SIZE,
  applicationName: 'glossa',
  extra: { lock_timeout: LOCK_TIMEOUT_MS, connectionTimeoutMillis: LOCK_TIMEOUT_MS, keepAlive: true },
});

export function embeddedOptions(embedded: EmbeddedDatabase, entities: Entities): PostgresOptions {
  const { extra, ...options } = embedded.connectionOptions();
  return {
    ...SHARED_OPTIONS,
    entities,
    ...options,
    extra: { ...extra, connectionTimeoutMillis: EMBEDDED_TIMEOUT_MS },
  };
}

async function connect(dataSource: DataSource): Promise<void> {
  try {
    await dataSource.initialize();
  } catch (error) {
    throw new UnusableDatabaseError(`DATABASE_URL cannot be reached: ${errorMessage(error)}`, { cause: error });
  }
}

/** Returns the message of an error; an `AggregateError` (a host with several addresses) has none of its own. */
function errorMessage(error: unknown): string {
  if (error instanceof AggregateError && error.errors.length > 0) return errorMessage(error.errors[0]);
  return error instanceof Error ? error.message : String(error);
}

async function assertUsable(dataSource: DataSource): Promise<void> {
  const [server] = await dataSource.query<{ version: number; encoding: string; icu: boolean }[]>(
    `SELECT current_setting('server_version_num')::int AS version, current_setting('server_encoding') AS encoding,
            EXISTS (SELECT FROM pg_collation WHERE collname = 'und-x-icu') AS icu`,
  );
  if (!server) throw new UnusableDatabaseError('DATABASE_URL returns no settings of the server');
  if (server.version < 150_000) throw new UnusableDatabaseError('DATABASE_URL must be a PostgreSQL 15 or later');
  if (server.encoding !== 'UTF8')
    throw new UnusableDatabaseError(`DATABASE_URL must be a database in UTF8, not ${server.encoding}`);
  if (!server.icu)
    throw new UnusableDatabaseError('DATABASE_URL must be a PostgreSQL built with ICU (for case-insensitive search)');
}
