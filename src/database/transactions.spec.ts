import type { DataSource } from 'typeorm';
import { EmbeddedDatabase } from './embedded/embedded-database';
import { openDatabase } from './open-database';
import { poolOf, prepared } from './statements';
import { Transactions } from './transactions';

describe('a transaction', () => {
  let embedded: EmbeddedDatabase;
  let dataSource: DataSource;
  let transactions: Transactions;

  beforeAll(async () => {
    embedded = await EmbeddedDatabase.inMemory();
    ({ dataSource } = await openDatabase({ dataDir: '', embedded }, []));
    transactions = new Transactions(dataSource);
  });
  beforeEach(() => dataSource.query('CREATE TABLE notes (text text CHECK (text <> $$wrong$$))'));
  afterEach(() => dataSource.query('DROP TABLE notes'));
  afterAll(async () => {
    await dataSource.destroy();
    await embedded.close();
  });

  const texts = async (): Promise<string[]> =>
    (await dataSource.query<{ text: string }[]>('SELECT text FROM notes')).map(({ text }) => text);
  const note = prepared('INSERT INTO notes VALUES ($1)');

  it('gives the rows of the statement that it begins with', async () => {
    const rows = await transactions.within('BEGIN; SELECT 1 AS a; SELECT 2 AS b', (_tx, got) => Promise.resolve(got));
    expect(rows).toEqual([{ b: 2 }]);
  });

  it('is seen whole once it is through, with what it ends with', async () => {
    const written = await transactions.within('BEGIN', async (tx) => {
      tx.endWith(`INSERT INTO notes VALUES ('last')`);
      return tx.count(note, ['first']);
    });
    expect(written).toBe(1);
    expect(await texts()).toEqual(['first', 'last']);
  });

  it.each<[string, string, (tx: Parameters<Parameters<Transactions['within']>[1]>[0]) => Promise<unknown>]>([
    ['its first statement fails', `BEGIN; SELECT 'x'::int`, (tx) => tx.rows(note, ['kept'])],
    ['its work throws', 'BEGIN', (tx) => tx.rows(note, ['kept']).then(() => Promise.reject(new Error('refused')))],
    ['a failure in it is swallowed', 'BEGIN', (tx) => tx.rows(note, ['wrong']).catch(() => 'fine')],
    [
      'its last statement fails',
      'BEGIN',
      (tx) => {
        tx.endWith(`INSERT INTO notes VALUES ('wrong')`);
        return tx.rows(note, ['kept']);
      },
    ],
  ])('leaves nothing, and its connection free, where %s', async (_, begin, work) => {
    await expect(transactions.within(begin, work)).rejects.toThrow();
    expect(await texts()).toEqual([]);
    expect(poolOf(dataSource)).toMatchObject({ waitingCount: 0, idleCount: poolOf(dataSource).totalCount });
  });
});
