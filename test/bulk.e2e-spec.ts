import fc from 'fast-check';
import { TENANT_SCOPES, type Scope } from '../src/common/access/scope';
import { serviceOf } from '../src/common/access/principal';
import type { BulkProgress } from '../src/keys/bulk/bulk';
import { BulkService } from '../src/keys/bulk/bulk.service';
import type { ApiResponse, Client, Json } from './support/client';
import { type RunningApp, startApp } from './support/start-app';
import { samples } from './support/samples';

const UNKNOWN_ID = '019a9f3e-6d1c-7a52-8f0e-3b5a1c9d7e42';
const NONE = { unchanged: 0, noText: 0, noSource: 0, hasText: 0, protected: 0, languageNotAllowed: 0, tooManyTags: 0 };

describe('POST /projects/:id/bulk', () => {
  let running: RunningApp;
  beforeAll(async () => {
    running = await startApp();
  });
  afterAll(() => running.close());

  type Project = Awaited<ReturnType<typeof running.given.project>>;

  /** A project with keys in each state of a text. */
  const given = async (): Promise<Project> => {
    const project = await running.given.project({
      targetLanguages: ['de', 'fr', 'it'],
      keys: [
        { name: 'a.none', value: 'A {n}' },
        { name: 'a.draft', value: 'B {n}', translations: { de: 'B', fr: 'B {n}' } },
        { name: 'a.done', value: 'C', translations: { de: 'C', fr: 'C' } },
        { name: 'b.reviewed', value: 'D', translations: { de: 'D', it: 'D' } },
        { name: 'b.outdated', value: 'E', translations: { de: 'E' } },
        { name: 'none', value: 'F', translations: { fr: 'F' } },
      ],
    });
    const [, draft, , reviewed, outdated] = project.keyIds;
    await project.api.put(`keys/${draft}`, { states: { de: 'draft' }, tags: ['x'] });
    await project.api.put(`keys/${reviewed}`, { states: { de: 'reviewed' }, tags: ['x', 'y'] });
    await project.api.put(`keys/${outdated}`, { value: 'Different' });
    return project;
  };
  const bulk = ({ api, id }: Pick<Project, 'api' | 'id'>, body: Json, query = ''): Promise<ApiResponse> =>
    api.post(`projects/${id}/bulk${query}`, body);
  const keysOf = async ({ api, id }: Project, query = ''): Promise<Json[]> =>
    (await api.get(`projects/${id}/keys?include=translations&${query}`)).body.keys;
  const stateOf = async (project: Project): Promise<Json> =>
    (await keysOf(project)).map(({ updatedAt: _, ...key }: Json) => key);
  const revisionOf = async ({ api, id }: Project): Promise<number> =>
    (await api.get(`projects/${id}`)).body.project.revision;
  const lastChange = async ({ api, id }: Project): Promise<Json> =>
    (await api.get(`projects/${id}/changes?limit=1`)).body.changes[0];
  const undo = async (project: Project): Promise<ApiResponse> =>
    project.api.post(`projects/${project.id}/changes/${await revisionOf(project)}/undo`, {});
  const without = async ({ organization }: Project, scope: Scope, languages?: string[]): Promise<Client> =>
    (await running.given.apiKey({ organization, scopes: TENANT_SCOPES.filter((other) => other !== scope), languages }))
      .api;

  it('selects by a filter the keys that the list shows with it', async () => {
    const project = await given();
    const option = <T>(value: fc.Arbitrary<T>) => fc.option(value, { nil: undefined, freq: 2 });
    const language = fc.constantFrom('en', 'de', 'fr', 'it');
    const filters = fc
      .record({
        name: option(fc.subarray(['a.none', 'b.outdated', 'unknown'], { minLength: 1 })),
        search: option(fc.constantFrom('d', 'DIFFERENT', 'a.', 'x')),
        namespace: option(fc.constantFrom('', 'a', 'b')),
        untranslated: option(language),
        tag: option(fc.subarray(['x', 'y'], { minLength: 1 })),
        state: option(fc.constantFrom('draft', 'translated', 'reviewed')),
        outdated: option(fc.boolean()),
        check: option(fc.constantFrom('any', 'placeholder_missing', 'too_long')),
        language: option(fc.uniqueArray(language, { minLength: 1 })),
      })
      .filter(({ language: named, state, outdated, check }) => !named || (state ?? outdated ?? check) !== undefined)
      .map((filter) => JSON.parse(JSON.stringify(filter)));
    await fc.assert(
      fc.asyncProperty(filters, async (filter) => {
        const query = new URLSearchParams();
        for (const [name, value] of Object.entries(filter))
          for (const item of [value].flat()) query.append(name, String(item));
        const shown = (await project.api.get(`projects/${project.id}/keys?${query.toString()}`)).body.keys as Json[];
        const answer = await bulk(project, { filter, action: 'changeTags', addTags: ['selected'] });
        expect([answer.status, answer.body.bulk?.keys]).toEqual([200, shown.length]);
        const tagged = (await project.api.get(`projects/${project.id}/keys?tag=selected`)).body.keys as Json[];
        expect(tagged.map(({ name }) => name)).toEqual(shown.map(({ name }) => name));
        await bulk(project, { filter: {}, action: 'changeTags', removeTags: ['selected'] });
      }),
      { numRuns: samples(60) },
    );
  });

  it.each<[filter: Json, names: string[]]>([
    [{ state: 'translated' }, ['a.done', 'a.draft', 'b.outdated', 'b.reviewed', 'none']],
    [{ state: 'translated', language: ['de'] }, ['a.done', 'b.outdated']],
    [{ state: 'translated', namespace: 'a' }, ['a.done', 'a.draft']],
    [{ state: 'translated', tag: ['y'] }, ['b.reviewed']],
    [{ state: 'translated', untranslated: 'de' }, ['none']],
    [{ state: 'translated', language: ['de'], outdated: true }, ['b.outdated']],
    [{ state: 'translated', name: ['a.none', 'a.done'] }, ['a.done']],
    [{ state: 'translated', search: 'differ' }, ['b.outdated']],
  ])('selects by a state and another filter the keys that match both (%j)', async (filter, names) => {
    const project = await given();
    await bulk(project, { filter, action: 'changeTags', addTags: ['selected'] });
    expect((await keysOf(project, 'tag=selected')).map(({ name }) => name)).toEqual(names);
  });

  const actions = fc.oneof(
    fc.record({
      action: fc.constant('setState'),
      languages: fc.subarray(['en', 'de', 'fr', 'it'], { minLength: 1 }),
      state: fc.constantFrom('draft', 'translated', 'reviewed'),
    }),
    fc.record({
      action: fc.constant('changeTags'),
      addTags: fc.subarray(['x', 'new'], { minLength: 1 }),
      removeTags: fc.subarray(['y']),
    }),
    fc.record({ action: fc.constant('deleteKeys') }),
    fc.record({ action: fc.constant('clearTexts'), languages: fc.subarray(['de', 'fr', 'it'], { minLength: 1 }) }),
    fc.record({
      action: fc.constant('copySource'),
      languages: fc.subarray(['de', 'fr', 'it'], { minLength: 1 }),
      state: fc.constantFrom('draft', 'translated', 'reviewed'),
      overwrite: fc.boolean(),
    }),
  );

  it('does what a dry run says as one change, and an undo takes all of it back', async () => {
    const project = await given();
    const filter = fc.constantFrom<Json>({}, { namespace: 'a' }, { state: 'draft' }, { check: 'any' });
    await fc.assert(
      fc.asyncProperty(actions, filter, async (action, selected) => {
        const before = await stateOf(project);
        const revision = await revisionOf(project);
        const dryRun = await bulk(project, { filter: selected, ...action, dryRun: true });
        expect(await revisionOf(project)).toBe(revision);
        const done = await bulk(project, { filter: selected, ...action }, `?ifRevision=${revision}`);
        expect([done.status, done.body.bulk]).toEqual([200, { ...dryRun.body.bulk, dryRun: false }]);
        const { keysChanged, keysDeleted, textsSet, textsRemoved, statesSet } = done.body.bulk;
        const counts = { keysCreated: 0, keysChanged, keysDeleted, textsSet, textsRemoved, statesSet };
        const isChange = Object.values(counts).some((count) => count > 0);
        expect(done.headers.get('x-glossa-revision')).toBe(String(revision + (isChange ? 1 : 0)));
        if (!isChange) return expect(await stateOf(project)).toEqual(before);
        expect((await lastChange(project)).counts).toEqual(counts);
        expect((await undo(project)).status).toBe(200);
        expect(await stateOf(project)).toEqual(before);
      }),
      { numRuns: samples(60) },
    );
  });

  it('does to each key what PUT /keys/:id does', async () => {
    const [one, other] = [await given(), await given()];
    await bulk(one, { filter: {}, action: 'setState', languages: ['de', 'en'], state: 'translated' });
    for (const id of other.keyIds) {
      const { translations } = (await other.api.get(`keys/${id}`)).body.key;
      const languages = ['de', 'en'].filter((language) => language in translations);
      const states = Object.fromEntries(languages.map((language) => [language, 'translated']));
      await other.api.put(`keys/${id}`, { states });
    }
    await bulk(one, { filter: {}, action: 'copySource', languages: ['fr'], state: 'translated', overwrite: true });
    for (const id of other.keyIds) {
      const { value } = (await other.api.get(`keys/${id}`)).body.key;
      await other.api.put(`keys/${id}`, { translations: { fr: value } });
    }
    const known = ({ id: _, createdAt: __, ...key }: Json) => key;
    expect((await stateOf(one)).map(known)).toEqual((await stateOf(other)).map(known));
  });

  it('names the languages and the namespaces that it changes, and only these', async () => {
    const project = await given();
    await bulk(project, { filter: {}, action: 'clearTexts', languages: ['it', 'fr'] });
    const concerns = async (namespace: string): Promise<boolean> => {
      const { revision } = await lastChange(project);
      const { changes } = (await project.api.get(`projects/${project.id}/changes?namespace=${namespace}`)).body;
      return changes.some((change: Json) => change.revision === revision);
    };
    expect((await lastChange(project)).languages).toEqual(['fr', 'it']);
    expect([await concerns('a'), await concerns('b'), await concerns('')]).toEqual([true, true, true]);
    await bulk(project, { filter: { state: 'draft' }, action: 'setState', languages: ['de'], state: 'translated' });
    expect(await lastChange(project)).toMatchObject({ action: 'review', languages: ['de'] });
    expect([await concerns('a'), await concerns('b')]).toEqual([true, false]);
    await bulk(project, { filter: { namespace: 'a' }, action: 'copySource', languages: ['it'] });
    expect(await lastChange(project)).toMatchObject({ action: 'batch', counts: { textsSet: 3 } });
  });

  it('changes keys by their ids', async () => {
    const project = await given();
    const [first = '', second = ''] = project.keyIds;
    const { body } = await bulk(project, { keyIds: [first.toUpperCase(), second], action: 'deleteKeys' });
    expect(body.bulk).toMatchObject({ keys: 2, keysDeleted: 2, textsRemoved: 4 });
    expect(await keysOf(project)).toHaveLength(4);
  });

  describe('for a caller', () => {
    it('leaves reviewed texts as PUT /keys/:id would', async () => {
      const project = await given();
      const api = await without(project, 'translations:review');
      const translator = { ...project, api };
      const skip = async (body: Json): Promise<number> => (await bulk(translator, body)).body.bulk.skipped.protected;
      const filter = { namespace: 'b' };
      expect(await skip({ filter, action: 'setState', languages: ['de'], state: 'draft' })).toBe(1);
      const clear = { filter, action: 'clearTexts', languages: ['de'], dryRun: true };
      expect(await skip(clear)).toBe(0);
      await project.api.patch(`projects/${project.id}`, { protectReviewed: true });
      expect(await skip(clear)).toBe(1);
      expect(await skip({ ...clear, action: 'copySource', overwrite: true })).toBe(1);
      const reviewed = (await keysOf(project, 'name=b.reviewed'))[0];
      expect(reviewed?.states).toMatchObject({ de: 'reviewed' });
    });

    it.each<[Json, Scope]>([
      [{ action: 'deleteKeys' }, 'keys:delete'],
      [{ action: 'changeTags', addTags: ['z'] }, 'keys:write'],
      [{ action: 'clearTexts', languages: ['de'] }, 'translations:write'],
      [{ action: 'copySource', languages: ['de'] }, 'translations:write'],
      [{ action: 'setState', languages: ['de'], state: 'reviewed' }, 'translations:review'],
    ])('needs for %j the scope %s', async (action, scope) => {
      const project = await given();
      const api = await without(project, scope);
      const refused = await bulk({ ...project, api }, { filter: {}, ...action });
      expect([refused.status, refused.body.code, refused.body.scope]).toEqual([403, 'missing_scope', scope]);
    });

    it('refuses languages that it may not write, which a dry run counts', async () => {
      const project = await given();
      const api = await without(project, 'keys:delete', ['fr']);
      const body = { filter: {}, action: 'clearTexts', languages: ['de', 'fr'] };
      const dryRun = await bulk({ ...project, api }, { ...body, dryRun: true });
      expect(dryRun.body.bulk).toMatchObject({ textsRemoved: 3, skipped: { languageNotAllowed: 4, noText: 5 } });
      const refused = await bulk({ ...project, api }, body);
      expect([refused.status, refused.body.code, refused.body.language]).toEqual([403, 'language_not_allowed', 'de']);
    });
  });

  it.each<[Json, string, string]>([
    [{ action: 'deleteKeys' }, '', 'required'],
    [{ filter: {}, keyIds: [UNKNOWN_ID], action: 'deleteKeys' }, '', 'required'],
    [{ filter: { nme: ['a'] }, action: 'deleteKeys' }, '/filter/nme', 'unknown_field'],
    [{ filter: { state: 'done' }, action: 'deleteKeys' }, '/filter/state', 'not_allowed'],
    [{ filter: { language: ['de'] }, action: 'deleteKeys' }, '/filter/language', 'not_allowed'],
    [{ filter: { untranslated: 'es' }, action: 'deleteKeys' }, '/filter/untranslated', 'unknown_language'],
    [{ filter: 1, action: 'deleteKeys' }, '/filter', 'wrong_type'],
    [{ filter: { cursor: 'x' }, action: 'deleteKeys' }, '/filter/cursor', 'unknown_field'],
    [{ filter: {}, action: 'drop' }, '/action', 'not_allowed'],
    [{ filter: {}, action: 'setState', languages: ['de'] }, '/state', 'required'],
    [{ filter: {}, action: 'setState', state: 'draft' }, '/languages', 'required'],
    [{ filter: {}, action: 'clearTexts', languages: ['es'] }, '/languages/0', 'unknown_language'],
    [{ filter: {}, action: 'clearTexts', languages: ['de', 'en'] }, '/languages/1', 'source_text_required'],
    [{ filter: {}, action: 'copySource', languages: ['en'] }, '/languages/0', 'not_allowed'],
    [{ filter: {}, action: 'deleteKeys', languages: ['de'] }, '/languages', 'not_allowed'],
    [{ filter: {}, action: 'changeTags' }, '', 'required'],
    [{ filter: {}, action: 'changeTags', addTags: ['a'], removeTags: ['a'] }, '/removeTags', 'duplicate'],
  ])('refuses %j', async (body, pointer, code) => {
    const project = await given();
    const before = await stateOf(project);
    const refused = await bulk(project, body);
    expect([refused.status, refused.body.errors]).toMatchObject([400, [{ pointer, code }]]);
    expect(await stateOf(project)).toEqual(before);
  });

  it.each([UNKNOWN_ID, 'none'])('refuses a key that the project does not have: %s', async (keyId) => {
    const project = await given();
    const refused = await bulk(project, { keyIds: [project.keyIds[0], keyId], action: 'deleteKeys' });
    expect([refused.status, refused.body.errors]).toMatchObject([404, [{ pointer: '/keyIds/1' }]]);
    expect(await keysOf(project)).toHaveLength(6);
  });

  it('is not done at another revision, and once for an Idempotency-Key', async () => {
    const project = await given();
    const body = { filter: {}, action: 'changeTags', addTags: ['z'] };
    expect((await bulk(project, body, '?ifRevision=1')).body.code).toBe('revision_moved');
    const call = { headers: { 'idempotency-key': 'once' } };
    const first = await project.api.post(`projects/${project.id}/bulk`, body, call);
    const second = await project.api.post(`projects/${project.id}/bulk`, body, call);
    expect(second.body).toEqual(first.body);
    expect(second.headers.get('idempotent-replayed')).toBe('true');
    expect(first.body.bulk).toEqual({
      ...{ dryRun: false, keys: 6, keysChanged: 6, keysDeleted: 0, textsSet: 0, textsRemoved: 0, statesSet: 0 },
      skipped: NONE,
    });
  });

  it('does nothing if it is stopped after a part of the keys', async () => {
    const project = await running.given.project();
    const texts = Object.fromEntries(Array.from({ length: 6_000 }, (_, index) => [`k${index}`, 'T']));
    await project.api.post(`projects/${project.id}/import?format=json&language=de`, undefined, {
      body: JSON.stringify(texts),
    });
    const revision = await revisionOf(project);
    const stop = new AbortController();
    const reports: BulkProgress[] = [];
    const report = (progress: BulkProgress) => {
      reports.push(progress);
      if (progress.done > 0) stop.abort(new Error('stopped'));
    };
    const principal = { ...serviceOf(project.organization.id), scopes: new Set(TENANT_SCOPES) };
    const change = {
      filter: {},
      action: 'setState' as const,
      languages: ['de'],
      state: 'reviewed' as const,
      dryRun: false,
    };
    const run = running.app.get(BulkService).run(principal, project.id, change, {}, report, stop.signal);
    await expect(run).rejects.toThrow('stopped');
    expect(reports).toEqual([
      { done: 0, total: 6_000 },
      { done: 5_000, total: 6_000 },
    ]);
    expect(await revisionOf(project)).toBe(revision);
    const after = await bulk(project, { filter: { state: 'reviewed' }, action: 'deleteKeys' });
    expect(after.body.bulk).toMatchObject({ keys: 0, keysDeleted: 0 });
  });
});
