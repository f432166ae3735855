import { setImmediate as nextTurn } from 'node:timers/promises';
import { RevisionPrunedError } from '../../common/errors/revision-pruned.error';
import { Database } from '../../database/database';
import { Reads } from '../../database/reads';
import type { Transaction } from '../../database/transaction';
import { ExportsBusyError } from '../export-errors';
import { Snapshots } from './snapshots';

const LARGE = 1_000_000;

/** A database that has one row, whatever is read. */
function databaseOf(row: object): Database {
  const rows = (): Promise<object[]> => Promise.resolve([row]);
  const transaction = (_begin: string, work: (tx: Transaction) => Promise<unknown>): Promise<unknown> =>
    work({ rows } as unknown as Transaction);
  return Object.assign(Object.create(Database.prototype) as Database, {
    transaction,
    limitedTo(this: Database) {
      return this;
    },
  });
}

/** Snapshots of a database whose transactions last until the test ends them. */
class OpenSnapshots {
  readonly open: string[] = [];
  most = 0;
  private readonly finish: (() => void)[] = [];
  private readonly snapshots: Snapshots;

  constructor(embedded = false) {
    this.snapshots = new Snapshots(new Reads(databaseOf({ revision: '1' })), { embedded });
  }

  read(organizationId: string, stringCount: number, signal = new AbortController().signal): Promise<void> {
    return this.snapshots.read({ organizationId, signal }, { id: 'project', stringCount, revision: '1' }, async () => {
      this.most = Math.max(this.most, this.open.push(organizationId));
      await new Promise<void>((resolve) => this.finish.push(resolve));
      this.open.shift();
    });
  }

  async finishAll(): Promise<void> {
    await nextTurn();
    while (this.open.length > 0) {
      this.finish.shift()?.();
      await nextTurn();
    }
  }
}

describe('Snapshots', () => {
  it('are read of at most two large projects at once, and of small ones without waiting for these', async () => {
    const snapshots = new OpenSnapshots();
    const large = ['a', 'b', 'a', 'b', 'c'].map((organization) => snapshots.read(organization, LARGE));
    await nextTurn();
    expect(snapshots.open).toEqual(['a', 'b']);
    const small = snapshots.read('d', 10);
    await nextTurn();
    expect(snapshots.open).toEqual(['a', 'b', 'd']);
    await snapshots.finishAll();
    await Promise.all([...large, small]);
    expect(snapshots.most).toBe(3);
  });

  it.each([
    ['large', LARGE, ['busy', 'quiet']],
    ['small', 10, ['busy', 'busy', 'quiet']],
  ])('leave a slot to other organizations if their projects are %s', async (_, stringCount, open) => {
    const snapshots = new OpenSnapshots();
    for (let i = 0; i < 10; i++) void snapshots.read('busy', stringCount);
    void snapshots.read('quiet', stringCount);
    await nextTurn();
    expect(snapshots.open).toEqual(open);
    await snapshots.finishAll();
  });

  it('are read one by one and in turns on the embedded database, which has one connection', async () => {
    const snapshots = new OpenSnapshots(true);
    const all = ['busy', 'busy', 'busy', 'quiet'].map((organization) => snapshots.read(organization, 10));
    const order: string[] = [];
    for (const [i, organization] of ['busy', 'busy', 'busy', 'quiet'].entries())
      void all[i]?.then(() => order.push(organization));
    await snapshots.finishAll();
    expect([snapshots.most, order]).toEqual([1, ['busy', 'busy', 'quiet', 'busy']]);
  });

  it('are refused to an organization that waits for 100 of them', async () => {
    const snapshots = new OpenSnapshots();
    const waiting = Array.from({ length: 102 }, () => snapshots.read('busy', 10));
    await expect(snapshots.read('busy', 10)).rejects.toThrow(ExportsBusyError);
    const other = snapshots.read('quiet', 10);
    await snapshots.finishAll();
    await Promise.all([...waiting, other]);
  });

  it.each([true, false])(
    'are refused of a revision that was pruned since the project was looked up (embedded: %s)',
    async (embedded) => {
      const found = { revision: '9', oldestRevision: '4' };
      const read = (revisions: { asOf: string } | { since: number }): Promise<unknown> =>
        new Snapshots(new Reads(databaseOf(found)), { embedded }).read(
          { organizationId: 'a', signal: new AbortController().signal },
          { id: 'project', stringCount: 10, revision: '9', ...revisions },
          () => Promise.resolve('read'),
        );
      for (const pruned of [{ asOf: '3' }, { since: 3 }])
        await expect(read(pruned)).rejects.toThrow(RevisionPrunedError);
      for (const kept of [{ asOf: '4' }, { since: 4 }]) await expect(read(kept)).resolves.toBe('read');
    },
  );

  it('are not read for a client that disconnects before its turn', async () => {
    const snapshots = new OpenSnapshots(true);
    const client = new AbortController();
    const [first, left] = [snapshots.read('a', 10), snapshots.read('b', 10, client.signal)];
    client.abort(new Error('left'));
    await expect(left).rejects.toThrow('left');
    await snapshots.finishAll();
    await first;
    expect(snapshots.most).toBe(1);
  });
});
