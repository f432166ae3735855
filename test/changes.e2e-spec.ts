import type { Json } from './support/client';
import { type RunningApp, startApp } from './support/start-app';

const state = 'translated';
const unlabelled = { tags: [], maxLength: null };

describe('changes', () => {
  let running: RunningApp;
  beforeAll(async () => {
    running = await startApp();
  });
  afterAll(() => running.close());

  type Project = Awaited<ReturnType<typeof running.given.project>>;

  const given = (): Promise<Project> => running.given.project({ targetLanguages: ['de', 'fr'] });
  const create = async ({ api, id }: Project, name: string, translations = {}): Promise<string> =>
    (await api.post(`projects/${id}/keys`, { name, value: name.toUpperCase(), translations })).body.key.id;
  const changesOf = async ({ api, id }: Project, query = ''): Promise<Json[]> =>
    (await api.get(`projects/${id}/changes${query}`)).body.changes;
  const itemsOf = async ({ api, id }: Project, revision: number): Promise<Json[]> =>
    (await api.get(`projects/${id}/changes/${revision}`)).body.items;

  it('names who did what, the newest first', async () => {
    const project = await given();
    const key = await create(project, 'home.title', { de: 'Titel' });
    await project.api.put(`keys/${key}`, { translations: { de: 'Überschrift', fr: 'Titre' } });
    await project.api.delete(`keys/${key}`);

    const changes = await changesOf(project);

    expect(changes).toMatchObject([
      { revision: 3, action: 'key.delete', counts: { keysDeleted: 1, textsRemoved: 3 }, languages: ['de', 'en', 'fr'] },
      { revision: 2, action: 'key.update', counts: { textsSet: 2, keysChanged: 0 }, languages: ['de', 'fr'] },
      { revision: 1, action: 'key.create', counts: { keysCreated: 1, textsSet: 2 }, languages: ['de', 'en'] },
    ]);
    expect(changes[0].apiKey).toEqual({ id: expect.any(String), name: expect.any(String) });
    expect(Date.parse(changes[0].at)).not.toBeNaN();
  });

  it('have the members only that apply to them', async () => {
    const project = await given();
    const { api, id } = project;
    const counts = { keysCreated: 0, keysDeleted: 0, keysChanged: 0, textsSet: 0, textsRemoved: 0, statesSet: 0 };
    await create(project, 'a');
    await api.post(`projects/${id}/changes/1/undo`, {});
    await api.post(`projects/${id}/restore`, { revision: 1 });

    const changes = await changesOf(project);

    const [{ apiKey }] = changes;
    const common = { at: expect.any(String), apiKey, person: null, via: 'api', languages: ['en'] };
    expect(changes).toEqual([
      { ...common, revision: 3, action: 'restore', restores: 1, counts: { ...counts, keysCreated: 1, textsSet: 1 } },
      { ...common, revision: 2, action: 'undo', undoes: 1, counts: { ...counts, keysDeleted: 1, textsRemoved: 1 } },
      { ...common, revision: 1, action: 'key.create', undoneBy: 2, counts: { ...counts, keysCreated: 1, textsSet: 1 } },
    ]);
    expect((await api.get(`projects/${id}/changes/3`)).body.change).toEqual(changes[0]);
  });

  it('lists what a change did to texts and keys, before and after', async () => {
    const project = await given();
    const key = await create(project, 'home.title', { de: 'Titel' });
    await project.api.put(`keys/${key}`, { name: 'home.head', translations: { de: 'Kopf', fr: 'Tête' } });
    await project.api.delete(`keys/${key}`);

    expect(await itemsOf(project, 2)).toEqual([
      {
        keyId: key,
        name: 'home.head',
        language: null,
        before: { name: 'home.title', description: null, ...unlabelled },
        after: { name: 'home.head', description: null, ...unlabelled },
      },
      {
        keyId: key,
        name: 'home.head',
        language: 'de',
        before: { text: 'Titel', state },
        after: { text: 'Kopf', state },
      },
      { keyId: key, name: 'home.head', language: 'fr', before: null, after: { text: 'Tête', state } },
    ]);
    expect(await itemsOf(project, 1)).toEqual([
      {
        keyId: key,
        name: 'home.title',
        language: null,
        before: null,
        after: { name: 'home.title', description: null, ...unlabelled },
      },
      { keyId: key, name: 'home.title', language: 'de', before: null, after: { text: 'Titel', state } },
      { keyId: key, name: 'home.title', language: 'en', before: null, after: { text: 'HOME.TITLE', state } },
    ]);
    expect((await itemsOf(project, 3)).map(({ language, after }) => [language, after])).toEqual([
      [null, null],
      ['de', null],
      ['en', null],
      ['fr', null],
    ]);
  });

  it('records the file of an import, and nothing for one that changes nothing', async () => {
    const project = await given();
    const send = () =>
      project.api.post(`projects/${project.id}/import?format=json&language=de&filename=de.json`, undefined, {
        body: '{"a": "A", "b.c": "C"}',
      });
    await send();
    await send();

    expect(await changesOf(project)).toMatchObject([
      {
        revision: 1,
        action: 'import',
        counts: { keysCreated: 2, textsSet: 2 },
        import: { fileName: 'de.json', format: 'json', languages: ['de'] },
      },
    ]);
  });

  it('gives the pages of the list and of a change by cursor', async () => {
    const project = await given();
    for (const name of ['a', 'b', 'c']) await create(project, name);
    const { api, id } = project;

    const revisions: number[] = [];
    for (let cursor: string | null = ''; cursor !== null;) {
      const { body } = await api.get(`projects/${id}/changes?limit=2${cursor && `&cursor=${cursor}`}`);
      revisions.push(...body.changes.map(({ revision }: Json) => revision));
      cursor = body.nextCursor;
    }
    expect(revisions).toEqual([3, 2, 1]);
    const first = (await api.get(`projects/${id}/changes/1?limit=1`)).body;
    const second = (await api.get(`projects/${id}/changes/1?limit=1&cursor=${first.nextCursor}`)).body;
    expect([first.items[0].language, second.items[0].language, second.nextCursor]).toEqual([null, 'en', null]);
  });

  it('gives what a change made, replaced and removed in pages of any length, each item once', async () => {
    const project = await given();
    const { api, id } = project;
    const [a, b] = [await create(project, 'a', { de: 'A' }), await create(project, 'b', { de: 'B' })];
    await api.delete(`keys/${a}`);
    await api.put(`keys/${b}`, { name: 'z', translations: { fr: 'B' } });
    await create(project, 'c', { de: 'C', fr: 'C' });
    await api.post(`projects/${id}/restore`, { revision: 2 });

    const items = await itemsOf(project, 6);
    expect(items.map(({ name, language, before, after }) => [name, language, before !== null, after !== null])).toEqual(
      [
        ['a', null, false, true],
        ['a', 'de', false, true],
        ['a', 'en', false, true],
        ['b', null, true, true],
        ['b', 'fr', true, false],
        ['c', null, true, false],
        ['c', 'de', true, false],
        ['c', 'en', true, false],
        ['c', 'fr', true, false],
      ],
    );
    for (let limit = 1; limit <= items.length; limit++) {
      const pages: Json[][] = [];
      for (let cursor: string | null = ''; cursor !== null && pages.length <= items.length;) {
        const { body } = await api.get(`projects/${id}/changes/6?limit=${limit}${cursor && `&cursor=${cursor}`}`);
        pages.push(body.items);
        cursor = body.nextCursor;
      }
      expect([limit, pages]).toEqual([
        limit,
        Array.from({ length: Math.ceil(items.length / limit) }, (_, page) =>
          items.slice(page * limit, (page + 1) * limit),
        ),
      ]);
    }
  });

  it.each([1, 2, 3])(
    'gives no item in part on a page of %i behind texts of which only metadata changed',
    async (limit) => {
      const project = await given();
      const { api, id } = project;
      for (const name of ['a', 'b', 'c', 'd']) await create(project, name, { de: 'Old' });
      const texts = { a: 'Old', b: 'Old', d: 'New' };
      const body = Object.entries(texts).map(([name, text]) => `# Comment\nmsgid "${name}"\nmsgstr "${text}"\n`);
      const path = `projects/${id}/import?format=po&language=de&missingTexts=remove`;
      expect((await api.send('POST', path, { body: body.join('\n') })).status).toBe(200);

      const items: Json[] = [];
      for (let cursor: string | null = ''; cursor !== null && items.length < 5;) {
        const page: Json = (await api.get(`projects/${id}/changes/5?limit=${limit}${cursor && `&cursor=${cursor}`}`))
          .body;
        items.push(...page.items);
        cursor = page.nextCursor;
      }
      expect(items.map(({ name, before, after }) => [name, before?.text, after?.text])).toEqual([
        ['c', 'Old', undefined],
        ['d', 'Old', 'New'],
      ]);
    },
  );

  it.each([
    ['since=2', [3, 2]],
    ['until=2', [2, 1]],
    ['since=2000-01-01T00:00:00Z', [3, 2, 1]],
    ['since=2999-01-01T00:00:00Z', []],
    ['until=2999-01-01T00:00:00Z', [3, 2, 1]],
    ['until=2000-01-01T00:00:00Z', []],
    ['action=key.update', [2]],
    ['language=de', [2]],
    ['namespace=home', [2, 1]],
    ['namespace=', [3]],
    ['apiKeyId=019a9f3e-5a0b-7c41-8d2e-1f2a3b4c5d6e', []],
  ])('filters by %s', async (query, revisions) => {
    const project = await given();
    const key = await create(project, 'home.title');
    await project.api.put(`keys/${key}`, { translations: { de: 'Titel' } });
    await create(project, 'other');

    expect((await changesOf(project, `?${query}`)).map(({ revision }) => revision)).toEqual(revisions);
  });

  it('filters imports by the namespaces of the keys whose texts they change', async () => {
    const project = await given();
    await create(project, 'home.title');
    await create(project, 'other');
    const { api, id } = project;
    const body = JSON.stringify({ 'home.title': 'Titel' });
    await api.post(`projects/${id}/import?format=json&language=de`, undefined, { body });

    expect((await changesOf(project, '?namespace=home')).map(({ revision }) => revision)).toEqual([3, 1]);
    expect((await changesOf(project, '?namespace=')).map(({ revision }) => revision)).toEqual([2]);
  });

  it('gives the life of a key, of a deleted one too', async () => {
    const project = await given();
    const key = await create(project, 'a');
    await create(project, 'b');
    await project.api.put(`keys/${key}`, { description: 'First', translations: { de: 'A' } });
    await project.api.delete(`keys/${key}`);

    const { body } = await project.api.get(`keys/${key}/changes`);

    expect(body.changes).toMatchObject([
      { revision: 4, action: 'key.delete' },
      { revision: 3, action: 'key.update' },
      { revision: 1, action: 'key.create' },
    ]);
    expect(body.changes[1].items).toEqual([
      {
        keyId: key,
        name: 'a',
        language: null,
        before: { name: 'a', description: null, ...unlabelled },
        after: { name: 'a', description: 'First', ...unlabelled },
      },
      { keyId: key, name: 'a', language: 'de', before: null, after: { text: 'A', state } },
    ]);
  });

  it('gives the changes of a key in pages by cursor, none of which is empty', async () => {
    const project = await given();
    const key = await create(project, 'a');
    for (const text of ['A', 'B', 'C']) {
      await project.api.put(`keys/${key}`, { description: text, translations: { de: text, fr: text } });
      await create(project, `other.${text}`);
    }
    const path = `keys/${key}/changes`;
    const { changes } = (await project.api.get(path)).body;
    expect(changes.map(({ revision }: Json) => revision)).toEqual([6, 4, 2, 1]);
    for (const limit of [1, 2, 3, 4, 5]) {
      const pages: Json[][] = [];
      for (let cursor: string | null = ''; cursor !== null && pages.length < 5;) {
        const { body } = await project.api.get(`${path}?limit=${limit}${cursor && `&cursor=${cursor}`}`);
        pages.push(body.changes);
        cursor = body.nextCursor;
      }
      expect(pages.map(({ length }) => length)).toEqual(
        Array.from({ length: Math.ceil(4 / limit) }, (_, page) => Math.min(limit, 4 - page * limit)),
      );
      expect(pages.flat()).toEqual(changes);
    }
  });

  it('names the texts that a change confirmed, and whose confirmation an undo took back, and not metadata', async () => {
    const project = await given();
    const { api, id } = project;
    const keyId = await create(project, 'a', { de: 'Ä', fr: 'À' });
    const po = (source: string, text: string) => `# Metadata\nmsgid "a"\nmsgstr "${text}"\n# ${source}\n`;
    for (const [language, text] of [
      ['de', 'Ä'],
      ['en', 'A'],
    ] as const)
      await api.send('POST', `projects/${id}/import?format=po&language=${language}`, { body: po(language, text) });
    await api.put(`keys/${keyId}`, { value: 'A2' });
    await api.put(`keys/${keyId}`, { states: { de: 'translated' } });
    await api.post(`projects/${id}/changes/5/undo`, {});
    await api.put(`keys/${keyId}`, { value: 'A3', states: { fr: 'translated' } });

    const version = { text: 'Ä', state };
    const item = { keyId, name: 'a', language: 'de', before: version, after: version };
    const short = { ...item, before: 'Ä', after: 'Ä', state, changed: [] };
    const changes: Json[] = (await api.get(`keys/${keyId}/changes`)).body.changes;
    const summaries = await changesOf(project, '?include=summary');
    const ofRevision = (list: Json[], revision: number): Json => list.find((each) => each.revision === revision);
    for (const [revision, confirmed] of [
      [5, true],
      [6, false],
    ] as const) {
      expect(await itemsOf(project, revision)).toEqual([{ ...item, confirmed }]);
      expect(ofRevision(changes, revision).items).toEqual([{ ...item, confirmed }]);
      expect(ofRevision(summaries, revision).summary.items).toEqual([{ ...short, confirmed }]);
    }
    for (const revision of [2, 3]) {
      expect(await itemsOf(project, revision)).toEqual([]);
      expect(ofRevision(summaries, revision).summary.items).toEqual([]);
    }
    expect(await itemsOf(project, 7)).toMatchObject([{ after: { text: 'A3' } }, { language: 'fr', confirmed: true }]);
  });

  describe('in short', () => {
    const summariesOf = async (project: Project, query = ''): Promise<Json[]> =>
      (await changesOf(project, `?include=summary${query}`)).map(({ summary }) => summary);

    it('name the key and the language, with the text before and after in one line', async () => {
      const project = await given();
      const keyId = await create(project, 'home.title', { de: 'Titel' });
      await project.api.put(`keys/${keyId}`, { translations: { de: 'Zwei\nZeilen' } });
      await project.api.put(`keys/${keyId}`, { states: { de: 'reviewed' } });
      await project.api.put(`keys/${keyId}`, { name: 'home.head', tags: ['start'] });
      await project.api.delete(`keys/${keyId}`);

      const key = { keyId, name: 'home.title', language: null, before: null, state: null };
      const text = { keyId, name: 'home.title', language: 'de', before: 'Titel' };
      const gone = { keyId, name: 'home.head', after: null, state: null };
      expect(await summariesOf(project)).toEqual([
        {
          items: [
            { ...gone, language: null, before: 'home.head', changed: ['name', 'tags'] },
            { ...gone, language: 'de', before: 'Zwei Zeilen', changed: ['text', 'state'] },
            { ...gone, language: 'en', before: 'HOME.TITLE', changed: ['text', 'state'] },
          ],
          hasMore: false,
        },
        {
          items: [{ ...key, name: 'home.head', before: 'home.title', after: 'home.head', changed: ['name', 'tags'] }],
          hasMore: false,
        },
        {
          items: [{ ...text, before: 'Zwei Zeilen', after: 'Zwei Zeilen', state: 'reviewed', changed: ['state'] }],
          hasMore: false,
        },
        { items: [{ ...text, after: 'Zwei Zeilen', state, changed: ['text'] }], hasMore: false },
        {
          items: [
            { ...key, after: 'home.title', changed: ['name'] },
            { ...text, before: null, after: 'Titel', state, changed: ['text', 'state'] },
            { ...text, language: 'en', before: null, after: 'HOME.TITLE', state, changed: ['text', 'state'] },
          ],
          hasMore: false,
        },
      ]);
    });

    it('say when a change did more, and are empty for a change of settings', async () => {
      const project = await given();
      const path = `projects/${project.id}/import?format=json&language=en`;
      const file = Object.fromEntries(Array.from({ length: 500 }, (_, i) => [`key${i}`, `Text ${i}`]));
      await project.api.post(path, undefined, { body: JSON.stringify(file) });
      await project.api.post(path, undefined, { body: JSON.stringify({ key7: 'Seven', key8: 'Eight' }) });
      await project.api.patch(`projects/${project.id}`, { name: 'Other' });

      const [settings, update, whole] = await summariesOf(project);
      expect(settings).toEqual({ items: [], hasMore: false });
      expect(update).toMatchObject({
        items: [
          { name: 'key7', before: 'Text 7', after: 'Seven' },
          { name: 'key8', before: 'Text 8', after: 'Eight' },
        ],
        hasMore: false,
      });
      expect(whole).toMatchObject({ items: [{}, {}, {}], hasMore: true });
    });

    it('name no item of which only a part was read', async () => {
      const project = await given();
      for (const name of ['a', 'b', 'c', 'd', 'e']) await create(project, name, name === 'c' ? {} : { de: 'Old' });
      const entry = (name: string, text: string): string => `# Comment\nmsgid "${name}"\nmsgstr "${text}"\n`;
      const texts = { a: 'Old', b: 'Old', c: 'New', d: 'New', e: 'New' };
      const body = Object.entries(texts).map(([name, text]) => entry(name, text));
      await project.api.send('POST', `projects/${project.id}/import?format=po&language=de`, { body: body.join('\n') });

      // The first two texts got only a comment: two rows each, as the fourth and the fifth, whose second row is the ninth.
      const [summary] = await summariesOf(project);
      expect(summary.items.map(({ name, before, after }: Json) => [name, before, after])).toEqual([
        ['c', null, 'New'],
        ['d', 'Old', 'New'],
      ]);
      expect(summary.hasMore).toBe(true);
      expect((await itemsOf(project, 6)).map(({ name }) => name)).toEqual(['c', 'd', 'e']);
    });

    it('are those of the listed changes, page by page', async () => {
      const project = await given();
      for (const name of ['a', 'b', 'c']) await create(project, name);

      const path = `projects/${project.id}/changes?include=summary&limit=2`;
      const first = (await project.api.get(path)).body;
      const second = (await project.api.get(`${path}&cursor=${first.nextCursor}`)).body;
      const names = [...first.changes, ...second.changes].map(({ summary }: Json) => summary.items[0].name);
      expect([names, second.nextCursor]).toEqual([['c', 'b', 'a'], null]);
      expect(await summariesOf(project, '&namespace=home')).toEqual([]);
    });

    it('are at most 100 on a page', async () => {
      const project = await given();
      const keyId = await create(project, 'a');
      for (let i = 0; i < 100; i++) await project.api.put(`keys/${keyId}`, { value: `Text ${i}` });

      const { body } = await project.api.get(`projects/${project.id}/changes?include=summary&limit=1000`);
      expect(body.changes).toHaveLength(100);
      expect(body.nextCursor).not.toBeNull();
    });

    it('are absent unless they are asked for', async () => {
      const project = await given();
      await create(project, 'a');
      expect((await changesOf(project))[0]).not.toHaveProperty('summary');
      expect((await project.api.get(`projects/${project.id}/changes?include=all`)).body.code).toBe('validation_failed');
    });
  });

  it('records languages and names of projects', async () => {
    const project = await given();
    const { api, id } = project;
    await create(project, 'a', { de: 'A' });
    await api.patch(`projects/${id}`, { removeLanguages: ['de'] });
    await api.patch(`projects/${id}`, { name: 'Other' });

    expect(await changesOf(project, '?since=2')).toMatchObject([
      { revision: 3, action: 'project.update', languages: [] },
      { revision: 2, action: 'languages', languages: ['de'], counts: { textsRemoved: 1 } },
    ]);
    expect((await changesOf(project, '?namespace=')).map(({ revision }) => revision)).toEqual([2, 1]);
  });

  it('keeps the changes of one organization from others', async () => {
    const [project, other] = [await given(), await given()];
    const key = await create(project, 'a');

    for (const path of [`projects/${project.id}/changes`, `projects/${project.id}/changes/1`, `keys/${key}/changes`]) {
      expect((await other.api.get(path)).status).toBe(404);
    }
  });

  it.each(['0', '7', 'x', '9999999999999999999'])('refuses the unknown change %s', async (revision) => {
    const { api, id } = await given();
    const { status, body } = await api.get(`projects/${id}/changes/${revision}`);
    expect([status, body.code]).toEqual([404, 'change_not_found']);
  });

  it.each(['since=tomorrow', 'until=2026-02-30T00:00:00Z', 'action=none', 'apiKeyId=1', 'cursor=x'])(
    'refuses %s',
    async (query) => {
      const { api, id } = await given();
      expect((await api.get(`projects/${id}/changes?${query}`)).body.code).toBe('validation_failed');
    },
  );
});
