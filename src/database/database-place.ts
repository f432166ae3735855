import { resolve } from 'node:path';
import pg from 'pg';

/** The database that the service uses, without the password. */
export interface DatabasePlace {
  kind: 'server' | 'embedded';
  /** Host and port of the server, or the folder of its socket; null for the embedded database. */
  host: string | null;
  /** The name of the server's database; null for the embedded database. */
  name: string | null;
}

/** Returns the place that the driver connects to for an address; undefined stands for the embedded database. */
export function databasePlace(databaseUrl: string | undefined): DatabasePlace {
  if (databaseUrl === undefined) return { kind: 'embedded', host: null, name: null };
  const { host, port, database } = new pg.Client({ connectionString: databaseUrl });
  const isSocket = host.startsWith('/');
  return { kind: 'server', host: isSocket ? host : `${host}:${port}`, name: database ?? null };
}

/** Describes the place for people. @param dataDir folder of an embedded database */
export function describePlace({ kind, host, name }: DatabasePlace, dataDir: string): string {
  return kind === 'server' ? `PostgreSQL at ${host}, database ${name}` : `embedded, in ${resolve(dataDir)}`;
}
