import type { DataSource } from 'typeorm';
import { emptyEmbedded } from '../../test/support/test-database';
import { BackgroundDatabase } from './background-database';
import { Database } from './database';
import type { EmbeddedDatabase } from './embedded/embedded-database';
import { openDatabase } from './open-database';

/** Milliseconds that no test takes. */
const FOR_EVER = 3_600_000;

describe('BackgroundDatabase', () => {
  let embedded: EmbeddedDatabase;
  let dataSource: DataSource;
  let database: Database;

  beforeAll(async () => {
    embedded = await emptyEmbedded();
    ({ dataSource } = await openDatabase({ dataDir: '', embedded }, []));
    database = Database.of(dataSource);
  });
  afterAll(async () => {
    await dataSource.destroy();
    await embedded.close();
  });

  /** Begins a transaction that holds the connection. @returns the function that ends it */
  async function hold(): Promise<() => Promise<void>> {
    let release = (): void => undefined;
    const released = new Promise<void>((resolve) => (release = resolve));
    let setBegun = (): void => undefined;
    const begun = new Promise<void>((resolve) => (setBegun = resolve));
    const held = database.transaction('BEGIN', async (tx) => {
      await tx.rows('SELECT 1');
      setBegun();
      await released;
    });
    await begun;
    return () => {
      release();
      return held;
    };
  }

  it.each(['rows', 'transaction'] as const)(
    'lets requests that come later use the connection first: %s',
    async (use) => {
      const background = new BackgroundDatabase(database, FOR_EVER);
      const release = await hold();
      const order: string[] = [];
      const work =
        use === 'rows' ? background.rows('SELECT 1', []) : background.transaction('BEGIN', (tx) => tx.rows('SELECT 1'));
      const all = [
        work.then(() => order.push('background')),
        ...['one', 'two'].map((name) => database.rows('SELECT 1', []).then(() => order.push(name))),
      ];
      await release();
      await Promise.all(all);
      expect(order).toEqual(['one', 'two', 'background']);
    },
  );

  it('has its turn beside requests without a pause', async () => {
    const background = new BackgroundDatabase(database, 0);
    const release = await hold();
    let isDone = false;
    const work = background.rows('SELECT 1', []).finally(() => (isDone = true));
    const request = async (): Promise<void> => {
      while (!isDone) await database.rows('SELECT 1', []);
    };
    const requests = [request(), request()];
    await release();
    await expect(work).resolves.toHaveLength(1);
    await Promise.all(requests);
  });

  it('runs the next work after one that failed', async () => {
    const background = new BackgroundDatabase(database);
    const failing = background.transaction('BEGIN', () => Promise.reject(new Error('broken')));
    const next = background.rows<{ one: number }>('SELECT 1 AS one', []);
    await expect(failing).rejects.toThrow('broken');
    await expect(next).resolves.toEqual([{ one: 1 }]);
  });

  it('does not order the work of a pool of several connections', async () => {
    const { max } = database.pool.options;
    database.pool.options.max = 2;
    const several = new Database(database.pool);
    database.pool.options.max = max;
    const background = new BackgroundDatabase(several, FOR_EVER);
    const release = await hold();
    const order: string[] = [];
    const work = background.rows('SELECT 1', []).then(() => order.push('background'));
    const request = database.rows('SELECT 1', []).then(() => order.push('request'));
    await release();
    await Promise.all([work, request]);
    expect(order).toEqual(['background', 'request']);
  });
});
