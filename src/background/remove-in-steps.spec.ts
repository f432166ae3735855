import type { Database } from '../database/database';
import { prepared } from '../database/statements';
import { removeInSteps } from './remove-in-steps';

const STATEMENT = prepared('DELETE FROM old_rows WHERE i IN (SELECT i FROM old_rows LIMIT $1)');

/**
 * Returns the numbers of rows that the steps of a removal ask for, if each step takes a time of `durations`; then no
 * rows are left.
 */
async function limitsWith(durations: readonly number[]): Promise<number[]> {
  let now = 0;
  const clock = jest.spyOn(performance, 'now').mockImplementation(() => now);
  const limits: number[] = [];
  const tx = {
    count: (_statement: unknown, [limit]: [number]): Promise<number> => {
      if (limits.length > durations.length) throw new Error('the removal goes on although no rows are left');
      now += durations[limits.length] ?? 0;
      return Promise.resolve(limits.push(limit) <= durations.length ? limit : 0);
    },
  };
  const database = { transaction: (_begin: string, work: (transaction: typeof tx) => unknown) => work(tx) };
  try {
    for await (const _removed of removeInSteps(database as unknown as Database, STATEMENT, [])) void _removed;
  } finally {
    clock.mockRestore();
  }
  return limits;
}

describe('a removal in steps', () => {
  it('doubles the rows of the next step after a short step', async () => {
    expect(await limitsWith([1, 1, 1])).toEqual([10, 20, 40, 80]);
  });

  it('keeps the rows of the next step after a step of medium length', async () => {
    expect(await limitsWith([20, 20])).toEqual([10, 10, 10]);
  });

  it('halves the rows of the next step after a long step', async () => {
    expect(await limitsWith([1, 1, 31, 31])).toEqual([10, 20, 40, 20, 10]);
  });

  it('removes at least one row in each step', async () => {
    expect(await limitsWith([31, 31, 31, 31, 31])).toEqual([10, 5, 2, 1, 1, 1]);
  });

  it('removes at most 5,000 rows in each step', async () => {
    expect((await limitsWith(Array<number>(12).fill(1))).slice(-3)).toEqual([5_000, 5_000, 5_000]);
  });
});
