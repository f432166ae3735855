import { unzipSync } from 'fflate';
import { RenditionCache } from '../src/exports/cache/rendition-cache';
import { type RunningApp, startApp } from './support/start-app';

let running: RunningApp;
beforeAll(async () => {
  running = await startApp();
});
afterAll(() => running.close());

describe('languageFallback', () => {
  const given = async () => {
    const { id, api } = await running.given.project({
      targetLanguages: ['de', 'zh-Hant', 'pt-BR'],
      keys: [{ name: 'a', value: 'A', translations: { de: 'Ä', 'zh-Hant': '甲', 'pt-BR': 'Á' } }],
    });
    return {
      export: (query: string) => api.get(`projects/${id}/export?${query}`),
      translations: (query: string) => api.get(`projects/${id}/translations?${query}`),
      patch: (json: object) => api.patch(`projects/${id}`, json),
      send: (query: string, headers: Record<string, string>) => api.get(`projects/${id}/export?${query}`, { headers }),
    };
  };

  it.each([
    ['de-CH', 'de', 'Ä'],
    ['de_ch', 'de', 'Ä'],
    ['zh-Hant-TW', 'zh-Hant', '甲'],
    ['pt-BR', 'pt-BR', 'Á'],
    ['en-GB', 'en', 'A'],
  ])(
    'exports for %s the nearest language that the project has, which Content-Language names',
    async (tag, found, a) => {
      const { status, body, headers } = await (await given()).export(`language=${tag}&languageFallback=true`);
      expect({ status, body }).toEqual({ status: 200, body: { a } });
      expect(headers.get('content-language')).toBe(found);
      expect(headers.get('content-disposition')).toContain(`${found}.json`);
    },
  );

  it.each(['language=de-CH', 'language=de-CH&languageFallback=false', 'language=pt&languageFallback=true'])(
    'refuses %s: there is no such language, or no nearest one',
    async (query) => {
      const project = await given();
      for (const response of [await project.export(query), await project.translations(query)]) {
        expect(response).toMatchObject({
          status: 400,
          body: { code: 'unknown_language', errors: [{ parameter: 'language' }] },
        });
        expect(response.headers.get('content-language')).toBeNull();
      }
    },
  );

  it('names all languages for which none was found', async () => {
    const { body } = await (await given()).export('language=de-CH,pt,fr-CA&languageFallback=true');
    expect(body.errors.map(({ language }: { language: string }) => language)).toEqual(['pt', 'fr-CA']);
  });

  it('looks up each of several languages, and writes a language once into the zip', async () => {
    const project = await given();
    const namesIn = async (query: string) =>
      Object.keys(unzipSync(new Uint8Array((await project.export(`${query}&languageFallback=true`)).bytes)));
    expect(await namesIn('language=pt-BR,de-CH,de-AT,en-US')).toEqual(['en.json', 'de.json', 'pt-BR.json']);
    expect(await namesIn('language=de-CH,de-AT')).toEqual(['de.json']);
    const several = await project.export('language=de-CH,de-AT&languageFallback=true');
    expect(several.headers.get('content-language')).toBeNull();
  });

  it('returns the found languages as members of the translations', async () => {
    const { body } = await (await given()).translations('language=de-CH,zh-Hant-HK&languageFallback=true');
    expect(body).toEqual({ translations: { de: { a: 'Ä' }, 'zh-Hant': { a: '甲' } } });
  });

  it('shares one rendering and one entity tag with the language that was found', async () => {
    const project = await given();
    const { counters } = running.app.get(RenditionCache);
    const before = counters.misses;
    const direct = await project.export('language=de');
    const tag = direct.headers.get('etag') ?? '';
    for (const query of ['language=de-CH&languageFallback=true', 'language=de-AT&languageFallback=true']) {
      expect((await project.export(query)).headers.get('etag')).toBe(tag);
      expect((await project.send(query, { 'if-none-match': tag })).status).toBe(304);
    }
    expect(counters.misses - before).toBe(1);
  });

  it('finds a nearer language as soon as the project has it', async () => {
    const project = await given();
    const query = 'language=de-CH&languageFallback=true';
    const before = await project.export(query);
    await project.patch({ addLanguages: ['de-CH'] });
    const after = await project.send(query, { 'if-none-match': before.headers.get('etag') ?? '' });
    expect({ status: after.status, body: after.body }).toEqual({ status: 200, body: {} });
    expect(after.headers.get('content-language')).toBe('de-CH');
  });
});

describe('Content-Language', () => {
  it.each([
    ['', 'en'],
    ['language=de', 'de'],
    ['language=de&format=po', 'de'],
    ['language=de&format=csv', 'de'],
    ['language=de&format=xliff&untranslated=empty', 'de'],
    ['language=*', null],
    ['language=en,de', null],
    ['language=*&format=csv', null],
    ['language=de&details=true', null],
  ])('has for an export with %j the value %s', async (query, expected) => {
    const { id, api } = await running.given.project({ keys: [{ name: 'a', value: 'A' }] });
    const response = await api.get(`projects/${id}/export?${query}`);
    expect([response.status, response.headers.get('content-language')]).toEqual([200, expected]);
  });
});
