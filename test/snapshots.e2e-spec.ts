import type { Snapshot } from '../src/exports/snapshot/snapshot';
import { Snapshots } from '../src/exports/snapshot/snapshots';
import { Database } from '../src/database/database';
import { Exchange } from './support/exchange';
import { type RunningApp, startApp } from './support/start-app';

const itEmbedded = process.env.DATABASE_URL ? it.skip : it;

/** More keys than a page of a cursor has. */
const KEYS = 1_200;
const TEXTS = `SELECT t.text FROM keys k JOIN translations t ON t.project_id = k.project_id AND t.key_id = k.id
  WHERE k.project_id = $1 ORDER BY k.name`;

describe('a snapshot of a project', () => {
  let running: RunningApp;
  beforeAll(async () => {
    running = await startApp();
  });
  afterAll(() => running.close());

  const given = async () => {
    const { id, api, organization } = await running.given.project();
    const exchange = new Exchange(api, id);
    const texts = Array.from({ length: KEYS }, (_, i) => [`k${String(i).padStart(4, '0')}`, 'first']);
    await exchange.imported({ bytes: JSON.stringify(Object.fromEntries(texts)) }, { format: 'json', language: 'en' });
    const { body } = await api.get(`projects/${id}`);
    return {
      /** Changes the first and the last text. */
      change: async (value: string): Promise<void> => {
        for (const name of ['k0000', `k${KEYS - 1}`]) await exchange.put(name, { value });
      },
      read: <T>(work: (snapshot: Snapshot) => Promise<T>): Promise<T> => {
        const { signal } = new AbortController();
        const project = { id, stringCount: KEYS, revision: String(body.project.revision) };
        return running.app.get(Snapshots).read({ organizationId: organization.id, signal }, project, work);
      },
      id,
    };
  };

  const ends = (texts: readonly { text: string }[]): (string | undefined)[] => [texts[0]?.text, texts.at(-1)?.text];
  const allPages = async (pages: AsyncIterable<{ text: string }[]>): Promise<{ text: string }[]> => {
    const all: { text: string }[] = [];
    for await (const page of pages) all.push(...page);
    return all;
  };

  it('contains no later write, whether it is read at once or page by page', async () => {
    const { id, read, change } = await given();
    const revisions: string[] = [];
    const found = await read(async (snapshot) => {
      revisions.push(snapshot.project.revision);
      const before = ends(await snapshot.rows(TEXTS, [id]));
      if (revisions.length === 1) await change('second');
      return [before, ends(await snapshot.rows(TEXTS, [id])), ends(await allPages(snapshot.pages(TEXTS, [id])))];
    });
    const text = revisions.length === 1 ? 'first' : 'second';
    expect(found).toEqual([
      [text, text],
      [text, text],
      [text, text],
    ]);
    expect(new Set(revisions).size).toBe(revisions.length);
  });

  it('is read without nested loops, which stale statistics would suggest', async () => {
    const { id, read } = await given();
    const statement = `SELECT k.name, t.text FROM keys k LEFT JOIN translations t
      ON t.project_id = $1 AND t.language = 'en' AND t.key_id = k.id WHERE k.project_id = $1 ORDER BY k.name`;
    const joins = async (): Promise<string> => {
      const plan = await read((snapshot) => snapshot.rows<object>(`EXPLAIN ${statement}`, [id]));
      return JSON.stringify(plan);
    };
    await running.app.get(Database).rows(
      `WITH stale AS (DELETE FROM pg_statistic WHERE starelid IN ('keys'::regclass, 'translations'::regclass))
       UPDATE pg_class SET reltuples = 3, relpages = 1 WHERE relname IN ('keys', 'translations', 'keys_pkey', 'translations_pkey')`,
      [],
    );
    expect(await joins()).not.toContain('Nested Loop');
  });

  it('has the pages of the moment at which the first one is read', async () => {
    const { id, read, change } = await given();
    let attempts = 0;
    const texts = await read(async (snapshot) => {
      attempts++;
      const all: { text: string }[] = [];
      for await (const page of snapshot.pages<{ text: string }>(TEXTS, [id])) {
        if (all.length === 0) await change('second');
        all.push(...page);
      }
      return all;
    });
    expect([attempts, texts.length, ends(texts)]).toEqual([1, KEYS, ['first', 'first']]);
  });

  itEmbedded('is read in one transaction when the project changes again and again', async () => {
    const { id, read, change } = await given();
    const writes: Promise<void>[] = [];
    const found = await read(async (snapshot) => {
      await snapshot.rows(TEXTS, [id]);
      writes.push(change(`text ${writes.length}`));
      if (writes.length < 4) await writes.at(-1);
      return ends(await snapshot.rows(TEXTS, [id]));
    });
    await Promise.all(writes);
    expect([writes.length, found]).toEqual([4, ['text 2', 'text 2']]);
  });

  itEmbedded('leaves no cursor, also where it is not read to the end', async () => {
    const { id, read } = await given();
    const failed = read(async (snapshot) => {
      await snapshot.pages(TEXTS, [id]).next();
      throw new Error('the text cannot be written');
    });
    await expect(failed).rejects.toThrow('the text cannot be written');
    await read((snapshot) => allPages(snapshot.pages(TEXTS, [id])));
    expect(await running.app.get(Database).rows('SELECT name FROM pg_cursors', [])).toEqual([]);
  });
});
