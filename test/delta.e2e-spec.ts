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

  it('has the texts that were set, and the names of removed texts', async () => {
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

  it('refuses a revision that the project has not reached, and two revisions', async () => {
    const { api, id } = await given();
    expect((await api.get(`projects/${id}/translations?since=1`)).body.code).toBe('unknown_revision');
    expect((await api.get(`projects/${id}/translations?since=0&revision=0`)).body.code).toBe('validation_failed');
  });
});
