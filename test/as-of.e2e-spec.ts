import { RenditionCache } from '../src/exports/cache/rendition-cache';
import type { ApiResponse } from './support/client';
import { type RunningApp, startApp } from './support/start-app';

describe('reads of an earlier revision', () => {
  let running: RunningApp;
  beforeAll(async () => {
    running = await startApp();
  });
  afterAll(() => running.close());

  type Project = Awaited<ReturnType<typeof running.given.project>>;

  const given = async (): Promise<Project> => running.given.project({ name: 'First', targetLanguages: ['de', 'fr'] });

  const reads = [
    'translations?',
    'export?',
    'export?format=json-nested&language=de&',
    'export?format=xliff&language=*&',
  ];
  const readAll = async ({ api, id }: Project, query = ''): Promise<Pick<ApiResponse, 'status' | 'bytes'>[]> => {
    const responses = await Promise.all(reads.map((path) => api.get(`projects/${id}/${path}${query}`)));
    return responses.map(({ status, bytes, headers }) => ({ status, bytes, tag: headers.get('etag') }));
  };

  it('are the bytes and the entity tags of the reads at that revision', async () => {
    const project = await given();
    const { api, id } = project;
    const importFile = (language: string, texts: object, options = '') =>
      api.post(
        `projects/${id}/import?format=json-nested&language=${language}&conflict=overwrite${options}`,
        undefined,
        {
          body: JSON.stringify(texts, null, 4),
        },
      );
    const writes: (() => Promise<unknown>)[] = [
      () => importFile('en', { home: { title: 'Welcome', list: ['a', 'b'] }, other: 'Other' }),
      () => importFile('de', { home: { title: 'Willkommen' } }),
      () => importFile('de', { home: { title: 'Hallo', list: ['x'] } }),
      async () => {
        const { body } = await api.get(`projects/${id}/keys?name=other`);
        await api.put(`keys/${body.keys[0].id}`, { name: 'another', translations: { fr: 'Autre' } });
      },
      () => api.patch(`projects/${id}`, { name: 'Second' }),
      () => api.patch(`projects/${id}`, { removeLanguages: ['fr'], addLanguages: ['pl'] }),
      () => importFile('en', { home: { title: 'Hello' } }, '&deleteMissing=true'),
      async () => {
        const { body } = await api.get(`projects/${id}/templates`);
        for (const template of body.templates) await api.delete(`projects/${id}/templates/${template.id}`);
      },
    ];
    const seen = [await readAll(project)];
    const revisions = [0];
    for (const write of writes) {
      await write();
      seen.push(await readAll(project));
      revisions.push((await api.get(`projects/${id}`)).body.project.revision);
    }
    expect(new Set(revisions).size).toBe(revisions.length);
    // The renditions that were made then are cached by their revisions.
    running.app.get(RenditionCache).clear();
    for (const [index, revision] of revisions.entries()) {
      expect([revision, await readAll(project, `revision=${revision}`)]).toEqual([revision, seen[index]]);
    }
  });

  it('refuse a revision that the project has not reached', async () => {
    const { api, id } = await given();
    for (const path of ['translations', 'export']) {
      const { status, body } = await api.get(`projects/${id}/${path}?revision=7`);
      expect([status, body.code, body.errors[0].parameter]).toEqual([400, 'unknown_revision', 'revision']);
    }
  });

  it('refuse a language that the project did not have', async () => {
    const { api, id } = await given();
    await api.patch(`projects/${id}`, { addLanguages: ['pl'] });
    expect((await api.get(`projects/${id}/export?language=pl`)).status).toBe(200);
    expect((await api.get(`projects/${id}/export?language=pl&revision=0`)).body.code).toBe('unknown_language');
  });
});
