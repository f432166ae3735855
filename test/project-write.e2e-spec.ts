import { randomUUID } from 'node:crypto';
import { DataSource } from 'typeorm';
import { serviceOf } from '../src/common/access/principal';
import { Database } from '../src/database/database';
import { NAMESPACE_OF_NAME, namespaceOf } from '../src/common/namespace-of';
import { KeyStore } from '../src/project-write/stores/key-store';
import type { RecordedChange } from '../src/project-write/project-changes';
import type { ProjectWrite } from '../src/project-write/project-write';
import { ProjectWriter } from '../src/project-write/project-writer';
import type { Json } from './support/client';
import { type RunningApp, startApp } from './support/start-app';

describe('ProjectWrite', () => {
  let running: RunningApp;
  beforeAll(async () => {
    running = await startApp();
  });
  afterAll(() => running.close());

  type Project = Awaited<ReturnType<typeof running.given.project>>;

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
    await running.app.get(ProjectWriter).write(serviceOf(organization.id), id, 'batch', async (write) => {
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
  const textsAt = async ({ api, id }: Project, revision: number): Promise<Json> =>
    (await api.get(`projects/${id}/translations?revision=${revision}`)).body.translations;
  const metaOf = async (keyId: string): Promise<unknown> => {
    const select = 'SELECT meta FROM translations WHERE key_id = $1 AND language = $2';
    const [row] = await running.app.get(Database).rows<{ meta: unknown }>(select, [keyId, 'de']);
    return row?.meta;
  };
  const textsOf = async ({ api, id }: Project): Promise<Json> =>
    (await api.get(`projects/${id}/translations`)).body.translations;

  it('counts inserted texts', async () => {
    const project = await given();
    const row = { keyId: project.keyIds[1] ?? '', language: 'fr', text: 'b-fr' };
    expect(await changesOf(project, ({ translations }) => translations.insert([row]))).toEqual([
      { texts: [{ language: 'fr', effect: 'inserted', count: 1, reviewed: 0 }] },
    ]);
    expect((await textsOf(project)).fr).toEqual({ a: 'a-fr', b: 'b-fr' });
  });

  it.each([1, 2])('counts what it does when it replaces %d texts', async (count) => {
    const project = await given();
    const rows = project.keyIds
      .slice(0, count)
      .map((keyId) => ({ keyId, language: 'de', text: 'new', meta: '{"po": {}}' }));
    const changes = await changesOf(project, ({ translations }) => translations.replace(rows));
    expect(changes).toEqual([{ texts: [{ language: 'de', effect: 'changed', count, reviewed: 0 }] }]);
    expect((await textsOf(project)).de).toEqual(count === 1 ? { a: 'new', b: 'b-de' } : { a: 'new', b: 'new' });
    expect((await textsAt(project, 2)).de).toEqual({ a: 'a-de', b: 'b-de' });

    const states = await changesOf(project, ({ translations }) =>
      translations.replace(rows.map((row) => ({ ...row, state: 'reviewed' }))),
    );
    expect(states).toEqual([{ texts: [{ language: 'de', effect: 'state', count, reviewed: count }] }]);
    const metas = await changesOf(project, ({ translations }) =>
      translations.replace(rows.map((row) => ({ ...row, state: 'reviewed', meta: null }))),
    );
    expect(metas).toEqual([{ texts: [{ language: 'de', effect: 'meta', count, reviewed: count }] }]);
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
    expect(changes).toEqual([{ texts: [] }, { texts: [] }, { texts: [] }]);
    expect(await stateOf(project)).toMatchObject({ revision });
    expect((await textsOf(project)).fr).toEqual({ a: 'a-fr' });
  });

  it('counts removed texts', async () => {
    const project = await given();
    const id = { keyId: project.keyIds[0] ?? '', language: 'de' };
    expect(await changesOf(project, ({ translations }) => translations.remove([id]))).toEqual([
      { texts: [{ language: 'de', effect: 'removed', count: 1, reviewed: 0 }] },
    ]);
    expect((await textsOf(project)).de).toEqual({ b: 'b-de' });
  });

  it('counts texts whose metadata of one format is set, and keeps the metadata of other formats', async () => {
    const project = await given();
    const [keyId = ''] = project.keyIds;
    const row = { keyId, language: 'de', text: 'a-de' };
    await changesOf(project, ({ translations }) => translations.replace([{ ...row, meta: '{"xliff": {"id": 1}}' }]));
    const set = await changesOf(project, ({ translations }) =>
      translations.setMeta([{ keyId, language: 'de', meta: '{"fuzzy": true}' }], 'po'),
    );
    const counted = { language: 'de', effect: 'meta', count: 1, reviewed: 0 };
    expect(set).toEqual([{ texts: [counted] }]);
    expect(await metaOf(keyId)).toEqual({ po: { fuzzy: true }, xliff: { id: 1 } });
    const removed = await changesOf(project, async ({ translations }) => {
      await translations.setMeta([{ keyId, language: 'de', meta: null }], 'po');
      await translations.setMeta([{ keyId, language: 'de', meta: null }], 'po');
    });
    expect(removed).toEqual([{ texts: [counted] }, { texts: [] }]);
    expect(await metaOf(keyId)).toEqual({ xliff: { id: 1 } });
  });

  it('counts deleted keys and their texts', async () => {
    const project = await given();
    const [a = '', b = ''] = project.keyIds;
    const counts: Json[] = [];
    const changes = await changesOf(project, async (write) => {
      expect(await new KeyStore(write).delete([a, randomUUID(), 'no-uuid'])).toEqual(new Set([a]));
      counts.push(write.changes.counts);
    });
    const removed = { effect: 'removed', count: 1 };
    expect(changes).toEqual([
      {
        texts: expect.arrayContaining(['en', 'de', 'fr'].map((language) => ({ ...removed, language, reviewed: 0 }))),
        withKeys: true,
      },
      { keys: [{ ...removed, namespace: '', ids: [a] }] },
    ]);
    expect(counts).toMatchObject([{ keysDeleted: 1, textsRemoved: 3, textsSet: 0 }]);
    expect(await stateOf(project)).toMatchObject({ stringCount: 1 });
    expect((await project.api.get(`keys/${b}`)).status).toBe(200);
  });

  it('counts changed keys, in the namespace that they have left too', async () => {
    const project = await given();
    const [a = '', b = ''] = project.keyIds;
    const changes = await changesOf(project, (write) =>
      new KeyStore(write).update([
        { id: a, name: 'c.d', description: 'D', tags: [], maxLength: null },
        { id: b, name: 'b', description: null, tags: [], maxLength: null },
      ]),
    );
    const counted = [
      { namespace: 'c', effect: 'changed', count: 1 },
      { namespace: '', effect: 'changed', count: 0 },
    ];
    expect(changes).toEqual([{ keys: expect.arrayContaining(counted) }]);
  });

  it('counts keys to whose descriptions or metadata a file adds something', async () => {
    const project = await given();
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
    const counted = { namespace: '', effect: 'changed', count: 1, described: [1] };
    expect(changes).toEqual([{ keys: [counted] }, { keys: [] }, { keys: [] }]);
  });

  it('records the languages before and after one is removed, and counts its texts and metadata', async () => {
    const project = await given();
    await changesOf(project, ({ languageMeta }) => languageMeta.set(new Map([['de', '{"header": 1}']]), 'po'));
    const { name } = await stateOf(project);
    const changes = await changesOf(project, async (write) => expect(await write.removeLanguages(['de'])).toBe(2));
    expect(changes).toEqual([
      {
        settings: {
          before: { name, targetLanguages: ['de', 'fr'], protectReviewed: false, memory: true, styleNote: null },
          after: { name, targetLanguages: ['fr'], protectReviewed: false, memory: true, styleNote: null },
        },
      },
      { files: [{ language: 'de', effect: 'removed', count: 1 }] },
      { files: [] },
      { texts: [{ language: 'de', effect: 'removed', count: 2, reviewed: 0, lastKeyId: project.keyIds[1] }] },
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

  it('counts metadata of languages only if it changes', async () => {
    const project = await given();
    const set = (json: string, metaId: string) =>
      changesOf(project, ({ languageMeta }) => languageMeta.set(new Map([['de', json]]), metaId));
    expect(await set('1', 'po')).toEqual([{ files: [{ language: 'de', effect: 'inserted', count: 1 }] }]);
    expect(await set('1', 'po')).toEqual([{ files: [] }]);
    expect(await set('2', 'ts')).toEqual([{ files: [{ language: 'de', effect: 'changed', count: 1 }] }]);
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

  it('computes the namespace of a name as the column does', async () => {
    const names = ['a', 'a.b', 'a.b.c', '.a', 'a.', '.', '..', '', 'ä.b', '😀.x', 'a b.c', 'a\n.b', 'x..y'];
    const sql = `SELECT ${NAMESPACE_OF_NAME} AS namespace FROM unnest($1::text[]) WITH ORDINALITY AS k (name, place) ORDER BY place`;
    const rows = await running.app.get(DataSource).query<{ namespace: string }[]>(sql, [names]);
    expect(names.map(namespaceOf)).toEqual(rows.map(({ namespace }) => namespace));
  });
});
