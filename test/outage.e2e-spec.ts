import { Client as PostgresClient, Pool } from 'pg';
import { DataSource } from 'typeorm';
import { SilentServerWatch } from '../src/database/silent-server';
import { Organization } from '../src/organizations/organization.entity';
import { describeWith } from './oracles/oracle';
import type { ApiResponse } from './support/client';
import type { Given } from './support/given';
import { startPgbouncer } from './support/pgbouncer';
import { createDatabase, databaseUrlFor, dropDatabase, serverLocation } from './support/server-database';
import { type RunningApp, startApp } from './support/start-app';
import { Tunnel } from './support/tunnel';

const server = process.env.DATABASE_URL ?? '';

const outcome = ({ status, headers, body }: ApiResponse): object => ({
  status,
  code: body.code,
  retryAfter: headers.get('retry-after'),
});
const OUTAGE = { status: 500, code: 'database_unavailable', retryAfter: '2' };

(server ? describe : describe.skip)('an outage of the database server', () => {
  const name = `glossa_test_outage_${process.pid}`;
  let running: RunningApp;
  let tunnel: Tunnel;
  let port: number;
  let project: Awaited<ReturnType<Given['project']>>;
  beforeAll(async () => {
    await createDatabase(server, name);
    const url = new URL(databaseUrlFor(server, name));
    tunnel = new Tunnel(url, 5_432);
    port = await tunnel.open();
    const through = new URL(url);
    through.host = `127.0.0.1:${port}`;
    running = await startApp(
      {},
      { ...serverLocation(server, name), databaseUrl: through.href, serverSilenceMs: 2_000 },
    );
    project = await running.given.project({ keys: [{ name: 'a', value: 'A' }] });
  });
  afterAll(async () => {
    await running.close();
    await tunnel.cut();
    await dropDatabase(server, name);
  });

  const problems = async (code: string): Promise<number> => {
    const { bytes } = await running.anonymous.get('/metrics');
    return Number(new RegExp(`^glossa_problems_total\\{code="${code}"\\} (\\d+)$`, 'm').exec(bytes.toString())?.[1]);
  };
  it('is distinguished from a defect in the response, which has Retry-After, and in the metrics', async () => {
    const { api, id } = project;
    const unused = await running.given.apiKey();
    const before = [await problems('database_unavailable'), await problems('internal_error')];
    await tunnel.cut();
    try {
      expect(outcome(await api.get(`projects/${id}/keys`))).toEqual(OUTAGE);
      expect(outcome(await api.get(`projects/${id}`))).toEqual(OUTAGE);
      expect(outcome(await api.post(`projects/${id}/keys`, { name: 'b', value: 'B' }))).toEqual(OUTAGE);
      expect(outcome(await api.get(`projects/${id}/export?format=json&language=en`))).toEqual(OUTAGE);
      expect(outcome(await api.get('api-keys'))).toEqual(OUTAGE);
      // An API key that is not known yet is looked up before a route is found.
      expect(outcome(await unused.api.get('me'))).toEqual(OUTAGE);
    } finally {
      await tunnel.open(port);
    }
    expect((await api.get(`projects/${id}/keys`)).status).toBe(200);
    const after = [await problems('database_unavailable'), await problems('internal_error')];
    expect(after).toEqual([(before[0] ?? NaN) + 6, before[1]]);
  });

  it('is reported while a write is running, whose connection the server ends', async () => {
    const { api, id } = project;
    const other = new PostgresClient({ connectionString: databaseUrlFor(server, name) });
    await other.connect();
    await other.query('BEGIN');
    await other.query('SELECT FROM projects WHERE id = $1 FOR UPDATE', [id]);
    const write = api.post(`projects/${id}/keys`, { name: 'c', value: 'C' });
    const waits = `SELECT count(*)::int AS n FROM pg_stat_activity WHERE datname = current_database() AND wait_event_type = 'Lock'`;
    while ((await other.query<{ n: number }>(waits)).rows[0]?.n === 0) continue;
    // It keeps its own session, and the lock: the write cannot go on before it ends.
    await other.query(
      'SELECT pg_terminate_backend(pid) FROM pg_stat_activity WHERE datname = current_database() AND pid <> pg_backend_pid()',
    );
    expect(outcome(await write)).toEqual(OUTAGE);
    await other.end();
    // The service may notice the end of its idle connections later than the end of the connection of the write.
    let keys = await api.get(`projects/${id}/keys?name=c`);
    while (keys.status === 500) keys = await api.get(`projects/${id}/keys?name=c`);
    expect(keys.body.keys).toEqual([]);
  });

  it('ends the statements that a server has received which does not respond any more', async () => {
    const { api, id } = project;
    await Promise.all([api.get(`projects/${id}/keys`), api.get(`projects/${id}/export?format=json&language=en`)]);
    tunnel.hold();
    try {
      const requests = [
        api.get(`projects/${id}/keys?name=a`),
        api.post(`projects/${id}/keys`, { name: 'd', value: 'D' }),
      ];
      expect((await Promise.all(requests)).map(outcome)).toEqual([OUTAGE, OUTAGE]);
    } finally {
      tunnel.release();
    }
    expect((await api.get(`projects/${id}/keys?name=a`)).status).toBe(200);
  });

  it('is no name for a statement that lasts, on a server that responds', async () => {
    const slow = running.app.get(DataSource).query('SELECT pg_sleep(3)');
    await expect(slow).resolves.toHaveLength(1);
  });

  it('is no name for a defect', async () => {
    const defects = await problems('internal_error');
    await running.app.get(DataSource).query('ALTER TABLE organizations RENAME TO gone');
    try {
      const refused = await running.operator.get('organizations');
      expect(outcome(refused)).toEqual({ status: 500, code: 'internal_error', retryAfter: null });
    } finally {
      await running.app.get(DataSource).query('ALTER TABLE gone RENAME TO organizations');
    }
    expect(await problems('internal_error')).toBe(defects + 1);
  });
});

(server ? describe : describe.skip)('a database server behind PgBouncer', () => {
  const name = `glossa_test_frozen_${process.pid}`;

  describeWith(['pgbouncer'], 'that does not respond any more', () => {
    it('ends the statements that PgBouncer has received for it', async () => {
      await createDatabase(server, name);
      const tunnel = new Tunnel(new URL(server), 5_432);
      const through = new URL(databaseUrlFor(server, name));
      through.host = `127.0.0.1:${await tunnel.open()}`;
      const pgbouncer = await startPgbouncer(through.href);
      const location = { databaseUrl: pgbouncer.url, databasePreparedStatements: false, serverSilenceMs: 2_000 };
      const running = await startApp({}, { ...serverLocation(server, name), ...location });
      try {
        const { api, id } = await running.given.project({ keys: [{ name: 'a', value: 'A' }] });
        tunnel.hold();
        const requests = [api.get(`projects/${id}/keys`), api.post(`projects/${id}/keys`, { name: 'b', value: 'B' })];
        expect((await Promise.all(requests)).map(outcome)).toEqual([OUTAGE, OUTAGE]);
        tunnel.release();
        let keys = await api.get(`projects/${id}/keys?name=a`);
        while (keys.status === 500) keys = await api.get(`projects/${id}/keys?name=a`);
        expect(keys.status).toBe(200);
      } finally {
        tunnel.release();
        await running.close();
        await pgbouncer.stop();
        await tunnel.cut();
        await dropDatabase(server, name);
      }
    });
  });
});

(server ? describe : describe.skip)('a PgBouncer without a free connection', () => {
  describeWith(['pgbouncer'], 'that answers on the others', () => {
    it('is no silent server', async () => {
      const pgbouncer = await startPgbouncer(server, ['default_pool_size = 1', 'reserve_pool_size = 0']);
      const pool = new Pool({ connectionString: pgbouncer.url, max: 1 });
      // As at a start, the pool has a connection before it is watched.
      (await pool.connect()).release();
      const watch = new SilentServerWatch(pool, 2_000);
      const client = await pool.connect();
      try {
        await client.query('BEGIN');
        // The questions of the watch wait for the connection that the transaction has, also after their client has left.
        while ((await waitingClients(pgbouncer.url)) < 3) await client.query('SELECT 1');
        await client.query('COMMIT');
      } finally {
        client.release();
        await watch.stop();
        await pool.end();
        await pgbouncer.stop();
      }
    });
  });

  /** The clients that wait for a connection to the server. */
  const waitingClients = async (url: string): Promise<number> => {
    const admin = new URL(url);
    admin.pathname = '/pgbouncer';
    const client = new PostgresClient({ connectionString: admin.href });
    await client.connect();
    const { rows } = await client.query<{ database: string; cl_waiting: string }>('SHOW POOLS');
    await client.end();
    return rows.reduce((sum, { cl_waiting }) => sum + Number(cl_waiting), 0);
  };
});

(server ? describe : describe.skip)('a database server that refuses more connections', () => {
  const name = `glossa_test_room_${process.pid}`;
  beforeEach(() => createDatabase(server, name));
  afterAll(() => dropDatabase(server, name));

  /** Starts the service with a role that may have three connections. */
  async function withThree(work: (running: RunningApp) => Promise<void>): Promise<void> {
    const admin = new PostgresClient({ connectionString: server });
    await admin.connect();
    await admin.query(`CREATE ROLE ${name} LOGIN PASSWORD '${name}' CONNECTION LIMIT 3`);
    await admin.query(`ALTER DATABASE ${name} OWNER TO ${name}`);
    const url = new URL(databaseUrlFor(server, name));
    [url.username, url.password] = [name, name];
    const running = await startApp({}, { ...serverLocation(server, name), databaseUrl: url.href });
    try {
      await work(running);
    } finally {
      await running.close();
      await dropDatabase(server, name);
      await admin.query(`DROP ROLE ${name}`);
      await admin.end();
    }
  }

  it('serves requests one after the other, by the connections that the service has', () =>
    withThree(async (running) => {
      const { api, id } = await running.given.project({ keys: [{ name: 'a', value: 'A' }] });
      const responses = await Promise.all(
        Array.from({ length: 60 }, (_, index) => api.get(`projects/${id}/keys?search=${index}`)),
      );
      expect(responses.map(({ status }) => status)).toEqual(responses.map(() => 200));
    }));

  it('serves the repositories and statements of TypeORM in the same way', () =>
    withThree(async (running) => {
      const dataSource = running.app.get(DataSource);
      const organizations = dataSource.getRepository(Organization);
      const calls = Array.from({ length: 30 }, () => [organizations.count(), dataSource.query('SELECT 1 AS one')]);
      expect(await Promise.all(calls.flat())).toEqual(calls.flatMap(() => [expect.any(Number), [{ one: 1 }]]));
    }));
});
