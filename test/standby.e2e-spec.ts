import { setTimeout as delay } from 'node:timers/promises';
import type { DatabaseLocation } from '../src/database/open-database';
import { Reads } from '../src/database/reads';
import { findPostgres, PostgresCluster } from './support/postgres-cluster';
import { createDatabase, databaseUrlFor } from './support/server-database';
import { type RunningApp, startApp } from './support/start-app';

const server = process.env.DATABASE_URL;
const canRun = findPostgres() !== undefined || process.env.CI === 'true';

/** Paths of all reads that a standby may serve. */
const readsOf = (project: string, key: string): string[] => [
  `projects/${project}`,
  `projects/${project}/keys`,
  `projects/${project}/keys?search=a`,
  `projects/${project}/namespaces`,
  `projects/${project}/translations`,
  `projects/${project}/export`,
  `projects/${project}/export?format=po&language=*`,
  `keys/${key}`,
];

/** Waits for a condition that a watch every second brings about. */
async function eventually(holds: () => boolean | Promise<boolean>): Promise<void> {
  const end = performance.now() + 60_000;
  while (!(await holds())) {
    if (performance.now() > end) throw new Error('the condition was not met within 60 s');
    await delay(50);
  }
}

const withParameter = (path: string, parameter: string): string =>
  `${path}${path.includes('?') ? '&' : '?'}${parameter}`;

// The tests run their own two servers, so that they can pause and stop the standby.
const describeServers = !server
  ? describe.skip
  : canRun
    ? describe
    : (name: string, tests: () => void) => describe.skip(`${name} (skipped: apt-get install postgresql)`, tests);

describeServers('reads from a streaming standby', () => {
  let primary: PostgresCluster;
  let standby: PostgresCluster;
  let location: DatabaseLocation;
  let running: RunningApp;
  let reads: Reads;

  beforeAll(async () => {
    primary = await PostgresCluster.primary();
    standby = await primary.standby();
    await createDatabase(primary.url(), 'glossa');
    location = {
      databaseUrl: primary.url('glossa'),
      databaseReadUrl: standby.url('glossa'),
      databaseReadMaxLagSeconds: 3_600,
      dataDir: '',
    };
    running = await startApp({}, location);
    reads = running.app.get(Reads);
    await eventually(() => reads.standby?.isUsable === true);
  });

  afterAll(async () => {
    await running.close();
    standby.remove();
    primary.remove();
  });

  /** Waits until the standby has all that the primary has. */
  const caughtUp = async (): Promise<void> => {
    const [written] = await primary.query<{ lsn: string }>('SELECT pg_current_wal_lsn() AS lsn');
    await eventually(async () => {
      const [row] = await standby.query<{ done: boolean }>(
        `SELECT pg_last_wal_replay_lsn() >= '${written?.lsn}' AS done`,
      );
      return row?.done === true;
    });
  };

  /** Runs a test while the standby replays nothing. */
  const whilePaused = async (test: () => Promise<void>): Promise<void> => {
    await caughtUp();
    await standby.query('SELECT pg_wal_replay_pause()');
    try {
      await eventually(async () => {
        const [row] = await standby.query<{ state: string }>('SELECT pg_get_wal_replay_pause_state() AS state');
        return row?.state === 'paused';
      });
      await test();
    } finally {
      await standby.query('SELECT pg_wal_replay_resume()');
      await caughtUp();
    }
  };

  const givenProject = async () => {
    const project = await running.given.project({ keys: [{ name: 'a', value: 'Old', translations: { de: 'Alt' } }] });
    return { ...project, keyId: project.keyIds[0] ?? '' };
  };

  it('serves exports, translations, keys and projects from the standby, and nothing else', async () => {
    const { id, api, keyId } = await givenProject();
    await caughtUp();
    for (const path of readsOf(id, keyId)) {
      const { standby: before, primary: repeated } = reads.counters;
      expect((await api.get(path)).status).toBe(200);
      expect(reads.counters.standby).toBeGreaterThan(before);
      expect(reads.counters.primary).toBe(repeated);
    }
    const before = { ...reads.counters };
    await api.get('projects');
    await api.get('me');
    await api.put(`keys/${keyId}`, { value: 'New' });
    expect(reads.counters).toEqual(before);
  });

  it('serves the old state without `minRevision`, and a write with its revision', async () => {
    const { id, api, keyId } = await givenProject();
    await whilePaused(async () => {
      const paths = readsOf(id, keyId);
      const old = await Promise.all(paths.map((path) => api.get(path)));
      const { headers } = await api.put(`keys/${keyId}`, { name: 'home.a', value: 'New', translations: { de: 'Neu' } });
      const parameter = `minRevision=${headers.get('x-glossa-revision')}`;
      for (const [index, path] of paths.entries()) {
        expect((await api.get(path)).bytes.equals(old[index]?.bytes ?? Buffer.of())).toBe(true);
        const own = await api.get(withParameter(path, parameter));
        expect(own.status).toBe(200);
        expect(own.bytes.equals(old[index]?.bytes ?? Buffer.of())).toBe(false);
        // The rendering of the new revision has not taken the place of the old one.
        expect((await api.get(path)).bytes.equals(old[index]?.bytes ?? Buffer.of())).toBe(true);
      }
    });
    expect((await api.get(`projects/${id}/export`)).body).toEqual({ 'home.a': 'New' });
  });

  it('has the primary answer where the standby does not know a project, a key or a language yet', async () => {
    const { id, api } = await givenProject();
    await whilePaused(async () => {
      const fresh = await givenProject();
      for (const path of readsOf(fresh.id, fresh.keyId)) expect((await fresh.api.get(path)).status).toBe(200);
      await api.patch(`projects/${id}`, { addLanguages: ['fr'] });
      expect((await api.get(`projects/${id}/export?language=fr`)).status).toBe(200);
      expect((await api.get(`projects/${id}/keys?untranslated=fr`)).body.keys).toHaveLength(1);
    });
  });

  it('refuses a revision that the primary does not have either', async () => {
    const { id, api, keyId } = await givenProject();
    for (const path of readsOf(id, keyId)) {
      const { status, body } = await api.get(withParameter(path, 'minRevision=99'));
      expect({ status, code: body.code }).toEqual({ status: 400, code: 'unknown_revision' });
    }
  });

  it('serves each write with its revision, whether or not the standby has it in time', async () => {
    const { id, api } = await givenProject();
    for (let i = 0; i < 20; i++) {
      const { headers } = await api.post(`projects/${id}/keys`, { name: `b.${i}`, value: 'B' });
      const path = `projects/${id}/export?minRevision=${headers.get('x-glossa-revision')}`;
      expect(Object.keys((await api.get(path)).body)).toHaveLength(i + 2);
    }
  });

  it('reads from the primary when the standby is further behind than allowed, and until it has caught up', async () => {
    const strict = await startApp({}, { ...location, databaseReadMaxLagSeconds: 2 });
    try {
      const strictReads = strict.app.get(Reads);
      await eventually(() => strictReads.standby?.isUsable === true);
      const { id, organization } = await givenProject();
      const api = strict.operator.as(organization.secret);
      await whilePaused(async () => {
        await api.post(`projects/${id}/keys`, { name: 'b', value: 'B' });
        await eventually(() => strictReads.standby?.isUsable === false);
        expect((await api.get(`projects/${id}/export`)).body).toEqual({ a: 'Old', b: 'B' });
      });
      await eventually(() => strictReads.standby?.isUsable === true);
    } finally {
      await strict.close();
    }
  });

  it('reads from the primary while the standby is away', async () => {
    const { id, api, keyId } = await givenProject();
    await caughtUp();
    standby.stop();
    for (const path of readsOf(id, keyId)) expect((await api.get(path)).status).toBe(200);
    await eventually(() => reads.standby?.isUsable === false);
    standby.start();
    await eventually(() => reads.standby?.isUsable === true);
    expect((await api.get(`projects/${id}/export`)).body).toEqual({ a: 'Old' });
  });

  it('starts without the standby, and refuses a server that is no standby of the primary', async () => {
    const nobody = 'postgres://postgres@127.0.0.1:1/glossa';
    const alone = await startApp({}, { ...location, databaseReadUrl: nobody });
    await alone.close();
    const foreign = { ...location, databaseReadUrl: databaseUrlFor(server ?? '', 'postgres') };
    await expect(startApp({}, foreign)).rejects.toThrow('DATABASE_READ_URL is not a standby of DATABASE_URL');
  });

  it('does not read a standby that was promoted', async () => {
    const promoted = await primary.standby();
    const own = await startApp({}, { ...location, databaseReadUrl: promoted.url('glossa') });
    try {
      const { standby: watched } = own.app.get(Reads);
      await eventually(() => watched?.isUsable === true);
      await promoted.query('SELECT pg_promote()');
      await eventually(() => watched?.isUsable === false);
      const { id, organization } = await givenProject();
      const { body } = await own.operator.as(organization.secret).get(`projects/${id}/export`);
      expect(body).toEqual({ a: 'Old' });
    } finally {
      await own.close();
      promoted.remove();
    }
  });
});
