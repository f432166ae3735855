import fc from 'fast-check';
import type { DataSource } from 'typeorm';
import { jsonbArray, textArray, uuidArray } from './array-parameter';
import { Database } from './database';
import { openEmptyEmbedded } from '../../test/support/empty-database';
import { SessionStream } from './embedded/session-stream';
import { prepared } from './statements';
import type { Transaction } from './transaction';

describe('Database', () => {
  let dataSource: DataSource;
  let close: () => Promise<void>;
  let database: Database;

  beforeAll(async () => {
    ({ dataSource, close } = await openEmptyEmbedded());
    database = Database.of(dataSource);
  });
  beforeEach(() => dataSource.query('CREATE TABLE notes (text text CHECK (text <> $$wrong$$))'));
  afterEach(() => dataSource.query('DROP TABLE notes'));
  afterAll(() => close());

  const texts = async (): Promise<string[]> =>
    (await dataSource.query<{ text: string }[]>('SELECT text FROM notes')).map(({ text }) => text);
  const note = prepared('INSERT INTO notes VALUES ($1)');

  it.each([[[]], [['', 'ä "\\{},', null, '😀', undefined]]])('passes arrays of texts: %j', async (values) => {
    const [row] = await database.rows('SELECT $1::text[] AS array', [textArray(values)]);
    expect(row).toEqual({ array: values.map((value) => value ?? null) });
  });

  it('reads arrays of texts as their JSON has them', async () => {
    const text = fc.oneof(
      fc.string({ unit: fc.constantFrom('a', 'NULL', ' ', '"', '\\', '{', '}', ',', '[1:2]={', '\n', 'ä', '😀') }),
      fc.constant(null),
    );
    await fc.assert(
      fc.asyncProperty(fc.array(text), async (values) => {
        const statement = 'SELECT $1::text[] AS array, array_to_json($1::text[]) AS json';
        const [row] = await database.rows<{ array: unknown; json: unknown }>(statement, [textArray(values)]);
        expect(row?.array).toEqual(row?.json);
        expect(row?.array).toEqual(values);
      }),
    );
  });

  it('begins no further statement of a read whose client has left', async () => {
    const [reason, client] = [new Error('left'), new AbortController()];
    const read = database.limitedTo({ signal: client.signal, timeoutMs: 60_000 }).transaction('BEGIN', async (tx) => {
      await tx.rows('SELECT 1');
      client.abort(reason);
      return tx.rows('SELECT 1 / 0');
    });
    await expect(read).rejects.toBe(reason);
    await expect(database.rows('SELECT 1 AS one', [])).resolves.toEqual([{ one: 1 }]);
  });

  it('passes arrays of UUIDs, in either case', async () => {
    const ids = ['019a0b1c-2d3e-7f40-8abc-def012345678', '019A0B1C-2D3E-7F40-8ABC-DEF012345679'];
    const [row] = await database.rows('SELECT $1::uuid[]::text[] AS array', [uuidArray(ids)]);
    expect(row).toEqual({ array: ids.map((id) => id.toLowerCase()) });
  });

  it('passes arrays of JSON texts', async () => {
    const [row] = await database.rows('SELECT $1::jsonb[]::text[] AS array', [jsonbArray(['{"a":"ä"}', null, '[1]'])]);
    expect(row).toEqual({ array: ['{"a": "ä"}', null, '[1]'] });
  });

  it('runs the work in the transaction that `begin` begins, with its settings', async () => {
    const begin = 'BEGIN READ ONLY; SET LOCAL lock_timeout = 1234';
    const rows = await database.transaction(begin, (tx) =>
      tx.rows(
        `SELECT current_setting('lock_timeout') AS timeout, current_setting('transaction_read_only') AS "readOnly"`,
      ),
    );
    expect(rows).toEqual([{ timeout: '1234ms', readOnly: 'on' }]);
  });

  it('sends the BEGIN with the first statement, and the last statements with the COMMIT', async () => {
    const writes = (['_write', '_writev'] as const).map((write) => jest.spyOn(SessionStream.prototype, write));
    await database.transaction('BEGIN', async (tx) => {
      tx.endWith(note, ['second']);
      tx.endWith(note, ['third']);
      await tx.rows(note, ['first']);
    });
    const counts = writes.map((write) => write.mock.calls.length);
    jest.restoreAllMocks();
    expect([counts, await texts()]).toEqual([
      [0, 2],
      ['first', 'second', 'third'],
    ]);
  });

  it('sends a single read that has limits in one write, with its transaction', async () => {
    const writes = (['_write', '_writev'] as const).map((write) => jest.spyOn(SessionStream.prototype, write));
    const limited = database.limitedTo({ signal: undefined, timeoutMs: 1_234 });
    const rows = await limited.rows(`SELECT current_setting('statement_timeout') AS timeout`, []);
    const counts = writes.map((write) => write.mock.calls.length);
    jest.restoreAllMocks();
    expect([counts, rows]).toEqual([[0, 1], [{ timeout: '1234ms' }]]);
  });

  it('releases the connection when a single read that has limits fails', async () => {
    const limited = database.limitedTo({ signal: undefined, timeoutMs: 60_000 });
    await expect(limited.rows('SELECT 1 / 0', [])).rejects.toThrow('division by zero');
    await expect(limited.rows(`INSERT INTO notes VALUES ('kept')`, [])).rejects.toThrow('read-only');
    expect(await texts()).toEqual([]);
    expect(database.pool).toMatchObject({ waitingCount: 0, idleCount: database.pool.totalCount });
  });

  it('commits the statements of the work and the last statement', async () => {
    const written = await database.transaction('BEGIN', async (tx) => {
      tx.endWith(note, ['last']);
      return tx.count(note, ['first']);
    });
    expect(written).toBe(1);
    expect(await texts()).toEqual(['first', 'last']);
  });

  it('runs all last statements, in the order in which they were added', async () => {
    await database.transaction('BEGIN', (tx) => {
      tx.endWith(`INSERT INTO notes VALUES ('one')`);
      tx.endWith(`INSERT INTO notes SELECT 'two' WHERE EXISTS (SELECT FROM notes WHERE text = 'one')`);
      return Promise.resolve();
    });
    expect(await texts()).toEqual(['one', 'two']);
  });

  it.each<[string, string, (tx: Transaction) => Promise<unknown>]>([
    ['its begin fails', `BEGIN; SELECT 'x'::int`, (tx) => tx.rows(note, ['kept'])],
    ['its work throws', 'BEGIN', (tx) => tx.rows(note, ['kept']).then(() => Promise.reject(new Error('refused')))],
    ['its work ignores a failed statement', 'BEGIN', (tx) => tx.rows(note, ['wrong']).catch(() => 'fine')],
    [
      'its last statement fails',
      'BEGIN',
      (tx) => {
        tx.endWith(`INSERT INTO notes VALUES ('wrong')`);
        return tx.rows(note, ['kept']);
      },
    ],
    [
      'one of its last statements fails',
      'BEGIN',
      (tx) => {
        tx.endWith(`INSERT INTO notes VALUES ('wrong')`);
        tx.endWith(`INSERT INTO notes VALUES ('kept')`);
        return tx.rows(note, ['kept']);
      },
    ],
  ])('writes nothing and releases the connection when %s', async (_, begin, work) => {
    await expect(database.transaction(begin, work)).rejects.toThrow();
    expect(await texts()).toEqual([]);
    expect(database.pool).toMatchObject({ waitingCount: 0, idleCount: database.pool.totalCount });
  });

  it('waits for a connection until the signal is aborted, and gives back the connection that comes later', async () => {
    const [reason, work] = [new Error('too late'), jest.fn()];
    const wait = new AbortController();
    await database.transaction('BEGIN', async () => {
      const waiting = database.transaction('BEGIN', work, wait.signal);
      wait.abort(reason);
      await expect(waiting).rejects.toBe(reason);
    });
    expect(await texts()).toEqual([]);
    expect(work).not.toHaveBeenCalled();
    expect(database.pool).toMatchObject({ waitingCount: 0, idleCount: database.pool.totalCount });
  });

  it('makes the BEGIN when it has a connection', async () => {
    const order: string[] = [];
    const begin = (): string => {
      order.push('begin');
      return 'BEGIN';
    };
    let second: Promise<unknown> | undefined;
    await database.transaction('BEGIN', async (tx) => {
      second = database.transaction(begin, () => Promise.resolve());
      await tx.rows(note, ['first']);
      order.push('first');
    });
    await second;
    expect(order).toEqual(['first', 'begin']);
  });

  it('rolls back running and later transactions after interrupt(), and resolves when the running ones have ended', async () => {
    const reason = new Error('interrupted');
    const interrupted = Database.of(dataSource);
    let ended = Promise.resolve();
    const running = interrupted.transaction('BEGIN', async (tx) => {
      await tx.rows(note, ['running']);
      ended = interrupted.interrupt(reason);
      return tx.rows(note, ['not sent']);
    });
    await expect(running).rejects.toBe(reason);
    await ended;
    await expect(interrupted.transaction('BEGIN', (tx) => tx.rows(note, ['later']))).rejects.toBe(reason);
    expect(await texts()).toEqual([]);
  });
});
