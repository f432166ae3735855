import { randomUUID } from 'node:crypto';
import { Database } from '../src/database/database';
import { CheckRun, LeaseLostError } from '../src/findings/check-run';
import { Checker } from '../src/findings/checker';
import { FindingsRefresher } from '../src/findings/findings-refresher';
import type { Json } from './support/client';
import { startReplicas, type Replicas } from './support/replicas';

describe('findings on several replicas', () => {
  let replicas: Replicas;
  beforeAll(async () => (replicas = await startReplicas()));
  afterAll(() => replicas.close());

  const given = async () => {
    const { id, api, keyIds, organization } = await replicas.one.given.project({
      keys: [{ name: 'a', value: 'Open {x}', translations: { de: 'Auf' } }],
    });
    return { id, api, keyIds, organization, other: replicas.other.operator.as(organization.secret) };
  };
  const missing = async (client: { get: (path: string) => Promise<{ body: Json }> }, id: string): Promise<number> =>
    (await client.get(`projects/${id}/checks`)).body.counts.de?.placeholder_missing ?? 0;

  it('include each write that was answered before, whichever replica is asked', async () => {
    const { id, api, other } = await given();
    const wrong: string[] = [];
    const write = async (i: number): Promise<void> => {
      const { status } = await api.post(`projects/${id}/keys`, {
        name: `k${i}`,
        value: 'Open {x}',
        translations: { de: 'Auf' },
      });
      if (status !== 201) wrong.push(`status ${status}`);
    };
    for (let i = 0; i < 10; i++) {
      const [first, second] = await Promise.all([missing(api, id), missing(other, id), write(i)]);
      for (const count of [first, second])
        if (count < i + 1 || count > i + 2) wrong.push(`${count} after ${i + 1} writes`);
    }
    expect(wrong).toEqual([]);
    expect(await missing(other, id)).toBe(11);
  });

  it('are found by another replica when one crashes in the midst of a check run', async () => {
    const { id, other } = await given();
    const database = replicas.one.app.get(Database);
    await database.rows(
      `INSERT INTO project_checks (project_id, rules, lease, leased_until) VALUES ($1, 1, $1, now() + interval '0.3 s')`,
      [id],
    );
    expect(await missing(other, id)).toBe(1);
  });

  it('are not written by a check run whose lease another replica has taken', async () => {
    const { id, organization } = await given();
    const { app } = replicas.one;
    const database = app.get(Database);
    await database.rows(
      `INSERT INTO project_checks (project_id, rules, lease, leased_until) VALUES ($1, 1, $1, now() + interval '1 h')`,
      [id],
    );
    const project = { id, organizationId: organization.id, lease: randomUUID() };
    const run = new CheckRun(() => database, app.get(Checker), project, { revision: null, isExact: false });
    const end = async (): Promise<void> => {
      for await (const step of run.steps()) expect(step).toBeUndefined();
    };
    await expect(end()).rejects.toThrow(LeaseLostError);
    expect(await database.rows('SELECT FROM findings WHERE project_id = $1', [id])).toEqual([]);
  });

  it('are read only when the check run is complete', async () => {
    const { id, api, keyIds, organization } = await given();
    const { revision } = (await api.get(`projects/${id}/checks`)).body;
    await api.put(`keys/${keyIds[0]}`, { translations: { de: 'Öffne {x}' } });
    // The steps of a check run that began at the revision before may have read this text.
    const { app } = replicas.one;
    await app.get(Database).rows('UPDATE project_checks SET exact = false WHERE project_id = $1', [id]);
    const project = { id, organizationId: organization.id, revision: String(revision) };
    const read = await app.get(FindingsRefresher).read(project, 'BEGIN', (_, found) => Promise.resolve(found));
    expect(read).toBe(String(revision + 1));
  });

  it('are found again when the history no longer has what changed', async () => {
    const { id, api, keyIds } = await given();
    await missing(api, id);
    await api.put(`keys/${keyIds[0]}`, { translations: { de: 'Öffne {x}' } });
    const database = replicas.one.app.get(Database);
    await database.rows('DELETE FROM translations_history WHERE project_id = $1', [id]);
    await database.rows('UPDATE projects SET oldest_revision = revision WHERE id = $1', [id]);
    await api.put(`keys/${keyIds[0]}`, { translations: { de: null } });
    expect((await api.get(`projects/${id}/checks`)).body.findings).toEqual([]);
  });

  it('are not shown if they are of earlier rules', async () => {
    const { id, api, keyIds } = await given();
    await missing(api, id);
    const database = replicas.one.app.get(Database);
    await database.rows(`UPDATE findings SET code = 'double_space', detail = 'old' WHERE project_id = $1`, [id]);
    await database.rows('UPDATE project_checks SET rules = 0 WHERE project_id = $1', [id]);
    const codes = (findings: Json[]): string[] => findings.map(({ code }) => code);
    expect(codes((await api.get(`keys/${keyIds[0]}`)).body.key.checks.de)).toEqual(['placeholder_missing']);
    expect(codes((await api.get(`projects/${id}/checks`)).body.findings)).toEqual(['placeholder_missing']);
  });
});
