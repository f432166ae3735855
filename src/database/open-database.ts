import type { Type } from '@nestjs/common';
import type pg from 'pg';
import { DataSource, type DataSourceOptions } from 'typeorm';
import { setArrayParsers } from './array-results';
import { Database } from './database';
import { type DatabasePlace, databasePlace } from './database-place';
import { EmbeddedDatabase } from './embedded/embedded-database';
import { endParts } from './embedded/end-parts';
import { EmbeddedMaintenance } from './embedded/maintenance';
import type { Durability } from './embedded/session';
import { migrations } from './migrations';
import { SilentServerWatch } from './silent-server';
import { ForeignStandbyError, Standby } from './standby/standby';
import { UnnamedStatementsClient } from './unnamed-statements';
import { assertKeepsStatements, assertUsable, UnusableDatabaseError } from './usable-database';

/**
 * Milliseconds that a request waits for a connection: less than a write waits for other writes, so that a server that does not
 * answer is not taken for a busy project.
 */
const CONNECTION_TIMEOUT_MS = 20_000;

/** Milliseconds that a request waits for the embedded database's only connection, which a large import may hold. */
const EMBEDDED_TIMEOUT_MS = 120_000;

/** Connections in the pool. `ProjectWriter` leaves some of them to reads. */
export const POOL_SIZE = 12;

/** A connected data source and its kind of database. */
export interface OpenDatabase {
  dataSource: DataSource;
  embedded: boolean;
  /** The embedded database; undefined for a server. */
  engine?: EmbeddedDatabase;
  place: DatabasePlace;
  /** The standby at `DATABASE_READ_URL`. */
  standby?: Standby;
  /** Milliseconds that one statement of a read may take. */
  readTimeoutMs?: number;
  /** Closes the data source, and the embedded database unless its location contained it. */
  close(): Promise<void>;
}

/** The entity classes that the data source maps; the features declare them. */
export type Entities = Type<object>[];

/** The place of the data: a server, else an embedded database that is open, else one in a folder. */
export interface DatabaseLocation {
  databaseUrl?: string;
  /** Whether statements are prepared by name. Default: true. */
  databasePreparedStatements?: boolean;
  /** A standby of the server. */
  databaseReadUrl?: string;
  /** Seconds by which the standby may be behind. */
  databaseReadMaxLagSeconds?: number;
  /** Seconds that one statement of a read may take. */
  databaseReadTimeoutSeconds?: number;
  /** Milliseconds without an answer of the server after which connections in use are closed. Default: 30 s. */
  serverSilenceMs?: number;
  dataDir: string;
  /** Default: `full`. */
  dataDurability?: Durability;
  /** An open embedded database; the caller that opened it closes it. */
  embedded?: EmbeddedDatabase;
}

/**
 * Opens the server or the embedded database. SQL, entities and migrations are the same for both.
 *
 * @throws UnusableDatabaseError when the server cannot be reached, is too old or lacks a feature
 * @throws FolderError when the folder of the embedded database cannot be used
 */
export async function openDatabase(location: DatabaseLocation, entities: Entities): Promise<OpenDatabase> {
  setArrayParsers();
  const embedded = await openEmbedded(location);
  const dataSource = new DataSource(embedded ? embeddedOptions(embedded, entities) : serverOptions(location, entities));
  let maintenance: EmbeddedMaintenance | undefined;
  let standby: Standby | undefined;
  let silentServerWatch: SilentServerWatch | undefined;
  const close = async (): Promise<void> => {
    await maintenance?.stop();
    await silentServerWatch?.stop();
    await standby?.close();
    if (dataSource.isInitialized) await dataSource.destroy();
    if (!location.embedded) await embedded?.close();
  };
  try {
    await connect(dataSource);
    if (!embedded) {
      silentServerWatch = new SilentServerWatch(Database.of(dataSource).pool, location.serverSilenceMs);
    }
    await assertUsable(dataSource);
    if (!embedded && location.databasePreparedStatements !== false) await assertKeepsStatements(dataSource);
    if (embedded) await endParts(Database.of(dataSource));
    if (embedded && !location.embedded) {
      maintenance = new EmbeddedMaintenance(Database.of(dataSource).pool, embedded.parts);
      maintenance.start();
    }
    standby = await openStandby(location);
  } catch (error) {
    await close();
    throw error;
  }
  return {
    dataSource,
    embedded: embedded !== undefined,
    engine: embedded,
    place: databasePlace(embedded ? undefined : location.databaseUrl),
    standby,
    readTimeoutMs: location.databaseReadTimeoutSeconds && location.databaseReadTimeoutSeconds * 1_000,
    close,
  };
}

/** Opens the embedded database of the location; returns undefined for a server. */
export async function openEmbedded({ databaseUrl, embedded, dataDir, dataDurability = 'full' }: DatabaseLocation) {
  return databaseUrl ? undefined : (embedded ?? (await EmbeddedDatabase.open(dataDir, dataDurability)));
}

type PostgresOptions = Extract<DataSourceOptions, { type: 'postgres' }>;

const SHARED_OPTIONS = {
  type: 'postgres',
  migrations,
  migrationsTransactionMode: 'each',
  synchronize: false,
  installExtensions: false,
} as const satisfies Partial<PostgresOptions>;

export const serverOptions = (
  { databaseUrl, databasePreparedStatements = true }: DatabaseLocation,
  entities: Entities,
): PostgresOptions => ({
  ...SHARED_OPTIONS,
  entities,
  url: databaseUrl,
  poolSize: POOL_SIZE,
  applicationName: 'glossa',
  extra: {
    connectionTimeoutMillis: CONNECTION_TIMEOUT_MS,
    keepAlive: true,
    pipeline: true,
    ...clientOption(databasePreparedStatements),
  },
});

const clientOption = (preparedStatements: boolean): pg.PoolConfig =>
  preparedStatements ? {} : { Client: UnnamedStatementsClient };

async function openStandby({
  databaseUrl,
  databasePreparedStatements = true,
  databaseReadUrl,
  databaseReadMaxLagSeconds = 10,
}: DatabaseLocation): Promise<Standby | undefined> {
  if (!databaseUrl || !databaseReadUrl) return undefined;
  try {
    return await Standby.open({
      primaryUrl: databaseUrl,
      url: databaseReadUrl,
      maxLagMs: databaseReadMaxLagSeconds * 1_000,
      pool: { max: POOL_SIZE, ...clientOption(databasePreparedStatements) },
    });
  } catch (error) {
    throw error instanceof ForeignStandbyError ? new UnusableDatabaseError(error.message, { cause: error }) : error;
  }
}

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
