import { STEP_TEXTS } from '../src/memory/index-statements';
import { MemoryIndex } from '../src/memory/memory-index';
import type { Json } from './support/client';
import { type RunningApp, startApp } from './support/start-app';
import { stopBackground } from './support/stop-background';

const COUNT = 1_250;

describe('texts that are not in the index of the memory yet', () => {
  let running: RunningApp;
  let project: Awaited<ReturnType<typeof running.given.project>>;
  beforeAll(async () => {
    running = await startApp();
    // The index is brought up to date by the test.
    await stopBackground(running.app);
  });
  afterAll(() => running.close());
  beforeEach(async () => {
    project = await running.given.project({ targetLanguages: ['de'] });
    for (const language of ['en', 'de'])
      await importTexts(
        language,
        Array.from({ length: COUNT }, (_, i) => [`k${i}`, textOf(language, i)]),
      );
  });

  /** Any two of them have no words in common but "text". */
  const textOf = (language: string, i: number): string => `${language} text n${i} ${'abcdefghij'[i % 10]}${i}`;

  const importTexts = async (language: string, texts: string[][]): Promise<void> => {
    const path = `projects/${project.id}/import?format=json&language=${language}`;
    const body = JSON.stringify(Object.fromEntries(texts));
    expect((await project.api.post(path, undefined, { body })).status).toBe(200);
  };
  const step = (): Promise<boolean> =>
    running.app
      .get(MemoryIndex)
      .step({ id: project.id, organizationId: project.organization.id, sourceLanguage: 'en' });
  const search = async (texts: string[]): Promise<Json[]> =>
    (await project.api.post('memory/search', { from: 'en', to: 'de', texts })).body.results;
  const sameOf = async (texts: string[]): Promise<string[]> =>
    (await search(texts)).map(({ suggestions: [best] }) => (best?.match >= 1 ? best.text : undefined));

  it('are found by the same text, however many they are and however far the index is, and the answer says what it lacks', async () => {
    const places = [0, 1, COUNT / 2, COUNT - 1];
    const [sources, targets] = ['en', 'de'].map((language) => places.map((i) => textOf(language, i))) as [
      string[],
      string[],
    ];
    let steps = 0;
    do {
      expect(await sameOf(sources)).toEqual(targets);
      const left = COUNT - STEP_TEXTS * Math.max(0, steps - 1);
      const complete = (await search(sources)).map((result) => result.complete);
      // The first step begins the pass over all keys.
      expect({ steps, complete }).toEqual({ steps, complete: places.map(() => left <= 500) });
      steps++;
      // Texts that change behind the place of the pass are new again.
      sources[0] = `Changed ${steps}`;
      targets[0] = `Geändert ${steps}`;
      await importTexts('en', [['k0', sources[0]]]);
      await importTexts('de', [['k0', targets[0]]]);
    } while (await step());
    expect(steps).toBeGreaterThan(3);
  });

  it('are found by the same long text', async () => {
    const long = 'long '.repeat(1_000);
    await importTexts('en', [['k0', long]]);
    await importTexts('de', [['k0', 'lang']]);
    expect(await sameOf([long])).toEqual(['lang']);
  });

  it('are not found by another text with the same number', async () => {
    // The last 40 bits of `hashtextextended` are the same.
    const [text, other] = ['Text 1565770', 'Text 1596047'];
    await importTexts('en', [
      ['k0', text],
      ['k1', other],
    ]);
    await importTexts('de', [
      ['k0', 'Der eine'],
      ['k1', 'Der andere'],
    ]);
    expect(await sameOf([text, other])).toEqual(['Der eine', 'Der andere']);
    expect((await search([text])).map(({ suggestions }) => suggestions.map(({ text }: Json) => text))).toEqual([
      ['Der eine'],
    ]);
  });

  it('are indexed before a pretranslation, whose result does not depend on the time of its request', async () => {
    const similar = await running.given.project({ organization: project.organization, targetLanguages: ['de'] });
    const texts = Array.from({ length: 20 }, (_, i) => [`s${i}`, `en text n${i * 60} ${'abcdefghij'[0]}${i * 60}!`]);
    const path = `projects/${similar.id}/import?format=json&language=en`;
    await similar.api.post(path, undefined, { body: JSON.stringify(Object.fromEntries(texts)) });
    const pretranslate = async (): Promise<Json> =>
      (
        await similar.api.post(`projects/${similar.id}/pretranslate`, {
          languages: ['de'],
          minMatch: 0.8,
          dryRun: true,
        })
      ).body.pretranslation;
    expect(await pretranslate()).toMatchObject({ missing: 20, memory: 20 });
  });
});
