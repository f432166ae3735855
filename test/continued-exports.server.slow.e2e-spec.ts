import { KeptFiles } from '../src/exports/cache/kept-files';
import { RenditionCache } from '../src/exports/cache/rendition-cache';
import type { ApiResponse, Client, Json } from './support/client';
import { type RunningApp, startApp } from './support/start-app';

const TEXTS = Object.fromEntries(['a', 'b', 'b.c', 'c', 'd', 'e', 'f', 'g'].map((key) => [key, `Text ${key}`]));

const PATHS = [
  'format=json&language=de',
  'format=json&language=de&fallback=en&layout=canonical',
  'format=json-nested&language=de&untranslated=empty',
  'format=json&language=en&untranslated=empty',
  'format=po&language=de',
  'format=xliff&language=de&minState=reviewed',
  'format=csv&language=*',
  'format=json&language=de&tag=shop',
  'format=json&language=de&namespace=b&stripNamespace=true',
  'format=json&language=de&excludeNamespace=b',
];

/** The writes between two exports, each by the names of the keys. */
const WRITES: Record<string, (project: WrittenProject) => Promise<ApiResponse>> = {
  'a text is replaced': ({ api, id }) => api.put(`keys/${id('a')}`, { translations: { de: 'Neu' } }),
  'a text is removed': ({ api, id }) => api.put(`keys/${id('b')}`, { translations: { de: null } }),
  'a text is replaced whose key has the same name in another namespace': ({ api, id }) =>
    api.put(`keys/${id('c')}`, { translations: { de: 'Neu' } }),
  'a source text is replaced': ({ api, id }) => api.put(`keys/${id('d')}`, { value: 'New' }),
  'a key is created': ({ api, path }) =>
    api.post(`${path}/keys`, { name: 'b.a', value: 'X', translations: { de: 'Y' } }),
  'a key is deleted': ({ api, id }) => api.delete(`keys/${id('e')}`),
  'a text is added': ({ api, id }) => api.put(`keys/${id('only.fr')}`, { translations: { de: 'Neu' } }),
  'a key with a text of another language only is created': ({ api, path }) =>
    api.post(`${path}/import?format=json&language=fr`, undefined, { body: '{ "another.fr": "Texte" }' }),
  'a key with a text of another language only is deleted': ({ api, id }) => api.delete(`keys/${id('only.fr')}`),
  'a key is renamed': ({ api, id }) => api.put(`keys/${id('f')}`, { name: 'A' }),
  'two keys exchange their names': async ({ api, id }) => {
    await api.put(`keys/${id('a')}`, { name: 'between' });
    await api.put(`keys/${id('g')}`, { name: 'a' });
    return api.put(`keys/${id('a')}`, { name: 'g' });
  },
  'a key is described': ({ api, id }) => api.put(`keys/${id('d')}`, { description: 'Note' }),
  'a text is reviewed': ({ api, id }) => api.put(`keys/${id('d')}`, { states: { de: 'reviewed' } }),
  'a key is tagged': ({ api, id }) => api.put(`keys/${id('d')}`, { tags: ['shop'] }),
  'the project is renamed': ({ api, path }) => api.patch(path, { name: 'Other' }),
  'a language is removed and added again': async ({ api, path }) => {
    await api.patch(path, { removeLanguages: ['de'] });
    return api.patch(path, { addLanguages: ['de'] });
  },
  'a file with another layout is imported': ({ api, path }) =>
    api.post(`${path}/import?format=json&language=de`, undefined, { body: '{ "a": "Datei",\n\n"d": "Text d" }' }),
  'the template is removed': async ({ api, path }) => {
    const { templates } = (await api.get(`${path}/templates`)).body;
    const template = templates.find(({ language }: Json) => language === 'de');
    return api.delete(`${path}/templates/${template.id}`);
  },
  'a change is undone': async ({ api, path, id }) => {
    await api.put(`keys/${id('a')}`, { translations: { de: 'Neu' }, name: 'z' });
    const { project } = (await api.get(path)).body;
    await api.get(`${path}/export?format=json&language=de`);
    return api.post(`${path}/changes/${project.revision}/undo`, {});
  },
  'a revision is restored': ({ api, path }) => api.post(`${path}/restore`, { revision: 1 }),
};

interface WrittenProject {
  api: Client;
  /** `projects/:id`. */
  path: string;
  /** Returns the id of a key by its name. */
  id: (name: string) => string;
}

describe('an export that is continued from the previous export', () => {
  let running: RunningApp;
  beforeAll(async () => {
    running = await startApp();
  });
  afterAll(() => running.close());

  async function createProject(): Promise<WrittenProject> {
    const { api, id } = await running.given.project({ targetLanguages: ['de', 'fr'] });
    const path = `projects/${id}`;
    for (const language of ['en', 'de']) {
      await api.post(`${path}/import?format=json&language=${language}`, undefined, {
        body: JSON.stringify(TEXTS, undefined, 7),
      });
    }
    await api.post(`${path}/import?format=json&language=fr`, undefined, { body: '{ "only.fr": "Texte" }' });
    const { keys } = (await api.get(`${path}/keys`)).body;
    const ids = new Map<string, string>(keys.map((key: Json) => [key.name, key.id]));
    return { api, path, id: (name) => ids.get(name) ?? '' };
  }

  const exportAll = async ({ api, path }: WrittenProject): Promise<Json[]> => {
    const exports: Json[] = [];
    for (const query of PATHS) {
      const { status, bytes, headers } = await api.get(`${path}/export?${query}`);
      const [layout, warnings] = ['x-export-layout', 'x-export-warnings'].map((name) => headers.get(name));
      exports.push({ query, status, layout, warnings, text: bytes.toString() });
    }
    return exports;
  };

  it.each(Object.keys(WRITES))('has the same bytes as one that is read anew, when %s', async (name) => {
    const { counters } = running.app.get(KeptFiles);
    const project = await createProject();
    // From the second one on, canonical exports are kept too.
    for (const value of ['1', '2']) {
      await exportAll(project);
      await project.api.put(`keys/${project.id('g')}`, { translations: { de: value } });
    }
    await exportAll(project);
    const before = counters.continued;
    const written = await WRITES[name]?.(project);
    expect(written?.status).toBeLessThan(300);
    const continued = await exportAll(project);
    expect(counters.continued).toBeGreaterThanOrEqual(before + PATHS.length / 2);
    running.app.get(RenditionCache).clear();
    running.app.get(KeptFiles).clear();
    expect(await exportAll(project)).toEqual(continued);
  });

  it('has the same bytes when others are exported at the same time, which may take the thread that has its entries', async () => {
    const project = await createProject();
    const exportNow = async (query: string): Promise<string> => {
      const { status, bytes } = await project.api.get(`${project.path}/export?${query}`);
      return `${status} ${bytes.toString()}`;
    };
    for (let value = 0; value < 10; value++) {
      await project.api.put(`keys/${project.id('g')}`, { translations: { de: `${value}` } });
      const exported = await Promise.all(PATHS.map(exportNow));
      running.app.get(RenditionCache).clear();
      expect(exported).toEqual(await Promise.all(PATHS.map(exportNow)));
      expect(exported.filter((file) => !file.startsWith('200 '))).toEqual([]);
    }
  });

  it('is read anew after more than 1,000 changes', async () => {
    const { counters } = running.app.get(KeptFiles);
    const project = await createProject();
    const exportOne = (): Promise<Json> => project.api.get(`${project.path}/export?format=json&language=de`);
    await exportOne();
    const file = Object.fromEntries(Array.from({ length: 1_001 }, (_, i) => [`k${i}`, 'Text']));
    await project.api.post(`${project.path}/import?format=json&language=de`, undefined, { body: JSON.stringify(file) });
    const { anew, continued } = counters;
    const { status, bytes } = await exportOne();
    expect([status, counters.anew, counters.continued]).toEqual([200, anew + 1, continued]);
    expect(Object.keys(JSON.parse(bytes.toString()))).toHaveLength(8 + 1_001);
  });
});
