import { setImmediate as endOfTurn } from 'node:timers/promises';
import { BatchedRead } from './batched-read';
import type { Database } from './database';

interface Row {
  id: number;
  name: string;
}

const A: Row = { id: 1, name: 'a' };

/** A database whose statements are answered by the test. */
class HeldDatabase {
  readonly shared = this;
  readonly statements: { names: string[]; answer: (rows: Row[]) => void; fail: (error: Error) => void }[] = [];
  readonly rows = (_statement: unknown, [names]: [string[]]): Promise<Row[]> =>
    new Promise((answer, fail) => this.statements.push({ names, answer, fail }));
}

describe('BatchedRead', () => {
  let reads: BatchedRead<Row>;
  let held: HeldDatabase;
  const rowsOf = (name: string, on = held): Promise<readonly Row[]> => reads.rows(on as unknown as Database, name);

  beforeEach(() => {
    reads = new BatchedRead(
      { name: 'rows', text: 'SELECT id, name FROM rows WHERE name = ANY ($1)' },
      ({ name }) => name,
    );
    held = new HeldDatabase();
  });

  it('sends the reads of one turn as one statement with each value once', async () => {
    const found = Promise.all(['a', 'b', 'a', 'missing'].map((name) => rowsOf(name)));
    await endOfTurn();
    expect(held.statements).toMatchObject([{ names: ['a', 'b', 'missing'] }]);
    const [first, second, third] = [
      { id: 1, name: 'a' },
      { id: 2, name: 'b' },
      { id: 3, name: 'a' },
    ];
    held.statements[0]?.answer([first, second, third]);
    await expect(found).resolves.toEqual([[first, third], [second], [first, third], []]);
  });

  it('reads the rows again for a request that is made after the statement was sent', async () => {
    const first = rowsOf('a');
    await endOfTurn();
    const second = rowsOf('a');
    held.statements[0]?.answer([]);
    await expect(first).resolves.toEqual([]);
    await endOfTurn();
    held.statements[1]?.answer([A]);
    await expect(second).resolves.toEqual([A]);
  });

  it('sends the reads of each database separately', async () => {
    const other = new HeldDatabase();
    const found = [rowsOf('a'), rowsOf('a', other)];
    await endOfTurn();
    held.statements[0]?.answer([]);
    other.statements[0]?.answer([A]);
    await expect(Promise.all(found)).resolves.toEqual([[], [A]]);
  });

  it('passes the failure of a statement to all its reads, and to no later one', async () => {
    const failed = Promise.allSettled([rowsOf('a'), rowsOf('b')]);
    await endOfTurn();
    held.statements[0]?.fail(new Error('the connection is lost'));
    await expect(failed).resolves.toMatchObject([{ status: 'rejected' }, { status: 'rejected' }]);
    const later = rowsOf('a');
    await endOfTurn();
    held.statements[1]?.answer([A]);
    await expect(later).resolves.toEqual([A]);
  });
});
