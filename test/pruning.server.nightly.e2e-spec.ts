import { RenditionCache } from '../src/exports/cache/rendition-cache';
import { Database } from '../src/database/database';
import { HistoryPruning } from '../src/history/history-pruning';
import { ProjectWriter } from '../src/project-write/project-writer';
import type { Json } from './support/client';
import { runToEnd } from './support/jobs';
import { type RunningApp, startApp } from './support/start-app';

const DAYS = 30;
const HISTORIES = [
  'projects_history',
  'keys_history',
  'translations_history',
  'language_meta_history',
  'file_layouts_history',
  'file_templates_history',
];

describe('pruning of the history', () => {
  let running: RunningApp;
  let database: Database;
  beforeAll(async () => {
    running = await startApp({ historyDays: DAYS });
    database = running.app.get(Database);
  });
  afterAll(() => running.close());

  type Project = Awaited<ReturnType<typeof running.given.project>>;

  const prune = (): Promise<void> => runToEnd(running.app.get(HistoryPruning));
  /** Moves changes up to a revision into the past. */
  const age = ({ id }: Project, revision: number, days = DAYS + 1) =>
    database.rows(`UPDATE changes SET at = at - $3::int * interval '1 day' WHERE project_id = $1 AND revision <= $2`, [
      id,
      revision,
      days,
    ]);
  const rowsOf = async ({ id }: Project, table: string): Promise<number> => {
    const [row] = await database.rows<{ count: number }>(
      `SELECT count(*)::int AS count FROM ${table} WHERE project_id = $1`,
      [id],
    );
    return row?.count ?? NaN;
  };
  const importTexts = ({ api, id }: Project, language: string, texts: object, options = '') =>
    api.post(`projects/${id}/import?format=json&language=${language}${options}`, undefined, {
      body: JSON.stringify(texts, null, 3),
    });
  const read = ({ api, id }: Project, query: string) => api.get(`projects/${id}/${query}`);

  /** Makes seven revisions with history in all tables but the layouts of zips. */
  async function given(): Promise<Project> {
    const project = await running.given.project({ name: 'First', targetLanguages: ['de', 'fr'] });
    const { api, id } = project;
    await importTexts(project, 'en', { a: '1', 'b.c': '1', d: '1' });
    await importTexts(project, 'de', { a: '2', 'b.c': '2' });
    await importTexts(project, 'en', { a: '3', 'b.c': '3' }, '&deleteMissing=true');
    const { keys } = (await api.get(`projects/${id}/keys?name=a`)).body;
    await api.put(`keys/${keys[0].id}`, { name: 'z', value: '4' });
    await api.patch(`projects/${id}`, { name: 'Second', removeLanguages: ['de'] });
    await api.put(`keys/${keys[0].id}`, { value: '6', description: 'Last' });
    await api.put(`keys/${keys[0].id}`, { value: '7', translations: { fr: '7' } });
    expect((await api.get(`projects/${id}`)).body.project.revision).toBe(7);
    return project;
  }

  const readAll = async (project: Project, revision: number): Promise<Json[]> => {
    const queries = ['translations?', 'export?format=json&', 'export?format=json-nested&language=*&'];
    const answers = await Promise.all(queries.map((query) => read(project, `${query}revision=${revision}`)));
    return answers.map(({ status, bytes, headers }) => ({ status, bytes, tag: headers.get('etag') }));
  };

  it.each([1, 3, 4, 5, 6, 7])('up to revision %i leaves all reads from it on as they are', async (oldest) => {
    const project = await given();
    const revisions = [0, 1, 2, 3, 4, 5, 6, 7];
    const before = await Promise.all(revisions.map((revision) => readAll(project, revision)));
    const deltas = await Promise.all(revisions.map((revision) => read(project, `translations?since=${revision}`)));
    const changes = await Promise.all(revisions.map((revision) => read(project, `changes/${revision}`)));
    await age(project, oldest);

    await prune();

    running.app.get(RenditionCache).clear();
    for (const revision of revisions) {
      const pruned = { status: 400, body: { code: 'revision_pruned', oldestRevision: oldest } };
      const as = <T>(at: number, value: T): T | typeof pruned => (at < oldest ? pruned : value);
      if (revision >= oldest)
        expect([revision, await readAll(project, revision)]).toEqual([revision, before[revision]]);
      else expect(await read(project, `translations?revision=${revision}`)).toMatchObject(pruned);
      const { status, body } = deltas[revision] as Json;
      expect(await read(project, `translations?since=${revision}`)).toMatchObject(as(revision, { status, body }));
      if (revision === 0) continue;
      const { status: found, body: change } = changes[revision] as Json;
      expect(await read(project, `changes/${revision}`)).toMatchObject(
        as(revision - 1, { status: found, body: change }),
      );
    }
    const { body } = await read(project, 'changes');
    expect(body.changes.map((change: Json) => change.revision)).toEqual(
      revisions.filter((revision) => revision > oldest).reverse(),
    );
  });

  it('removes the rows that no kept revision has, and no others', async () => {
    const project = await given();
    const kept = await Promise.all(HISTORIES.map((table) => rowsOf(project, table)));
    expect(kept.filter((count) => count > 0).length).toBeGreaterThanOrEqual(4);
    await age(project, 6);
    await prune();
    const left = Object.fromEntries(
      await Promise.all(HISTORIES.map(async (table) => [table, await rowsOf(project, table)])),
    );
    // The text that revision 7 replaced.
    expect(left).toEqual({ ...Object.fromEntries(HISTORIES.map((table) => [table, 0])), translations_history: 1 });
    expect(await rowsOf(project, 'changes')).toBe(1);
  });

  it('refuses to undo what is pruned, and to restore it, and does both with what is kept', async () => {
    const project = await given();
    const { api, id } = project;
    await age(project, 4);
    await prune();
    const pruned = { status: 400, body: { code: 'revision_pruned', oldestRevision: 4 } };
    expect(await api.post(`projects/${id}/changes/4/undo`, {})).toMatchObject(pruned);
    expect(await api.post(`projects/${id}/restore`, { revision: 3 })).toMatchObject(pruned);
    expect((await api.post(`projects/${id}/changes/7/undo`, {})).status).toBe(200);
    const then = await read(project, 'translations?revision=4');
    expect((await api.post(`projects/${id}/restore`, { revision: 4 })).status).toBe(200);
    expect((await read(project, 'translations')).bytes).toEqual(then.bytes);
    expect((await api.post(`projects/${id}/changes/99/undo`, {})).body.code).toBe('change_not_found');
  });

  it('merges a file with the revision 0 as before, at which the project was empty', async () => {
    const project = await given();
    const texts = { a: 'again', z: '7', 'b.c': 'other', new: 'n' };
    const merge = (options: string) => importTexts(project, 'en', texts, `&base=0${options}`);
    const preview = async () => (await merge('&details=true&dryRun=true&deleteMissing=true&missingTexts=remove')).body;
    const before = await preview();
    expect(before.details).toMatchObject({ conflicts: [{ name: 'b.c', base: null }], deletedKeyCount: 0 });
    await age(project, 6);
    await prune();
    expect(await preview()).toEqual(before);
    expect(await merge('')).toMatchObject({ status: 400, body: { code: 'merge_conflict', conflictCount: 1 } });
    expect((await merge('&conflict=keep')).body).toMatchObject({ imported: 2, updated: 0 });
    const { translations } = (await read(project, 'translations')).body;
    expect(translations.en).toEqual({ ...texts, 'b.c': '3' });
    expect((await importTexts(project, 'en', texts, '&base=1')).body.code).toBe('revision_pruned');
  });

  it('refuses reads of pruned revisions that the cache of exports still has', async () => {
    const project = await given();
    const queries = ['translations?revision=3', 'translations?since=3', 'export?format=json&revision=3'];
    const readEach = () => Promise.all(queries.map((query) => read(project, query)));
    expect((await readEach()).map(({ status }) => status)).toEqual([200, 200, 200]);
    await age(project, 4);
    await prune();
    expect((await readEach()).map(({ body }) => body.code)).toEqual(queries.map(() => 'revision_pruned'));
  });

  it('refuses to undo a change that is pruned while the undo waits for the project', async () => {
    const project = await given();
    await age(project, 5);
    const writer = running.app.get(ProjectWriter);
    const write = writer.write.bind(writer);
    const spy = jest.spyOn(writer, 'write').mockImplementation(async (...options) => {
      await prune();
      return write(...options);
    });
    try {
      const { body } = await project.api.post(`projects/${project.id}/changes/5/undo`, {});
      expect(body).toMatchObject({ code: 'revision_pruned', oldestRevision: 5 });
    } finally {
      spy.mockRestore();
    }
  });

  it('leaves the life of a key from there on, with its names', async () => {
    const project = await given();
    const { keys } = (await project.api.get(`projects/${project.id}/keys?name=z`)).body;
    const before = (await project.api.get(`keys/${keys[0].id}/changes`)).body.changes;
    await age(project, 5);
    await prune();
    const after = (await project.api.get(`keys/${keys[0].id}/changes`)).body.changes;
    expect(after).toEqual(before.filter(({ revision }: Json) => revision > 5));
    expect(after).toHaveLength(2);
  });

  it('leaves projects alone whose changes are young', async () => {
    const project = await given();
    await age(project, 7, DAYS - 1);
    await prune();
    expect((await read(project, 'translations?revision=0')).status).toBe(200);
    expect((await read(project, 'changes')).body.changes).toHaveLength(7);
  });

  it('is counted, and goes on after a run that has ended early', async () => {
    const project = await given();
    await age(project, 6);
    const pruning = running.app.get(HistoryPruning);
    const before = pruning.counters.rows;
    const run = pruning.run();
    for (let step = 0; step < 4; step++) await run.next();
    await run.return(0);
    const rows = async (): Promise<number> =>
      (await Promise.all(HISTORIES.map((table) => rowsOf(project, table)))).reduce((sum, count) => sum + count, 0);
    const half = await rows();
    expect(half).toBeGreaterThan(1);
    expect((await read(project, 'changes')).body.changes).toHaveLength(1);
    await prune();
    expect(await rows()).toBe(1);
    expect(pruning.counters.rows - before).toBeGreaterThanOrEqual(half - 1);
    expect((await running.anonymous.get('/metrics')).bytes.toString()).toMatch(
      new RegExp(`^glossa_history_rows_pruned_total ${pruning.counters.rows}$`, 'm'),
    );
  });

  it('leaves a project that a write has locked for too long to the next run, and goes on with the others', async () => {
    const [busy, other] = [await given(), await given()];
    for (const project of [busy, other]) await age(project, 6);
    const changesOf = async (project: Project): Promise<number> => (await read(project, 'changes')).body.changes.length;
    // As PostgreSQL answers when `lock_timeout` ends the wait for the row of the project.
    const lockTimeout = Object.assign(new Error('canceling statement due to lock timeout'), { code: '55P03' });
    const transaction = database.transaction.bind(database);
    const spy = jest.spyOn(database, 'transaction').mockImplementation((begin, work) =>
      transaction(begin, (tx) => {
        const rows = tx.rows.bind(tx);
        jest
          .spyOn(tx, 'rows')
          .mockImplementation((statement, values) =>
            values?.[0] === busy.id ? Promise.reject(lockTimeout) : rows(statement, values),
          );
        return work(tx);
      }),
    );
    try {
      await prune();
    } finally {
      spy.mockRestore();
    }
    expect([await changesOf(busy), await changesOf(other)]).toEqual([7, 1]);
    await prune();
    expect(await changesOf(busy)).toBe(1);
  });

  it('does not wait long for a write of the project', async () => {
    if (!process.env.DATABASE_URL) return;
    const project = await given();
    await age(project, 6);
    await database.transaction('BEGIN', async (tx) => {
      await tx.rows('SELECT FROM projects WHERE id = $1 FOR NO KEY UPDATE', [project.id]);
      await prune();
    });
    expect((await read(project, 'changes')).body.changes).toHaveLength(7);
    await prune();
    expect((await read(project, 'changes')).body.changes).toHaveLength(1);
  });
});

describe('without HISTORY_DAYS', () => {
  it('nothing is pruned', async () => {
    const running = await startApp();
    try {
      const { api, id } = await running.given.project({ keys: [{ name: 'a', value: 'A' }] });
      await running.app.get(Database).rows(`UPDATE changes SET at = '2001-01-01'`, []);
      await runToEnd(running.app.get(HistoryPruning));
      expect((await api.get(`projects/${id}/translations?revision=0`)).status).toBe(200);
    } finally {
      await running.close();
    }
  });
});
