import { type EntityManager, QueryFailedError } from 'typeorm';

/** Milliseconds that a statement of a write waits for a row lock. */
export const LOCK_TIMEOUT_MS = 30_000;

/** SQLSTATE `lock_not_available`: another transaction held the row for longer than `lock_timeout`. */
const LOCK_NOT_AVAILABLE = '55P03';

/**
 * Returns SQL with the settings of a transaction that writes. They are no settings of the connection, because a pooler gives
 * the connection to other clients between transactions, and refuses unknown settings when a client connects.
 *
 * - Waits for locks are bounded.
 * - Rows are looked up in indexes. A connection keeps its plans of the statements that check foreign keys. It would keep scans of
 *   whole tables if these were small at that time, and then read a table once for each row of the first large import.
 * - Statements are not compiled. A scan that no index can replace is planned as very expensive, and would be.
 */
export const writeSettings = (lockTimeoutMs = LOCK_TIMEOUT_MS): string =>
  `SET LOCAL lock_timeout = ${Math.max(1, Math.ceil(lockTimeoutMs))}; SET LOCAL enable_seqscan = off; SET LOCAL jit = off`;

/** Runs work that locks rows in a transaction of TypeORM. */
export function lockingTransaction<T>(
  manager: EntityManager,
  work: (transaction: EntityManager) => Promise<T>,
): Promise<T> {
  return manager.transaction(async (transaction) => {
    await transaction.query(writeSettings());
    return work(transaction);
  });
}

export function isLockTimeout(error: unknown): boolean {
  const cause: unknown = error instanceof QueryFailedError ? error.driverError : error;
  return cause instanceof Error && 'code' in cause && cause.code === LOCK_NOT_AVAILABLE;
}
