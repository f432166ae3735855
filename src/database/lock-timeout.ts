import { type EntityManager, QueryFailedError } from 'typeorm';

/** Milliseconds that a statement of a write waits for a row lock. */
export const LOCK_TIMEOUT_MS = 30_000;

/** SQLSTATE `lock_not_available`: another transaction held the row for longer than `lock_timeout`. */
const LOCK_NOT_AVAILABLE = '55P03';

/**
 * Returns SQL that bounds the waits of the current transaction. It is no setting of the connection, because a pooler gives
 * the connection to other clients between transactions, and refuses unknown settings when a client connects.
 */
export const setLockTimeout = (milliseconds = LOCK_TIMEOUT_MS): string =>
  `SET LOCAL lock_timeout = ${Math.max(1, Math.ceil(milliseconds))}`;

/** Runs work that locks rows in a transaction of TypeORM. */
export function lockingTransaction<T>(
  manager: EntityManager,
  work: (transaction: EntityManager) => Promise<T>,
): Promise<T> {
  return manager.transaction(async (transaction) => {
    await transaction.query(setLockTimeout());
    return work(transaction);
  });
}

export function isLockTimeout(error: unknown): boolean {
  const cause: unknown = error instanceof QueryFailedError ? error.driverError : error;
  return cause instanceof Error && 'code' in cause && cause.code === LOCK_NOT_AVAILABLE;
}
