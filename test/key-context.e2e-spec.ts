import type { Json } from './support/client';
import { type RunningApp, startApp } from './support/start-app';

describe('the context of a key', () => {
  let running: RunningApp;
  beforeAll(async () => {
    running = await startApp();
  });
  afterAll(() => running.close());

  const given = () =>
    running.given.project({
      targetLanguages: ['de', 'fr'],
      keys: ['c', 'a', 'e', 'b', 'd', 'f'].map((name) => ({ name, value: `${name} 1`, translations: { de: 'Eins' } })),
    });
  type Project = Awaited<ReturnType<typeof given>>;
  const keyOf = async ({ api, id }: Project, name: string): Promise<string> =>
    (await api.get(`projects/${id}/keys?name=${name}`)).body.keys[0].id;
  const contextOf = async ({ api }: Project, keyId: string, query = ''): Promise<Json> =>
    (await api.get(`keys/${keyId}/context${query}`)).body.context;

  it('has up to two keys before and after it, in the order of the names', async () => {
    const project = await given();
    const [a, b, c, d, e] = await Promise.all(['a', 'b', 'c', 'd', 'e'].map((name) => keyOf(project, name)));
    const beside = (id: unknown, name: string) => ({ id, name, value: `${name} 1` });
    expect(await contextOf(project, String(c))).toEqual({
      before: [beside(a, 'a'), beside(b, 'b')],
      after: [beside(d, 'd'), beside(e, 'e')],
      source: null,
      terms: [],
    });
    expect(await contextOf(project, String(a))).toMatchObject({ before: [], after: [{ name: 'b' }, { name: 'c' }] });
  });

  it('has the source text for which an outdated text was written or confirmed last', async () => {
    const project = await given();
    const id = await keyOf(project, 'a');
    const put = (body: object) => project.api.put(`keys/${id}`, body);
    const source = async (language = 'de') => (await contextOf(project, id, `?language=${language}`)).source;
    expect(await source()).toBeNull();
    await put({ value: 'a 2' });
    await put({ value: 'a 3' });
    expect(await source()).toBe('a 1');
    expect(await source('fr')).toBeNull();
    // The state confirms the text, which stays as it is.
    await put({ states: { de: 'translated' } });
    expect(await source()).toBeNull();
    await put({ value: 'a 4' });
    expect(await source()).toBe('a 3');
    await put({ value: 'a 5', translations: { de: 'Fünf' } });
    expect(await source()).toBeNull();
    await put({ value: 'a 6' });
    expect(await source()).toBe('a 5');
    expect(await source('en')).toBeNull();
  });

  it('has the terms of the glossary in the source text, with their translations', async () => {
    const project = await running.given.project({
      ...{ targetLanguages: ['de-AT', 'fr'] },
      keys: [{ name: 'a', value: 'Pay your invoices with Acme, {name}' }],
    });
    const [id] = project.keyIds;
    const { api } = project;
    const translations = { de: ['Rechnung', 'Faktura'] };
    const { term } = (await api.post('glossary', { term: 'invoice', partOfSpeech: 'noun', translations })).body;
    await api.post('glossary', { term: 'Acme', doNotTranslate: true });
    for (const other of ['name', 'voice', 'paying']) await api.post('glossary', { term: other });
    const terms = async (query = '') => (await contextOf(project, String(id), query)).terms;
    expect(await terms('?language=de-AT')).toMatchObject([
      { term: 'paying', translations: [] },
      {
        ...{ id: term.id, term: 'invoice', language: 'en', found: 'invoices', definition: null, partOfSpeech: 'noun' },
        ...{ caseSensitive: false, doNotTranslate: false, forbidden: false, translations: ['Rechnung', 'Faktura'] },
      },
      { term: 'Acme', found: 'Acme', doNotTranslate: true },
    ]);
    expect((await terms('?language=fr'))[1].translations).toEqual([]);
    await api.delete(`glossary/${term.id}`);
    expect((await terms()).map(({ found }: Json) => found)).toEqual(['Pay', 'Acme']);
  });

  it('is refused for a language that the project lacks, and for a key of somebody else', async () => {
    const project = await given();
    const id = await keyOf(project, 'a');
    expect((await project.api.get(`keys/${id}/context?language=es`)).body).toMatchObject({
      code: 'unknown_language',
      errors: [{ parameter: 'language' }],
    });
    const other = await running.given.project({});
    expect((await other.api.get(`keys/${id}/context`)).body).toMatchObject({ code: 'key_not_found' });
  });
});
