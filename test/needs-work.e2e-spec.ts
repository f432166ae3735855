import type { Json } from './support/client';
import { type RunningApp, startApp } from './support/start-app';

describe('the filter needsWork of the list of keys', () => {
  let running: RunningApp;
  beforeAll(async () => {
    running = await startApp();
  });
  afterAll(() => running.close());

  type Project = Awaited<ReturnType<typeof running.given.project>>;

  const given = async (): Promise<Project> => {
    const project = await running.given.project({
      targetLanguages: ['de', 'fr'],
      keys: [
        { name: 'a.done', value: 'A {n}', translations: { de: 'A {n} x', fr: 'A {n} y' } },
        { name: 'a.none', value: 'B' },
        { name: 'b.draft', value: 'C', translations: { de: 'Cx', fr: 'Cy' } },
        { name: 'b.failing', value: 'D {n}', translations: { de: 'Dx', fr: 'D {n} y' } },
        { name: 'b.outdated', value: 'E', translations: { de: 'Ex' } },
        { name: 'b.reviewed', value: 'F', translations: { de: 'Fx', fr: 'Fy' } },
      ],
    });
    const [, , draft, , outdated, reviewed] = project.keyIds;
    await project.api.put(`keys/${draft}`, { states: { de: 'draft' }, tags: ['x'] });
    await project.api.put(`keys/${reviewed}`, { states: { de: 'reviewed' } });
    await project.api.put(`keys/${outdated}`, { value: 'Different' });
    return project;
  };
  const list = async ({ api, id }: Project, query: string): Promise<Json> =>
    (await api.get(`projects/${id}/keys?${query}`)).body;
  const names = async (project: Project, query: string): Promise<string[]> =>
    (await list(project, query)).keys.map(({ name }: Json) => name as string);

  it('selects keys without a text, with a draft, an outdated text or a finding, in one language', async () => {
    const project = await given();
    expect(await names(project, 'needsWork=de')).toEqual(['a.none', 'b.draft', 'b.failing', 'b.outdated']);
    expect(await names(project, 'needsWork=FR')).toEqual(['a.none', 'b.outdated']);
    expect(await names(project, 'needsWork=en')).toEqual([]);
  });

  it('has a total that follows ignored findings, and each write', async () => {
    const project = await given();
    const total = async (): Promise<number> => (await list(project, 'needsWork=de&total=true&limit=1')).total;
    expect([await total(), (await list(project, 'needsWork=fr&total=true')).total]).toEqual([4, 2]);
    const failing = `keys/${project.keyIds[3]}`;
    const ignore = { language: 'de', code: 'placeholder_missing', ignored: true };
    expect((await project.api.post(`${failing}/checks`, ignore)).status).toBe(200);
    expect(await total()).toBe(3);
    await project.api.put(failing, { translations: { de: 'D' } });
    expect(await total()).toBe(4);
    await project.api.put(failing, { translations: { de: 'D {n} x' } });
    expect(await total()).toBe(3);
  });

  it.each([
    ['needsWork=de&namespace=b', ['b.draft', 'b.failing', 'b.outdated']],
    ['needsWork=de&tag=x', ['b.draft']],
    ['needsWork=de&untranslated=fr', ['a.none', 'b.outdated']],
    ['needsWork=de&outdated=true', ['b.outdated']],
    ['needsWork=de&check=placeholder_missing', ['b.failing']],
    ['needsWork=de&search=different', ['b.outdated']],
    ['needsWork=de&name=a.done&name=b.draft', ['b.draft']],
    ['needsWork=de&sort=-updatedAt&limit=2', ['b.outdated', 'b.draft']],
  ])('is combined with other filters: %s', async (query, expected) => {
    expect(await names(await given(), query)).toEqual(expected);
  });

  it('has pages', async () => {
    const project = await given();
    const first = await list(project, 'needsWork=de&limit=3');
    const second = await list(project, `needsWork=de&limit=3&cursor=${first.nextCursor}`);
    const found = [...first.keys, ...second.keys].map(({ name }: Json) => name as string);
    expect([found, second.nextCursor]).toEqual([await names(project, 'needsWork=de'), null]);
  });

  it('refuses a language that the project does not have', async () => {
    const { api, id } = await given();
    const refused = await api.get(`projects/${id}/keys?needsWork=it`);
    expect([refused.status, refused.body]).toMatchObject([
      400,
      { code: 'unknown_language', errors: [{ parameter: 'needsWork' }] },
    ]);
  });
});
