import { Database } from '../src/database/database';
import type { Json } from './support/client';
import { watchReads } from './support/reads';
import { type RunningApp, startApp } from './support/start-app';

const LENGTH = 65_536;
const LANGUAGES = Array.from({ length: 40 }, (_, i) => `de-x-${i + 10}`);
const KEYS = ['a', 'b', 'c', 'd', 'e'];
const TEXTS = KEYS.length * LANGUAGES.length;
/** The revision with the long texts. */
const LONG = KEYS.length;

/** Bytes of an answer, and of what one statement returns: a page of 4 MiB, and what is not texts. */
const MAX_PAGE = 5 * 1_048_576;
/** What a write reads does not depend on the lengths of the texts. */
const MAX_READ_BY_WRITES = 1_048_576;

describe('the history of long texts', () => {
  let running: RunningApp;
  let largestRead: () => number;
  beforeAll(async () => {
    running = await startApp();
    largestRead = watchReads();
  });
  afterAll(() => running.close());

  type Project = Awaited<ReturnType<typeof running.given.project>>;

  /** Creates a project with five keys, each of 40 texts with 65,536 characters. */
  async function given(): Promise<Project> {
    const keys = KEYS.map((name) => ({ name, value: name }));
    const project = await running.given.project({ targetLanguages: LANGUAGES, keys });
    await running.app.get(Database).rows(
      `INSERT INTO translations (project_id, language, key_id, text, since)
       SELECT project_id, language, id, repeat('x', $2), $4 FROM keys CROSS JOIN unnest($3::text[]) AS f (language) WHERE project_id = $1`,
      [project.id, LENGTH, LANGUAGES, LONG],
    );
    largestRead();
    return project;
  }
  async function importShort({ api, id }: Project): Promise<void> {
    const lines = [['key', ...LANGUAGES], ...KEYS.map((key) => [key, ...LANGUAGES.map(() => 'short')])];
    const body = lines.map((line) => line.join()).join('\n');
    expect((await api.post(`projects/${id}/import?format=csv`, undefined, { body })).status).toBe(200);
  }
  const revisionOf = async ({ api, id }: Project): Promise<number> =>
    (await api.get(`projects/${id}`)).body.project.revision;

  async function lengthsOf({ id }: Project): Promise<number[]> {
    const lengths = `SELECT DISTINCT length(text) AS length FROM translations WHERE project_id = $1 AND language <> 'en'`;
    const rows = await running.app.get(Database).rows<{ length: number }>(lengths, [id]);
    return rows.map(({ length }) => length);
  }

  /** Reads all pages, and checks the size of each. */
  async function* pagesOf({ api }: Project, path: string): AsyncGenerator<Json> {
    for (let cursor: string | null = ''; cursor !== null;) {
      const { status, body, bytes } = await api.get(`${path}?limit=1000${cursor && `&cursor=${cursor}`}`);
      expect(status).toBe(200);
      expect(bytes.length).toBeLessThan(MAX_PAGE);
      expect(largestRead()).toBeLessThan(MAX_PAGE);
      yield body;
      cursor = body.nextCursor;
    }
  }

  it('is written and put back without reading the texts', async () => {
    const project = await given();
    await importShort(project);
    const short = await revisionOf(project);
    expect(await lengthsOf(project)).toEqual([5]);

    for (const [path, body] of [
      [`changes/${short}/undo`, { dryRun: true }],
      ['restore', { revision: LONG, dryRun: true }],
      [`changes/${short}/undo`, {}],
      ['restore', { revision: short }],
      ['restore', { revision: LONG }],
    ] as const) {
      const answer = await project.api.post(`projects/${project.id}/${path}`, body);
      expect([answer.status, answer.body.counts.textsSet]).toEqual([200, TEXTS]);
    }

    expect(await lengthsOf(project)).toEqual([LENGTH]);
    expect(largestRead()).toBeLessThan(MAX_READ_BY_WRITES);
  });

  it('is listed in pages that end by bytes, each item once', async () => {
    const project = await given();
    await importShort(project);
    const items: Json[] = [];
    let pages = 0;
    for await (const page of pagesOf(project, `projects/${project.id}/changes/${await revisionOf(project)}`)) {
      items.push(...page.items);
      pages++;
    }
    expect(pages).toBeGreaterThan(3);
    expect(items).toHaveLength(TEXTS);
    expect(items.every(({ before, after }) => before.text.length === LENGTH && after.text === 'short')).toBe(true);
    expect(new Set(items.map(({ name, language }) => `${name} ${language}`)).size).toBe(TEXTS);
  });

  it('is in short in the list of changes, without reading the texts', async () => {
    const project = await given();
    await importShort(project);

    const { body, bytes } = await project.api.get(`projects/${project.id}/changes?include=summary`);

    expect(body.changes[0].summary.items).toHaveLength(3);
    expect(body.changes[0].summary.items[0]).toMatchObject({ before: `${'x'.repeat(160)}…`, after: 'short' });
    expect(Math.max(bytes.length, largestRead())).toBeLessThan(65_536);
  });

  it('is listed for one key in pages that end by bytes, and a change with more items goes on across them', async () => {
    const project = await given();
    const [id = ''] = project.keyIds;
    // A request has at most 1 MiB.
    for (const start of [0, 10, 20, 30]) {
      const languages = LANGUAGES.slice(start, start + 10);
      const translations = Object.fromEntries(languages.map((language) => [language, 'y'.repeat(LENGTH)]));
      expect((await project.api.put(`keys/${id}`, { translations })).status).toBe(200);
    }
    await project.api.post(`projects/${project.id}/restore`, { revision: LONG });
    const restored = await revisionOf(project);

    const revisions: number[] = [];
    const items: Json[] = [];
    for await (const { changes } of pagesOf(project, `keys/${id}/changes`)) {
      revisions.push(...changes.map(({ revision }: Json) => revision));
      for (const change of changes) if (change.revision === restored) items.push(...change.items);
    }

    const once = [...new Set(revisions)];
    expect(once).toEqual(Array.from({ length: 5 }, (_, i) => restored - i).concat(LONG, 1));
    expect(revisions.filter((revision) => revision === restored).length).toBeGreaterThan(1);
    expect(items.map(({ language }) => language)).toEqual(LANGUAGES);
    expect(items.every(({ before, after }) => before.text.length + after.text.length === 2 * LENGTH)).toBe(true);
  });
});
