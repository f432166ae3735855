import type { Json } from './support/client';
import { type RunningApp, startApp } from './support/start-app';

describe('GET /projects/:id/translations?since', () => {
  let running: RunningApp;
  beforeAll(async () => {
    running = await startApp();
  });
  afterAll(() => running.close());

  type Project = Awaited<ReturnType<typeof running.given.project>>;

  const given = (): Promise<Project> => running.given.project({ targetLanguages: ['de', 'fr'] });
  const create = async ({ api, id }: Project, name: string, translations = {}): Promise<string> =>
    (await api.post(`projects/${id}/keys`, { name, value: name.toUpperCase(), translations })).body.key.id;
  const read = async ({ api, id }: Project, query = ''): Promise<Json> =>
    (await api.get(`projects/${id}/translations${query}`)).body;

  /** Applies a delta as its description says. */
  function apply(before: Json, { translations, removed }: Json): Json {
    return Object.fromEntries(
      Object.entries<Json>(translations).map(([language, texts]) => {
        const kept = new Map(Object.entries<string>(before[language] ?? {}));
        for (const name of removed[language]) kept.delete(name);
        for (const [name, text] of Object.entries<string>(texts)) kept.set(name, text);
        return [language, Object.fromEntries(kept)];
      }),
    );
  }

  it('has the texts that were set, and the names of those that are gone', async () => {
    const project = await given();
    const [a, b] = [await create(project, 'a', { de: 'A', fr: 'A' }), await create(project, 'b', { de: 'B' })];
    await project.api.put(`keys/${a}`, { translations: { de: 'Neu', fr: null } });
    await project.api.delete(`keys/${b}`);

    expect(await read(project, '?since=2')).toEqual({
      revision: 4,
      since: 2,
      translations: { en: {}, de: { a: 'Neu' }, fr: {} },
      removed: { en: ['b'], de: ['b'], fr: ['a'] },
    });
  });

  it('has the texts of renamed keys under their new names', async () => {
    const project = await given();
    const key = await create(project, 'a', { de: 'A' });
    await project.api.put(`keys/${key}`, { name: 'b' });
    await create(project, 'a');

    expect(await read(project, '?since=1')).toMatchObject({
      translations: { en: { a: 'A', b: 'A' }, de: { b: 'A' }, fr: {} },
      removed: { en: [], de: ['a'], fr: [] },
    });
  });

  it('is empty where nothing differs, also where a text is again what it was', async () => {
    const project = await given();
    const key = await create(project, 'a', { de: 'A' });
    await project.api.put(`keys/${key}`, { translations: { de: 'B' } });
    await project.api.put(`keys/${key}`, { translations: { de: 'A' } });
    const nothing = { translations: { en: {}, de: {}, fr: {} }, removed: { en: [], de: [], fr: [] } };
    expect(await read(project, '?since=1')).toMatchObject(nothing);
    expect(await read(project, '?since=3')).toMatchObject(nothing);
  });

  it('selects languages and a namespace', async () => {
    const project = await given();
    await create(project, 'home.a', { de: 'A' });
    await create(project, 'b', { de: 'B' });
    expect(await read(project, '?since=0&language=de&namespace=home')).toMatchObject({
      translations: { de: { 'home.a': 'A' } },
      removed: { de: [] },
    });
  });

  it('applied to the answer of each revision gives the present one', async () => {
    const project = await given();
    const { api, id } = project;
    const importTexts = (language: string, texts: object, options = '') =>
      api.post(`projects/${id}/import?format=json&language=${language}${options}`, undefined, {
        body: JSON.stringify(texts),
      });
    const keyOf = async (name: string): Promise<string> =>
      (await api.get(`projects/${id}/keys?name=${name}`)).body.keys[0].id;
    await importTexts('en', { a: '1', b: '2', 'c.d': '3' });
    await importTexts('de', { a: '1', b: '2' });
    await api.put(`keys/${await keyOf('a')}`, { name: 'z' });
    await importTexts('en', { b: '2', z: '9', a: 'new' }, '&deleteMissing=true');
    await api.patch(`projects/${id}`, { removeLanguages: ['de'], addLanguages: ['pl'] });
    await importTexts('pl', { a: 'p', z: 'q' });
    await api.put(`keys/${await keyOf('b')}`, { name: 'c.d' });
    await api.post(`projects/${id}/changes/4/undo`, { conflict: 'skip' });
    const { translations: now } = await read(project);
    const { revision } = (await api.get(`projects/${id}`)).body.project;

    for (let since = 0; since <= revision; since++) {
      const { translations: then } = await read(project, `?revision=${since}`);
      expect([since, apply(then, await read(project, `?since=${since}`))]).toEqual([since, now]);
    }
  });

  it('refuses a revision that the project has not reached, and two revisions', async () => {
    const { api, id } = await given();
    expect((await api.get(`projects/${id}/translations?since=1`)).body.code).toBe('unknown_revision');
    expect((await api.get(`projects/${id}/translations?since=0&revision=0`)).body.code).toBe('validation_failed');
  });
});
