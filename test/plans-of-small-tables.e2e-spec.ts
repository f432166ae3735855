import { Client } from 'pg';
import { Database } from '../src/database/database';
import { POOL_SIZE } from '../src/database/open-database';
import { TableStatistics } from '../src/database/table-statistics';
import { until } from './support/receiver';
import { type RunningApp, startApp } from './support/start-app';
import { stopBackground } from './support/stop-background';
import { testDatabase, type TestDatabase } from './support/test-database';

const KEYS = 6_000;

const fileOf = (count: number, text: string): string =>
  JSON.stringify(
    Object.fromEntries(Array.from({ length: count }, (_, i) => [`section${i % 7}.key_${i}`, `${text} ${i}`])),
  );

/** PostgreSQL counts what its own connections have read; the embedded database has one, which the service holds. */
(process.env.DATABASE_URL ? describe : describe.skip)('plans that were made while the tables were small', () => {
  let database: TestDatabase;
  let service: RunningApp;
  let sql: Client;

  beforeAll(async () => {
    jest.spyOn(TableStatistics.prototype, 'afterWrite').mockReturnValue(undefined);
    database = await testDatabase();
    service = await startApp({}, database.location);
    await stopBackground(service.app);
    sql = new Client({ connectionString: database.location.databaseUrl });
    await sql.connect();
  });

  afterAll(async () => {
    jest.restoreAllMocks();
    await sql.end();
    await service.close();
    await database.drop();
  });

  /** Rows of keys, texts and their history that were read from tables and indexes, and rows that were written. */
  async function counts(): Promise<{ read: number; written: number }> {
    // The connections of the service report what they have counted when they are idle for some seconds, or now. As many statements at
    // once as the pool has connections reach each of them.
    const report = (): Promise<unknown> => service.app.get(Database).rows('SELECT pg_stat_force_next_flush()', []);
    await Promise.all(Array.from({ length: POOL_SIZE }, report));
    const { rows } = await sql.query<{ read: string; written: string }>(
      `SELECT sum(seq_tup_read + indexed) AS read, sum(n_tup_ins + n_tup_upd + n_tup_del) AS written
       FROM pg_stat_user_tables t,
            LATERAL (SELECT sum(idx_tup_read) AS indexed FROM pg_stat_user_indexes i WHERE i.relid = t.relid) i
       WHERE relname ~ '^(keys|translations)(_history|_\\d+)?$'`,
    );
    return { read: Number(rows[0]?.read), written: Number(rows[0]?.written) };
  }

  /** Returns the rows that a write reads. */
  async function readBy(rows: number, write: () => Promise<{ status: number }>): Promise<number> {
    const before = await counts();
    expect((await write()).status).toBeLessThan(300);
    let now = before;
    await until(async () => (now = await counts()).written >= before.written + rows);
    return now.read - before.read;
  }

  it('read rows by indexes when a large file is written', async () => {
    const { id, api } = await service.given.project({ targetLanguages: ['de'] });
    const path = `projects/${id}/import?format=json&language=`;
    const send = (language: string, body: string, query = '') =>
      api.post(`${path}${language}${query}`, undefined, { body });
    await send('en', fileOf(50, 'small'));
    await sql.query('ANALYZE');
    // A connection keeps the plan of a statement that it has run five times.
    for (let i = 0; i < 8; i++) {
      expect((await send('en', fileOf(10, `round ${i}`))).status).toBe(200);
      const { body } = await api.post(`projects/${id}/keys`, {
        name: `single_${i}`,
        translations: { en: 'One', de: 'Eins' },
      });
      expect((await api.put(`keys/${body.key.id}`, { translations: { de: 'Ein' } })).status).toBe(200);
      if (i % 2) expect((await api.delete(`keys/${body.key.id}`)).status).toBe(200);
    }
    // A read of the table for each of its rows would be 3,000 times as many.
    const atMost = 100 * KEYS;
    expect(await readBy(2 * KEYS, () => send('en', fileOf(KEYS, 'large')))).toBeLessThan(atMost);
    expect(await readBy(KEYS, () => send('de', fileOf(KEYS, 'groß')))).toBeLessThan(atMost);
    expect(await readBy(2 * KEYS, () => send('de', fileOf(KEYS, 'anders')))).toBeLessThan(atMost);
    expect(await readBy(2 * KEYS, () => send('en', '{"kept": "Text"}', '&deleteMissing=true'))).toBeLessThan(atMost);
  });

  it('read rows by indexes where a table was analyzed while it had many dead rows and few others', async () => {
    await sql.query('TRUNCATE projects CASCADE');
    const { id, api } = await service.given.project({ targetLanguages: ['de'] });
    const send = (language: string, count: number, query = '') =>
      api.post(`projects/${id}/import?format=json&language=${language}${query}`, undefined, {
        body: fileOf(count, language),
      });
    expect((await send('en', KEYS)).status).toBe(200);
    expect((await send('en', 1, '&deleteMissing=true')).status).toBe(200);
    await sql.query('ANALYZE');
    expect((await send('en', KEYS)).status).toBe(200);
    expect(await readBy(KEYS, () => send('de', KEYS))).toBeLessThan(100 * KEYS);
  });

  it.each([
    '',
    '&state=draft',
    '&outdated=true',
    '&untranslated=de',
    '&tag=rare',
    '&namespace=section1',
    '&sort=-updatedAt',
  ])('read the texts of a page key by key: %s', async (filter) => {
    await sql.query('TRUNCATE projects CASCADE');
    const { id, api } = await service.given.project({ targetLanguages: ['de'] });
    const page = `projects/${id}/keys?include=translations${filter}`;
    const send = (language: string, count: number) =>
      api.post(`projects/${id}/import?format=json&language=${language}`, undefined, { body: fileOf(count, language) });
    await send('en', 50);
    await sql.query('ANALYZE');
    for (let i = 0; i < 8; i++) expect((await api.get(page)).status).toBe(200);
    for (const language of ['en', 'de']) expect((await send(language, KEYS)).status).toBe(200);
    // A read of a table for each key of the page would be 100 times as many.
    expect(
      await readBy(2, async () => {
        const answer = await api.get(page);
        expect((await api.post(`projects/${id}/keys`, { name: 'last', value: 'Last' })).status).toBe(201);
        return answer;
      }),
    ).toBeLessThan(10 * KEYS);
  });
});
