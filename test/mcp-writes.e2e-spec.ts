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
