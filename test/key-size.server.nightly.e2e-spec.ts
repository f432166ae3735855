import { Database } from '../src/database/database';
import type { Json } from './support/client';
import { watchReads } from './support/reads';
import { type RunningApp, startApp } from './support/start-app';
import { stopBackground } from './support/stop-background';

const LENGTH = 65_536;
const LANGUAGES = Array.from({ length: 70 }, (_, i) => `de-x-${i + 10}`);
const KEYS = ['a', 'b', 'c'];

/** What one statement returns: a page of 4 MiB, and what is not texts. */
const MAX_READ = 5 * 1_048_576;
/** What a statement of a write or of a large key returns. */
const MAX_STEP = 1.5 * 1_048_576;

describe('keys with long texts', () => {
  let running: RunningApp;
  let largestRead: () => number;
  beforeAll(async () => {
    running = await startApp();
    await stopBackground(running.app);
    largestRead = watchReads();
  });
  afterAll(() => running.close());

  type Project = Awaited<ReturnType<typeof running.given.project>>;

  /** Creates a project with three keys of 70 texts with 65,536 characters each. */
  async function given(): Promise<Project> {
    const keys = KEYS.map((name) => ({ name, value: 'Hello {name}' }));
    const project = await running.given.project({ targetLanguages: LANGUAGES, keys });
    await running.app.get(Database).rows(
      `INSERT INTO translations (project_id, language, key_id, text, since)
       SELECT project_id, language, id, repeat('x', $2), $4 FROM keys CROSS JOIN unnest($3::text[]) AS f (language) WHERE project_id = $1`,
      [project.id, LENGTH, LANGUAGES, KEYS.length],
    );
    largestRead();
    return project;
  }
  const lengthsIn = (translations: Json): number[] => LANGUAGES.map((tag) => translations[tag]?.length ?? 0);
  const LENGTHS = LANGUAGES.map(() => LENGTH);

  it('are listed one by one, with all their texts', async () => {
    const { api, id } = await given();
    const pages: Json[] = [];
    for (let cursor = ''; ;) {
      const { status, body } = await api.get(`projects/${id}/keys?include=translations&limit=100${cursor}`);
      expect(status).toBe(200);
      pages.push(body.keys);
      if (body.nextCursor === null) break;
      cursor = `&cursor=${body.nextCursor}`;
    }
    expect(pages.map((keys) => keys.map(({ name }: Json) => name))).toEqual(KEYS.map((name) => [name]));
    for (const [{ value, translations, states, checks }] of pages) {
      expect([value, lengthsIn(translations)]).toEqual(['Hello {name}', LENGTHS]);
      expect(Object.keys(states)).toEqual(['en', ...LANGUAGES]);
      expect(Object.keys(checks)).toEqual(LANGUAGES);
    }
    expect(largestRead()).toBeLessThan(MAX_STEP);
  });

  it('are listed together as far as they have room on a page', async () => {
    const { api, id } = await given();
    const some = LANGUAGES.slice(0, 30);
    const { body } = await api.get(`projects/${id}/keys?include=translations&language=${some.join()}`);
    expect(body.keys.map(({ name, translations }: Json) => [name, Object.keys(translations)])).toEqual([
      ['a', some],
      ['b', some],
    ]);
    const next = await api.get(
      `projects/${id}/keys?include=translations&language=${some.join()}&cursor=${body.nextCursor}`,
    );
    expect(next.body.keys.map(({ name }: Json) => name)).toEqual(['c']);
    expect(next.body.nextCursor).toBeNull();
    expect(largestRead()).toBeLessThan(2.5 * MAX_READ);
  });

  it('are listed by their source texts as far as these have room', async () => {
    const keys = Array.from({ length: 100 }, (_, i) => ({ name: `k${100 + i}`, value: 'x'.repeat(LENGTH) }));
    const { api, id } = await running.given.project({ keys });
    largestRead();
    const names: string[] = [];
    for (let cursor = ''; ;) {
      const { body } = await api.get(`projects/${id}/keys?limit=1000${cursor}`);
      names.push(...body.keys.map(({ name }: Json) => name));
      if (body.nextCursor === null) break;
      expect(body.keys.length).toBeLessThan(64);
      cursor = `&cursor=${body.nextCursor}`;
    }
    expect(names).toEqual(keys.map(({ name }) => name));
    expect(largestRead()).toBeLessThan(MAX_READ);
  });

  it('have an entity tag that a write and a read answer alike', async () => {
    const { api, keyIds } = await given();
    const [key = ''] = keyIds;
    const first = await api.get(`keys/${key}`);
    expect(lengthsIn(first.body.key.translations)).toEqual(LENGTHS);
    expect(first.body.key.value).toBe('Hello {name}');
    const tag = first.headers.get('etag') ?? '';
    expect((await api.get(`keys/${key}`, { headers: { 'if-none-match': tag } })).status).toBe(304);

    const [changed = '', emptied = ''] = LANGUAGES;
    const body = { translations: { [changed]: 'kurz {name}', [emptied]: null } };
    expect((await api.put(`keys/${key}`, body, { headers: { 'if-match': '"other"' } })).status).toBe(412);
    const written = await api.put(`keys/${key}`, body, { headers: { 'if-match': tag } });
    expect(written.status).toBe(200);
    const lengths = ['kurz {name}'.length, 0, ...LENGTHS.slice(2)];
    expect(lengthsIn(written.body.key.translations)).toEqual(lengths);
    const after = await api.get(`keys/${key}`);
    expect(after.headers.get('etag')).toBe(written.headers.get('etag'));
    expect(after.headers.get('etag')).not.toBe(tag);
    expect(lengthsIn(after.body.key.translations)).toEqual(lengths);
    expect(after.body.key.checks).not.toHaveProperty([changed]);

    // A text that is sent again changes nothing.
    const again = await api.put(`keys/${key}`, { translations: { [LANGUAGES[5] ?? '']: 'x'.repeat(LENGTH) } });
    expect(again.headers.get('etag')).toBe(written.headers.get('etag'));
    expect(again.headers.get('x-glossa-revision')).toBe(written.headers.get('x-glossa-revision'));
    expect(largestRead()).toBeLessThan(MAX_STEP);
  });

  it('become large, and small again, by writes', async () => {
    const { api, keyIds } = await given();
    const [key = ''] = keyIds;
    const short = Object.fromEntries(LANGUAGES.map((tag) => [tag, 'kurz']));
    const small = await api.put(`keys/${key}`, { translations: short });
    const tags = [small.headers.get('etag'), (await api.get(`keys/${key}`)).headers.get('etag')];
    expect(tags[0]).toBe(tags[1]);
    expect(small.body.key.translations).toEqual({ en: 'Hello {name}', ...short });
    for (let i = 0; i < LANGUAGES.length; i += 10) {
      const long = Object.fromEntries(LANGUAGES.slice(i, i + 10).map((tag) => [tag, 'y'.repeat(LENGTH)]));
      const written = await api.put(`keys/${key}`, { translations: long });
      expect((await api.get(`keys/${key}`)).headers.get('etag')).toBe(written.headers.get('etag'));
    }
  });

  it('are changed together, and the response has all their texts', async () => {
    const { api, id, keyIds } = await given();
    const update = keyIds.map((key) => ({
      id: key,
      description: 'Note',
      translations: { [LANGUAGES[0] ?? '']: 'kurz' },
    }));
    const { status, body } = await api.post(`projects/${id}/keys/batch`, { update });
    expect(status).toBe(200);
    expect(body.updated.map(({ name }: Json) => name)).toEqual(KEYS);
    for (const { translations } of body.updated) {
      expect(lengthsIn(translations)).toEqual(['kurz'.length, ...LENGTHS.slice(1)]);
    }
    expect(largestRead()).toBeLessThan(MAX_STEP);
    const kept = await api.post(`projects/${id}/keys/batch`, { update }, { headers: { 'idempotency-key': 'batch-1' } });
    expect(kept.status).toBe(400);
  });

  it('have findings that can be ignored', async () => {
    const { api, keyIds } = await given();
    const [key = ''] = keyIds;
    const language = LANGUAGES[40] ?? '';
    const body = { language, code: 'placeholder_missing', ignored: true };
    const before = (await api.get(`keys/${key}`)).headers.get('etag');
    const { status, body: answer, headers } = await api.post(`keys/${key}/checks`, body);
    expect(status).toBe(200);
    expect(answer.key.checks[language]).toContainEqual(
      expect.objectContaining({ code: 'placeholder_missing', ignored: true }),
    );
    const after = await api.get(`keys/${key}`);
    expect(after.headers.get('etag')).toBe(headers.get('etag'));
    expect(after.headers.get('etag')).not.toBe(before);
    await api.put(`keys/${key}`, { translations: { [language]: 'z'.repeat(LENGTH) } });
    expect((await api.get(`keys/${key}`)).body.key.checks[language]).toContainEqual(
      expect.objectContaining({ code: 'placeholder_missing', ignored: false }),
    );
    expect(largestRead()).toBeLessThan(MAX_STEP);
  });
});
