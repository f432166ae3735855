import { randomBytes } from 'node:crypto';
import { Client } from 'pg';
import { Database } from '../src/database/database';
import type { DatabaseLocation } from '../src/database/open-database';
import { HistoryPruning } from '../src/history/history-pruning';
import { JobRunner } from '../src/background/job-runner';
import type { Json } from './support/client';
import { describeWith } from './oracles/oracle';
import { type RunningPgbouncer, startPgbouncer } from './support/pgbouncer';
import { createDatabase, databaseUrlFor, dropDatabase } from './support/server-database';
import { OPERATOR_SECRET, type RunningApp, startApp } from './support/start-app';

const server = process.env.DATABASE_URL ?? '';
/** Fewer than the requests at once, so that they share connections. */
const POOL_SIZE = 3;

// `PGBOUNCER=1 npm run test:services` runs all end-to-end tests through it; this file checks what only a pooler can
// break.
(server ? describe : describe.skip)('behind PgBouncer in transaction mode', () => {
  const name = `glossa_test_${randomBytes(8).toString('hex')}`;
  let pgbouncer: RunningPgbouncer;
  let location: DatabaseLocation;
  let replicas: RunningApp[] = [];

  describeWith(['pgbouncer'], 'two replicas', () => {
    beforeAll(async () => {
      await createDatabase(server, name);
      pgbouncer = await startPgbouncer(server, [`default_pool_size = ${POOL_SIZE}`]);
      location = { databaseUrl: databaseUrlFor(pgbouncer.url, name), databasePreparedStatements: false, dataDir: '' };
      replicas = await Promise.all([startApp({ historyDays: 1 }, location), startApp({ historyDays: 1 }, location)]);
    });

    afterAll(async () => {
      await Promise.all(replicas.map((replica) => replica.close()));
      await pgbouncer.stop();
      await dropDatabase(server, name);
    });

    const replica = (index: number): RunningApp => replicas[index % replicas.length] as RunningApp;

    it('have migrated and bootstrapped one empty database together', async () => {
      for (const { operator } of replicas) {
        const { organizations } = (await operator.as(OPERATOR_SECRET).get('organizations')).body;
        // Other tests of this file, which may run before this one, create organizations of their own.
        expect(organizations.filter(({ bootstrap }: Json) => bootstrap)).toHaveLength(1);
      }
    });

    it('read and write at once, with more requests than connections', async () => {
      const { organization, id } = await replica(0).given.project();
      const responses = await Promise.all(
        Array.from({ length: 60 }, (_, i) => {
          const api = replica(i).operator.as(organization.secret);
          const reads = [`projects/${id}/export`, `projects/${id}/keys?search=Text`, 'projects'];
          return i % 2
            ? api.get(reads[i % 3] ?? '')
            : api.post(`projects/${id}/keys`, { name: `a.${i}`, value: 'Text' });
        }),
      );
      expect(responses.filter(({ status }) => status >= 400)).toEqual([]);
      expect(Object.keys((await organization.api.get(`projects/${id}/export`)).body)).toHaveLength(30);
    });

    it('prune the history, one of them at a time', async () => {
      const { api, id } = await replica(0).given.project({ keys: [{ name: 'a', value: 'A' }] });
      await api.post(`projects/${id}/keys`, { name: 'b', value: 'B' });
      await replica(0)
        .app.get(Database)
        .rows(`UPDATE changes SET at = at - interval '2 days' WHERE project_id = $1 AND revision = 1`, [id]);
      // The replicas poll for due jobs every minute, and may have run this one already.
      await replica(0).app.get(Database).rows('DELETE FROM job_leases', []);
      const runs = await Promise.all(replicas.map(({ app }) => app.get(JobRunner).run(app.get(HistoryPruning))));
      expect(runs.filter(Boolean)).toHaveLength(1);
      expect((await api.get(`projects/${id}/translations?revision=0`)).body).toMatchObject({ oldestRevision: 1 });
      expect((await api.get(`projects/${id}/translations?revision=1`)).status).toBe(200);
    });

    it('leave no setting on a connection that other clients get', async () => {
      const { organization, id } = await replica(0).given.project({ keys: [{ name: 'a', value: 'A' }] });
      await organization.api.get(`projects/${id}/keys`);
      const client = new Client({ connectionString: location.databaseUrl });
      await client.connect();
      const { rows } = await client.query(
        `SELECT name FROM pg_settings WHERE source = 'session' AND name NOT IN ('application_name', 'client_encoding')`,
      );
      await client.end();
      expect(rows).toEqual([]);
    });

    it('refuse to start with prepared statements that the pooler loses', async () => {
      const start = startApp({}, { ...location, databasePreparedStatements: true });
      await expect(start).rejects.toThrow(/set DATABASE_PREPARED_STATEMENTS=false$/);
    });
  });
});
