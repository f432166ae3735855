import fc from 'fast-check';
import type { ApiResponse, Json } from './support/client';
import { type RunningApp, startApp } from './support/start-app';
import { samples } from './support/samples';

describe('PUT /keys/:id', () => {
  let running: RunningApp;
  beforeAll(async () => {
    running = await startApp();
  });
  afterAll(() => running.close());

  type Project = Awaited<ReturnType<typeof running.given.project>>;

  const given = (translations: Record<string, string> = { de: 'A', fr: 'B' }): Promise<Project> =>
    running.given.project({ targetLanguages: ['de', 'fr'], keys: [{ name: 'a', value: 'A {n}', translations }] });
  const put = ({ api, keyIds }: Project, body: Json, query = ''): Promise<ApiResponse> =>
    api.put(`keys/${keyIds[0]}${query}`, body);
  const read = ({ api, keyIds }: Project): Promise<ApiResponse> => api.get(`keys/${keyIds[0]}`);

  describe('with expected texts', () => {
    it('writes only if each of them is the text now, or the text that is set', async () => {
      const project = await given({ de: 'A' });
      const text = fc.constantFrom('A', 'B', null);
      const texts = fc.dictionary(fc.constantFrom('de', 'fr'), text, { noNullPrototype: true });
      const withText = texts.filter((sent) => Object.keys(sent).length > 0);
      await fc.assert(
        fc.asyncProperty(withText, texts, async (translations, expected) => {
          const before = (await read(project)).body.key.translations;
          const response = await put(project, { translations, expected });
          const changed = Object.entries(expected).filter(
            ([language, seen]) => ![seen, translations[language]].includes(before[language] ?? null),
          );
          if (changed.length === 0) return expect(response.status).toBe(200);
          expect(response).toMatchObject({
            status: 400,
            body: {
              code: 'text_changed',
              texts: changed.map(([language]) => ({ language, text: before[language] ?? null })),
              errors: changed.map(([language]) => ({ pointer: `/expected/${language}`, code: 'text_changed' })),
            },
          });
          expect((await read(project)).body.key.translations).toEqual(before);
        }),
        { numRuns: samples(60) },
      );
    });

    it('compares the source text too', async () => {
      const project = await given();
      const refused = await put(project, { value: 'C', expected: { en: 'B' } });
      expect([refused.status, refused.body.texts]).toEqual([400, [{ language: 'en', text: 'A {n}' }]]);
      expect((await put(project, { value: 'C', expected: { en: 'A {n}' } })).status).toBe(200);
    });

    it('finds a change of a text among texts that are too large to be read together', async () => {
      const targetLanguages = [
        'aa',
        'ab',
        'af',
        'ak',
        'am',
        'an',
        'ar',
        'as',
        'av',
        'ay',
        'az',
        'ba',
        'be',
        'bg',
        'bh',
        'bi',
      ];
      const large = '€'.repeat(65_536);
      const others = ['bm', 'bn', 'bo', 'br', 'bs', 'ca', 'ce', 'ch'];
      const languages = [...targetLanguages, ...others];
      const project = await running.given.project({
        targetLanguages: languages,
        keys: [{ name: 'a', value: 'A' }],
      });
      for (const language of languages) await put(project, { translations: { [language]: large } });
      const refused = await put(project, { translations: { aa: 'B' }, expected: { aa: 'C' } });
      expect([refused.status, refused.body.texts]).toEqual([400, [{ language: 'aa' }]]);
      const done = await put(project, { translations: { aa: 'B' }, expected: { aa: large } });
      expect(done.status).toBe(200);
    });

    it.each([
      [{ it: 'A' }, '/expected/it', 'unknown_language'],
      [{ de: 1 }, '/expected/de', 'wrong_type'],
      [['de'], '/expected', 'wrong_type'],
    ])('refuses %j', async (expected, pointer, code) => {
      const response = await put(await given(), { value: 'B', expected });
      expect([response.status, response.body.errors]).toMatchObject([400, [{ pointer, code }]]);
    });

    it('is no change by itself', async () => {
      expect((await put(await given(), { expected: { de: 'A' } })).body.errors).toMatchObject([{ code: 'required' }]);
    });
  });

  it('answers with include=translations what GET answers then, the new findings too', async () => {
    const project = await given({ de: 'A {n}' });
    for (const body of [
      { translations: { de: 'A' } },
      { translations: { de: 'A {n}' }, states: { de: 'draft' } },
      { value: 'B {n}' },
      { tags: ['x'] },
    ]) {
      const answer = await put(project, body, '?include=translations');
      const found = await read(project);
      expect([answer.status, answer.body]).toEqual([200, found.body]);
      expect(answer.headers.get('etag')).toBe(found.headers.get('etag'));
      const { revision } = (await project.api.get(`projects/${project.id}`)).body.project;
      expect(answer.headers.get('x-glossa-revision')).toBe(String(revision));
    }
    const failing = await put(project, { translations: { de: 'A' } }, '?include=translations');
    expect(failing.body.key.checks.de).toMatchObject([{ code: 'placeholder_missing', ignored: false }]);
  });
});
