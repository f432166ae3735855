import fc from 'fast-check';
import { DataSource } from 'typeorm';
import { Database } from '../src/database/database';
import { KeptStatistics } from '../src/review/kept-statistics';
import { StatisticsService } from '../src/review/statistics.service';
import { WordCounter } from '../src/review/word-count';
import type { Json } from './support/client';
import { type RunningApp, startApp } from './support/start-app';
import { samples } from './support/samples';

describe('statistics', () => {
  let running: RunningApp;
  beforeAll(async () => {
    running = await startApp();
  });
  afterAll(() => running.close());

  type Project = Awaited<ReturnType<typeof running.given.project>>;

  const given = (): Promise<Project> => running.given.project({ targetLanguages: ['de', 'fr'] });
  const create = async ({ api, id }: Project, key: object): Promise<string> =>
    (await api.post(`projects/${id}/keys`, key)).body.key.id;
  const statisticsOf = async ({ api, id }: Project, query = ''): Promise<Json> =>
    (await api.get(`projects/${id}/statistics${query}`)).body.statistics;

  it('counts the texts of each language by state, and the words', async () => {
    const project = await given();
    await create(project, { name: 'a.x', value: 'Buy it now', translations: { de: 'A' }, states: { de: 'reviewed' } });
    const b = await create(project, { name: 'a.y', value: 'Stop', translations: { de: 'B', fr: 'B' } });
    await create(project, { name: 'z', value: 'Go away', translations: { fr: 'C' }, states: { fr: 'draft' } });
    await project.api.put(`keys/${b}`, { value: 'Go' });
    const none = { translated: 0, reviewed: 0, draft: 0, outdated: 0, untranslated: 0, words: 0, percent: 100 };

    expect(await statisticsOf(project, '?by=namespace')).toEqual({
      revision: 4,
      keys: 3,
      words: 6,
      languages: {
        en: { ...none, translated: 3, words: 6 },
        de: { ...none, translated: 1, reviewed: 1, outdated: 1, untranslated: 1, words: 4, percent: 66.6 },
        fr: { ...none, translated: 1, draft: 1, outdated: 1, untranslated: 1, words: 3, percent: 66.6 },
      },
      namespaces: {
        '': {
          keys: 1,
          words: 2,
          languages: {
            en: { ...none, translated: 1, words: 2 },
            de: { ...none, untranslated: 1, percent: 0 },
            fr: { ...none, draft: 1, words: 2 },
          },
        },
        a: {
          keys: 2,
          words: 4,
          languages: {
            en: { ...none, translated: 2, words: 4 },
            de: { ...none, translated: 1, reviewed: 1, outdated: 1, words: 4 },
            fr: { ...none, translated: 1, outdated: 1, untranslated: 1, words: 1, percent: 50 },
          },
        },
      },
    });
    expect(await statisticsOf(project)).not.toHaveProperty('namespaces');

    const counted = await statisticsOf(project, '?by=namespace');
    await forget();
    expect(await statisticsOf(project, '?by=namespace')).toEqual(counted);
  });

  it('has zeros for an empty project, and keys without a source text', async () => {
    const project = await given();
    const none = { translated: 0, reviewed: 0, draft: 0, outdated: 0, untranslated: 0, words: 0, percent: 100 };
    expect(await statisticsOf(project, '?by=namespace')).toEqual({
      ...{ revision: 0, keys: 0, words: 0, languages: { en: none, de: none, fr: none }, namespaces: {} },
    });
    await project.api.post(`projects/${project.id}/import?format=json&language=de`, undefined, { body: '{"a": "A"}' });
    expect((await statisticsOf(project)).languages).toMatchObject({
      ...{ en: { untranslated: 1, percent: 0 }, de: { translated: 1, words: 0 } },
    });
  });

  it('answers 304 until the project changes', async () => {
    const project = await given();
    const path = `projects/${project.id}/statistics`;
    const etag = (await project.api.get(path)).headers.get('etag') ?? '';
    const again = { headers: { 'if-none-match': etag } };
    expect((await project.api.get(path, again)).status).toBe(304);
    await create(project, { name: 'a', value: 'A' });
    expect((await project.api.get(path, again)).status).toBe(200);
  });

  it('is one count for requests at the same time, of a snapshot each', async () => {
    const project = await given();
    const writes = Array.from({ length: 5 }, (_, i) => create(project, { name: `k${i}`, value: 'A' }));
    const answers = await Promise.all([...writes.map(() => statisticsOf(project)), ...writes]);
    for (const { revision, keys } of answers.slice(0, 5)) expect(keys).toBe(revision);
  });

  it('does not return the statistics of a project of another organization', async () => {
    const project = await given();
    const { api } = await running.given.organization();
    expect((await api.get(`projects/${project.id}/statistics`)).body.code).toBe('project_not_found');
    expect((await project.api.get(`projects/${project.id}/statistics?by=key`)).body.code).toBe('validation_failed');
  });

  it('is a count by hand after any sequence of writes', async () => {
    const language = fc.constantFrom('de', 'fr');
    const state = fc.constantFrom('draft', 'translated', 'reviewed');
    const name = fc.constantFrom('a.x', 'a.y', 'b');
    const text = fc.constantFrom('one', 'one two', 'one two three');
    const step = fc.oneof(
      fc.record({ kind: fc.constant('source'), name, text }),
      fc.record({ kind: fc.constant('text'), name, language, text: fc.option(text) }),
      fc.record({ kind: fc.constant('state'), name, language, state }),
      fc.record({ kind: fc.constant('delete'), name }),
      fc.record({ kind: fc.constant('import'), name, language: fc.constantFrom('en', 'de'), text, state }),
      fc.record({ kind: fc.constant('undo') }),
    );
    await fc.assert(
      fc.asyncProperty(fc.array(step, { minLength: 1, maxLength: 12 }), async (steps) => {
        const project = await given();
        for (const one of steps) await run(project, one);
        const { keys } = (await project.api.get(`projects/${project.id}/keys?include=translations`)).body;
        const statistics = await statisticsOf(project);
        expect(statistics.keys).toBe(keys.length);
        for (const tag of ['en', 'de', 'fr']) {
          const count = (test: (key: Json) => boolean): number => keys.filter(test).length;
          const words = (found: Json[]): number =>
            found.reduce((sum, { value }) => sum + (value === null ? 0 : value.split(' ').length), 0);
          expect([tag, statistics.languages[tag]]).toMatchObject([
            tag,
            {
              translated: count(({ states }) => states[tag] === 'translated'),
              reviewed: count(({ states }) => states[tag] === 'reviewed'),
              draft: count(({ states }) => states[tag] === 'draft'),
              outdated: count(({ outdated }) => outdated.includes(tag)),
              untranslated: count(({ translations }) => translations[tag] === undefined),
              words: words(keys.filter(({ translations }: Json) => translations[tag] !== undefined)),
            },
          ]);
        }
        // The list of keys and the key itself agree about what is outdated.
        for (const key of keys) {
          expect((await project.api.get(`keys/${key.id}`)).body.key.outdated).toEqual(key.outdated);
        }
      }),
      { numRuns: samples(12) },
    );
  }, 120_000);

  it('is the same after each write, whether it is continued or counted anew', async () => {
    const language = fc.constantFrom('de', 'fr');
    const name = fc.constantFrom('a.x', 'a.y', 'b', 'c.z');
    const text = fc.constantFrom('one', 'one two', 'one two three');
    const step = fc.oneof(
      fc.record({ kind: fc.constant('source'), name, text }),
      fc.record({ kind: fc.constant('text'), name, language, text: fc.option(text) }),
      fc.record({ kind: fc.constant('state'), name, language, state: fc.constantFrom('draft', 'reviewed') }),
      fc.record({ kind: fc.constant('rename'), name, to: name }),
      fc.record({ kind: fc.constant('delete'), name }),
      fc.record({ kind: fc.constant('import'), name, language: fc.constantFrom('en', 'de'), text }),
      fc.record({ kind: fc.constant('languages'), languages: fc.subarray(['de', 'fr', 'it'], { minLength: 1 }) }),
      fc.record({ kind: fc.constant('undo') }),
      fc.record({ kind: fc.constant('read'), anew: fc.boolean() }),
    );
    await fc.assert(
      fc.asyncProperty(fc.array(step, { minLength: 4, maxLength: 20 }), async (steps) => {
        const project = await given();
        for (const one of [
          { kind: 'source', name: 'a.x', text: 'one' },
          { kind: 'read' },
          ...steps,
          { kind: 'read', anew: true },
        ]) {
          if (one.kind !== 'read') {
            await run(project, one);
            continue;
          }
          const continued = await statisticsOf(project, '?by=namespace');
          await forget();
          // From the statistics that the database keeps.
          expect(await statisticsOf(project, '?by=namespace')).toEqual(continued);
          if (one.anew === true) {
            await forget();
            await running.app.get(DataSource).query('DELETE FROM kept_statistics');
            expect(await statisticsOf(project, '?by=namespace')).toEqual(continued);
          }
        }
      }),
      { numRuns: samples(15) },
    );
  }, 240_000);

  it('reads the changed keys only, after a change', async () => {
    const project = await given();
    const id = await create(project, { name: 'a.x', value: 'one two', translations: { de: 'eins zwei' } });
    await statisticsOf(project);
    const counted = jest.spyOn(WordCounter.prototype, 'count');
    try {
      await create(project, { name: 'b', value: 'three' });
      expect(await statisticsOf(project)).toMatchObject({ keys: 2, words: 3 });
      expect(counted.mock.calls).toEqual([['three']]);
      await project.api.put(`keys/${id}`, { value: 'one' });
      expect(await statisticsOf(project)).toMatchObject({ keys: 2, words: 2, languages: { de: { outdated: 1 } } });
      // As it was, and as it is.
      expect(counted.mock.calls.slice(1)).toEqual([['one two'], ['one']]);
    } finally {
      counted.mockRestore();
    }
  });

  it('reads the changed keys only in a new process, and all of them by other rules', async () => {
    const project = await given();
    await create(project, { name: 'a.x', value: 'one two', translations: { de: 'eins zwei' } });
    await statisticsOf(project);
    await create(project, { name: 'b', value: 'three' });
    await forget();
    const counted = jest.spyOn(WordCounter.prototype, 'count');
    try {
      expect(await statisticsOf(project)).toMatchObject({ keys: 2, words: 3 });
      expect(counted.mock.calls).toEqual([['three']]);
      await forget();
      await running.app
        .get(DataSource)
        .query(`UPDATE kept_statistics SET rules = 'earlier' WHERE project_id = $1`, [project.id]);
      expect(await statisticsOf(project)).toMatchObject({ keys: 2, words: 3 });
      expect(counted.mock.calls.slice(1)).toHaveLength(2);
      await forget();
      expect(await keptOf(project)).toEqual([{ revision: '2' }]);
    } finally {
      counted.mockRestore();
    }
  });

  it('are kept again after many changes', async () => {
    const project = await given();
    await statisticsOf(project);
    const texts = Object.fromEntries(Array.from({ length: 300 }, (_, i) => [`k${i}`, 'A']));
    await project.api.post(`projects/${project.id}/import?format=json&language=de`, undefined, {
      body: JSON.stringify({ k: 'A' }),
    });
    await statisticsOf(project);
    await forget();
    expect(await keptOf(project)).toEqual([{ revision: '0' }]);
    await project.api.post(`projects/${project.id}/import?format=json&language=de`, undefined, {
      body: JSON.stringify(texts),
    });
    await statisticsOf(project);
    await forget();
    expect(await keptOf(project)).toEqual([{ revision: '2' }]);
  });

  it('is answered although it cannot be kept, and goes with its project', async () => {
    const project = await given();
    await running.app.get(DataSource).query(`
      CREATE FUNCTION refuse() RETURNS trigger LANGUAGE plpgsql AS $$ BEGIN RAISE 'read only'; END $$;
      CREATE TRIGGER refuse BEFORE INSERT ON kept_statistics FOR EACH ROW EXECUTE FUNCTION refuse()`);
    try {
      expect(await statisticsOf(project)).toMatchObject({ keys: 0 });
      await forget();
      expect(await keptOf(project)).toEqual([]);
    } finally {
      await running.app.get(DataSource).query('DROP TRIGGER refuse ON kept_statistics; DROP FUNCTION refuse');
    }
    expect(await statisticsOf(project)).toMatchObject({ keys: 0 });
    await forget();
    expect(await keptOf(project)).toEqual([{ revision: '0' }]);
    await project.api.delete(`projects/${project.id}`);
    expect(await keptOf(project)).toEqual([]);
  });

  it('is answered before it is kept', async () => {
    const project = await given();
    let resolve!: (value: undefined) => void;
    const promise = new Promise<undefined>((done) => (resolve = done));
    const database = running.app.get(Database);
    const original = database.transaction.bind(database);
    // Reads have a database of their own, with limits.
    const transaction = jest
      .spyOn(database, 'transaction')
      .mockImplementation((begin, work, signal) =>
        String(begin).includes('lock_timeout') ? promise : original(begin, work, signal),
      );
    try {
      expect(await statisticsOf(project)).toMatchObject({ keys: 0 });
      expect(transaction.mock.calls.some(([begin]) => String(begin).includes('lock_timeout'))).toBe(true);
    } finally {
      transaction.mockRestore();
      resolve(undefined);
    }
  }, 30_000);

  const keptOf = ({ id }: Project): Promise<object[]> =>
    running.app.get(DataSource).query('SELECT revision FROM kept_statistics WHERE project_id = $1', [id]);

  /** Has the memory of a new process, after what the former one has written. */
  async function forget(): Promise<void> {
    await running.app.get(KeptStatistics).written();
    running.app.get(StatisticsService).clear();
  }

  async function run(project: Project, step: Json): Promise<void> {
    const { api, id } = project;
    const { keys } = (await api.get(`projects/${id}/keys`)).body;
    const key = keys.find(({ name }: Json) => name === step.name);
    if (step.kind === 'languages') {
      await api.patch(`projects/${id}`, { targetLanguages: step.languages });
    } else if (step.kind === 'rename') {
      if (key) await api.put(`keys/${key.id}`, { name: step.to });
    } else if (step.kind === 'import') {
      const query = `format=json&language=${step.language}&state=${step.state ?? 'translated'}`;
      await api.post(`projects/${id}/import?${query}`, undefined, { body: JSON.stringify({ [step.name]: step.text }) });
    } else if (step.kind === 'undo') {
      const { revision } = (await api.get(`projects/${id}`)).body.project;
      if (revision > 0) await api.post(`projects/${id}/changes/${revision}/undo`, { conflict: 'skip' });
    } else if (step.kind === 'source') {
      if (key) await api.put(`keys/${key.id}`, { value: step.text });
      else await create(project, { name: step.name, value: step.text });
    } else if (key && step.kind === 'delete') await api.delete(`keys/${key.id}`);
    else if (key && step.kind === 'state') await api.put(`keys/${key.id}`, { states: { [step.language]: step.state } });
    else if (key) await api.put(`keys/${key.id}`, { translations: { [step.language]: step.text } });
  }
});
