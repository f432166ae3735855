import { Database } from '../../src/database/database';
import { RunningTransaction } from '../../src/database/transaction';

type Rows = (this: unknown, ...values: unknown[]) => Promise<unknown[]>;

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
      largest = Math.max(largest, JSON.stringify(found).length);
      return found;
    });
  }
  return () => {
    const characters = largest;
    largest = 0;
    return characters;
  };
}
