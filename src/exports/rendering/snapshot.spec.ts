import type { Database } from '../../database/database';
import type { Transaction } from '../../database/transaction';
import { Snapshots } from './snapshot';

describe('Snapshots', () => {
  it('reads at most two large projects at once, and small ones without waiting', async () => {
    const transaction = (
      _begin: string,
      work: (tx: Transaction, rows: unknown[]) => Promise<unknown>,
    ): Promise<unknown> => work({} as Transaction, [{}]);
    const snapshots = new Snapshots({ transaction } as unknown as Database);
    let [open, most] = [0, 0];
    const finish: (() => void)[] = [];
    const rendering = async (): Promise<void> => {
      most = Math.max(most, ++open);
      await new Promise<void>((resolve) => finish.push(resolve));
      open--;
    };
    const large = Array.from({ length: 5 }, (_, i) =>
      snapshots.read({ id: String(i), stringCount: 1_000_000 }, rendering),
    );
    await snapshots.read({ id: 'small', stringCount: 10 }, () => Promise.resolve());
    let ended = false;
    const all = Promise.all(large).then(() => (ended = true));
    while (!ended) {
      finish.shift()?.();
      await new Promise(setImmediate);
    }
    await all;
    expect(most).toBe(2);
  });
});
