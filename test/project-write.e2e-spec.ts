import { randomUUID } from 'node:crypto';
import type { Principal } from '../src/common/access/principal';
import { KeyStore } from '../src/keys/key-store';
import type { RecordedChange } from '../src/projects/write/project-changes';
import type { ProjectWrite } from '../src/projects/write/project-write';
import { ProjectWriter } from '../src/projects/write/project-writer';
import type { Json } from './support/client';
import { type RunningApp, startApp } from './support/start-app';

describe('ProjectWrite', () => {
  let running: RunningApp;
  beforeAll(async () => {
    running = await startApp();
  });
  afterAll(() => running.close());

  type Project = Awaited<ReturnType<typeof running.given.project>>;

  const state = 'translated';

  const given = (): Promise<Project> =>
    running.given.project({
      targetLanguages: ['de', 'fr'],
      keys: [
        { name: 'a', value: 'A', translations: { de: 'a-de', fr: 'a-fr' } },
        { name: 'b', value: 'B', translations: { de: 'b-de' } },
      ],
    });

  /** Runs a write and returns what it recorded. */
  async function changesOf(
    { id, organization }: Project,
    work: (write: ProjectWrite) => Promise<unknown>,
  ): Promise<RecordedChange[]> {
    const recorded: RecordedChange[] = [];
    const principal: Principal = {
      apiKeyId: randomUUID(),
      organizationId: organization.id,
      organizationName: '',
      plan: 'free',
      rateLimit: 1,
      scopes: new Set(),
      projectIds: null,
      operator: false,
    };
    await running.app.get(ProjectWriter).write(principal, id, 'batch', async (write) => {
      const { changes } = write;
      const record = changes.record.bind(changes);
      jest.spyOn(changes, 'record').mockImplementation((change) => {
        // The rows are released after they were recorded.
        recorded.push(structuredClone(change));
        record(change);
      });
      await work(write);
    });
    return recorded;
  }

  const stateOf = async ({ api, id }: Project): Promise<Json> => (await api.get(`projects/${id}`)).body.project;
  const textsOf = async ({ api, id }: Project): Promise<Json> =>
    (await api.get(`projects/${id}/translations`)).body.translations;

  it('records inserted texts without a state before', async () => {
    const project = await given();
    const row = { keyId: project.keyIds[1] ?? '', language: 'fr', text: 'b-fr' };
    expect(await changesOf(project, ({ translations }) => translations.insert([row]))).toEqual([
      { texts: { before: null, after: [row] } },
    ]);
    expect((await textsOf(project)).fr).toEqual({ a: 'a-fr', b: 'b-fr' });
  });

  it.each([1, 2])('records the texts that the database held before it replaced %d of them', async (count) => {
    const project = await given();
    const rows = project.keyIds
      .slice(0, count)
      .map((keyId) => ({ keyId, language: 'de', text: 'new', meta: '{"po": {}}' }));
    const changes = await changesOf(project, ({ translations }) => translations.replace(rows));
    const before = ['a-de', 'b-de']
      .slice(0, count)
      .map((text, i) => ({ keyId: project.keyIds[i], language: 'de', text, meta: null, state }));
    expect(changes).toEqual([
      { texts: { before: expect.arrayContaining(before), after: expect.arrayContaining(rows) } },
    ]);
    expect((await textsOf(project)).de).toEqual(count === 1 ? { a: 'new', b: 'b-de' } : { a: 'new', b: 'new' });
  });

  it('leaves equal and missing texts alone, and does not raise the revision for them', async () => {
    const project = await given();
    const [a = '', b = ''] = project.keyIds;
    const { revision } = await stateOf(project);
    const changes = await changesOf(project, async ({ translations }) => {
      await translations.replace([{ keyId: a, language: 'de', text: 'a-de' }]);
      await translations.replace([
        { keyId: a, language: 'de', text: 'a-de' },
        { keyId: b, language: 'fr', text: 'x' },
      ]);
      await translations.remove([{ keyId: b, language: 'fr' }]);
    });
    expect(changes).toEqual([]);
    expect(await stateOf(project)).toMatchObject({ revision });
    expect((await textsOf(project)).fr).toEqual({ a: 'a-fr' });
  });

  it('records removed texts', async () => {
    const project = await given();
    const id = { keyId: project.keyIds[0] ?? '', language: 'de' };
    expect(await changesOf(project, ({ translations }) => translations.remove([id]))).toEqual([
      { texts: { before: [{ ...id, text: 'a-de', meta: null, state }], after: null } },
    ]);
    expect((await textsOf(project)).de).toEqual({ b: 'b-de' });
  });

  it('records the metadata of one format before and after, and keeps that of the others', async () => {
    const project = await given();
    const [keyId = ''] = project.keyIds;
    const row = { keyId, language: 'de', text: 'a-de' };
    await changesOf(project, ({ translations }) => translations.replace([{ ...row, meta: '{"xliff": {"id": 1}}' }]));
    const set = await changesOf(project, ({ translations }) =>
      translations.setMeta([{ keyId, language: 'de', meta: '{"fuzzy": true}' }], 'po'),
    );
    expect(set).toEqual([
      {
        texts: {
          before: [{ ...row, meta: '{"xliff": {"id": 1}}', state }],
          after: [{ ...row, meta: '{"po": {"fuzzy": true}, "xliff": {"id": 1}}', state }],
        },
      },
    ]);
    const removed = await changesOf(project, async ({ translations }) => {
      await translations.setMeta([{ keyId, language: 'de', meta: null }], 'po');
      await translations.setMeta([{ keyId, language: 'de', meta: null }], 'po');
    });
    expect(removed).toHaveLength(1);
  });

  it('records the texts of deleted keys', async () => {
    const project = await given();
    const [a = '', b = ''] = project.keyIds;
    const counts: Json[] = [];
    const changes = await changesOf(project, async (write) => {
      expect(await new KeyStore(write).delete([a, randomUUID(), 'no-uuid'])).toEqual(new Set([a]));
      counts.push(write.changes.counts);
    });
    expect(changes).toEqual([
      {
        texts: {
          before: expect.arrayContaining([{ keyId: a, language: 'en', text: 'A', meta: null, state }]),
          after: null,
        },
      },
      { keys: { before: [{ id: a, name: 'a', description: null, meta: null }], after: null } },
    ]);
    expect(counts).toMatchObject([{ keysDeleted: 1, textsRemoved: 3, textsSet: 0 }]);
    expect(await stateOf(project)).toMatchObject({ stringCount: 1 });
    expect((await project.api.get(`keys/${b}`)).status).toBe(200);
  });

  it('records names and descriptions before and after an update of keys', async () => {
    const project = await given();
    const [a = '', b = ''] = project.keyIds;
    const changes = await changesOf(project, (write) =>
      new KeyStore(write).update([
        { id: a, name: 'c', description: 'D', tags: [], maxLength: null },
        { id: b, name: 'b', description: null, tags: [], maxLength: null },
      ]),
    );
    const meta = null;
    expect(changes).toEqual([
      {
        keys: {
          before: [{ id: a, name: 'a', description: null, meta }],
          after: [{ id: a, name: 'c', description: 'D', meta }],
        },
      },
    ]);
  });

  it('records what a file adds to the descriptions and the metadata of keys', async () => {
    const project = await given();
    const [a = ''] = project.keyIds;
    const described = [
      { name: 'a', description: 'D', meta: '{"x": 1}' },
      { name: 'unknown', description: 'D' },
    ];
    const changes = await changesOf(project, async (write) => {
      const keys = new KeyStore(write);
      await keys.describe(described, { metaId: 'po', overwrite: true, tags: [] });
      await keys.describe(described, { metaId: 'po', overwrite: true, tags: [] });
      await keys.describe([{ name: 'a', description: 'other' }], { metaId: 'po', overwrite: false, tags: [] });
    });
    const after = { id: a, name: 'a', description: 'D', meta: '{"po": {"x": 1}}' };
    expect(changes).toEqual([
      { keys: { before: [{ id: a, name: 'a', description: null, meta: null }], after: [after] } },
    ]);
  });

  it('records the languages before and after one is removed, with its texts and metadata', async () => {
    const project = await given();
    await changesOf(project, ({ languageMeta }) => languageMeta.set(new Map([['de', '{"header": 1}']]), 'po'));
    const { name } = await stateOf(project);
    const changes = await changesOf(project, async (write) => expect(await write.removeLanguages(['de'])).toBe(2));
    expect(changes).toEqual([
      {
        settings: {
          before: [{ name, targetLanguages: ['de', 'fr'], protectReviewed: false }],
          after: [{ name, targetLanguages: ['fr'], protectReviewed: false }],
        },
      },
      { languageMeta: { before: [{ language: 'de', meta: '{"po": {"header": 1}}' }], after: null } },
      {
        texts: {
          before: expect.arrayContaining([expect.objectContaining({ language: 'de', text: 'b-de' })]),
          after: null,
        },
      },
    ]);
    expect(await textsOf(project)).toEqual({ en: { a: 'A', b: 'B' }, fr: { a: 'a-fr' } });
  });

  it('removes a language that has more texts than one statement removes', async () => {
    const project = await running.given.project({ targetLanguages: ['de', 'fr'] });
    const file = Object.fromEntries(Array.from({ length: 5_001 }, (_, i) => [`k${i}`, 'x']));
    for (const language of ['de', 'fr']) {
      const path = `projects/${project.id}/import?format=json&language=${language}`;
      await project.api.send('POST', path, { body: JSON.stringify(file) });
    }
    const { body } = await project.api.send('PATCH', `projects/${project.id}`, { json: { removeLanguages: ['de'] } });
    expect(body.removedTranslations).toBe(5_001);
    expect(Object.keys((await textsOf(project)).fr)).toHaveLength(5_001);
  });

  it('records metadata of languages before and after, and only if it changes', async () => {
    const project = await given();
    const set = (json: string, metaId: string) =>
      changesOf(project, ({ languageMeta }) => languageMeta.set(new Map([['de', json]]), metaId));
    expect(await set('1', 'po')).toEqual([
      { languageMeta: { before: null, after: [expect.objectContaining({ meta: '{"po": 1}' })] } },
    ]);
    expect(await set('1', 'po')).toEqual([]);
    expect(await set('2', 'ts')).toEqual([
      {
        languageMeta: {
          before: [{ language: 'de', meta: '{"po": 1}' }],
          after: [expect.objectContaining({ meta: '{"po": 1, "ts": 2}' })],
        },
      },
    ]);
  });

  it('raises the revision once for a write, however many changes it records', async () => {
    const project = await given();
    const { revision } = await stateOf(project);
    await changesOf(project, async (write) => {
      await write.rename('Renamed');
      await write.rename('Renamed');
      await write.addLanguages(['it']);
      await new KeyStore(write).delete(project.keyIds);
    });
    expect(await stateOf(project)).toMatchObject({ revision: revision + 1, stringCount: 0, name: 'Renamed' });
  });
});
