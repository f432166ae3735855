import { Client } from 'pg';
import type { DatabaseLocation } from '../../src/database/open-database';

/** Returns the address of another database on the same server. */
export function databaseUrlFor(server: string, database: string): string {
  const url = new URL(server);
  url.pathname = `/${database}`;
  return url.href;
}

/** Returns the location of a database on a server, with the settings of the environment. */
export const serverLocation = (server: string, database: string): DatabaseLocation => ({
  databaseUrl: databaseUrlFor(server, database),
  databasePreparedStatements: process.env.DATABASE_PREPARED_STATEMENTS !== 'false',
  dataDir: '',
});

export const createDatabase = (server: string, name: string, template = 'template0'): Promise<void> =>
  execute(server, `CREATE DATABASE ${name} TEMPLATE ${template} ENCODING 'UTF8'`);

export const dropDatabase = (server: string, name: string): Promise<void> =>
  execute(server, `DROP DATABASE IF EXISTS ${name} WITH (FORCE)`);

/** Ends the sessions that a pooler keeps open: a database with sessions cannot be a template. */
export const endSessions = (server: string, name: string): Promise<void> =>
  execute(server, `SELECT pg_terminate_backend(pid, 5000) FROM pg_stat_activity WHERE datname = '${name}'`);

async function execute(server: string, statement: string): Promise<void> {
  const client = new Client({ connectionString: server });
  await client.connect();
  try {
    await client.query(statement);
  } finally {
    await client.end();
  }
}
