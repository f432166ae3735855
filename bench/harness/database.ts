import { Client } from 'pg';

/** The database that the bench creates for itself and drops at the end. */
export class BenchDatabase {
  private constructor(
    private readonly server: string,
    private readonly name: string,
    readonly url: string,
  ) {}

  /** @param suffix of the name, for a further database */
  static async create(server: string, suffix = ''): Promise<BenchDatabase> {
    const name = `glossa_bench_${process.pid}${suffix && `_${suffix}`}`;
    const url = new URL(server);
    url.pathname = `/${name}`;
    const database = new BenchDatabase(server, name, url.href);
    await database.drop();
    await onServer(server, `CREATE DATABASE ${name} TEMPLATE template0 ENCODING 'UTF8'`);
    return database;
  }

  async connect(): Promise<Client> {
    const client = new Client({ connectionString: this.url });
    await client.connect();
    return client;
  }

  async drop(): Promise<void> {
    await onServer(this.server, `DROP DATABASE IF EXISTS ${this.name} WITH (FORCE)`);
  }
}

/** Lists the server settings that the figures depend on. */
export async function describeServer(client: Client): Promise<string> {
  const { rows } = await client.query<{ name: string; setting: string }>(
    `SELECT name, current_setting(name) AS setting FROM unnest(ARRAY['server_version', 'shared_buffers', 'work_mem', 'fsync',
     'synchronous_commit', 'autovacuum', 'max_wal_size']) AS name`,
  );
  return rows.map(({ name, setting }) => `${name} ${setting}`).join(', ');
}

async function onServer(server: string, statement: string): Promise<void> {
  const client = new Client({ connectionString: server });
  await client.connect();
  try {
    await client.query(statement);
  } finally {
    await client.end();
  }
}
