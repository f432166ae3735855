import { strToU8, zipSync } from 'fflate';
import { Database } from '../src/database/database';
import type { Json } from './support/client';
import { type RunningApp, startApp } from './support/start-app';

const NO_COUNTS = {
  keysCreated: 0,
  keysDeleted: 0,
  keysChanged: 0,
  textsSet: 0,
  textsRemoved: 0,
  statesSet: 0,
};

describe('undo and restore', () => {
  let running: RunningApp;
  beforeAll(async () => {
    running = await startApp();
  });
  afterAll(() => running.close());

  type Project = Awaited<ReturnType<typeof running.given.project>>;

  const given = (): Promise<Project> => running.given.project({ targetLanguages: ['de', 'fr'] });
  const create = async ({ api, id }: Project, name: string, translations = {}): Promise<string> =>
    (await api.post(`projects/${id}/keys`, { name, value: name.toUpperCase(), translations })).body.key.id;
  const undo = ({ api, id }: Project, revision: number, body = {}) =>
    api.post(`projects/${id}/changes/${revision}/undo`, body);
  const restore = ({ api, id }: Project, revision: number, body = {}) =>
    api.post(`projects/${id}/restore`, { revision, ...body });
  const textsOf = async ({ api, id }: Project, query = ''): Promise<Json> =>
    (await api.get(`projects/${id}/translations${query}`)).body.translations;
  const importTexts = ({ api, id }: Project, language: string, texts: object, options = '') =>
    api.post(`projects/${id}/import?format=json&language=${language}${options}`, undefined, {
      body: JSON.stringify(texts),
    });

  const importPo = ({ api, id }: Project, team: string) =>
    api.post(`projects/${id}/import?format=po&language=de`, undefined, {
      body: `msgid ""\nmsgstr "X-Team: ${team}\\n"\n\nmsgid "a"\nmsgstr "${team}"\n`,
    });
  const importEntry = ({ api, id }: Project, comments: string, text: string) =>
    api.post(`projects/${id}/import?format=po&language=de`, undefined, {
      body: `msgid ""\nmsgstr "Language: de\\n"\n\n${comments}\nmsgid "a"\nmsgstr "${text}"\n`,
    });
  const templatesOf = async ({ api, id }: Project): Promise<Json[]> =>
    (await api.get(`projects/${id}/templates`)).body.templates;
  const deleteTemplate = async (project: Project): Promise<unknown> => {
    const [template] = await templatesOf(project);
    return project.api.delete(`projects/${project.id}/templates/${template.id}`);
  };
  const removeDe = ({ api, id }: Project) => api.patch(`projects/${id}`, { removeLanguages: ['de'] });

  it('puts back texts that a change replaced, set or removed', async () => {
    const project = await given();
    const key = await create(project, 'a', { de: 'A', fr: 'B' });
    await project.api.put(`keys/${key}`, { value: 'New', translations: { de: 'Neu', fr: null } });

    const { body } = await undo(project, 2);

    expect(body).toMatchObject({ change: { revision: 3, action: 'undo', undoes: 2 }, conflicts: [] });
    expect(await textsOf(project)).toEqual({ en: { a: 'A' }, de: { a: 'A' }, fr: { a: 'B' } });
    const { changes } = (await project.api.get(`projects/${project.id}/changes`)).body;
    expect(changes[1]).toMatchObject({ revision: 2, undoneBy: 3 });
  });

  it('gives deleted keys back with their ids, descriptions, times of creation and texts', async () => {
    const project = await given();
    const key = await create(project, 'a', { de: 'A' });
    await project.api.put(`keys/${key}`, { description: 'First' });
    const before = (await project.api.get(`keys/${key}`)).body.key;
    await project.api.delete(`keys/${key}`);

    await undo(project, 3);

    const after = (await project.api.get(`keys/${key}`)).body.key;
    expect({ ...after, updatedAt: '' }).toEqual({ ...before, updatedAt: '' });
    expect((await project.api.get(`projects/${project.id}`)).body.project.stringCount).toBe(1);
  });

  it('can be undone', async () => {
    const project = await given();
    await create(project, 'a');
    await undo(project, 1);
    expect(await textsOf(project)).toEqual({ en: {}, de: {}, fr: {} });
    await undo(project, 2);
    expect(await textsOf(project)).toEqual({ en: { a: 'A' }, de: {}, fr: {} });
  });

  it('undoes an import with its languages, and leaves texts of others', async () => {
    const project = await given();
    await create(project, 'a');
    await importTexts(project, 'pl', { a: 'A', b: 'B' }, '&createLanguages=true');
    await undo(project, 2);
    expect(await textsOf(project)).toEqual({ en: { a: 'A' }, de: {}, fr: {} });
  });

  it('refuses what was changed again, and names it', async () => {
    const project = await given();
    const key = await create(project, 'a', { de: 'A' });
    await project.api.put(`keys/${key}`, { translations: { de: 'B', fr: 'B' } });
    await project.api.put(`keys/${key}`, { translations: { de: 'C' } });

    const { status, body } = await undo(project, 2);

    expect([status, body.code]).toEqual([400, 'undo_conflict']);
    expect(body.errors).toEqual([
      { key: 'a', language: 'de', code: 'undo_conflict', detail: 'the text was changed again' },
    ]);
    expect((await textsOf(project)).fr).toEqual({ a: 'B' });
  });

  it('skips what was changed again if asked to, and puts the rest back', async () => {
    const project = await given();
    const key = await create(project, 'a', { de: 'A' });
    await project.api.put(`keys/${key}`, { translations: { de: 'B', fr: 'B' } });
    await project.api.put(`keys/${key}`, { translations: { de: 'C' } });

    const { body } = await undo(project, 2, { conflict: 'skip' });

    expect(body.conflicts).toEqual([{ keyId: key, name: 'a', language: 'de' }]);
    expect(await textsOf(project)).toEqual({ en: { a: 'A' }, de: { a: 'C' }, fr: {} });
  });

  it.each<['keeps' | 'takes away', 'undo' | 'restore', string, (project: Project, key: string) => Promise<unknown>]>([
    ['keeps', 'undo', 'a change of the key', ({ api }, key) => api.put(`keys/${key}`, { tags: ['x'] })],
    [
      'keeps',
      'undo',
      'a change of the text',
      ({ api }, key) => api.put(`keys/${key}`, { translations: { de: 'Neu' } }),
    ],
    ['keeps', 'undo', 'an earlier file', (project) => importEntry(project, '# Earlier\n#: src/b.c:7', 'A')],
    ['takes away', 'restore', 'a change of the key', ({ api }, key) => api.put(`keys/${key}`, { tags: ['x'] })],
  ])('%s the metadata of a later file: %s of %s', async (effect, action, _, change) => {
    const project = await given();
    const key = await create(project, 'a', { de: 'A' });
    expect(await change(project, key)).toMatchObject({ status: 200 });
    const { de } = await textsOf(project);
    await importEntry(project, '# By a translator\n#: src/a.c:12', de.a);

    const run = (body = {}) => (action === 'undo' ? undo(project, 2, body) : restore(project, 1, body));
    const { counts } = (await run({ dryRun: true })).body;
    const { body } = await run();

    expect(body).toMatchObject({ counts, conflicts: [] });
    const { bytes } = await project.api.get(`projects/${project.id}/export?format=po&language=de&layout=canonical`);
    const exported = bytes.toString();
    const comments = exported.split('\n').filter((line) => /^#[ :]/.test(line));
    expect(comments).toEqual(effect === 'keeps' ? ['# By a translator', '#: src/a.c:12'] : []);
    expect(exported).toContain('msgstr "A"');
  });

  it('is no conflict where the text is again what the change had left', async () => {
    const project = await given();
    const key = await create(project, 'a', { de: 'A' });
    await project.api.put(`keys/${key}`, { translations: { de: 'B' } });
    await project.api.put(`keys/${key}`, { translations: { de: 'C' } });
    await undo(project, 3);
    expect((await undo(project, 2)).body.conflicts).toEqual([]);
    expect((await textsOf(project)).de).toEqual({ a: 'A' });
  });

  it('is no conflict where the source text is again what it was before the change', async () => {
    const project = await given();
    const key = await create(project, 'a', { de: 'A' });
    for (const value of ['B', 'A']) await project.api.put(`keys/${key}`, { value });
    const { status, body } = await undo(project, 2);
    expect([status, body]).toEqual([200, { change: null, counts: NO_COUNTS, conflicts: [] }]);
  });

  it('does not delete a key that has texts of others', async () => {
    const project = await given();
    const key = await create(project, 'a');
    await project.api.put(`keys/${key}`, { translations: { de: 'A' } });

    expect((await undo(project, 1)).body.errors).toEqual([
      { key: 'a', code: 'undo_conflict', detail: 'the key was changed again, or is in use' },
    ]);
    const { body } = await undo(project, 1, { conflict: 'skip' });

    expect(body).toEqual({
      change: null,
      counts: NO_COUNTS,
      conflicts: [{ keyId: key, name: 'a', language: null }],
    });
    expect(await textsOf(project)).toEqual({ en: { a: 'A' }, de: { a: 'A' }, fr: {} });
  });

  it('does not put back a key whose name another one has, nor its texts', async () => {
    const project = await given();
    const key = await create(project, 'a', { de: 'A' });
    await project.api.delete(`keys/${key}`);
    await create(project, 'a', { de: 'Other' });

    const { body } = await undo(project, 2, { conflict: 'skip' });

    expect(body.change).toBeNull();
    expect(body.conflicts).toContainEqual({ keyId: key, name: 'a', language: null });
    expect((await textsOf(project)).de).toEqual({ a: 'Other' });
  });

  it('leaves keys their names where one of them cannot have its earlier name, which another one waits for', async () => {
    const project = await given();
    const [a, b] = [await create(project, 'a'), await create(project, 'b')];
    await project.api.put(`keys/${a}`, { name: 'c' });
    await project.api.put(`keys/${b}`, { name: 'a' });
    await restore(project, 2);
    // A change gives both keys their new names again.
    expect((await undo(project, 5)).body.counts).toEqual({ ...NO_COUNTS, keysChanged: 2 });
    await create(project, 'b');

    const { body } = await undo(project, 6, { conflict: 'skip' });

    expect(body).toEqual({
      change: null,
      counts: NO_COUNTS,
      conflicts: [
        { keyId: a, name: 'c', language: null },
        { keyId: b, name: 'a', language: null },
      ],
    });
    expect((await textsOf(project)).en).toEqual({ a: 'B', b: 'B', c: 'A' });
  });

  it('keeps a language that has texts of others, and lists it as a conflict', async () => {
    const project = await given();
    const key = await create(project, 'a');
    await project.api.patch(`projects/${project.id}`, { addLanguages: ['pl'] });
    await project.api.put(`keys/${key}`, { translations: { pl: 'A' } });

    expect((await undo(project, 2)).body.errors).toEqual([
      { language: 'pl', code: 'undo_conflict', detail: 'the language pl is in use' },
    ]);
    expect((await textsOf(project)).pl).toEqual({ a: 'A' });
  });

  it('keeps a name that was changed again, and lists it as a conflict', async () => {
    const project = await given();
    const { api, id } = project;
    for (const name of ['Second', 'Third']) await api.patch(`projects/${id}`, { name, styleNote: `Note of ${name}` });
    await api.patch(`projects/${id}`, { styleNote: 'Note of Second' });

    expect((await undo(project, 1)).body.errors).toEqual([
      { code: 'undo_conflict', detail: 'the name of the project was changed again' },
    ]);
    const { body } = await undo(project, 1, { conflict: 'skip' });

    expect(body.conflicts).toEqual([{ keyId: null, name: null, language: null }]);
    expect((await api.get(`projects/${id}`)).body.project).toMatchObject({ name: 'Third', styleNote: null });
  });

  it('leaves the settings that later changes have set', async () => {
    const project = await given();
    const { api, id } = project;
    const settings = async () => (await api.get(`projects/${id}`)).body.project;
    const { name, memory } = await settings();
    await api.patch(`projects/${id}`, { name: 'Second' });
    const later = { protectReviewed: true, memory: !memory, styleNote: 'Short.' };
    await api.patch(`projects/${id}`, later);
    await api.patch(`projects/${id}`, { addLanguages: ['pl'] });

    expect((await undo(project, 1)).body.conflicts).toEqual([]);
    expect(await settings()).toMatchObject({ ...later, name, targetLanguages: ['de', 'fr', 'pl'] });
    await undo(project, 2);
    expect(await settings()).toMatchObject({ name, memory, protectReviewed: false, styleNote: null });
  });

  it('lists 100 conflicts in an error and 1,000 in an answer', async () => {
    const project = await given();
    const texts = (text: string) => Object.fromEntries(Array.from({ length: 1_001 }, (_, i) => [`key ${i}`, text]));
    for (const text of ['A', 'B', 'C']) await importTexts(project, 'en', texts(text));
    expect((await undo(project, 2)).body.errors).toHaveLength(100);
    const { body } = await undo(project, 2, { conflict: 'skip' });
    expect(body.change).toBeNull();
    expect(body.conflicts).toHaveLength(1_000);
    expect(body.conflicts).toContainEqual({ keyId: expect.any(String), name: 'key 7', language: 'en' });
  });

  it('keeps a language in which a key that stays has a text, and lists both as conflicts', async () => {
    const project = await given();
    await create(project, 'a');
    await importTexts(project, 'pl', { a: 'A', b: 'B' }, '&createLanguages=true');
    const { keys } = (await project.api.get(`projects/${project.id}/keys?search=b`)).body;
    await project.api.put(`keys/${keys[0].id}`, { name: 'b2' });

    const planned = (await undo(project, 2, { conflict: 'skip', dryRun: true })).body;
    const { body } = await undo(project, 2, { conflict: 'skip' });

    expect(body.conflicts).toEqual([
      { keyId: null, name: null, language: 'pl' },
      { keyId: keys[0].id, name: 'b2', language: null },
    ]);
    expect(planned).toEqual({ ...body, change: null });
    expect((await textsOf(project)).pl).toEqual({ b2: 'B' });
  });

  it.each<[string, object, object, { name: string; description: string | null }]>([
    ['description', { description: 'x' }, { description: 'y' }, { name: 'a', description: 'y' }],
    ['name', { name: 'b' }, { name: 'c' }, { name: 'c', description: null }],
  ])(
    'removes the texts that a change gave to an earlier key whose %s was changed again',
    async (_, change, later, labels) => {
      const project = await given();
      const key = await create(project, 'a', { de: 'A' });
      await project.api.put(`keys/${key}`, { ...change, translations: { de: 'B', fr: 'New' } });
      await project.api.put(`keys/${key}`, later);

      const planned = (await undo(project, 2, { conflict: 'skip', dryRun: true })).body;
      const { body } = await undo(project, 2, { conflict: 'skip' });

      expect(body.counts).toEqual({ ...NO_COUNTS, textsSet: 1, textsRemoved: 1 });
      expect(body.conflicts).toMatchObject([{ keyId: key, language: null }]);
      expect(planned).toEqual({ ...body, change: null });
      expect((await project.api.get(`keys/${key}`)).body.key).toMatchObject(labels);
      expect(await textsOf(project)).toEqual({ en: { [labels.name]: 'A' }, de: { [labels.name]: 'A' }, fr: {} });
    },
  );

  it('puts back a removed language with its texts, and a name', async () => {
    const project = await given();
    await create(project, 'a', { de: 'A', fr: 'B' });
    await project.api.patch(`projects/${project.id}`, { name: 'Other', removeLanguages: ['de'] });
    const { name } = (await project.api.get(`projects/${project.id}`)).body.project;

    await undo(project, 2);

    const after = (await project.api.get(`projects/${project.id}`)).body.project;
    expect(name).toBe('Other');
    expect(after.name).not.toBe('Other');
    expect(after.targetLanguages).toEqual(['de', 'fr']);
    expect(await textsOf(project)).toEqual({ en: { a: 'A' }, de: { a: 'A' }, fr: { a: 'B' } });
  });

  it('leaves the other languages as they are by then when it puts a removed one back', async () => {
    const { api, id, ...project } = await given();
    await api.patch(`projects/${id}`, { removeLanguages: ['de'] });
    await api.patch(`projects/${id}`, { removeLanguages: ['fr'], addLanguages: ['it'] });
    await undo({ api, id, ...project }, 1);
    expect((await api.get(`projects/${id}`)).body.project.targetLanguages).toEqual(['it', 'de']);
  });

  it.each(['undo', 'restore'])(
    'takes away the headers, templates and layouts of imported files: %s',
    async (reversal) => {
      const project = await given();
      const { api, id } = project;
      const po = 'msgid ""\nmsgstr "X-Team: A\\n"\n\nmsgid "a"\nmsgstr "A"\n';
      const zip = Buffer.from(zipSync({ 'app/de.json': strToU8('{"b":"B"}') }));
      await api.post(`projects/${id}/import?format=po&language=de`, undefined, { body: po });
      await api.post(`projects/${id}/import?format=json`, undefined, { body: zip });
      const rowsOf = (table: string): Promise<unknown[]> =>
        running.app.get(Database).rows(`SELECT FROM ${table} WHERE project_id = $1`, [id]);
      const kept = () => Promise.all(['language_meta', 'file_templates', 'file_layouts'].map(rowsOf));
      expect((await kept()).map(({ length }) => length)).toEqual([1, 2, 1]);
      if (reversal === 'restore') await restore(project, 0);
      else for (const revision of [2, 1]) await undo(project, revision);
      expect(await kept()).toEqual([[], [], []]);
    },
  );

  it.each<[string, 'second import' | 'deletion', 'first' | 'none', (project: Project) => Promise<unknown>]>([
    ['returns after an import', 'second import', 'first', () => Promise.resolve()],
    ['returns after its deletion', 'deletion', 'first', () => Promise.resolve()],
    [
      'returns if the file is again what the change had left',
      'second import',
      'first',
      async (project) => {
        await importPo(project, 'Third');
        await importPo(project, 'Second');
      },
    ],
    [
      'does not return if its successor was deleted since',
      'second import',
      'none',
      (project) => deleteTemplate(project),
    ],
    [
      'does not return if its language was removed after an import',
      'second import',
      'none',
      (project) => removeDe(project),
    ],
    [
      'does not return if its language was removed after its deletion',
      'deletion',
      'none',
      (project) => removeDe(project),
    ],
  ])('the template of a file %s', async (_, change, returning, later) => {
    const project = await given();
    await importPo(project, 'First');
    const [first] = await templatesOf(project);
    await (change === 'deletion' ? deleteTemplate(project) : importPo(project, 'Second'));
    const { revision } = (await project.api.get(`projects/${project.id}`)).body.project;
    await later(project);

    const { status } = await undo(project, revision, { conflict: 'skip' });

    expect([status, await templatesOf(project)]).toEqual([200, returning === 'first' ? [first] : []]);
    const isDeGone = !(await textsOf(project)).de;
    const headers = await running.app
      .get(Database)
      .rows(`SELECT FROM language_meta WHERE project_id = $1`, [project.id]);
    expect(headers).toHaveLength(isDeGone ? 0 : 1);
  });

  it('puts removed languages back until the project has 500, and no more', async () => {
    const targetLanguages = Array.from({ length: 499 }, (_, i) => `de-x-${i}`);
    const project = await running.given.project({ targetLanguages });
    const change = (languages: object) => project.api.patch(`projects/${project.id}`, languages);
    await change({ removeLanguages: targetLanguages.slice(0, 2) });
    await change({ addLanguages: ['fr'] });
    for (const dryRun of [true, false]) {
      const refused = await undo(project, 1, { dryRun });
      expect([dryRun, refused.status, refused.body.code]).toEqual([dryRun, 400, 'limit_exceeded']);
    }
    await change({ removeLanguages: ['fr'] });
    expect((await undo(project, 1)).status).toBe(200);
    expect((await project.api.get(`projects/${project.id}`)).body.project.targetLanguages).toEqual(targetLanguages);
  });

  it('restores names that keys have exchanged', async () => {
    const project = await given();
    const [a, b] = [await create(project, 'a'), await create(project, 'b')];
    const rename = (key: string, name: string) => project.api.put(`keys/${key}`, { name });
    await rename(a, 'c');
    await rename(b, 'a');
    await rename(a, 'b');
    expect(await textsOf(project)).toMatchObject({ en: { a: 'B', b: 'A' } });

    const { body } = await restore(project, 2);

    expect(body.change).toMatchObject({ action: 'restore', restores: 2 });
    expect(await textsOf(project)).toMatchObject({ en: { a: 'A', b: 'B' } });
  });

  it('writes nothing in a dry run, or if there is nothing to do, or if the project has moved', async () => {
    const project = await given();
    await create(project, 'a');
    const counts = { ...NO_COUNTS, keysDeleted: 1, textsRemoved: 1 };
    expect((await undo(project, 1, { dryRun: true })).body).toEqual({ change: null, counts, conflicts: [] });
    expect((await restore(project, 0, { dryRun: true })).body).toEqual({ change: null, counts, conflicts: [] });
    expect((await restore(project, 1)).body).toEqual({ change: null, counts: NO_COUNTS, conflicts: [] });
    expect((await restore(project, 0, { ifRevision: 0 })).body.code).toBe('revision_moved');
    expect((await restore(project, 9)).body.code).toBe('unknown_revision');
    expect((await undo(project, 9)).body.code).toBe('change_not_found');
    expect((await project.api.get(`projects/${project.id}`)).body.project.revision).toBe(1);
  });

  it('counts in a dry run what is done then, without what is in conflict', async () => {
    const project = await given();
    const [kept, described, gone] = [
      await create(project, 'a', { de: 'A' }),
      await create(project, 'b'),
      await create(project, 'c', { de: 'C', fr: 'C' }),
    ];
    await project.api.post(`projects/${project.id}/keys/batch`, {
      update: [
        { id: kept, translations: { de: 'B', fr: 'B' }, states: { en: 'draft' } },
        { id: described, description: 'First' },
      ],
      delete: [gone],
      create: [{ name: 'd', value: 'D', translations: { de: 'D' } }],
    });
    await project.api.put(`keys/${kept}`, { translations: { de: 'Other' } });

    const planned = (await undo(project, 4, { dryRun: true, conflict: 'skip' })).body;
    expect(planned).toEqual({
      change: null,
      counts: { keysCreated: 1, keysDeleted: 1, keysChanged: 1, textsSet: 3, textsRemoved: 3, statesSet: 1 },
      conflicts: [{ keyId: kept, name: 'a', language: 'de' }],
    });
    const { change, counts, conflicts } = (await undo(project, 4, { conflict: 'skip' })).body;
    expect([counts, change.counts, conflicts]).toEqual([planned.counts, planned.counts, planned.conflicts]);
  });

  it.each<[string, (project: Project, key: string) => Promise<unknown>]>([
    ['a confirmation', ({ api }, key) => api.put(`keys/${key}`, { states: { de: 'translated' } })],
    ['a state that came with metadata', (project) => importEntry(project, '# By a translator\n#, fuzzy', 'A')],
  ])('counts in a dry run, as one state, %s that is taken back', async (_, change) => {
    const project = await given();
    const key = await create(project, 'a', { de: 'A' });
    await project.api.put(`keys/${key}`, { value: 'A2' });
    expect(await change(project, key)).toMatchObject({ status: 200 });
    const { counts } = (await undo(project, 3, { dryRun: true })).body;
    expect(counts).toEqual({ ...NO_COUNTS, statesSet: 1 });
    expect((await undo(project, 3)).body.counts).toEqual(counts);
  });

  describe('for one key', () => {
    /** A batch at revision 4 that changes, deletes and creates keys. */
    const givenBatch = async () => {
      const project = await given();
      const changed = await create(project, 'a', { de: 'A' });
      const deleted = await create(project, 'b', { de: 'B', fr: 'B' });
      await create(project, 'c');
      const { body } = await project.api.post(`projects/${project.id}/keys/batch`, {
        update: [{ id: changed, name: 'a2', translations: { de: 'New', fr: 'New' } }],
        delete: [deleted],
        create: [{ name: 'd', value: 'D' }],
      });
      return { project, keyIds: [changed, deleted, body.created[0].id] };
    };

    it('puts back what the change did to this key, and nothing else', async () => {
      const { project, keyIds } = await givenBatch();
      const [keyId] = keyIds;
      const planned = (await undo(project, 4, { keyId, dryRun: true })).body;

      const { body } = await undo(project, 4, { keyId: keyId?.toUpperCase() });

      expect(body.change).toMatchObject({ revision: 5, undoes: 4, undoesKeyId: keyId });
      expect(body.counts).toEqual({ ...NO_COUNTS, keysChanged: 1, textsSet: 1, textsRemoved: 1 });
      expect(planned).toEqual({ ...body, change: null });
      expect(await textsOf(project)).toEqual({ en: { a: 'A', c: 'C', d: 'D' }, de: { a: 'A' }, fr: {} });
    });

    it('is listed as an undo of the change only in the list of the changes of this key', async () => {
      const { project, keyIds } = await givenBatch();
      await undo(project, 4, { keyId: keyIds[0] });
      const undoneBy = async (path: string): Promise<unknown> => {
        const { changes } = (await project.api.get(path)).body;
        return changes.find(({ revision }: Json) => revision === 4).undoneBy;
      };
      expect(await undoneBy(`projects/${project.id}/changes`)).toBeUndefined();
      expect(await undoneBy(`keys/${keyIds[1]}/changes`)).toBeUndefined();
      expect(await undoneBy(`keys/${keyIds[0]}/changes`)).toBe(5);
    });

    it('gives the texts of before when it is done for each key of the change', async () => {
      const { project, keyIds } = await givenBatch();
      const before = await textsOf(project, '?revision=3');
      for (const keyId of keyIds) await undo(project, 4, { keyId });
      expect(await textsOf(project)).toEqual(before);
    });

    it('leaves the languages and the templates that an import has brought', async () => {
      const project = await given();
      const keyId = await create(project, 'a');
      await importTexts(project, 'pl', { a: 'Raz', b: 'Dwa' }, '&createLanguages=true');
      const templates = async () => (await project.api.get(`projects/${project.id}/templates`)).body;
      const before = await templates();
      expect(before.templates).toHaveLength(1);

      await undo(project, 2, { keyId });

      expect(await textsOf(project)).toEqual({ en: { a: 'A' }, de: {}, fr: {}, pl: { b: 'Dwa' } });
      expect(await templates()).toEqual(before);
    });

    it('names the conflicts of this key only', async () => {
      const { project, keyIds } = await givenBatch();
      const [changed, , created] = keyIds;
      await project.api.put(`keys/${changed}`, { translations: { de: 'Again' } });
      await project.api.put(`keys/${created}`, { translations: { de: 'Again' } });
      expect((await undo(project, 4, { keyId: changed })).body.errors).toMatchObject([{ key: 'a2', language: 'de' }]);
      expect((await undo(project, 4, { keyId: created })).body.errors).toMatchObject([{ key: 'd' }]);
    });

    it('does nothing if the change did nothing to it, and refuses a key that the project never had', async () => {
      const { project, keyIds } = await givenBatch();
      const other = await given();
      const foreign = await create(other, 'a');
      expect((await undo(project, 1, { keyId: keyIds[1] })).body).toEqual({
        change: null,
        counts: NO_COUNTS,
        conflicts: [],
      });
      const { status, body } = await undo(project, 4, { keyId: foreign });
      expect([status, body.code, body.errors[0].pointer]).toEqual([404, 'key_not_found', '/keyId']);
      expect((await undo(project, 4, { keyId: 'a' })).body.errors).toMatchObject([
        { pointer: '/keyId', code: 'invalid_format' },
      ]);
    });
  });

  it('refuses in a dry run what the caller may not do', async () => {
    const project = await given();
    await create(project, 'a');
    const { organization } = project;
    const { api } = await running.given.apiKey({ organization, scopes: ['translations:write', 'keys:write'] });
    const { status, body } = await undo({ ...project, api }, 1, { dryRun: true });
    expect([status, body.code, body.scope]).toEqual([403, 'missing_scope', 'keys:delete']);
  });

  it('is done once for an Idempotency-Key', async () => {
    const project = await given();
    await create(project, 'a');
    const send = () =>
      project.api.send('POST', `projects/${project.id}/changes/1/undo`, {
        json: {},
        headers: { 'idempotency-key': 'undo-1' },
      });

    const [first, second] = [await send(), await send()];

    expect(first.body.change).toMatchObject({ revision: 2, undoes: 1 });
    expect([second.bytes, second.headers.get('idempotent-replayed')]).toEqual([first.bytes, 'true']);
    expect((await project.api.get(`projects/${project.id}`)).body.project.revision).toBe(2);
  });

  it('needs the scopes of what it does', async () => {
    const project = await given();
    await create(project, 'a');
    const { organization } = project;
    const { api } = await running.given.apiKey({ organization, scopes: ['translations:write', 'keys:write'] });

    const { status, body } = await api.post(`projects/${project.id}/changes/1/undo`, {});

    expect([status, body.scope]).toEqual([403, 'keys:delete']);
    expect(await textsOf(project)).toMatchObject({ en: { a: 'A' } });
  });

  it.each<[string, (project: Project, keys: string[]) => Promise<unknown>, string]>([
    ['a name', ({ api, id }) => api.patch(`projects/${id}`, { name: 'Other' }), 'projects:write'],
    ['a switch', ({ api, id }) => api.patch(`projects/${id}`, { protectReviewed: true }), 'projects:write'],
    ['an added language', ({ api, id }) => api.patch(`projects/${id}`, { addLanguages: ['pl'] }), 'projects:write'],
    ['a removed language', (project) => removeDe(project), 'projects:write'],
    [
      'as many changed keys as deleted ones',
      ({ api, id }, [changed, deleted]) =>
        api.post(`projects/${id}/keys/batch`, {
          update: [{ id: changed, description: 'A' }],
          delete: [deleted],
        }),
      'keys:write',
    ],
  ])('needs a scope in order to put back %s', async (_, change, scope) => {
    const project = await given();
    const state = async () => (await project.api.get(`projects/${project.id}`)).body.project;
    const keys = [await create(project, 'a'), await create(project, 'b')];
    const before = await state();
    await change(project, keys);
    const { organization } = project;
    const { api } = await running.given.apiKey({ organization, scopes: ['translations:write'] });

    expect((await api.post(`projects/${project.id}/changes/3/undo`, {})).body).toMatchObject({ status: 403, scope });
    expect((await undo(project, 3)).body.change).toMatchObject({ revision: 4 });
    expect(await state()).toEqual({ ...before, revision: 4, updatedAt: expect.any(String) });
  });

  it('needs the scope to review in order to replace a reviewed text, only if the project protects reviewed texts', async () => {
    const project = await given();
    const key = await create(project, 'a', { de: 'A' });
    await project.api.put(`keys/${key}`, { translations: { de: 'B' }, states: { de: 'reviewed' } });
    const { organization } = project;
    const { api } = await running.given.apiKey({ organization, scopes: ['translations:write'] });
    const protect = (protectReviewed: boolean) =>
      project.api.patch(`projects/${project.id}`, { protectReviewed, name: `Project ${protectReviewed}` });

    await protect(true);
    expect((await undo({ ...project, api }, 2)).body).toMatchObject({ status: 403, scope: 'translations:review' });
    await protect(false);
    expect((await undo({ ...project, api }, 2)).body).toMatchObject({ change: { undoes: 2 } });
    expect((await textsOf(project)).de).toEqual({ a: 'A' });
  });

  it.each([
    ['a review back', { states: { de: 'translated' } }],
    ['a text that was reviewed back', { translations: { de: 'B' } }],
  ])('needs the scope to review in order to bring %s', async (_, change) => {
    const project = await given();
    const key = await create(project, 'a', { de: 'A' });
    await project.api.put(`keys/${key}`, { states: { de: 'reviewed' } });
    await project.api.put(`keys/${key}`, change);
    const { organization } = project;
    const { api } = await running.given.apiKey({ organization, scopes: ['translations:write'] });
    for (const dryRun of [true, false]) {
      const { body } = await undo({ ...project, api }, 3, { dryRun });
      expect(body).toMatchObject({ status: 403, scope: 'translations:review' });
    }
    expect((await undo(project, 3)).status).toBe(200);
    expect((await project.api.get(`keys/${key}`)).body.key).toMatchObject({
      translations: { de: 'A' },
      states: { de: 'reviewed' },
    });
  });

  it('needs no scope to review in order to put back only the metadata of a reviewed text that is protected', async () => {
    const project = await given();
    const { api, id, organization } = project;
    const key = await create(project, 'a', { de: 'A' });
    await api.put(`keys/${key}`, { states: { de: 'reviewed' } });
    await api.patch(`projects/${id}`, { protectReviewed: true });
    const exported = (await api.get(`projects/${id}/export?format=po&language=de`)).bytes.toString();
    const body = exported.replace('\n\n', '\n\n# A comment of the translator\n');
    const imported = await api.post(`projects/${id}/import?format=po`, undefined, { body });
    expect(imported.status).toBe(200);
    const { revision } = (await api.get(`projects/${id}`)).body.project;
    const limited = await running.given.apiKey({ organization, scopes: ['translations:write', 'keys:write'] });
    expect((await undo({ ...project, api: limited.api }, revision)).body).toMatchObject({
      change: { undoes: revision },
      conflicts: [],
    });
  });
});
