import { TENANT_SCOPES, type Scope } from '../src/common/access/scope';
import type { ApiResponse, Client, Json } from './support/client';
import { type RunningApp, startApp } from './support/start-app';

describe('states, tags and lengths', () => {
  let running: RunningApp;
  beforeAll(async () => {
    running = await startApp();
  });
  afterAll(() => running.close());

  type Project = Awaited<ReturnType<typeof running.given.project>>;

  const given = (translations: Record<string, string> = { de: 'A', fr: 'B' }): Promise<Project> =>
    running.given.project({ targetLanguages: ['de', 'fr'], keys: [{ name: 'a', value: 'A', translations }] });
  const keyOf = async ({ api, keyIds }: Project): Promise<Json> => (await api.get(`keys/${keyIds[0]}`)).body.key;
  const put = ({ api, keyIds }: Project, body: object): Promise<ApiResponse> => api.put(`keys/${keyIds[0]}`, body);
  const undo = ({ api, id }: Project, revision: number, body = {}): Promise<ApiResponse> =>
    api.post(`projects/${id}/changes/${revision}/undo`, body);
  const restore = ({ api, id }: Project, revision: number): Promise<ApiResponse> =>
    api.post(`projects/${id}/restore`, { revision });
  const lastChange = async ({ api, id }: Project): Promise<Json> =>
    (await api.get(`projects/${id}/changes?limit=1`)).body.changes[0];
  const itemsOf = async ({ api, id }: Project, revision: number): Promise<Json> =>
    (await api.get(`projects/${id}/changes/${revision}`)).body.items;
  const importSource = ({ api, id }: Project, texts: object, language = 'en'): Promise<ApiResponse> =>
    api.post(`projects/${id}/import?format=json&language=${language}`, undefined, { body: JSON.stringify(texts) });
  const without = async ({ organization }: Project, scope: Scope): Promise<Client> =>
    (await running.given.apiKey({ organization, scopes: TENANT_SCOPES.filter((other) => other !== scope) })).api;

  describe('state', () => {
    it('is translated unless the request has another one', async () => {
      const project = await given();
      expect((await keyOf(project)).states).toEqual({ en: 'translated', de: 'translated', fr: 'translated' });
      await put(project, { translations: { de: 'B', fr: 'C' }, states: { fr: 'draft' } });
      expect((await keyOf(project)).states).toEqual({ en: 'translated', de: 'translated', fr: 'draft' });
    });

    it('is translated again when the text changes', async () => {
      const project = await given();
      await put(project, { states: { de: 'reviewed', fr: 'reviewed' } });
      await put(project, { translations: { de: 'B' } });
      await importSource(project, { a: 'C' }, 'fr');
      expect((await keyOf(project)).states).toEqual({ en: 'translated', de: 'translated', fr: 'translated' });
    });

    it('stays when the text is sent again, or the key changes', async () => {
      const project = await given();
      await importSource(project, { a: 'A' }, 'de');
      await put(project, { states: { de: 'reviewed' } });
      const { revision } = (await project.api.get(`projects/${project.id}`)).body.project;
      await put(project, { translations: { de: 'A' } });
      await importSource(project, { a: 'A' }, 'de');
      await put(project, { states: { de: 'reviewed' } });
      expect((await project.api.get(`projects/${project.id}`)).body.project.revision).toBe(revision);
      await put(project, { name: 'b' });
      expect((await keyOf(project)).states.de).toBe('reviewed');
    });

    it('can be set with a new key', async () => {
      const project = await given();
      const body = { name: 'b', value: 'B', translations: { de: 'B' }, states: { de: 'draft' } };
      const { key } = (await project.api.post(`projects/${project.id}/keys`, body)).body;
      expect(key).toEqual({ id: key.id, name: 'b', value: 'B', namespace: '' });
      expect((await project.api.get(`keys/${key.id}`)).body.key.states).toEqual({ en: 'translated', de: 'draft' });
    });

    it.each([
      [{ states: { de: 'done' } }, '/states/de', 'not_allowed'],
      [{ states: { de: null } }, '/states/de', 'wrong_type'],
      [{ states: { '-': 'draft' } }, '/states/-', 'invalid_format'],
      [{ states: { de: 'draft', DE: 'draft' } }, '/states/DE', 'duplicate'],
      [{ states: ['draft'] }, '/states', 'wrong_type'],
      [{ states: { it: 'draft' } }, '/states/it', 'unknown_language'],
      [{ states: { fr: 'draft' } }, '/states/fr', 'not_allowed'],
      [{ translations: { de: null }, states: { de: 'draft' } }, '/states/de', 'not_allowed'],
    ])('is refused in %j', async (body, pointer, code) => {
      const project = await given({ de: 'A' });
      const response = await put(project, body);
      expect([response.status, response.body.errors]).toMatchObject([400, [{ pointer, code }]]);
    });

    it('is part of the tag of the key, which the answer to a change has too', async () => {
      const project = await given();
      const tag = (await project.api.get(`keys/${project.keyIds[0]}`)).headers.get('etag');
      for (const change of [
        { states: { de: 'reviewed' } },
        { value: 'B' },
        { value: 'C', states: { de: 'reviewed' } },
        { states: { fr: 'translated' } },
        { tags: ['x'], maxLength: 4 },
      ]) {
        const changed = (await put(project, change)).headers.get('etag');
        expect(changed).not.toBe(tag);
        expect((await project.api.get(`keys/${project.keyIds[0]}`)).headers.get('etag')).toBe(changed);
      }
    });
  });

  describe('outdated', () => {
    const outdated = async (project: Project): Promise<string[]> => (await keyOf(project)).outdated;

    it('is a text whose source text changed after it was set, by a request or an import', async () => {
      const project = await given();
      expect(await outdated(project)).toEqual([]);
      await put(project, { value: 'B' });
      expect(await outdated(project)).toEqual(['de', 'fr']);
      await put(project, { translations: { de: 'B' } });
      expect(await outdated(project)).toEqual(['fr']);
      await importSource(project, { a: 'C' });
      expect(await outdated(project)).toEqual(['de', 'fr']);
    });

    it('is not a text that is set with the source text', async () => {
      const project = await given();
      await put(project, { value: 'B', translations: { de: 'B' } });
      expect(await outdated(project)).toEqual(['fr']);
    });

    it('is not a text that a state confirms, even the same', async () => {
      const project = await given();
      await put(project, { value: 'B' });
      await put(project, { states: { de: 'translated', fr: 'reviewed' } });
      expect(await outdated(project)).toEqual([]);
      expect(await lastChange(project)).toMatchObject({ action: 'review', counts: { statesSet: 2, textsSet: 0 } });
      await put(project, { value: 'C', states: { de: 'translated' } });
      expect(await outdated(project)).toEqual(['fr']);
    });

    it('stays outdated when the source text changes back', async () => {
      const project = await given();
      await put(project, { value: 'B' });
      await put(project, { value: 'A' });
      expect(await outdated(project)).toEqual(['de', 'fr']);
    });

    it('is not made by a state of the source text, its metadata or its first text', async () => {
      const project = await given();
      await put(project, { states: { en: 'reviewed' } });
      expect(await outdated(project)).toEqual([]);
      await importSource(project, { b: 'B' }, 'de');
      await importSource(project, { b: 'B' });
      const { keys } = (await project.api.get(`projects/${project.id}/keys?name=b`)).body;
      expect((await project.api.get(`keys/${keys[0].id}`)).body.key.outdated).toEqual([]);
    });

    it('stays outdated when only the metadata of a format changes', async () => {
      const project = await given();
      const importXliff = (id: string) =>
        project.api.post(`projects/${project.id}/import?format=xliff`, undefined, {
          body: `<xliff version="1.2"><file source-language="en" target-language="de" original="x" datatype="plaintext"><body>
            <trans-unit id="a" extradata="${id}"><source>A</source><target custom="${id}">A</target></trans-unit></body></file></xliff>`,
        });
      await importXliff('1');
      await put(project, { value: 'B' });
      expect((await importXliff('2')).body).toMatchObject({ skipped: 2 });
      expect(await outdated(project)).toEqual(['de', 'fr']);
    });
  });

  describe('in the history', () => {
    it('is a change of its own, with the state before and after', async () => {
      const project = await given();
      await put(project, { states: { de: 'reviewed' } });
      expect(await lastChange(project)).toMatchObject({
        action: 'review',
        counts: { statesSet: 1 },
        languages: ['de'],
      });
      expect(await itemsOf(project, 2)).toMatchObject([
        { language: 'de', before: { text: 'A', state: 'translated' }, after: { text: 'A', state: 'reviewed' } },
      ]);
    });

    it('has the tags and the length limit of a key before and after', async () => {
      const project = await given();
      await put(project, { tags: ['b', 'a'], maxLength: 10 });
      const { body } = await project.api.get(`keys/${project.keyIds[0]}/changes`);
      expect(body.changes[0]).toMatchObject({ action: 'key.update', counts: { keysChanged: 1 } });
      expect(body.changes[0].items).toMatchObject([
        { language: null, before: { tags: [], maxLength: null }, after: { tags: ['a', 'b'], maxLength: 10 } },
      ]);
    });

    it('goes back with an undo, and is a conflict if it was set again', async () => {
      const project = await given();
      await put(project, { states: { de: 'reviewed' } });
      await put(project, { tags: ['x'], maxLength: 3 });
      await undo(project, 3);
      await undo(project, 2);
      expect(await keyOf(project)).toMatchObject({ states: { de: 'translated' }, tags: [], maxLength: null });
      await put(project, { translations: { de: 'B' } });
      await put(project, { states: { de: 'draft' } });
      expect((await undo(project, 6)).body.errors).toMatchObject([{ key: 'a', language: 'de' }]);
    });

    it.each([
      ['a source text', { value: 'B' }, []],
      ['a confirmation', { states: { de: 'translated' } }, []],
    ])('%s that is undone leaves the texts as they were', async (_, change, none) => {
      const project = await given();
      if ('states' in change) await put(project, { value: 'B' });
      const before = await keyOf(project);
      await put(project, change);
      const { revision } = await lastChange(project);
      expect((await undo(project, revision)).body.conflicts).toEqual(none);
      expect(await keyOf(project)).toEqual({ ...before, updatedAt: expect.any(String) });
    });

    it('makes texts outdated that were set for a source text that is undone', async () => {
      const project = await given();
      await put(project, { value: 'B' });
      await put(project, { translations: { de: 'B' } });
      await undo(project, 2);
      expect(await keyOf(project)).toMatchObject({ value: 'A', outdated: ['de', 'fr'] });
    });

    it('is as it was at each revision that is restored', async () => {
      const project = await given();
      const seen = [await keyOf(project)];
      for (const change of [
        { value: 'B' },
        { states: { de: 'reviewed' } },
        { value: 'A' },
        { translations: { de: 'B' }, states: { de: 'draft' } },
        { translations: { de: 'A', fr: null }, tags: ['x'], maxLength: 2 },
        { states: { de: 'reviewed' } },
      ]) {
        await put(project, change);
        seen.push(await keyOf(project));
      }
      for (const [index, key] of seen.entries()) {
        await restore(project, index + 1);
        expect([index, await keyOf(project)]).toEqual([index, { ...key, updatedAt: expect.any(String) }]);
        expect((await restore(project, index + 1)).body.change).toBeNull();
      }
    });
  });

  describe('tags and length limits', () => {
    it('are set with a key, replaced, added and removed', async () => {
      const project = await given();
      const body = { name: 'b', value: 'B', tags: ['z', 'a'], maxLength: 7 };
      const { key } = (await project.api.post(`projects/${project.id}/keys`, body)).body;
      const labels = async (): Promise<Json> => {
        const { tags, maxLength } = (await project.api.get(`keys/${key.id}`)).body.key;
        return [tags, maxLength];
      };
      expect(await labels()).toEqual([['a', 'z'], 7]);
      await project.api.put(`keys/${key.id}`, { addTags: ['b', 'a'], removeTags: ['z', 'y'], maxLength: null });
      expect(await labels()).toEqual([['a', 'b'], null]);
      await project.api.put(`keys/${key.id}`, { tags: [] });
      expect(await labels()).toEqual([[], null]);
    });

    it('are changed by a batch', async () => {
      const project = await given();
      const [id = ''] = project.keyIds;
      await project.api.post(`projects/${project.id}/keys/batch`, {
        update: [{ id, addTags: ['x'], states: { de: 'reviewed' } }],
        create: [{ name: 'b', value: 'B', tags: ['x'] }],
      });
      const { keys } = (await project.api.get(`projects/${project.id}/keys`)).body;
      expect(keys).toMatchObject([{ tags: ['x'], maxLength: null }, { tags: ['x'] }]);
      expect((await keyOf(project)).states.de).toBe('reviewed');
      await project.api.post(`projects/${project.id}/keys/batch`, { update: [{ id, states: { de: 'draft' } }] });
      expect(await lastChange(project)).toMatchObject({ action: 'review' });
    });

    it.each([
      [{ tags: ['a,b'] }, '/tags', 'invalid_character'],
      [{ tags: [''] }, '/tags', 'too_short'],
      [{ tags: ['x'.repeat(101)] }, '/tags', 'too_long'],
      [{ tags: ['x', 'x'] }, '/tags', 'duplicate'],
      [{ tags: Array.from({ length: 51 }, (_, i) => `t${i}`) }, '/tags', 'too_many'],
      [{ addTags: Array.from({ length: 50 }, (_, i) => `t${i}`) }, '/addTags', 'too_many'],
      [{ tags: ['x'], addTags: ['y'] }, '/tags', 'not_allowed'],
      [{ maxLength: 0 }, '/maxLength', 'too_small'],
      [{ maxLength: 65_537 }, '/maxLength', 'too_large'],
    ])('are refused in %j', async (body, pointer, code) => {
      const project = await given();
      await put(project, { tags: ['old'] });
      const response = await put(project, body);
      expect([response.status, response.body.errors]).toMatchObject([400, [{ pointer, code }]]);
    });

    it('need keys:write', async () => {
      const project = await given();
      const api = await without(project, 'keys:write');
      expect((await api.put(`keys/${project.keyIds[0]}`, { addTags: ['x'] })).body.code).toBe('missing_scope');
    });
  });

  describe('review', () => {
    it.each([
      ['to set reviewed', { states: { de: 'reviewed' } }, 403],
      ['to set it with a text', { translations: { de: 'X' }, states: { de: 'reviewed' } }, 403],
      ['to take it away', { states: { fr: 'draft' } }, 403],
      ['to confirm an outdated text', { states: { fr: 'reviewed' } }, 403],
      ['not to set another state', { states: { de: 'draft' } }, 200],
      ['not to change a reviewed text', { translations: { fr: 'X' } }, 200],
      ['not to remove a reviewed text', { translations: { fr: null } }, 200],
    ])('needs the scope translations:review %s', async (_, change, status) => {
      const project = await given();
      await put(project, { states: { fr: 'reviewed' } });
      await put(project, { value: 'B' });
      const api = await without(project, 'translations:review');
      const response = await api.put(`keys/${project.keyIds[0]}`, change);
      expect([response.status, response.body.code]).toEqual([status, status === 403 ? 'missing_scope' : undefined]);
    });

    it('needs no other scope', async () => {
      const project = await given();
      const { organization } = project;
      const { api } = await running.given.apiKey({ organization, scopes: ['translations:review'] });
      expect((await api.put(`keys/${project.keyIds[0]}`, { states: { de: 'reviewed' } })).status).toBe(200);
      expect((await api.put(`keys/${project.keyIds[0]}`, { translations: { de: 'X' } })).status).toBe(403);
    });

    it.each([
      ['changed', { translations: { fr: 'X' } }],
      ['removed', { translations: { fr: null } }],
    ])('protects reviewed texts from being %s, if the project wants it', async (_, change) => {
      const project = await given();
      const { api, id, keyIds } = project;
      await put(project, { states: { fr: 'reviewed' } });
      const { body } = await api.patch(`projects/${id}`, { protectReviewed: true });
      expect(body.project.protectReviewed).toBe(true);
      const translator = await without(project, 'translations:review');
      expect((await translator.put(`keys/${keyIds[0]}`, change)).body.code).toBe('missing_scope');
      expect((await translator.put(`keys/${keyIds[0]}`, { translations: { de: 'X' } })).status).toBe(200);
      expect((await put(project, change)).status).toBe(200);
    });

    it('is missing with the names of the texts that need it', async () => {
      const project = await given();
      const { api, id } = project;
      const [first = ''] = project.keyIds;
      const reviewed = { name: 'b', value: 'B', translations: { de: 'B', fr: 'B' }, states: { de: 'reviewed' } };
      const { key } = (await api.post(`projects/${id}/keys`, reviewed)).body;
      await put(project, { states: { fr: 'reviewed' } });
      await api.patch(`projects/${id}`, { protectReviewed: true });
      const translator = await without(project, 'translations:review');
      const names = ({ status, body }: ApiResponse): Json => [
        status,
        body.errors?.map((each: Json) => [each.key, each.language, each.code]),
      ];
      const texts = { de: 'X', fr: 'X' };
      const update = [first, key.id].map((each) => ({ id: each, translations: texts }));
      const [ofA, ofB] = [
        ['a', 'fr', 'missing_scope'],
        ['b', 'de', 'missing_scope'],
      ];
      expect(names(await translator.put(`keys/${first}`, { translations: texts }))).toEqual([403, [ofA]]);
      expect(names(await translator.post(`projects/${id}/keys/batch`, { update }))).toEqual([403, [ofA, ofB]]);
      expect(names(await undo({ ...project, api: translator }, 3))).toEqual([403, [ofA]]);
      expect(names(await restore({ ...project, api: translator }, 1))).toEqual([403, [ofA]]);
      const create = ['c', 'd'].map((name) => ({ ...reviewed, name }));
      const created = names(await translator.post(`projects/${id}/keys/batch`, { create }));
      expect(created).toEqual([403, ['c', 'd'].map((name) => [name, 'de', 'missing_scope'])]);
    });

    it('lists at most 100 texts that need it', async () => {
      const { api, id, organization } = await running.given.project({ targetLanguages: ['de'] });
      const translator = (await running.given.apiKey({ organization, scopes: ['keys:write', 'translations:write'] }))
        .api;
      const create = Array.from({ length: 101 }, (_, index) => ({
        ...{ name: `key${index}`, value: 'A', translations: { de: 'B' }, states: { de: 'reviewed' } },
      }));
      expect((await translator.post(`projects/${id}/keys/batch`, { create })).body.errors).toHaveLength(100);
      expect((await api.get(`projects/${id}/keys`)).body.keys).toEqual([]);
    });

    it('protects no text from the deletion of its key or its language, which have scopes of their own', async () => {
      const project = await given();
      const { api, id, keyIds } = project;
      const reviewed = { de: 'reviewed', fr: 'reviewed' };
      await api.post(`projects/${id}/keys`, {
        name: 'b',
        value: 'B',
        translations: { de: 'B', fr: 'B' },
        states: reviewed,
      });
      await put(project, { states: reviewed });
      await api.patch(`projects/${id}`, { protectReviewed: true });
      const developer = await without(project, 'translations:review');
      const answers = [
        await developer.delete(`keys/${keyIds[0]}`),
        await developer.patch(`projects/${id}`, { removeLanguages: ['de'] }),
        await developer.post(`projects/${id}/import?format=json&language=en&deleteMissing=true`, undefined, {
          body: '{"new": "N"}',
        }),
      ];
      expect(answers.map(({ status }) => status)).toEqual([200, 200, 200]);
      const { keys } = (await api.get(`projects/${id}/keys`)).body;
      expect(keys.map(({ name }: Json) => name)).toEqual(['new']);
    });

    it('is protected from an undo too', async () => {
      const project = await given();
      await put(project, { states: { fr: 'reviewed' } });
      const translator = await without(project, 'translations:review');
      const { body } = await translator.post(`projects/${project.id}/changes/2/undo`, {});
      expect(body.code).toBe('missing_scope');
      expect((await keyOf(project)).states.fr).toBe('reviewed');
    });

    it('is protected by a setting that an undo puts back', async () => {
      const project = await given();
      await project.api.patch(`projects/${project.id}`, { protectReviewed: true });
      expect(await lastChange(project)).toMatchObject({ action: 'project.update' });
      await undo(project, 2);
      expect((await project.api.get(`projects/${project.id}`)).body.project.protectReviewed).toBe(false);
    });
  });
});
