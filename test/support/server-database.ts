import { Client } from 'pg';

/** Returns the address of another database on the same server. */
export function databaseUrlFor(server: string, database: string): string {
  const url = new URL(server);
  url.pathname = `/${database}`;
  return url.href;
}

export const createDatabase = (server: string, name: string, template = 'template0'): Promise<void> =>
  execute(server, `CREATE DATABASE ${name} TEMPLATE ${template} ENCODING 'UTF8'`);

export const dropDatabase = (server: string, name: string): Promise<void> =>
  execute(server, `DROP DATABASE IF EXISTS ${name} WITH (FORCE)`);

async function execute(server: string, statement: string): Promise<void> {
  const client = new Client({ connectionString: server });
  await client.connect();
  try {
    await client.query(statement);
  } finally {
    await client.end();
  }
}
