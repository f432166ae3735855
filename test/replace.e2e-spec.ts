import fc from 'fast-check';
import { serviceOf } from '../src/common/access/principal';
import { TENANT_SCOPES } from '../src/common/access/scope';
import type { BulkProgress } from '../src/keys/bulk/bulk';
import { Checker } from '../src/findings/checker';
import { ReplaceService } from '../src/keys/replace/replace.service';
import type { ApiResponse, Json } from './support/client';
import { type RunningApp, startApp } from './support/start-app';
import { samples } from './support/samples';

const UNKNOWN_ID = '019a9f3e-6d1c-7a52-8f0e-3b5a1c9d7e42';
const NONE = { protected: 0, placeholder: 0, check: 0, empty: 0 };

describe('POST /projects/:id/replace', () => {
  let running: RunningApp;
  beforeAll(async () => {
    running = await startApp();
  });
  afterAll(() => running.close());

  type Project = Awaited<ReturnType<typeof running.given.project>>;

  const given = (texts: Readonly<Record<string, readonly [source: string, german?: string]>>): Promise<Project> =>
    running.given.project({
      targetLanguages: ['de', 'fr'],
      keys: Object.entries(texts).map(([name, [value, de]]) => ({
        name,
        value,
        ...(de !== undefined && { translations: { de } }),
      })),
    });
  const replace = ({ api, id }: Pick<Project, 'api' | 'id'>, body: Json, query = ''): Promise<ApiResponse> =>
    api.post(`projects/${id}/replace${query}`, { language: 'de', search: 'Datei', replace: 'Akte', ...body });
  const keysOf = async ({ api, id }: Project): Promise<Json[]> =>
    (await api.get(`projects/${id}/keys?include=translations`)).body.keys;
  const textsOf = async (project: Project, language = 'de'): Promise<Json> =>
    Object.fromEntries((await keysOf(project)).map(({ name, translations }) => [name, translations[language]]));
  const stateOf = async (project: Project): Promise<Json> =>
    (await keysOf(project)).map(({ updatedAt: _, ...key }: Json) => key);
  const revisionOf = async ({ api, id }: Project): Promise<number> =>
    (await api.get(`projects/${id}`)).body.project.revision;
  const translator = async ({ organization, id }: Project, languages?: string[]): Promise<Project> => {
    const scopes = TENANT_SCOPES.filter((scope) => scope !== 'translations:review');
    return { id, api: (await running.given.apiKey({ organization, scopes, languages })).api } as Project;
  };

  it('lets others write the project while it previews, and shows what they have written', async () => {
    const project = await given({ a: ['File', 'Datei'], b: ['Files', 'Dateien'] });
    const [a] = await keysOf(project);
    const checker = running.app.get(Checker);
    const check = checker.check.bind(checker);
    let written: Promise<ApiResponse> | undefined;
    jest.spyOn(checker, 'check').mockImplementation(async (...texts) => {
      await (written ??= project.api.put(`keys/${a?.id}`, { value: 'A file', translations: { de: 'Eine Datei' } }));
      return check(...texts);
    });
    const preview = await replace(project, { dryRun: true });
    expect((await written)?.status).toBe(200);
    expect(preview.status).toBe(200);
    const isLater = preview.headers.get('x-glossa-revision') === String(await revisionOf(project));
    expect(preview.body.texts.map(({ after }: Json) => after)).toEqual([isLater ? 'Eine Akte' : 'Akte', 'Akteen']);
  });

  it('keeps the answer to a preview with an Idempotency-Key', async () => {
    const project = await given({ a: ['File', 'Datei'] });
    const headers = { 'idempotency-key': `preview-${project.id}` };
    const body = { language: 'de', search: 'Datei', replace: 'Akte', dryRun: true };
    const preview = (): Promise<ApiResponse> => project.api.post(`projects/${project.id}/replace`, body, { headers });
    const first = await preview();
    await replace(project, {});
    const second = await preview();
    expect(second.headers.get('idempotent-replayed')).toBe('true');
    expect([second.status, second.body]).toEqual([200, first.body]);
    expect(second.headers.get('x-glossa-revision')).toBe(first.headers.get('x-glossa-revision'));
  });

  it('replaces in the texts of a language, as one change', async () => {
    const project = await given({
      'a.open': ['Open file', 'Datei öffnen'],
      'a.close': ['Close file', 'Datei schließen'],
      'b.name': ['{Datei}', '{Datei}'],
      'b.none': ['Datei'],
    });
    const revision = await revisionOf(project);
    const done = await replace(project, {});
    expect(done.body).toEqual({
      ...{ change: revision + 1, dryRun: false, keys: 4, count: 2, skipped: NONE, texts: [], nextCursor: null },
    });
    expect(done.headers.get('x-glossa-revision')).toBe(String(revision + 1));
    expect(await textsOf(project)).toEqual({
      ...{ 'a.open': 'Akte öffnen', 'a.close': 'Akte schließen', 'b.name': '{Datei}' },
    });
    const { changes } = (await project.api.get(`projects/${project.id}/changes?namespace=a`)).body;
    expect(changes[0]).toMatchObject({ revision: revision + 1, action: 'replace', languages: ['de'] });
    expect(changes[0].counts).toMatchObject({ textsSet: 2, statesSet: 0, keysChanged: 0 });
    const other = (await project.api.get(`projects/${project.id}/changes?namespace=b`)).body.changes;
    expect(other.map((change: Json) => change.revision)).not.toContain(revision + 1);
  });

  const words = fc.constantFrom('Datei', 'datei', 'Ordner', 'name', 'count', 'b', 's', '文件', 'öffnen');
  const placeholders = fc.constantFrom('{name}', '%s', '{{name}}', '<b>', '</b>', '%1$s', '${name}', ':name', '!', '');
  const text = fc
    .array(fc.tuple(words, placeholders), { minLength: 1, maxLength: 4 })
    .map((parts) => parts.map(([word, placeholder]) => `${word} ${placeholder}`).join(' '));
  const german = fc.oneof(
    text,
    text.map((form) => `{count, plural, one {# ${form}} other {# ${form}}}`.replaceAll('<', '')),
  );

  it('does what its dry run shows, and an undo takes all of it back', async () => {
    const texts = fc.array(german, { minLength: 1, maxLength: 5 });
    const options = fc.record({ search: words, replace: words, matchCase: fc.boolean(), wholeWord: fc.boolean() });
    await fc.assert(
      fc.asyncProperty(texts, options, fc.constantFrom('de', 'en'), async (values, body, language) => {
        const project = await given(Object.fromEntries(values.map((value, index) => [`k${index}`, [value, value]])));
        const [before, revision] = [await stateOf(project), await revisionOf(project)];
        const preview = await replace(project, { ...body, language, dryRun: true });
        expect(await revisionOf(project)).toBe(revision);
        const expected = await textsOf(project, language);
        const shown = preview.body.texts as Json[];
        for (const text of shown) if (text.skipped === null) expected[text.name] = text.after;
        const done = await replace(project, { ...body, language }, `?ifRevision=${revision}`);
        const { keys, count, skipped, texts: left } = done.body;
        expect(preview.body).toMatchObject({ keys, count, skipped });
        expect(left).toEqual(shown.filter((other) => other.skipped !== null));
        expect(await textsOf(project, language)).toEqual(expected);
        if (done.body.count === 0) return expect(await revisionOf(project)).toBe(revision);
        await project.api.post(`projects/${project.id}/changes/${done.body.change}/undo`, {});
        expect(await stateOf(project)).toEqual(before);
      }),
      { numRuns: samples(40) },
    );
  });

  it('shows the texts page by page, in the order of the names', async () => {
    const names = ['b.2', 'a', 'c', 'b.10', 'ä', '𐐀', 'd'];
    const project = await given(Object.fromEntries(names.map((name) => [name, ['File', `Datei ${name}`]])));
    const shown: string[] = [];
    let cursor: string | null = null;
    do {
      const page = await replace(project, { dryRun: true }, `?limit=2${cursor ? `&cursor=${cursor}` : ''}`);
      expect(page.body).toMatchObject({ count: 7, change: null });
      expect(page.body.texts.length).toBeLessThanOrEqual(2);
      shown.push(...page.body.texts.map(({ name }: Json) => name));
      cursor = page.body.nextCursor;
    } while (cursor);
    expect(shown).toEqual((await keysOf(project)).map(({ name }) => name));
  });

  it('bounds a page in bytes', async () => {
    const long = `Datei ${'ä'.repeat(60_000)}`;
    const project = await given(
      Object.fromEntries(Array.from({ length: 20 }, (_, index) => [`k${index}`, ['File', long]])),
    );
    const { body } = await replace(project, { dryRun: true, filter: {} });
    expect(body).toMatchObject({ count: 20 });
    expect(body.texts.length).toBeLessThan(20);
    expect(body.nextCursor).toEqual(expect.any(String));
  });

  it('selects keys by a filter or by their ids, and leaves some out', async () => {
    const project = await given({ 'a.x': ['F', 'Datei'], 'a.y': ['F', 'Datei'], 'b.x': ['F', 'Datei'] });
    const [first = '', second = ''] = project.keyIds;
    const names = async (body: Json): Promise<string[]> =>
      (await replace(project, { ...body, dryRun: true })).body.texts.map(({ name }: Json) => name);
    expect(await names({ filter: { namespace: 'a' } })).toEqual(['a.x', 'a.y']);
    expect(await names({ keyIds: [second, first.toUpperCase()] })).toEqual(['a.x', 'a.y']);
    expect(await names({ exceptKeyIds: [first] })).toEqual(['a.y', 'b.x']);
  });

  it('skips a text that a check would find something in, and says which', async () => {
    const project = await given({
      long: ['File', 'Datei'],
      number: ['File', 'Datei'],
      text: ['File', 'Datei 1'],
      placeholder: ['File', '{Datei} Datei'],
    });
    await project.api.put(`keys/${project.keyIds[0]}`, { maxLength: 5 });
    const { body } = await replace(project, { replace: 'Akte  X' });
    expect(body).toMatchObject({ count: 0, change: null, skipped: { ...NONE, check: 4 } });
    const found = (body.texts as Json[]).map(({ name, skipped, checks }) => [name, skipped, checks]);
    expect(found).toEqual([
      ['long', 'check', ['too_long', 'double_space']],
      ['number', 'check', ['double_space']],
      ['placeholder', 'check', ['double_space']],
      ['text', 'check', ['double_space']],
    ]);
  });

  it('skips a text in which a term of the glossary would be missing, or a forbidden one would be', async () => {
    const project = await given({ missing: ['An apple', 'Ein Apfel'], forbidden: ['Fruit', 'Apfel'] });
    await project.api.post('glossary', { term: 'apple', translations: { de: ['Apfel'] } });
    await project.api.post('glossary', { term: 'pear', translations: { de: ['Birne'] }, forbidden: true });
    const { body } = await replace(project, { search: 'Apfel', replace: 'Birne' });
    expect(body).toMatchObject({ count: 0, change: null, skipped: { ...NONE, check: 2 } });
    expect((body.texts as Json[]).map(({ name, checks }) => [name, checks])).toEqual([
      ['forbidden', ['term_forbidden']],
      ['missing', ['term_missing', 'term_forbidden']],
    ]);
  });

  it('skips texts that would be too long, and checks no more than some megabytes of them at a time', async () => {
    const texts = Object.fromEntries(Array.from({ length: 40 }, (_, i) => [`k${i}`, ['File', 'Datei'] as const]));
    const project = await given({ ...texts, long: ['File', 'Datei '.repeat(10_000) + 'Datei'] });
    const check = jest.spyOn(running.app.get(Checker), 'check');
    const preview = await replace(project, { replace: 'x'.repeat(65_000), dryRun: true });
    expect(preview.status).toBe(200);
    expect(preview.body).toMatchObject({ keys: 41 });
    const lengths = check.mock.calls.map(([, { keys }]) => keys.length);
    expect(Math.max(...lengths)).toBeLessThan(2 * 1_048_576);
    const [long] = (await replace(project, { replace: 'x'.repeat(65_000), dryRun: true, filter: { search: 'long' } }))
      .body.texts;
    expect(long).toMatchObject({ name: 'long', skipped: 'check', checks: expect.arrayContaining(['too_long']) });
  });

  it('does not skip a text for what is wrong with it already', async () => {
    const project = await given({ broken: ['File {n}', 'Datei 5'] });
    expect((await replace(project, {})).body).toMatchObject({ count: 1 });
  });

  it.each<[string, string, Json]>([
    ['empty', 'Datei', { replace: ' ' }],
    ['placeholder', 'Datei {name}', { search: '{name}', replace: '{user}' }],
    ['check', 'Datei '.repeat(10_000), { replace: 'Dokumente' }],
  ])('skips a text for the reason %s', async (reason, de, body) => {
    const project = await given({ key: ['File {name}', de] });
    const answer = await replace(project, body);
    expect(answer.body).toMatchObject({
      count: 0,
      skipped: { [reason]: 1 },
      texts: [{ name: 'key', skipped: reason }],
    });
    expect(await textsOf(project)).toEqual({ key: de });
  });

  describe('as PUT /keys/:id', () => {
    it('makes a reviewed text translated, and a new source text its translations outdated', async () => {
      const [one, other] = [await given({ k: ['Datei', 'Datei'] }), await given({ k: ['Datei', 'Datei'] })];
      for (const { api, keyIds } of [one, other]) await api.put(`keys/${keyIds[0]}`, { states: { de: 'reviewed' } });
      await replace(one, {});
      await replace(one, { language: 'en', replace: 'File' });
      await other.api.put(`keys/${other.keyIds[0]}`, { translations: { de: 'Akte' } });
      await other.api.put(`keys/${other.keyIds[0]}`, { value: 'File' });
      const known = ({ id: _, createdAt: __, ...key }: Json): Json => key;
      const changed = (await stateOf(one)).map(known);
      expect(changed).toEqual((await stateOf(other)).map(known));
      expect(changed).toMatchObject([{ states: { de: 'translated' }, outdated: ['de'] }]);
    });

    it('leaves reviewed texts that are protected from the caller', async () => {
      const project = await given({ k: ['File', 'Datei'] });
      await project.api.put(`keys/${project.keyIds[0]}`, { states: { de: 'reviewed' } });
      await project.api.patch(`projects/${project.id}`, { protectReviewed: true });
      const skipped = await replace(await translator(project), {});
      expect(skipped.body).toMatchObject({ count: 0, skipped: { protected: 1 }, texts: [{ skipped: 'protected' }] });
      expect((await replace(project, {})).body).toMatchObject({ count: 1 });
    });

    it('refuses languages in which the caller may not write', async () => {
      const project = await given({ k: ['Datei', 'Datei'] });
      const caller = await translator(project, ['de']);
      for (const body of [{ language: 'en' }, { language: 'fr', dryRun: true }]) {
        const refused = await replace(caller, body);
        expect([refused.status, refused.body.code]).toEqual([403, 'language_not_allowed']);
      }
      expect((await replace(caller, {})).body).toMatchObject({ count: 1 });
    });
  });

  it.each<[Json, string, string]>([
    [{ search: '' }, '/search', 'too_short'],
    [{ search: 'x'.repeat(1_001) }, '/search', 'too_long'],
    [{ search: undefined }, '/search', 'required'],
    [{ replace: undefined }, '/replace', 'required'],
    [{ replace: '\0' }, '/replace', 'invalid_character'],
    [{ language: 'es' }, '/language', 'unknown_language'],
    [{ filter: {}, keyIds: [UNKNOWN_ID] }, '/keyIds', 'not_allowed'],
    [{ filter: { nme: ['a'] } }, '/filter/nme', 'unknown_field'],
    [{ wholeWord: 1 }, '/wholeWord', 'wrong_type'],
  ])('refuses a wrong body: %#', async (body, pointer, code) => {
    const project = await given({ k: ['File', 'Datei'] });
    const refused = await replace(project, body);
    expect([refused.status, refused.body.errors]).toMatchObject([400, [{ pointer, code }]]);
  });

  it('refuses a wrong cursor, an unknown key and another revision', async () => {
    const project = await given({ k: ['File', 'Datei'] });
    expect((await replace(project, { dryRun: true }, '?cursor=x')).body.errors).toMatchObject([
      { parameter: 'cursor' },
    ]);
    expect((await replace(project, { keyIds: [UNKNOWN_ID] })).status).toBe(404);
    expect((await replace(project, {}, '?ifRevision=0')).body.code).toBe('revision_moved');
    expect(await textsOf(project)).toEqual({ k: 'Datei' });
  });

  it('answers without a cursor if texts were changed, and refuses one: each page would be another write', async () => {
    const broken = Object.fromEntries(['a', 'b', 'c'].map((name) => [name, ['File', '{Datei} Datei']] as const));
    const project = await given({ ...broken, d: ['File', 'Datei'] });
    const { body: done } = await replace(project, { replace: 'Neue  Datei' }, '?limit=1');
    expect(done).toMatchObject({ count: 0, skipped: { check: 4 }, texts: [{ name: 'a' }], nextCursor: null });
    const preview = await replace(project, { dryRun: true }, '?limit=1');
    const query = `?limit=1&cursor=${preview.body.nextCursor}`;
    for (const body of [{}, { dryRun: false }]) {
      const refused = await replace(project, body, query);
      expect([refused.status, refused.body.errors]).toMatchObject([
        400,
        [{ parameter: 'cursor', code: 'not_allowed', detail: 'is for dry runs' }],
      ]);
    }
    expect(await textsOf(project)).toMatchObject({ a: '{Datei} Datei', d: 'Datei' });
    expect((await replace(project, { dryRun: true }, query)).body.texts).toMatchObject([{ name: 'b' }]);
  });

  it('does nothing if it is stopped after a part of the keys', async () => {
    const project = await running.given.project();
    const texts = Object.fromEntries(Array.from({ length: 6_000 }, (_, index) => [`k${index}`, 'Datei']));
    const body = JSON.stringify(texts);
    await project.api.post(`projects/${project.id}/import?format=json&language=de`, undefined, { body });
    const revision = await revisionOf(project);
    const principal = { ...serviceOf(project.organization.id), scopes: new Set(TENANT_SCOPES) };
    const stop = new AbortController();
    const report = ({ done }: BulkProgress): void => {
      if (done > 0) stop.abort(new Error('stopped'));
    };
    const replacement = {
      ...{ language: 'de', search: 'Datei', replace: 'Akte', matchCase: false, wholeWord: true },
      ...{ exceptKeyIds: [], filter: {}, dryRun: false },
    };
    const shown = { limit: 10, after: ['', UNKNOWN_ID] as const };
    const run = running.app.get(ReplaceService).run(principal, project.id, replacement, shown, {}, report, stop.signal);
    await expect(run).rejects.toThrow('stopped');
    expect(await revisionOf(project)).toBe(revision);
    expect((await replace(project, {})).body).toMatchObject({ count: 6_000 });
  });
});
