import { type ClientRequest, get } from 'node:http';
import { Client } from 'pg';
import type { Given } from './support/given';
import { type RunningApp, startApp } from './support/start-app';
import { testDatabase, type TestDatabase } from './support/test-database';

const TABLES = 'keys, keys_history, translations, translations_history, changes, audit_entries';

// The embedded database executes one statement at a time, and cannot be interrupted.
(process.env.DATABASE_URL ? describe : describe.skip)('a read that lasts', () => {
  let database: TestDatabase;
  let running: RunningApp;
  let sql: Client;
  let project: Awaited<ReturnType<Given['project']>>;
  /** Its statistics are kept in memory once they were read. */
  let shared: Awaited<ReturnType<Given['project']>>;
  let key: string;

  beforeAll(async () => {
    database = await testDatabase();
    running = await startApp({}, { ...database.location, databaseReadTimeoutSeconds: 3_600 });
    sql = new Client({ connectionString: database.location.databaseUrl });
    await sql.connect();
    project = await running.given.project({ keys: [{ name: 'a.b', value: 'A' }] });
    shared = await running.given.project({ keys: [{ name: 'a.b', value: 'A' }] });
    // The check run serves other requests too, and goes on.
    await project.api.get(`projects/${project.id}/checks`);
    key = (await project.api.get(`projects/${project.id}/keys`)).body.keys[0].id as string;
  });
  afterAll(async () => {
    await sql.end();
    await running.close();
    await database.drop();
  });
  beforeEach(() => sql.query(`BEGIN; LOCK TABLE ${TABLES} IN ACCESS EXCLUSIVE MODE`));
  afterEach(() => sql.query('ROLLBACK'));

  /** Sends a request on a connection of its own. */
  function send(path: string, secret: string): ClientRequest {
    const headers = { authorization: `Bearer ${secret}` };
    return get(`${running.url}/api/v1/${path}`, { headers, agent: false }).on('error', () => undefined);
  }

  /** Waits until a number of statements wait for the lock. */
  async function waiting(count: number): Promise<void> {
    const statement = `SELECT count(DISTINCT pid)::int AS n FROM pg_locks
      WHERE NOT granted AND database = (SELECT oid FROM pg_database WHERE datname = current_database())`;
    while ((await sql.query<{ n: number }>(statement)).rows[0]?.n !== count) continue;
  }

  it.each([
    'projects/:id/export?format=json&language=en',
    'projects/:id/translations',
    'projects/:id/keys',
    'projects/:id/keys?search=A&total=true',
    'projects/:id/keys?check=any',
    'projects/:id/namespaces',
    'projects/:id/statistics',
    'projects/:id/changes',
    'projects/:id/changes/1',
    'projects/:id',
    'projects?include=progress',
    'projects/:id/checks',
    'keys/:key/changes',
    'audit',
  ])('is cancelled in the database when its client disconnects: GET %s', async (path) => {
    const read = send(path.replace(':id', project.id).replace(':key', key), project.organization.secret);
    await waiting(1);
    read.destroy();
    await waiting(0);
  });

  it('goes on while another client waits for the same result', async () => {
    const path = `projects/${shared.id}/statistics`;
    const abandoned = send(path, shared.organization.secret);
    await waiting(1);
    const other = shared.api.get(path);
    abandoned.destroy();
    await new Promise((resolve) => abandoned.once('close', resolve));
    await sql.query('ROLLBACK');
    expect((await other).status).toBe(200);
  });
});

(process.env.DATABASE_URL ? describe : describe.skip)('a statement of a read', () => {
  it('ends after DATABASE_READ_TIMEOUT_SECONDS with a 429, and the connection serves others', async () => {
    const database = await testDatabase();
    const running = await startApp({}, { ...database.location, databaseReadTimeoutSeconds: 1 });
    const sql = new Client({ connectionString: database.location.databaseUrl });
    await sql.connect();
    const { api, id } = await running.given.project({ keys: [{ name: 'a', value: 'A' }] });
    await sql.query('BEGIN; LOCK TABLE keys, translations IN ACCESS EXCLUSIVE MODE');
    const { status, body, headers } = await api.get(`projects/${id}/keys`);
    expect({ status, code: body.code, retryAfter: headers.get('retry-after') }).toEqual({
      status: 429,
      code: 'busy',
      retryAfter: '30',
    });
    await sql.query('ROLLBACK');
    expect((await api.get(`projects/${id}/keys`)).status).toBe(200);
    await sql.end();
    await running.close();
    await database.drop();
  });
});
