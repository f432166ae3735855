import { setImmediate as endOfTurn } from 'node:timers/promises';
import { BatchedLookup } from './batched-lookup';
import type { Database } from './database';

interface Row {
  id: string;
}

/** A database whose statements are answered by the test. */
class HeldDatabase {
  readonly statements: { ids: string[]; answer: (rows: Row[]) => void; fail: (error: Error) => void }[] = [];
  readonly rows = (_statement: unknown, [ids]: [string[]]): Promise<Row[]> =>
    new Promise((answer, fail) => this.statements.push({ ids, answer, fail }));
}

describe('BatchedLookup', () => {
  let lookup: BatchedLookup<Row>;
  let held: HeldDatabase;
  const find = (id: string, on = held): Promise<Row | undefined> => lookup.find(on as unknown as Database, id);

  beforeEach(() => {
    lookup = new BatchedLookup({ name: 'rows', text: 'SELECT id FROM rows WHERE id = ANY ($1)' });
    held = new HeldDatabase();
  });

  it('sends the look-ups of one turn as one statement with each id once', async () => {
    const found = Promise.all(['a', 'b', 'a', 'missing'].map((id) => find(id)));
    await endOfTurn();
    expect(held.statements).toMatchObject([{ ids: ['a', 'b', 'missing'] }]);
    held.statements[0]?.answer([{ id: 'b' }, { id: 'a' }]);
    await expect(found).resolves.toEqual([{ id: 'a' }, { id: 'b' }, { id: 'a' }, undefined]);
  });

  it('reads a row again for a look-up that is made after the statement was sent', async () => {
    const first = find('a');
    await endOfTurn();
    const second = find('a');
    held.statements[0]?.answer([]);
    await expect(first).resolves.toBeUndefined();
    await endOfTurn();
    held.statements[1]?.answer([{ id: 'a' }]);
    await expect(second).resolves.toEqual({ id: 'a' });
  });

  it('sends the look-ups on each database separately', async () => {
    const other = new HeldDatabase();
    const found = [find('a'), find('a', other)];
    await endOfTurn();
    held.statements[0]?.answer([]);
    other.statements[0]?.answer([{ id: 'a' }]);
    await expect(Promise.all(found)).resolves.toEqual([undefined, { id: 'a' }]);
  });

  it('passes the failure of a statement to all its look-ups, and to no later one', async () => {
    const failed = Promise.allSettled([find('a'), find('b')]);
    await endOfTurn();
    held.statements[0]?.fail(new Error('the connection is lost'));
    await expect(failed).resolves.toMatchObject([{ status: 'rejected' }, { status: 'rejected' }]);
    const later = find('a');
    await endOfTurn();
    held.statements[1]?.answer([{ id: 'a' }]);
    await expect(later).resolves.toEqual({ id: 'a' });
  });
});
