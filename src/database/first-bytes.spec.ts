import type { DataSource } from 'typeorm';
import { openEmptyEmbedded } from '../../test/support/empty-database';
import { Database } from './database';
import { firstBytes, sizeOf } from './first-bytes';

describe('firstBytes', () => {
  let dataSource: DataSource;
  let close: () => Promise<void>;
  let database: Database;

  beforeAll(async () => {
    ({ dataSource, close } = await openEmptyEmbedded());
    database = Database.of(dataSource);
    await dataSource.query('CREATE TABLE notes (number int PRIMARY KEY, text text, other text)');
  });
  afterEach(() => dataSource.query('DELETE FROM notes'));
  afterAll(() => close());

  async function first(maxBytes: number, ...sizes: readonly (number | null)[]): Promise<[number, boolean][]> {
    await database.rows(
      `INSERT INTO notes SELECT number, repeat('ä', size / 2) FROM unnest($1::int[]) WITH ORDINALITY AS f (size, number)`,
      [sizes],
    );
    const rows = 'SELECT * FROM notes ORDER BY number LIMIT 10';
    const sql = firstBytes({ rows, order: 'r.number', bytes: sizeOf('r.text', 'r.other'), maxBytes });
    const found = await database.rows<{ number: number; hasNext: boolean }>(`${sql} ORDER BY number`, []);
    return found.map(({ number, hasNext }) => [number, hasNext]);
  }

  it('returns the rows that fit, in bytes of UTF-8, and says that there are more', async () => {
    expect(await first(10, 4, 6, 2)).toEqual([
      [1, true],
      [2, true],
    ]);
  });

  it('returns all rows that fit, and says that there are no more', async () => {
    expect(await first(10, 4, null, 6)).toEqual([
      [1, true],
      [2, true],
      [3, false],
    ]);
  });

  it('returns a first row that is too large by itself', async () => {
    expect(await first(10, 12, 2)).toEqual([[1, true]]);
  });

  it('returns no row of none', async () => {
    expect(await first(10)).toEqual([]);
  });

  it('reads the sizes of stored texts without their contents', async () => {
    await database.rows(
      `INSERT INTO notes SELECT n, (SELECT string_agg(md5(i::text), '') FROM generate_series(1, 2000) i) FROM generate_series(1, 10) n`,
      [],
    );
    const rows = 'SELECT * FROM notes ORDER BY number LIMIT 10';
    const sql = firstBytes({ rows, order: 'r.number', bytes: sizeOf('r.text'), maxBytes: 1 });
    const [row] = await database.rows<{ 'QUERY PLAN': [{ Plan: { 'Shared Hit Blocks': number } }] }>(
      `EXPLAIN (ANALYZE, BUFFERS, TIMING OFF, FORMAT JSON) SELECT number FROM (${sql}) f`,
      [],
    );
    // The texts alone are 640,000 bytes: 80 blocks.
    expect(row?.['QUERY PLAN'][0].Plan['Shared Hit Blocks']).toBeLessThan(20);
  });
});
