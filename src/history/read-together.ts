import type { Database } from '../database/database';
import type { Transaction } from '../database/transaction';

/**
 * Runs reads in one snapshot: between two of them, nothing is pruned.
 *
 * @param settings `SET LOCAL …;` of the transaction
 */
export const readTogether = <T>(database: Database, work: (tx: Transaction) => Promise<T>, settings = ''): Promise<T> =>
  database.transaction(`BEGIN ISOLATION LEVEL REPEATABLE READ READ ONLY; ${settings}`, work);
