import { Database } from '../../src/database/database';
import { RunningTransaction } from '../../src/database/transaction';

type Rows = (this: unknown, ...values: unknown[]) => Promise<unknown[] | undefined>;

/**
 * Watches what the statements of a test file return.
 *
 * @returns a function with the characters of the largest result since it was called last
 */
export function watchReads(): () => number {
  let largest = 0;
  for (const prototype of [Database.prototype, RunningTransaction.prototype] as object[]) {
    const rows = Object.getOwnPropertyDescriptor(prototype, 'rows')?.value as Rows;
    jest.spyOn(prototype as { rows: Rows }, 'rows').mockImplementation(async function (this: unknown, ...values) {
      const found = await rows.apply(this, values);
      // Several statements in one text, which set how rows are read, return none.
      largest = Math.max(largest, JSON.stringify(found ?? []).length);
      return found;
    });
  }
  return () => {
    const characters = largest;
    largest = 0;
    return characters;
  };
}

/**
 * Watches how many statements the service sends in a test file.
 *
 * @returns a function that counts the statements that are sent until a request has its response, which must be a 200
 */
export function countStatements(): (request: () => Promise<{ status: number }>) => Promise<number> {
  const spies = [Database.prototype, RunningTransaction.prototype].map((prototype) => jest.spyOn(prototype, 'rows'));
  const sent = (): number => spies.reduce((sum, spy) => sum + spy.mock.calls.length, 0);
  return async (request) => {
    const before = sent();
    const { status } = await request();
    if (status !== 200) throw new Error(`the response has the status ${status}`);
    return sent() - before;
  };
}
