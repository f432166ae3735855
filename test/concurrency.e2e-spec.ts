import { DataSource } from 'typeorm';
import type { Json } from './support/client';
import { type RunningApp, startApp } from './support/start-app';

let running: RunningApp;
beforeAll(async () => {
  running = await startApp();
});
afterAll(() => running.close());

describe('concurrent writers of one project', () => {
  type Project = Awaited<ReturnType<typeof running.given.project>>;
  const projectOf = async ({ api, id }: Project): Promise<Json> => (await api.get(`projects/${id}`)).body.project;
  const importInto = ({ api, id }: Project, file: object, query = 'language=de') =>
    api.send('POST', `projects/${id}/import?format=json&${query}`, { body: JSON.stringify(file) });

  it('leave exact counts, revisions and texts, while another tenant reads', async () => {
    const project = await running.given.project({ targetLanguages: ['de', 'fr'] });
    const { api, id } = project;
    const neighbour = await running.given.project({ keys: [{ name: 'a', value: 'A' }] });
    let writing = true;
    const neighbourReads = (async (): Promise<number> => {
      let reads = 0;
      for (; writing; reads++) {
        expect((await neighbour.api.get(`projects/${neighbour.id}/export`)).body).toEqual({ a: 'A' });
      }
      return reads;
    })();
    const ownReads = (async (): Promise<void> => {
      while (writing) {
        for (const { translated, untranslated } of (await projectOf(project)).languages) {
          expect(Math.min(translated, untranslated)).toBeGreaterThanOrEqual(0);
        }
      }
    })();
    const writer = async (n: number): Promise<number> => {
      let changes = 0;
      for (let round = 0; round < 4; round++) {
        const file = Object.fromEntries(Array.from({ length: 50 }, (_, i) => [`w${n}.k${i}`, `${round}`]));
        const imported = await importInto(project, { ...file, [`shared`]: `${n}.${round}` });
        expect(imported.status).toBe(200);
        const created = await api.post(`projects/${id}/keys`, { name: `w${n}.own${round}`, value: 'X' });
        expect(created.status).toBe(201);
        const put = await api.put(`keys/${created.body.key.id}`, { translations: { fr: 'Y' } });
        expect(put.body.key.translations).toEqual({ en: 'X', fr: 'Y' });
        changes += 3;
        if (round % 2 === 0) {
          expect((await api.delete(`keys/${created.body.key.id}`)).status).toBe(200);
          changes++;
        }
      }
      return changes;
    };
    const changes = await Promise.all(Array.from({ length: 8 }, (_, n) => writer(n))).finally(() => (writing = false));
    expect(await neighbourReads).toBeGreaterThan(0);
    await ownReads;
    const { stringCount, revision, languages } = await projectOf(project);
    expect({ stringCount, revision }).toEqual({ stringCount: 8 * 52 + 1, revision: changes.reduce((a, b) => a + b) });
    expect(languages).toEqual([
      { language: 'en', translated: 16, untranslated: 401 },
      { language: 'de', translated: 401, untranslated: 16 },
      { language: 'fr', translated: 16, untranslated: 401 },
    ]);
    const rows = await running.app
      .get(DataSource)
      .query<{ count: number }[]>('SELECT count(*)::int AS count FROM keys WHERE project_id = $1', [id]);
    expect(rows).toEqual([{ count: stringCount }]);
  });

  it('create a key once; the other requests get its id', async () => {
    const { api, id } = await running.given.project();
    const responses = await Promise.all(
      Array.from({ length: 8 }, (_, i) => api.post(`projects/${id}/keys`, { name: 'same', value: `${i}` })),
    );
    const created = responses.filter(({ status }) => status === 201);
    expect(created).toHaveLength(1);
    for (const { status, body } of responses.filter((response) => !created.includes(response))) {
      expect({ status, code: body.code, keyId: body.keyId }).toEqual({
        status: 400,
        code: 'key_exists',
        keyId: created[0]?.body.key.id,
      });
    }
  });

  it('delete a key once; the other requests get a 404', async () => {
    const { api, keyIds } = await running.given.project({ keys: [{ name: 'a', value: 'A' }] });
    const responses = await Promise.all(Array.from({ length: 8 }, () => api.delete(`keys/${keyIds[0]}`)));
    expect(responses.map(({ status }) => status).sort()).toEqual([200, ...Array<number>(7).fill(404)]);
  });

  it('import the same file once; the other imports skip all texts', async () => {
    const project = await running.given.project();
    const responses = await Promise.all(Array.from({ length: 8 }, () => importInto(project, { a: 'A', b: 'B' })));
    expect(responses.map(({ body }) => `${body.imported} ${body.skipped}`).sort()).toEqual([
      ...Array<string>(7).fill('0 2'),
      '2 0',
    ]);
    expect(await projectOf(project)).toMatchObject({ stringCount: 2, revision: 1 });
  });

  it('get a result or a 404 while the project is deleted', async () => {
    const { api, id } = await running.given.project();
    const responses = await Promise.all([
      ...Array.from({ length: 4 }, (_, i) => api.post(`projects/${id}/keys`, { name: `k${i}`, value: '' })),
      api.delete(`projects/${id}`),
      ...Array.from({ length: 4 }, (_, i) => api.post(`projects/${id}/keys`, { name: `l${i}`, value: '' })),
    ]);
    for (const { status } of responses) expect([200, 201, 404]).toContain(status);
    expect((await api.get(`projects/${id}`)).status).toBe(404);
  });
});

describe('a write that fails after its first statements', () => {
  it.each([
    ['an import', 'projects/:id/import?language=de&format=json&createLanguages=true'],
    ['a batch', 'projects/:id/keys/batch'],
  ])('leaves nothing of %s, and its error contains nothing of the database', async (what, path) => {
    const { api, id } = await running.given.project({ keys: [{ name: 'a', value: 'A' }] });
    const before = [(await api.get(`projects/${id}`)).body, (await api.get(`projects/${id}/translations`)).body];
    const database = running.app.get(DataSource);
    // The constraint fails when the keys are written and their texts are not.
    await database.query(`ALTER TABLE translations ADD CONSTRAINT no_bomb CHECK (text <> 'bomb')`);
    try {
      const json = {
        create: [
          { name: 'x', value: 'X' },
          { name: 'y', value: 'bomb' },
        ],
      };
      const call = what === 'a batch' ? { json } : { body: '{"x":"X","y":"bomb"}' };
      const { status, body } = await api.send('POST', path.replace(':id', id), call);
      expect({ status, code: body.code }).toEqual({ status: 500, code: 'internal_error' });
      expect(JSON.stringify(body)).not.toMatch(/no_bomb|translations"|INSERT|src\//);
    } finally {
      await database.query('ALTER TABLE translations DROP CONSTRAINT no_bomb');
    }
    expect([(await api.get(`projects/${id}`)).body, (await api.get(`projects/${id}/translations`)).body]).toEqual(
      before,
    );
    expect((await api.post(`projects/${id}/keys`, { name: 'x', value: 'X' })).status).toBe(201);
  });
});
