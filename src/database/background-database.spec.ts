import type { DataSource } from 'typeorm';
import { openEmptyEmbedded } from '../../test/support/empty-database';
import { BackgroundDatabase } from './background-database';
import { Database } from './database';

/** Milliseconds that no test takes. */
const FOR_EVER = 3_600_000;

/** Counts statements in the order in which the database runs them. */
const PLACE = `SELECT nextval('places') AS place`;

type Places = { place: string }[];

/** Lets work begin that waits for nothing but promises. */
const nextTurn = (): Promise<void> => new Promise((resolve) => setImmediate(resolve));

describe('BackgroundDatabase', () => {
  let dataSource: DataSource;
  let close: () => Promise<void>;
  let database: Database;

  beforeAll(async () => {
    ({ dataSource, close } = await openEmptyEmbedded());
    database = Database.of(dataSource);
    await dataSource.query('CREATE SEQUENCE places');
  });
  afterAll(() => close());

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

  const inStatement = (uses: Database): Promise<Places> => uses.rows(PLACE, []);
  const inTransaction = (uses: Database): Promise<Places> => uses.transaction('BEGIN', (tx) => tx.rows(PLACE));

  it.each([
    ['a statement', inStatement],
    ['a transaction', inTransaction],
  ])('lets requests that come later use the connection before %s', async (_, use) => {
    const background = new BackgroundDatabase(database, FOR_EVER);
    const release = await hold();
    const work = use(background);
    await nextTurn();
    const requests = [inStatement(database), inTransaction(database)];
    await release();
    const [last, ...others] = (await Promise.all([work, ...requests])).map(([row]) => Number(row?.place));
    expect(last).toBeGreaterThan(Math.max(...others));
  });

  it('has its turn beside requests without a pause', async () => {
    const background = new BackgroundDatabase(database, 0);
    const release = await hold();
    let isDone = false;
    const work = inStatement(background).finally(() => (isDone = true));
    const request = async (): Promise<void> => {
      while (!isDone) await inStatement(database);
    };
    const requests = [request(), request()];
    await release();
    await expect(work).resolves.toHaveLength(1);
    await Promise.all(requests);
  });

  it('runs the next work after one that failed', async () => {
    const background = new BackgroundDatabase(database);
    const failing = background.transaction('BEGIN', () => Promise.reject(new Error('broken')));
    const next = inStatement(background);
    await expect(failing).rejects.toThrow('broken');
    await expect(next).resolves.toHaveLength(1);
  });

  it('does not order the work of a pool of several connections', async () => {
    const { max } = database.pool.options;
    database.pool.options.max = 2;
    const several = new Database(database.pool);
    database.pool.options.max = max;
    const background = new BackgroundDatabase(several, FOR_EVER);
    const release = await hold();
    const work = inStatement(background);
    await nextTurn();
    const request = inStatement(database);
    await release();
    const [first, second] = (await Promise.all([work, request])).map(([row]) => Number(row?.place));
    expect(first).toBeLessThan(second ?? 0);
  });
});
