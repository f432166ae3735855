import { Database } from '../src/database/database';
import { MemoryIndex } from '../src/memory/memory-index';
import type { Json } from './support/client';
import { until } from './support/receiver';
import { type RunningApp, startApp } from './support/start-app';

describe('suggestions of the translation memory', () => {
  let running: RunningApp;
  beforeAll(async () => {
    running = await startApp();
  });
  afterAll(() => running.close());

  type Project = Awaited<ReturnType<typeof running.given.project>>;

  const keyOf = (name: string, value: string, de?: string) => ({
    name,
    value,
    ...(de !== undefined && { translations: { de } }),
  });

  /** Indexes all source texts of a project. The service may be doing a step meanwhile. */
  const index = async ({ id, organization }: Project): Promise<void> => {
    const project = { id, organizationId: organization.id, sourceLanguage: 'en' };
    await until(async () => {
      while (await running.app.get(MemoryIndex).step(project));
      const [progress] = await running.app
        .get(Database)
        .rows<{ isDone: boolean }>(
          'SELECT m.revision = p.revision AS "isDone" FROM memory_projects m JOIN projects p ON p.id = m.project_id WHERE p.id = $1',
          [id],
        );
      return progress?.isDone ?? false;
    });
  };

  const suggestionsOf = async ({ api }: Pick<Project, 'api'>, keyId: string | undefined): Promise<Json[]> => {
    const { status, body } = await api.get(`keys/${keyId}/suggestions?language=de`);
    expect({ status, complete: body.complete }).toEqual({ status: 200, complete: true });
    return body.suggestions;
  };
  const textsOf = async (project: Pick<Project, 'api'>, keyId: string | undefined): Promise<string[]> =>
    (await suggestionsOf(project, keyId)).map(({ text }) => text);

  /** A rule holds for texts of the index, and for texts that are newer than it. */
  const WAYS = [
    ['before they are indexed', false],
    ['after they are indexed', true],
  ] as const;

  describe.each(WAYS)('of texts %s', (_, isIndexed) => {
    const given = async (values: Parameters<typeof running.given.project>[0]): Promise<Project> => {
      const project = await running.given.project(values);
      if (isIndexed) await index(project);
      return project;
    };

    it('are the best first, with where they are from and what differs', async () => {
      const project = await given({
        keys: [
          keyOf('a', 'Delete 2 files', '2 Dateien löschen'),
          keyOf('b', 'Delete all files now', 'Alle Dateien jetzt löschen'),
          keyOf('c', 'Send a message', 'Nachricht senden'),
          keyOf('d', 'Delete 3 files', '3 Dateien loeschen'),
          keyOf('e', 'Delete 3 files'),
        ],
      });
      const [a, , , d, e] = project.keyIds;
      const [best, second, ...others] = await suggestionsOf(project, e);
      expect(best).toMatchObject({
        text: '3 Dateien loeschen',
        match: 1,
        adapted: false,
        from: { keyId: d, name: 'd' },
      });
      expect(second).toMatchObject({
        text: '3 Dateien löschen',
        kind: 'memory',
        match: 0.9667,
        adapted: true,
        source: 'Delete 2 files',
        diff: [
          { kind: 'same', text: 'Delete' },
          { kind: 'removed', text: ' 2' },
          { kind: 'added', text: ' 3' },
          { kind: 'same', text: ' files' },
        ],
        from: { projectId: project.id, keyId: a, name: 'a', reviewed: false },
      });
      expect(others).toEqual([]);
    });

    it('are reviewed ones before others, each translation once', async () => {
      const organization = await running.given.organization();
      const project = await given({
        organization,
        keys: [
          keyOf('a', 'Save', 'Speichern'),
          keyOf('b', 'Save', 'Sichern'),
          keyOf('c', 'Save', 'Sichern'),
          keyOf('d', 'Save', 'Speichere'),
        ],
      });
      const mine = await given({ organization, keys: [keyOf('own', 'Save')] });
      await project.api.put(`keys/${project.keyIds[0]}`, { states: { de: 'reviewed' } });
      expect(await textsOf(mine, mine.keyIds[0])).toEqual(['Speichern', 'Speichere', 'Sichern']);
    });

    it('are no drafts, no outdated texts, no empty ones, and not the translation of the key itself', async () => {
      const project = await given({
        keys: [
          keyOf('a', 'Save', 'Entwurf'),
          keyOf('b', 'Load', 'Laden'),
          keyOf('c', 'Save', ''),
          keyOf('d', 'Save', 'Eigener'),
        ],
      });
      const [a, b, , d] = project.keyIds;
      await project.api.put(`keys/${a}`, { states: { de: 'draft' } });
      await project.api.put(`keys/${b}`, { value: 'Save' });
      expect(await textsOf(project, d)).toEqual([]);
      await project.api.put(`keys/${b}`, { states: { de: 'translated' } });
      expect(await textsOf(project, d)).toEqual(['Laden']);
    });

    it('are of all projects of the organization within reach, and of no other organization', async () => {
      const organization = await running.given.organization();
      const [one, two] = [
        await given({ organization, keys: [keyOf('x', 'Save', 'Eins')] }),
        await given({ organization, keys: [keyOf('y', 'Save', 'Zwei')] }),
      ];
      await given({ keys: [keyOf('z', 'Save', 'Fremd')] });
      const mine = await given({ organization, keys: [keyOf('own', 'Save')] });
      const [key] = mine.keyIds;
      expect((await textsOf(mine, key)).sort()).toEqual(['Eins', 'Zwei']);
      const { api } = await running.given.apiKey({ organization, projectIds: [mine.id, two.id] });
      expect(await textsOf({ api }, key)).toEqual(['Zwei']);
      expect((await api.get(`keys/${one.keyIds[0]}/suggestions?language=de`)).body).toMatchObject({
        code: 'key_not_found',
      });
    });

    it('are not of projects that are kept out of the memory, until they are in it again', async () => {
      const organization = await running.given.organization();
      const other = await given({ organization, keys: [keyOf('x', 'Save', 'Eins')] });
      const mine = await given({ organization, keys: [keyOf('own', 'Save')] });
      await other.api.patch(`projects/${other.id}`, { memory: false });
      expect(await textsOf(mine, mine.keyIds[0])).toEqual([]);
      const { body } = await other.api.get(`projects/${other.id}`);
      expect(body.project).toMatchObject({ memory: false });
      await other.api.post(`projects/${other.id}/changes/${body.project.revision}/undo`);
      expect(await textsOf(mine, mine.keyIds[0])).toEqual(['Eins']);
    });

    it('are never what a change, an undo or a deletion took away', async () => {
      const organization = await running.given.organization();
      const other = await given({ organization, keys: [keyOf('x', 'Save it', 'Eins'), keyOf('y', 'Stop', 'Halt')] });
      const mine = await given({ organization, keys: [keyOf('own', 'Save it')] });
      const [x] = other.keyIds;
      const texts = () => textsOf(mine, mine.keyIds[0]);
      expect(await texts()).toEqual(['Eins']);
      const { headers } = await other.api.put(`keys/${x}`, { translations: { de: 'Zwei' } });
      expect(await texts()).toEqual(['Zwei']);
      await other.api.post(`projects/${other.id}/changes/${headers.get('x-glossa-revision')}/undo`);
      expect(await texts()).toEqual(['Eins']);
      await other.api.put(`keys/${x}`, { value: 'Other words', translations: { de: 'Anderes' } });
      expect(await texts()).toEqual([]);
      await other.api.put(`keys/${x}`, { value: 'Save it', translations: { de: 'Drei' } });
      expect(await texts()).toEqual(['Drei']);
      const deleted = await other.api.delete(`keys/${x}`);
      expect(await texts()).toEqual([]);
      await other.api.post(`projects/${other.id}/changes/${deleted.headers.get('x-glossa-revision')}/undo`);
      expect(await texts()).toEqual(['Drei']);
      await other.api.delete(`projects/${other.id}`);
      expect(await texts()).toEqual([]);
    });

    it('match more in the same place: by the name of the key, or by a neighbour', async () => {
      const organization = await running.given.organization();
      const mine = await given({
        organization,
        keys: [keyOf('dialog.save', 'Save'), keyOf('dialog.title', 'Settings'), keyOf('menu.save', 'Save')],
      });
      await given({
        organization,
        keys: [
          keyOf('dialog.save', 'Save', 'Gleicher Name'),
          keyOf('other.a', 'Save', 'Gleicher Nachbar'),
          keyOf('other.b', 'Settings', 'Einstellungen'),
          keyOf('zzz', 'Save', 'Anderswo'),
        ],
      });
      const found = await suggestionsOf(mine, mine.keyIds[0]);
      expect(found.map(({ text, match }) => [text, match])).toEqual([
        ['Gleicher Nachbar', 1.01],
        ['Gleicher Name', 1.01],
        ['Anderswo', 1],
      ]);
    });

    it('of a long text are translations of the same text only', async () => {
      const long = 'word '.repeat(200);
      const project = await given({
        keys: [keyOf('a', long, 'Gleich'), keyOf('b', `${long}more`, 'Anders'), keyOf('c', long)],
      });
      expect(await textsOf(project, project.keyIds[2])).toEqual(['Gleich']);
    });
  });

  it('are found for many texts at once, in their order', async () => {
    const project = await running.given.project({ keys: [keyOf('a', 'Save the file', 'Datei speichern')] });
    const search = (body: object) => project.api.post('memory/search', { from: 'en', to: 'de', ...body });
    const { status, body } = await search({ texts: ['Nothing like it', 'save the file'] });
    expect(status).toBe(200);
    expect(body.results).toMatchObject([
      { suggestions: [], complete: true },
      { suggestions: [{ text: 'Datei speichern', match: 0.9667 }], complete: true },
    ]);
    expect((await search({ to: 'fr', texts: ['Save the file'] })).body.results[0].suggestions).toEqual([]);
    for (const texts of [[], 'Save', [1], Array.from({ length: 101 }, String)]) {
      expect((await search({ texts })).status).toBe(400);
    }
  });

  it('are found for one text, alone or before others', async () => {
    const project = await running.given.project({ keys: [keyOf('a', 'Save the file', 'Datei speichern')] });
    const search = (body: object) => project.api.post('memory/search', { from: 'en', to: 'de', ...body });
    const found = { suggestions: [{ text: 'Datei speichern', match: 1 }] };
    expect((await search({ source: 'Save the file' })).body.results).toMatchObject([found]);
    expect((await search({ source: 'Save the file', texts: ['Other words'] })).body.results).toMatchObject([
      found,
      { suggestions: [] },
    ]);
    expect(await search({})).toMatchObject({
      status: 400,
      body: { code: 'validation_failed', errors: [{ pointer: '/texts', code: 'required' }] },
    });
    expect((await search({ source: 1 })).status).toBe(400);
  });

  it('say that they are not complete while many texts are new, and are complete when they are indexed', async () => {
    const project = await running.given.project({ keys: [keyOf('own', 'Text 5 of the file')] });
    const texts = Object.fromEntries(Array.from({ length: 1_200 }, (_, i) => [`k${i}`, `Words ${i} are here`]));
    const path = `projects/${project.id}/import?format=json&language=en`;
    await project.api.post(path, undefined, { body: JSON.stringify({ ...texts, z: 'Text 7 of the file' }) });
    await project.api.post(`projects/${project.id}/import?format=json&language=de`, undefined, {
      body: JSON.stringify({ z: 'Text 7 der Datei' }),
    });
    const read = async () => (await project.api.get(`keys/${project.keyIds[0]}/suggestions?language=de`)).body;
    expect(await read()).toMatchObject({ complete: false });
    await index(project);
    expect(await read()).toMatchObject({ complete: true, suggestions: [{ text: 'Text 5 der Datei', adapted: true }] });
  });

  it('say that they are not complete if as many texts are the same as are compared', async () => {
    const project = await running.given.project();
    const texts = (count: number, text: string): string =>
      JSON.stringify(Object.fromEntries(Array.from({ length: count }, (_, i) => [`k${i}`, text])));
    const write = async (count: number): Promise<void> => {
      for (const [language, text] of [
        ['en', 'Save all'],
        ['de', 'Alles sichern'],
      ] as const)
        await project.api.post(`projects/${project.id}/import?format=json&language=${language}`, undefined, {
          body: texts(count, text),
        });
    };
    const searched = async () =>
      (await project.api.post('memory/search', { from: 'en', to: 'de', texts: ['Save all'] })).body.results[0];
    for (const [count, complete] of [
      [299, true],
      [300, false],
    ] as const) {
      await write(count);
      await index(project);
      expect(await searched()).toMatchObject({ complete, suggestions: [{ text: 'Alles sichern', match: 1 }] });
    }
  });

  it('leave nothing in the index of keys that were deleted', async () => {
    const project = await running.given.project({ keys: [keyOf('a', 'Save'), keyOf('b', 'Load')] });
    await index(project);
    await project.api.delete(`keys/${project.keyIds[0]}`);
    await index(project);
    const rows = await running.app
      .get(Database)
      .rows('SELECT key_id AS id FROM memory_texts WHERE project_id = $1', [project.id]);
    expect(rows).toEqual([{ id: project.keyIds[1] }]);
  });

  it('are refused for a language that the project lacks', async () => {
    const project = await running.given.project({ keys: [keyOf('a', 'Save')] });
    const [key] = project.keyIds;
    expect((await project.api.get(`keys/${key}/suggestions?language=fr`)).body).toMatchObject({
      code: 'unknown_language',
      errors: [{ parameter: 'language' }],
    });
    expect((await project.api.get(`keys/${key}/suggestions`)).status).toBe(400);
    expect((await project.api.get(`keys/${key}/suggestions?language=en`)).body).toEqual({
      suggestions: [],
      complete: true,
      machine: { provider: null, error: null },
    });
  });
});
