import type { Json } from './support/client';
import { type RunningApp, startApp } from './support/start-app';

describe('key lists', () => {
  let running: RunningApp;
  beforeAll(async () => {
    running = await startApp();
  });
  afterAll(() => running.close());

  const given = (names: readonly string[]) =>
    running.given.project({ keys: names.map((name) => ({ name, value: `text of ${name}` })) });
  type Project = Awaited<ReturnType<typeof given>>;

  const pages = async ({ api, id }: Project, query: string): Promise<Json[][]> => {
    const found: Json[][] = [];
    for (let cursor: string | null = ''; cursor !== null;) {
      const { status, body } = await api.get(`projects/${id}/keys?${query}${cursor === '' ? '' : `&cursor=${cursor}`}`);
      expect(status).toBe(200);
      found.push(body.keys);
      cursor = body.nextCursor;
    }
    return found;
  };
  const names = async (project: Project, query: string): Promise<string[]> =>
    (await pages(project, query)).flat().map(({ name }) => name);

  it('returns each key with its source text, or null', async () => {
    const project = await running.given.project({ keys: [{ name: 'home.b', value: '', description: 'D' }] });
    const { api, id } = project;
    await api.send('POST', `projects/${id}/import?language=de&format=json`, { body: '{"a":"Ä"}' });
    expect((await api.get(`projects/${id}/keys`)).body).toEqual({
      keys: [
        {
          id: expect.any(String),
          name: 'a',
          namespace: '',
          value: null,
          description: null,
          tags: [],
          maxLength: null,
          createdAt: expect.any(String),
          updatedAt: expect.any(String),
        },
        {
          id: project.keyIds[0],
          name: 'home.b',
          namespace: 'home',
          value: '',
          description: 'D',
          tags: [],
          maxLength: null,
          createdAt: expect.any(String),
          updatedAt: expect.any(String),
        },
      ],
      nextCursor: null,
    });
  });

  it('orders keys by the code points of their names', async () => {
    const inOrder = ['', '1', '10', '2', 'A', 'B.a', 'B.b', '_', 'a', 'ä', '漢', '\uffee', '😀'].filter(
      (n) => n !== '',
    );
    expect(await names(await given([...inOrder].reverse()), '')).toEqual(inOrder);
  });

  it.each([1, 2, 3, 7, 1_000])('returns each key once in pages of %d', async (limit) => {
    const long = 'x'.repeat(600);
    const all = ['a', 'b', 'c', `${long}1`, `${long}2`, `${long}3`, '😀'.repeat(520), '😁'];
    const project = await given(all);
    const found = await pages(project, `limit=${limit}`);
    expect(
      found
        .flat()
        .map(({ name }) => name)
        .sort(),
    ).toEqual([...all].sort());
    expect(found.slice(0, -1).every((page) => page.length === limit)).toBe(true);
  });

  it('continues after the last key when keys are created and deleted between pages', async () => {
    const project = await given(['a', 'c', 'e']);
    const { body } = await project.api.get(`projects/${project.id}/keys?limit=2`);
    await project.api.delete(`keys/${body.keys[1].id}`);
    await project.api.post(`projects/${project.id}/keys`, { name: 'b', value: '' });
    await project.api.post(`projects/${project.id}/keys`, { name: 'd', value: '' });
    const next = await project.api.get(`projects/${project.id}/keys?limit=2&cursor=${body.nextCursor}`);
    expect(next.body.keys.map(({ name }: Json) => name)).toEqual(['d', 'e']);
  });

  it('returns 100 keys by default', async () => {
    const { id, api } = await running.given.project();
    const create = Array.from({ length: 101 }, (_, i) => ({ name: `k${i}`, value: '' }));
    await api.post(`projects/${id}/keys/batch`, { create });
    expect((await api.get(`projects/${id}/keys`)).body.keys).toHaveLength(100);
  });

  describe('the filter name', () => {
    it('returns exactly the named keys', async () => {
      const project = await given(['a', 'A', 'a.b', ' a', 'b,c']);
      expect(await names(project, 'name=a')).toEqual(['a']);
      expect(await names(project, 'name=a&name=b%2Cc&name=none')).toEqual(['a', 'b,c']);
    });

    it('finds a name of 8,192 bytes', async () => {
      const name = '漢'.repeat(2_730) + 'ab';
      expect(await names(await given([name, 'b']), `name=${encodeURIComponent(name)}`)).toEqual([name]);
    });
  });

  describe('the filter namespace', () => {
    it('returns the keys of the namespace only', async () => {
      const long = 'n'.repeat(600);
      const project = await given(['a', 'a.x', 'a.y.z', 'a.', 'a/b', 'ab.x', '.x', `${long}.x`, `${long}y.x`]);
      expect(await names(project, 'namespace=a')).toEqual(['a.', 'a.x', 'a.y.z']);
      expect(await names(project, 'namespace=')).toEqual(['.x', 'a', 'a/b']);
      expect(await names(project, `namespace=${long}`)).toEqual([`${long}.x`]);
      expect(await names(project, 'namespace=none')).toEqual([]);
    });
  });

  describe('the filter untranslated', () => {
    it('returns the keys without a text in the language and treats an empty text as a text', async () => {
      const project = await running.given.project({
        targetLanguages: ['de', 'pt-BR'],
        keys: [
          { name: 'a', value: 'A', translations: { de: 'Ä' } },
          { name: 'b', value: 'B', translations: { de: '' } },
          { name: 'c', value: 'C', translations: { 'pt-BR': 'C' } },
        ],
      });
      expect(await names(project, 'untranslated=de')).toEqual(['c']);
      expect(await names(project, 'untranslated=PT_br')).toEqual(['a', 'b']);
      expect(await names(project, 'untranslated=en')).toEqual([]);
    });

    it('refuses a language that the project does not have', async () => {
      const { id, api } = await running.given.project();
      expect(await api.get(`projects/${id}/keys?untranslated=fr`)).toMatchObject({
        status: 400,
        body: { code: 'unknown_language', errors: [{ parameter: 'untranslated', language: 'fr' }] },
      });
    });
  });

  describe('the filter search', () => {
    it.each<[search: string, name: string, value: string]>([
      ['TITLE', 'home.title', 'x'],
      ['welcome', 'a', 'You are WELCOME here'],
      ['ÄÖ', 'a', 'xäöx'],
      ['straße', 'a', 'STRAẞE'],
      ['ΟΔΟΣ', 'a', 'οδος'],
      ['οδοσ', 'a', 'ΟΔΟΣ ΟΔΟΣΗ'],
      ['ΟΔΟΣ', 'a', 'ΟΔΟΣΗ'],
      ['οδος', 'a', 'ΟΔΟΣΗ'],
      ['ПРИВЕТ', 'a', 'привет'],
      ['привет', 'ПРИВЕТ.мир', 'x'],
      ['𐐀', 'a', '𐐨'],
      ['ა', 'a', 'Ა'],
      ['kelvin', 'a', '\u212Aelvin'],
      ['\u212Aelvin', 'a', 'KELVIN'],
      ['İZMİR', 'a', 'i\u0307zmi\u0307r'],
      ['i\u0307zmi\u0307r', 'a', 'İZMİR'],
      ['CAFÉ', 'a', 'cafe\u0301s'],
      ['Cafe\u0301', 'a', 'CAFÉS'],
      ['cafe\u0301', 'Café.name', 'x'],
      ['ǰ', 'a', 'J\u030C'],
      ['ế', 'a', 'tiê\u0301ng'],
      ['e\u0301\u0302', 'a', 'e\u0301\u0302'],
      ['a\u0323\u0301', 'a', 'A\u0301\u0323'],
      ['한국', 'a', '한국'.normalize('NFD')],
      ['が', 'a', 'か\u3099'],
      ['बड़ा', 'a', 'बड\u093Cा'],
      ['\u212B', 'a', 'a\u030Angstrom'],
      [';', 'a', '\u037E'],
      ['\u037E', 'a', 'x;'],
      ['`', 'a', '\u1FEF'],
      ['≠', 'a', 'x =\u0338 y'],
      ['x =\u0338 y', 'a', 'x ≠ y'],
      ['e' + '\u0301'.repeat(40), 'a', 'Cafe' + '\u0301'.repeat(40)],
      ['Cafe\u0301', 'a', `Cafe\u0301 e${'\u0301'.repeat(40)}`],
      ...['=', '~', '─', '🙂', '\u200D', '€'].flatMap((symbol): [string, string, string][] => [
        ['Café', 'a', `Cafe\u0301\n${symbol.repeat(40)}`],
        ['Cafe\u0301', 'a', `Cafe\u0301\n${symbol.repeat(40)}`],
      ]),
      ['100%', 'a', '100% sure'],
      ['a_b', 'x', 'a_b'],
      ['c:\\dir', 'x', 'C:\\DIR'],
      ["'", 'x', "it's"],
      ['', 'x', 'anything'],
    ])('finds by %j the key %j with the text %j', async (search, name, value) => {
      const project = await running.given.project({
        keys: [
          { name, value: 'source', translations: { de: value } },
          { name: 'zzz', value: 'acb 1000 xyz' },
        ],
      });
      const found = await names(project, `search=${encodeURIComponent(search)}`);
      expect(found).toEqual(search === '' ? [name, 'zzz'] : [name]);
    });

    it('takes a letter with a mark as one letter, in each canonical form', async () => {
      const project = await running.given.project({
        keys: ['cafe\u0301', 'café', 'cafe'].map((value, i) => ({ name: `k${i}`, value })),
      });
      expect(await names(project, 'search=CAFE')).toEqual(['k2']);
    });

    it('leaves marks as they are where there are so many that sorting them takes a minute', async () => {
      const marks = ['\u0301', '\u0323'].map((mark) => mark.repeat(30_000));
      const project = await running.given.project({ keys: [{ name: 'hostile', value: `é ${marks.join('')}` }] });
      expect(await names(project, `search=${encodeURIComponent('É')}`)).toEqual(['hostile']);
      expect(await names(project, `search=${encodeURIComponent('E\u0301')}`)).toEqual(['hostile']);
      expect(await names(project, `search=${encodeURIComponent('\u0301\u0323')}`)).toEqual(['hostile']);
      expect(await names(project, `search=${encodeURIComponent('\u0323\u0301')}`)).toEqual([]);
    });

    it('combines with the other filters and with pages', async () => {
      const project = await given(['a.one', 'a.two', 'b.one', 'a.one2']);
      expect(await pages(project, 'search=ONE&namespace=a&limit=1')).toHaveLength(2);
      expect(await names(project, 'search=ONE&namespace=a&untranslated=de&limit=1')).toEqual(['a.one', 'a.one2']);
    });
  });

  it.each([
    'limit=0',
    'limit=1001',
    'cursor=x',
    'cursor=WyJhIl0',
    'cursor=WyJhIiwiYiJd',
    'namespace=a.b',
    'name=',
    'search=a%00',
    'search=a&search=b',
    'untranslated=',
    'order=name',
  ])('refuses the query %s', async (query) => {
    const { id, api } = await running.given.project();
    const response = await api.get(`projects/${id}/keys?${query}`);
    expect(response).toMatchObject({ status: 400, body: { errors: [{ parameter: query.split('=')[0] }] } });
  });

  it('refuses a query that is not UTF-8', async () => {
    const { id, api } = await running.given.project();
    expect(await api.get(`projects/${id}/keys?search=%ff`)).toMatchObject({
      status: 400,
      body: { code: 'malformed_request' },
    });
  });

  it('refuses a cursor of another list', async () => {
    const organization = await running.given.organization();
    const project = await running.given.project({ organization });
    await running.given.project({ organization });
    const { headers } = await organization.api.get('projects?limit=1');
    const cursor = /cursor=([^>&]+)/.exec(headers.get('link') ?? '')?.[1];
    expect((await organization.api.get(`projects/${project.id}/keys?cursor=${cursor}`)).status).toBe(400);
  });
});
