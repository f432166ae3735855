import * as fc from 'fast-check';
import type { ApiResponse, Json } from './support/client';
import { type RunningApp, startApp } from './support/start-app';
import { samples } from './support/samples';

describe('the page of a grid of keys', () => {
  let running: RunningApp;
  beforeAll(async () => {
    running = await startApp();
  });
  afterAll(() => running.close());

  type Project = Awaited<ReturnType<typeof running.given.project>>;

  /**
   * A project with the keys a to e: b is a draft, c is reviewed and outdated, d has no text in German, e has none in
   * French.
   */
  async function given(): Promise<Project> {
    const texts = (name: string) => ({ de: `${name} de`, fr: `${name} fr` });
    const project = await running.given.project({ targetLanguages: ['de', 'fr'] });
    const keys = [
      { name: 'a', value: 'A', translations: texts('a'), tags: ['x'] },
      { name: 'b', value: 'B', translations: texts('b'), states: { de: 'draft' }, tags: ['x', 'y'] },
      { name: 'c', value: 'C', translations: texts('c'), states: { fr: 'reviewed' } },
      { name: 'd', value: 'D', translations: { fr: 'd fr' } },
      { name: 'e', value: 'E', translations: { de: 'e de' }, maxLength: 9 },
    ];
    for (const key of keys)
      project.keyIds.push((await project.api.post(`projects/${project.id}/keys`, key)).body.key.id);
    await project.api.put(`keys/${project.keyIds[2]}`, { value: 'C2' });
    return project;
  }
  const list = async ({ api, id }: Project, query: string): Promise<Json> => {
    const { status, body } = await api.get(`projects/${id}/keys?${query}`);
    expect({ status, body }).toMatchObject({ status: 200 });
    return body;
  };
  const names = async (project: Project, query: string): Promise<string> =>
    (await list(project, query)).keys.map(({ name }: Json) => name).join('');
  const allPages = async (project: Project, query: string, limit = 2): Promise<string[]> => {
    const found: string[] = [];
    for (let cursor = ''; ;) {
      const { keys, nextCursor } = await list(project, `limit=${limit}&${query}${cursor}`);
      found.push(...keys.map(({ name }: Json) => name));
      if (nextCursor === null) return found;
      cursor = `&cursor=${nextCursor}`;
    }
  };

  it('has the texts, their states and what is outdated, of some languages or of all', async () => {
    const project = await given();
    const { keys } = await list(project, 'include=translations&name=c');
    expect(keys).toMatchObject([
      {
        value: 'C2',
        translations: { en: 'C2', de: 'c de', fr: 'c fr' },
        states: { en: 'translated', de: 'translated', fr: 'reviewed' },
        outdated: ['de', 'fr'],
      },
    ]);
    const some = (await list(project, 'include=translations&language=fr&language=de')).keys;
    expect(some.map(({ translations }: Json) => Object.keys(translations).join())).toEqual(
      ['de,fr', 'de,fr', 'de,fr', 'fr', 'de'], // prettier-ignore
    );
    expect(some[2]).toMatchObject({ states: { de: 'translated', fr: 'reviewed' }, outdated: ['de', 'fr'] });
    expect((await list(project, '')).keys[0]).not.toHaveProperty('translations');
  });

  it('has the JSON that a single key has, byte by byte', async () => {
    const special = fc.constantFrom(
      '"',
      '\\',
      '/',
      '\b',
      '\f',
      '\n',
      '\r',
      '\t',
      '\u0001',
      '\u001f',
      '\u007f',
      '\u2028',
      '<',
      'é',
      '😀',
    );
    const character = fc.oneof(special, fc.string({ unit: 'grapheme', minLength: 1, maxLength: 1 }));
    const text = fc.string({ unit: character, maxLength: 12 }).map((one) => one.replaceAll('\0', ''));
    const texts = fc.record({ en: text, de: text, fr: text }, { requiredKeys: ['en'] });
    const state = fc.constantFrom('draft', 'translated', 'reviewed');
    const tags = fc.uniqueArray(fc.constantFrom('a', 'b c', 'd"e', 'f\\', 'ü'), { maxLength: 3 });
    const key = fc.record({
      ...{ translations: texts, state, tags },
      description: fc.option(text),
      maxLength: fc.option(fc.integer({ min: 1, max: 9_999 })),
      newValue: fc.option(fc.option(text), { nil: undefined }),
    });
    const project = await running.given.project({ targetLanguages: ['de', 'fr'] });
    let count = 0;
    const create = async ({ state, newValue, ...key }: Json): Promise<string> => {
      const states = Object.fromEntries(Object.keys(key.translations).map((language) => [language, state]));
      const name = `"${++count}"\\.é`;
      const { status, body } = await project.api.post(`projects/${project.id}/keys`, { ...key, name, states });
      expect({ status, body }).toMatchObject({ status: 201 });
      if (newValue !== undefined) await project.api.put(`keys/${body.key.id}`, { translations: { en: newValue } });
      return (await project.api.get(`keys/${body.key.id}`)).bytes.toString();
    };
    const listed = async (query: string): Promise<string> =>
      (await project.api.get(`projects/${project.id}/keys?include=translations&name=${query}`)).bytes.toString();
    await fc.assert(
      fc.asyncProperty(key, async (one) => {
        const single = await create(one);
        const { name } = JSON.parse(single).key;
        const list = await listed(encodeURIComponent(name));
        expect(list).toBe(`{"keys":[${single.slice('{"key":'.length, -1)}],"nextCursor":null}`);
        expect(JSON.stringify(JSON.parse(list))).toBe(list);
      }),
      { numRuns: samples(100) },
    );
  });

  it.each([
    ['state=draft', 'b'],
    ['state=draft&language=fr', ''],
    ['state=reviewed', 'c'],
    ['state=translated', 'abcde'],
    ['state=translated&language=fr', 'abd'],
    ['state=translated&language=en', 'abcde'],
    ['outdated=true', 'c'],
    ['outdated=true&language=de,fr', 'c'],
    ['outdated=true&language=en', ''],
    ['outdated=false', 'abcde'],
    ['untranslated=de', 'd'],
    ['tag=x', 'ab'],
    ['tag=x,y', 'b'],
    ['tag=x&tag=y', 'b'],
    ['tag=z', ''],
    ['tag=x&state=draft', 'b'],
    ['search=FR&state=translated&untranslated=de', 'd'],
    ['namespace=&outdated=true&state=reviewed', 'c'],
  ])('selects keys by %s, and counts them', async (query, expected) => {
    const project = await given();
    expect(await names(project, query)).toBe(expected);
    expect(await list(project, `${query}&total=true&limit=1`)).toMatchObject({ total: expected.length });
    expect(await list(project, `${query}&total=true&limit=1`)).toMatchObject({ total: expected.length });
    for (const sort of ['name', '-updatedAt']) {
      expect((await allPages(project, `${query}&sort=${sort}`)).sort().join('')).toBe(expected);
    }
  });

  it('has the key that changed last first, with its texts', async () => {
    const project = await given();
    const [, b] = project.keyIds;
    expect(await allPages(project, 'sort=-updatedAt')).toEqual(['c', 'e', 'd', 'b', 'a']);
    await project.api.put(`keys/${b}`, { translations: { fr: 'new' } });
    expect(await allPages(project, 'sort=-updatedAt')).toEqual(['b', 'c', 'e', 'd', 'a']);
    await project.api.put(`keys/${b}`, { states: { fr: 'reviewed' } });
    expect((await list(project, 'sort=-updatedAt&limit=1')).keys).toMatchObject([{ id: b }]);
  });

  type Thinning = (project: Awaited<ReturnType<typeof given>>) => Promise<ApiResponse>;
  it.each<[string, Thinning]>([
    ['an update', ({ api, keyIds: [a] }) => api.put(`keys/${a}`, { translations: { de: null } })],
    [
      'a batch',
      ({ api, id, keyIds: [a] }) =>
        api.post(`projects/${id}/keys/batch`, { update: [{ id: a, translations: { de: null } }] }),
    ],
    [
      'a change of many keys',
      ({ api, id, keyIds: [a] }) =>
        api.post(`projects/${id}/bulk`, { keyIds: [a], action: 'clearTexts', languages: ['de'] }),
    ],
    ['the removal of a language', ({ api, id }) => api.patch(`projects/${id}`, { removeLanguages: ['de'] })],
    ['an undo', ({ api, id }) => api.post(`projects/${id}/changes/3/undo`, {})],
    ['a restoration', ({ api, id }) => api.post(`projects/${id}/restore`, { revision: 2 })],
    [
      'an import',
      ({ api, id }) =>
        api.post(`projects/${id}/import?format=json&language=de&missingTexts=remove`, undefined, { body: '{}' }),
    ],
  ])('has the removal of a text as a change of its key: %s', async (_, thin) => {
    const project = await running.given.project({ targetLanguages: ['de'] });
    for (const name of ['a', 'b'])
      project.keyIds.push((await project.api.post(`projects/${project.id}/keys`, { name, value: 'x' })).body.key.id);
    const [a] = project.keyIds;
    await project.api.put(`keys/${a}`, { translations: { de: 'y' } });
    const before = (await project.api.get(`keys/${a}`)).body.key;
    expect((await thin(project)).status).toBe(200);
    const after = (await project.api.get(`keys/${a}`)).body.key;
    expect(after.translations).toEqual({ en: 'x' });
    expect(Date.parse(after.updatedAt)).toBeGreaterThanOrEqual(Date.parse(before.updatedAt));
    const { updatedAt } = after;
    expect((await list(project, 'sort=-updatedAt&limit=1')).keys).toMatchObject([{ name: 'a', updatedAt }]);
    expect(await allPages(project, 'sort=-updatedAt', 1)).toEqual(['a', 'b']);
    expect(await allPages(project, 'sort=-updatedAt&search=x', 1)).toEqual(['a', 'b']);
    await project.api.put(`keys/${project.keyIds[1]}`, { value: 'z' });
    expect(await allPages(project, 'sort=-updatedAt', 1)).toEqual(['b', 'a']);
  });

  it('pages through keys that one import changed', async () => {
    const project = await running.given.project();
    const texts = Object.fromEntries(Array.from({ length: 25 }, (_, i) => [`k${i}`, 'x']));
    await project.api.post(`projects/${project.id}/import?format=json&language=en`, undefined, {
      body: JSON.stringify(texts),
    });
    expect((await allPages(project, 'sort=-updatedAt')).sort()).toEqual(Object.keys(texts).sort());
  });

  it('pages in the order of the last changes beyond the rows of the first read', async () => {
    const project = await running.given.project({ targetLanguages: ['de', 'fr'] });
    const names = Array.from({ length: 1_500 }, (_, i) => `k${i}`);
    const upload = async (language: string, some: string[], text: string): Promise<void> => {
      const body = JSON.stringify(Object.fromEntries(some.map((name) => [name, text])));
      const path = `projects/${project.id}/import?format=json&language=${language}`;
      expect((await project.api.post(path, undefined, { body })).status).toBe(200);
    };
    const revisions = new Map<string, number>();
    const change = async (language: string, some: string[], text: string): Promise<void> => {
      await upload(language, some, text);
      const revision = revisions.get('')! + 1;
      revisions.set('', revision);
      for (const name of some) revisions.set(name, revision);
    };
    revisions.set('', 0);
    await change('en', names, 'A');
    await change('de', names.filter((_, i) => i % 2), 'B'); // prettier-ignore
    await change('fr', names.filter((_, i) => i % 50 === 0), 'C'); // prettier-ignore
    await change('de', names.filter((_, i) => i % 300 === 7), 'D'); // prettier-ignore

    const { keys } = await list(project, 'limit=1000');
    const { keys: others } = await list(project, `limit=1000&cursor=${(await list(project, 'limit=1000')).nextCursor}`);
    const ids = new Map<string, string>([...keys, ...others].map(({ name, id }: Json) => [name, id]));
    const expected = names.toSorted(
      (one, other) => revisions.get(other)! - revisions.get(one)! || (ids.get(one)! < ids.get(other)! ? 1 : -1),
    );
    expect(await allPages(project, 'sort=-updatedAt', 130)).toEqual(expected);
    expect(await allPages(project, 'sort=-updatedAt&search=k1', 130)).toEqual(
      expected.filter((name) => name.includes('k1')),
    );
  });

  it('counts anew after a change', async () => {
    const project = await given();
    expect((await list(project, 'state=draft&total=true')).total).toBe(1);
    await project.api.put(`keys/${project.keyIds[0]}`, { states: { de: 'draft' } });
    expect((await list(project, 'state=draft&total=true')).total).toBe(2);
  });

  it.each([
    ['language=de', 'language', 'not_allowed'],
    ['state=done', 'state', 'not_allowed'],
    ['outdated=maybe', 'outdated', 'wrong_type'],
    ['include=all', 'include', 'not_allowed'],
    ['sort=updatedAt', 'sort', 'not_allowed'],
    ['total=1', 'total', 'wrong_type'],
    ['tag=', 'tag', 'too_short'],
    ['include=translations&language=it', 'language', 'unknown_language'],
  ])('refuses %s', async (query, parameter, code) => {
    const { api, id } = await running.given.project();
    const { status, body } = await api.get(`projects/${id}/keys?${query}`);
    expect([status, body.errors]).toMatchObject([400, [{ parameter, code }]]);
  });

  it('refuses the cursor of another order', async () => {
    const project = await given();
    for (const [sort, other] of [
      ['name', '-updatedAt'],
      ['-updatedAt', 'name'],
    ]) {
      // prettier-ignore
      const { nextCursor } = await list(project, `limit=1&sort=${sort}`);
      const { body } = await project.api.get(`projects/${project.id}/keys?sort=${other}&cursor=${nextCursor}`);
      expect(body.errors).toMatchObject([{ parameter: 'cursor', code: 'invalid_format' }]);
    }
  });
});
