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

    it('gives translations the state that it is told, which needs the right to review for reviewed', async () => {
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

    it('takes the state of the file, and the state that it is told', async () => {
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
  });
});
