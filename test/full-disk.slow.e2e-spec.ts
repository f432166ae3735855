import { join } from 'node:path';
import { Client as PostgresClient } from 'pg';
import { EmbeddedDatabase } from '../src/database/embedded/embedded-database';
import type { Client } from './support/client';
import { findPostgres, PostgresCluster } from './support/postgres-cluster';
import { ServiceProcess } from './support/service-process';
import { SmallDisk } from './support/small-disk';

const SECRET = 'operator-secret-of-the-disk-tests-01';
const MEBIBYTE = 1_048_576;
/** Only a place where nothing can be mounted skips these tests, and CI never does. */
const given = process.env.CI || SmallDisk.isAvailable() ? describe : describe.skip;

const nothing = (): Promise<void> => Promise.resolve();

let disk: SmallDisk;
afterEach(() => disk.remove());

async function createProject(api: Client): Promise<string> {
  const { body } = await api.post('projects', { name: 'P', sourceLanguage: 'en' });
  return body.project.id;
}

/** Creates keys until one is refused. @returns the names that were acknowledged, and the refusal */
async function writeUntilRefused(api: Client, project: string, prefix: string) {
  const names: string[] = [];
  for (;;) {
    const name = `${prefix}.${names.length}`;
    const { status, body } = await api.post(`projects/${project}/keys`, { name, value: 'x'.repeat(500) });
    if (status !== 201) return { names, refusal: { status, code: body.code } };
    names.push(name);
  }
}

async function readNames(api: Client, project: string): Promise<string[]> {
  const { status, bytes } = await api.get(`projects/${project}/export?format=properties&language=en`);
  expect(status).toBe(200);
  return [...bytes.toString().matchAll(/^([\w.]+) *=/gm)].map(([, name = '']) => name).sort();
}

const FULL = { status: 400, code: 'storage_full' };

given('a full disk of the embedded database', () => {
  it('refuses writes, serves reads, and keeps what was acknowledged; with space again, the start works', async () => {
    disk = SmallDisk.mount(160);
    const dataDir = join(disk.folder, 'data');
    const place = { folder: disk.folder, env: { DATA_DIR: dataDir, BOOTSTRAP_API_KEY: SECRET }, remove: nothing };
    let service = await ServiceProcess.start(place);
    try {
      const api = service.client(SECRET);
      const project = await createProject(api);
      disk.fill(60 * MEBIBYTE);
      const file = JSON.stringify(
        Object.fromEntries(Array.from({ length: 20_000 }, (_, i) => [`i.${i}`, `Text ${i}`])),
      );
      const tooLarge = await api.send('POST', `projects/${project}/import?format=json&language=en`, { body: file });
      expect({ status: tooLarge.status, code: tooLarge.body.code }).toEqual(FULL);
      disk.fill(50 * MEBIBYTE);
      const { names, refusal } = await writeUntilRefused(api, project, 'k');
      expect(refusal).toEqual(FULL);
      disk.fill();
      expect((await writeUntilRefused(api, project, 'none')).refusal).toEqual(FULL);
      expect(await readNames(api, project)).toEqual([...names].sort());
      expect((await service.stop()).code).toBe(0);

      const { code, stdout, stderr } = await ServiceProcess.startAndFail(place);
      expect([code, stdout]).toEqual([1, '']);
      expect(stderr).toMatch(/^the disk of DATA_DIR \S+ is full: \d+ bytes are free, and the start needs \d+\n$/);

      disk.free();
      service = await ServiceProcess.start(place);
      const again = service.client(SECRET);
      expect(await readNames(again, project)).toEqual([...names].sort());
      expect((await again.post(`projects/${project}/keys`, { name: 'later', value: 'x' })).status).toBe(201);
    } finally {
      await service.stop('SIGKILL');
    }
  });

  it('ends the database when its log cannot be written, and keeps what was acknowledged', async () => {
    disk = SmallDisk.mount(160);
    const dataDir = join(disk.folder, 'data');
    const database = await EmbeddedDatabase.open(dataDir, 'full');
    const { username: user, database: name, extra } = database.connectionOptions();
    const client = new PostgresClient({ user, database: name, ...extra });
    client.on('error', () => undefined);
    await client.connect();
    await client.query('CREATE TABLE notes (id int PRIMARY KEY)');
    disk.fill(MEBIBYTE);
    const acknowledged: number[] = [];
    // A message in the log extends no table.
    const write = async (id: number): Promise<void> => {
      await client.query(
        `BEGIN; SELECT pg_logical_emit_message(true, 'a', repeat('x', 500000)); INSERT INTO notes VALUES (${id}); COMMIT`,
      );
      await database.synced();
      acknowledged.push(id);
    };
    const writing = (async () => {
      for (let id = 0; ; id++) await write(id);
    })();
    await expect(writing).rejects.toThrow('the embedded database has stopped: PANIC');
    expect((await database.failure).message).toMatch(
      /^the embedded database has stopped: PANIC: .*No space left on device$/,
    );
    await database.close();

    disk.free();
    const again = await EmbeddedDatabase.open(dataDir, 'full');
    const reader = new PostgresClient({ user, database: name, ...again.connectionOptions().extra });
    await reader.connect();
    const { rows } = await reader.query<{ id: number }>('SELECT id FROM notes ORDER BY id');
    await reader.end();
    await again.close();
    const found = new Set(rows.map(({ id }) => id));
    expect(acknowledged.filter((id) => !found.has(id))).toEqual([]);
    expect(acknowledged.length).toBeGreaterThan(0);
  });
});

(findPostgres() ? given : describe.skip)('a full disk of a PostgreSQL server', () => {
  it('refuses writes and rolls them back, and serves reads; with space again, writes work', async () => {
    disk = SmallDisk.mount(60);
    const cluster = await PostgresCluster.primary();
    try {
      await cluster.query(`CREATE TABLESPACE small LOCATION '${disk.tablespace()}'`);
      await cluster.query('CREATE DATABASE glossa TABLESPACE small');
      const place = {
        folder: disk.folder,
        env: { DATABASE_URL: cluster.url('glossa'), BOOTSTRAP_API_KEY: SECRET },
        remove: nothing,
      };
      const service = await ServiceProcess.start(place);
      try {
        const api = service.client(SECRET);
        const project = await createProject(api);
        disk.fill();
        const { names, refusal } = await writeUntilRefused(api, project, 'k');
        expect(refusal).toEqual(FULL);
        expect(await readNames(api, project)).toEqual([...names].sort());
        expect((await api.get('/health/ready')).status).toBe(200);
        disk.free();
        expect((await api.post(`projects/${project}/keys`, { name: 'later', value: 'x' })).status).toBe(201);
      } finally {
        await service.stop('SIGKILL');
      }
    } finally {
      cluster.remove();
    }
  });
});
