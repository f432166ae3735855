import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import type { Scope } from '../src/common/access/scope';
import { Database } from '../src/database/database';
import { UndoNeeds } from '../src/history/undo-needs';
import type { Json } from './support/client';
import { callTool, type ToolAnswer } from './support/mcp';
import { type RunningApp, startApp } from './support/start-app';

describe('a tool of the Model Context Protocol that writes', () => {
  let running: RunningApp;
  beforeAll(async () => {
    running = await startApp();
  });
  afterAll(() => running.close());

  type Project = Awaited<ReturnType<typeof running.given.project>>;
  const project = (
    keys: { name: string; value: string; translations?: Record<string, string> }[] = [],
    more: { targetLanguages?: string[] } = {},
  ): Promise<Project> => running.given.project({ keys, ...more });
  const greeting = { name: 'home.greeting', value: 'Hello {name}', translations: { de: 'Hallo {name}' } };
  const call = (of: Pick<Project, 'api' | 'id'>, tool: string, args: object): Promise<ToolAnswer> =>
    callTool(of.api, tool, { project: of.id, ...args });
  const set = (of: Project, texts: Record<string, string>, more = {}): Promise<ToolAnswer> =>
    call(of, 'set_texts', {
      texts: Object.entries(texts).map(([key, text]) => ({ key, language: 'de', text })),
      ...more,
    });
  const importTexts = ({ api, id }: Project, language: string, texts: object): Promise<Json> =>
    api.post(`projects/${id}/import?format=json&language=${language}`, undefined, { body: JSON.stringify(texts) });
  const statesOf = async (of: Project, name: string): Promise<Json> =>
    (await call(of, 'get_keys', { names: [name] })).result.keys[0].states;

  describe('create_keys', () => {
    const keys = [{ name: 'a', value: 'A', translations: { de: 'Ä' } }];

    it('sets translations as drafts, and source texts as usual', async () => {
      const of = await project();
      expect(await call(of, 'create_keys', { keys })).toMatchObject({ isError: false, result: { textsSet: 2 } });
      expect(await statesOf(of, 'a')).toEqual({ en: 'translated', de: 'draft' });
    });

    it('takes a number as a text', async () => {
      const of = await project();
      const sent = [{ name: 'a', value: 'A', maxLength: '5' }];
      expect(await call(of, 'create_keys', { keys: sent })).toMatchObject({ isError: false });
      expect((await of.api.get(`projects/${of.id}/keys`)).body.keys).toMatchObject([{ maxLength: 5 }]);
    });

    it('gives translations the state of the call, which needs the right to review for reviewed', async () => {
      const of = await project();
      expect(await call(of, 'create_keys', { keys, state: 'reviewed' })).toMatchObject({ isError: false });
      expect(await statesOf(of, 'a')).toEqual({ en: 'translated', de: 'reviewed' });
      const scopes = ['translations:write', 'keys:write'] as const;
      const { api } = await running.given.apiKey({ organization: of.organization, scopes });
      const refused = await call({ ...of, api }, 'create_keys', {
        keys: [{ ...keys[0], name: 'b' }],
        state: 'reviewed',
      });
      expect(refused.result).toMatchObject({ code: 'missing_scope', scope: 'translations:review' });
      expect(refused.result.errors).toMatchObject([{ key: 'b', language: 'de', code: 'missing_scope' }]);
      const wrong = await call(of, 'create_keys', { keys, state: 'done' });
      expect(wrong.result.errors).toMatchObject([{ pointer: '/state' }]);
    });
  });

  describe('import_file', () => {
    const write = (of: Project, language: string, texts: object, more = {}): Promise<ToolAnswer> =>
      call(of, 'import_file', {
        ...{ filename: `${language}.json`, language, content: JSON.stringify(texts), dryRun: false },
        ...more,
      });

    it('sets translations that are new or change as drafts, and leaves the others and source texts as they are', async () => {
      const of = await project([
        { name: 'a', value: 'A', translations: { de: 'Ä' } },
        { name: 'b', value: 'B', translations: { de: 'Be' } },
        { name: 'c', value: 'C' },
      ]);
      const answer = await write(of, 'de', { a: 'Ah', b: 'Be', c: 'Ce' });
      expect(answer).toMatchObject({ isError: false, result: { imported: 1, updated: 1, skipped: 1 } });
      expect(await statesOf(of, 'a')).toEqual({ en: 'translated', de: 'draft' });
      expect(await statesOf(of, 'b')).toEqual({ en: 'translated', de: 'translated' });
      expect(await statesOf(of, 'c')).toEqual({ en: 'translated', de: 'draft' });
      await write(of, 'en', { a: 'Aa', d: 'D' });
      expect(await statesOf(of, 'a')).toEqual({ en: 'translated', de: 'draft' });
      expect(await statesOf(of, 'd')).toEqual({ en: 'translated' });
    });

    it('sets drafts where it merges', async () => {
      const of = await project([{ name: 'a', value: 'A', translations: { de: 'Ä' } }]);
      const { revision } = (await call(of, 'export_file', { format: 'json', language: 'de' })).result;
      expect(await write(of, 'de', { a: 'Ah' }, { base: revision })).toMatchObject({ result: { updated: 1 } });
      expect((await statesOf(of, 'a')).de).toBe('draft');
    });

    it('takes the state of the file, and the state of the call', async () => {
      const of = await project([
        { name: 'a', value: 'A' },
        { name: 'b', value: 'B' },
      ]);
      const unit = '<trans-unit id="a"><source>A</source><target state="translated">Ä</target></trans-unit>';
      const content = `<?xml version="1.0"?><xliff version="1.2" xmlns="urn:oasis:names:tc:xliff:document:1.2"><file original="f" source-language="en" target-language="de" datatype="plaintext"><body>${unit}</body></file></xliff>`;
      const xliff = { filename: 'de.xliff', content, dryRun: false };
      expect(await call(of, 'import_file', xliff)).toMatchObject({ isError: false, result: { imported: 1 } });
      expect((await statesOf(of, 'a')).de).toBe('translated');
      await write(of, 'de', { b: 'Be' }, { state: 'translated' });
      expect((await statesOf(of, 'b')).de).toBe('translated');
    });

    it('is the only import that does so', async () => {
      const of = await project([{ name: 'a', value: 'A' }]);
      await importTexts(of, 'de', { a: 'Ä' });
      expect((await statesOf(of, 'a')).de).toBe('translated');
    });
  });

  describe('the answer of a write', () => {
    const page = readFileSync(join(__dirname, '../docs/mcp.md'), 'utf8');
    const [, table = ''] = /\| Work +\| Scopes[^]*?\n((?:\|.*\n)+)/.exec(page) ?? [];
    const scopesOfRows = [...table.matchAll(/^\| \w.*$/gm)].map(([row]) =>
      [...row.matchAll(/`([\w-]+:\w+)`/g)].map(([, scope]) => scope as Scope),
    );
    const [looksUp = [], translates = [], adds = []] = scopesOfRows;
    const as = async (of: Project, scopes: readonly Scope[], languages?: string[]): Promise<Project> => ({
      ...of,
      api: (await running.given.apiKey({ organization: of.organization, scopes, languages })).api,
    });
    const create = (of: Project) => call(of, 'create_keys', { keys: [{ name: 'new', value: 'New' }] });
    /** Checks that the named call undoes the write. */
    const undo = async (of: Project, { isError, result }: ToolAnswer): Promise<void> => {
      expect([isError, result.undoNeeds]).toEqual([false, undefined]);
      const undone = await callTool(of.api, result.undo.tool, result.undo.arguments);
      expect(undone).toMatchObject({ isError: false, result: { change: { action: 'undo' } } });
    };
    /** Checks that the write names no call, which the caller could not make, and that somebody else can undo it. */
    const cannotUndo = async (of: Project, { isError, result }: ToolAnswer, needs: string[]): Promise<void> => {
      expect([isError, result.undo, result.undoNeeds]).toEqual([false, undefined, needs]);
      const refused = await call(of, 'undo', { revision: result.revision });
      expect(refused).toMatchObject({ isError: true, result: { status: 403 } });
      const owner = await running.given.apiKey({ organization: of.organization });
      await undo(
        { ...of, api: owner.api },
        {
          ...{ isError: false, note: '', bytes: 0 },
          result: { undo: undoOf(of, result.revision) },
        },
      );
    };
    const undoOf = ({ id }: Project, revision: number): object => ({
      tool: 'undo',
      arguments: { project: id, revision },
    });

    it('names the call that undoes it with the scopes that docs/mcp.md has for translating', async () => {
      expect([looksUp, translates]).toEqual([
        ['projects:read', 'translations:read'],
        ['projects:read', 'translations:read', 'translations:write'],
      ]);
      const of = await as(await project([greeting]), translates);
      await undo(of, await set(of, { 'home.greeting': 'Moin {name}' }));
      const content = JSON.stringify({ 'home.greeting': 'Servus {name}' });
      await undo(of, await call(of, 'import_file', { filename: 'de.json', content, dryRun: false }));
    });

    it('says that a key which is created needs keys:delete to be undone, with the scopes for adding keys', async () => {
      expect(adds).toEqual(['keys:write']);
      const of = await as(await project(), [...translates, ...adds]);
      await cannotUndo(of, await create(of), ['keys:delete']);
      const content = JSON.stringify({ other: 'Other' });
      const file = { filename: 'en.json', language: 'en', content, dryRun: false };
      await cannotUndo(of, await call(of, 'import_file', file), ['keys:delete']);
      const both = await as(of, [...translates, ...adds, 'keys:delete']);
      await undo(both, await create(both));
    });

    it('names the call that undoes an undo, and none for a dry run and an undo without a change', async () => {
      const of = await project([greeting]);
      const { result } = await set(of, { 'home.greeting': 'Moin {name}' });
      const { revision } = result;
      const dry = await call(of, 'undo', { revision, dryRun: true });
      expect([dry.isError, dry.result.undo, dry.result.undoNeeds]).toEqual([false, undefined, undefined]);
      const undone = await call(of, 'undo', { revision });
      expect(undone.result).toMatchObject({ revision: revision + 1, undo: undoOf(of, revision + 1) });
      const again = await call(of, 'undo', { revision, conflict: 'skip' });
      expect(again).toMatchObject({ isError: false, result: { change: null } });
      expect([again.result.undo, again.result.undoNeeds]).toEqual([undefined, undefined]);
      await undo(of, undone);
    });

    it('says what an undo needs to be undone', async () => {
      const whole = await project([greeting]);
      const { revision } = (await create(whole)).result;
      const of = await as(whole, [...translates, 'keys:delete']);
      const undone = await call(of, 'undo', { revision });
      expect(undone).toMatchObject({ isError: false, result: { undoNeeds: ['keys:write'] } });
    });

    it('is the answer of a write also where nobody can say how it is undone', async () => {
      const of = await project([greeting]);
      const needs = jest.spyOn(running.app.get(UndoNeeds), 'of').mockRejectedValue(new Error('no connection'));
      try {
        const content = JSON.stringify({ 'home.greeting': 'Servus {name}' });
        const { revision } = (await set(of, { 'home.greeting': 'Moin {name}' })).result;
        for (const [tool, args] of [
          ['import_file', { filename: 'de.json', content, dryRun: false }],
          ['create_keys', { keys: [{ name: 'new', value: 'New' }] }],
          ['undo', { revision, conflict: 'skip' }],
        ] as const) {
          const { isError, result } = await call(of, tool, args);
          expect([tool, isError, result.undo, result.undoNeeds]).toEqual([tool, false, undefined, undefined]);
          expect(result.revision).toBeGreaterThan(revision);
        }
      } finally {
        needs.mockRestore();
      }
    });

    it('says what is needed where there is no tool that undoes', async () => {
      const of = await as(await project(), ['keys:write']);
      expect(await create(of)).toMatchObject({ result: { undoNeeds: ['translations:write', 'keys:delete'] } });
    });

    it('says what it takes to undo a change of reviewed texts, and a deletion of keys', async () => {
      const whole = await project(
        [
          { ...greeting, translations: { de: 'Hallo {name}', fr: 'Salut {name}' } },
          { name: 'home.bye', value: 'Bye', translations: { de: 'Ade', fr: 'Adieu' } },
        ],
        { targetLanguages: ['de', 'fr'] },
      );
      const translator = await as(whole, translates);
      await set(whole, { 'home.greeting': 'Tag {name}' }, { state: 'reviewed' });
      await cannotUndo(translator, await set(translator, { 'home.greeting': 'Na {name}' }), ['translations:review']);
      await set(whole, { 'home.greeting': 'Na {name}' });
      await undo(translator, await set(translator, { 'home.bye': 'Tschau' }));
      const file = { filename: 'en.json', language: 'en', content: '{"home.greeting": "Hello {name}"}', dryRun: false };
      const deletes = { ...file, deleteMissing: true };
      const deleter = await as(whole, [...translates, 'keys:delete'], ['en', 'de']);
      await cannotUndo(deleter, await call(deleter, 'import_file', deletes), ['keys:write', 'language:fr']);
    });
  });

  describe('set_texts', () => {
    it('checks the texts that it changes only', async () => {
      const of = await project([greeting, { name: 'home.bye', value: 'Bye' }]);
      await importTexts(of, 'de', { 'home.greeting': 'Hallo' });
      const answer = await set(of, { 'home.greeting': 'Hallo', 'home.bye': 'Ade ' });
      const finding = { key: 'home.bye', language: 'de', code: 'trailing_space', detail: expect.any(String) };
      expect(answer).toMatchObject({ isError: false, result: { textsSet: 1, findings: [finding] } });
      const refused = await set(of, { 'home.greeting': 'Hallo!', 'home.bye': 'Ade ' });
      expect(refused).toMatchObject({ isError: true, result: { code: 'checks_failed' } });
    });

    it('names the protected texts that the caller cannot change', async () => {
      const of = await project([greeting, { name: 'home.bye', value: 'Bye', translations: { de: 'Ade' } }]);
      const { api, id, organization, keyIds } = of;
      await api.put(`keys/${keyIds[1]}`, { states: { de: 'reviewed' } });
      await api.patch(`projects/${id}`, { protectReviewed: true });
      const translator = await running.given.apiKey({ organization, scopes: ['translations:write'] });
      const texts = { 'home.greeting': 'Moin {name}', 'home.bye': 'Tschau' };
      const refused = await set({ ...of, api: translator.api }, texts);
      expect(refused).toMatchObject({ isError: true, result: { code: 'missing_scope', scope: 'translations:review' } });
      expect(refused.result.errors).toMatchObject([
        { key: 'home.bye', language: 'de', code: 'missing_scope', detail: 'needs the scope translations:review' },
      ]);
    });

    it('writes a text whose findings a person has ignored, and does not list them', async () => {
      const of = await project([greeting]);
      const [id] = of.keyIds;
      await importTexts(of, 'de', { 'home.greeting': 'Hallo ' });
      for (const code of ['placeholder_missing', 'trailing_space']) {
        const body = { language: 'de', code, ignored: true };
        expect((await of.api.post(`keys/${id}/checks`, body)).status).toBe(200);
      }
      await set(of, { 'home.greeting': 'Hallo {name}' });
      const answer = await set(of, { 'home.greeting': 'Hallo ' });
      expect(answer).toMatchObject({ isError: false, result: { textsSet: 1 } });
      expect(answer.result.findings).toBeUndefined();
      expect(await set(of, { 'home.greeting': 'Hallo' })).toMatchObject({ result: { code: 'checks_failed' } });
    });

    describe('with the revision of the answer in which the texts were read', () => {
      const two = [greeting, { name: 'home.bye', value: 'Bye' }];
      const read = async (of: Project): Promise<number> =>
        (await call(of, 'get_keys', { names: ['home.greeting', 'home.bye'] })).result.revision;

      it('has it of each tool that lists texts', async () => {
        const of = await project(two);
        const calls = { get_keys: { names: ['home.bye'] }, find_keys: {}, missing_texts: { language: 'de' } };
        for (const [tool, args] of Object.entries(calls))
          expect([tool, (await call(of, tool, args)).result.revision]).toEqual([tool, 2]);
      });

      it('refuses all of them if one changed since, was set or was removed, and names these with their texts now', async () => {
        const of = await project([...two, { name: 'old', value: 'Old', translations: { de: 'Alt' } }]);
        const revision = await read(of);
        await importTexts(of, 'de', { 'home.greeting': 'Servus {name}', 'home.bye': 'Tschau' });
        const removed = { translations: { de: null } };
        expect((await of.api.put(`keys/${of.keyIds[2]}`, removed)).status).toBe(200);
        await of.api.post(`projects/${of.id}/keys`, { name: 'new', value: 'New' });
        const texts = { new: 'Neu', 'home.greeting': 'Na {name}', 'home.bye': 'Ade', old: 'Uralt' };
        const refused = await set(of, texts, { revision });
        expect(refused).toMatchObject({ isError: true, result: { code: 'text_changed', status: 400 } });
        expect(refused.result.texts).toEqual([
          { key: 'home.greeting', language: 'de', text: 'Servus {name}' },
          { key: 'home.bye', language: 'de', text: 'Tschau' },
          { key: 'old', language: 'de', text: null },
        ]);
        expect(refused.result.errors).toMatchObject(
          ['home.greeting', 'home.bye', 'old'].map((key, index) => {
            return { pointer: `/texts/${index + 1}/text`, key, language: 'de', code: 'text_changed' };
          }),
        );
        expect((await call(of, 'missing_texts', { language: 'de' })).result.keys).toHaveLength(2);
        expect(await set(of, texts, { revision: await read(of) })).toMatchObject({ result: { textsSet: 4 } });
      });

      it('refuses a translation whose source text changed since, unless the call sets it too', async () => {
        const of = await project([...two, { name: 'home.more', value: 'More' }]);
        const revision = await read(of);
        const [, bye, more] = of.keyIds;
        for (const [id, value] of [
          [bye, 'See you'],
          [more, 'Show more'],
        ])
          expect((await of.api.put(`keys/${id}`, { value })).status).toBe(200);
        const refused = await set(of, { 'home.greeting': 'Moin {name}', 'home.bye': 'Ade' }, { revision });
        expect(refused).toMatchObject({ isError: true, result: { code: 'text_changed' } });
        expect(refused.result.texts).toEqual([{ key: 'home.bye', language: 'en', text: 'See you' }]);
        expect(refused.result.errors).toMatchObject([{ pointer: '/texts/1/text', key: 'home.bye', language: 'en' }]);
        const texts = ['en', 'de'].map((language) => ({ key: 'home.more', language, text: 'Show more' }));
        expect(await call(of, 'set_texts', { texts, revision })).toMatchObject({ isError: false });
      });

      it('refuses a translation of the text that another key had under the name', async () => {
        const of = await project([...two, { name: 'a', value: 'Open' }, { name: 'b', value: 'Close' }]);
        const revision = await read(of);
        const [, bye, a, b] = of.keyIds;
        expect((await of.api.delete(`keys/${bye}`)).status).toBe(200);
        expect((await of.api.post(`projects/${of.id}/keys`, { name: 'home.bye', value: 'See you' })).status).toBe(201);
        for (const [id, name] of [
          [a, 'c'],
          [b, 'a'],
          [a, 'b'],
        ])
          expect((await of.api.put(`keys/${id}`, { name })).status).toBe(200);
        const refused = await set(of, { 'home.bye': 'Ade', a: 'Öffnen', b: 'Schließen' }, { revision });
        expect(refused).toMatchObject({ isError: true, result: { code: 'text_changed' } });
        expect(refused.result.texts).toEqual([
          { key: 'home.bye', language: 'en', text: 'See you' },
          { key: 'a', language: 'en', text: 'Close' },
          { key: 'b', language: 'en', text: 'Open' },
        ]);
      });

      it('refuses a translation of a key that had no source text', async () => {
        const of = await project(two);
        await importTexts(of, 'de', { later: 'Später' });
        const revision = await read(of);
        await importTexts(of, 'en', { later: 'Later' });
        const refused = await set(of, { later: 'Dann' }, { revision });
        expect(refused.result.texts).toEqual([{ key: 'later', language: 'en', text: 'Later' }]);
      });

      it('takes the text of a new key with the source text that another key had under the name, and of a renamed key', async () => {
        const of = await project(two);
        const revision = await read(of);
        const [greeting, bye] = of.keyIds;
        expect((await of.api.delete(`keys/${bye}`)).status).toBe(200);
        expect((await of.api.post(`projects/${of.id}/keys`, { name: 'home.bye', value: 'Bye' })).status).toBe(201);
        expect((await of.api.put(`keys/${greeting}`, { name: 'hello' })).status).toBe(200);
        const answer = await set(of, { 'home.bye': 'Ade', hello: 'Moin {name}' }, { revision });
        expect(answer).toMatchObject({ isError: false, result: { textsSet: 2 } });
      });

      it('is not in the way of changes of other texts, of states, and of what it wants itself', async () => {
        const of = await project(two, { targetLanguages: ['de', 'fr'] });
        const revision = await read(of);
        await importTexts(of, 'fr', { 'home.greeting': 'Salut {name}' });
        await importTexts(of, 'de', { 'home.bye': 'Ade' });
        await of.api.put(`keys/${of.keyIds[0]}`, { states: { de: 'reviewed' }, description: 'Where one comes in' });
        const texts = { 'home.greeting': 'Moin {name}', 'home.bye': 'Ade' };
        expect(await set(of, texts, { revision })).toMatchObject({ isError: false, result: { textsSet: 1 } });
        expect(await set(of, texts, { revision })).toMatchObject({ isError: false, result: { textsSet: 0 } });
        await importTexts(of, 'de', { 'home.greeting': 'Hallo {name}' });
        // It is the text again that was read.
        expect(await set(of, texts, { revision })).toMatchObject({ isError: false, result: { textsSet: 1 } });
      });

      it('lets one of two calls write a text', async () => {
        const of = await project(two);
        const revision = await read(of);
        const answers = await Promise.all(['Ade', 'Tschau'].map((text) => set(of, { 'home.bye': text }, { revision })));
        expect(answers.map(({ result }) => result.code ?? result.textsSet).sort()).toEqual([1, 'text_changed']);
      });

      it('is refused if the project has not reached it, and if it is no revision', async () => {
        const of = await project(two);
        for (const [revision, code] of [
          [3, 'unknown_revision'],
          [-1, 'validation_failed'],
          [1.5, 'validation_failed'],
        ])
          expect(await set(of, { 'home.bye': 'Ade' }, { revision })).toMatchObject({ isError: true, result: { code } });
      });

      it('is refused if the history no longer reaches back to it', async () => {
        const of = await project(two);
        const revision = await read(of);
        await importTexts(of, 'de', { 'home.bye': 'Ade' });
        await running.app.get(Database).rows('UPDATE projects SET oldest_revision = revision WHERE id = $1', [of.id]);
        const refused = await set(of, { 'home.bye': 'Tschau' }, { revision });
        expect(refused).toMatchObject({ isError: true, result: { code: 'revision_pruned' } });
      });
    });
  });
});
