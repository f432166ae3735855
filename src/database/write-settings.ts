import { type EntityManager, QueryFailedError } from 'typeorm';
import { begun, committed } from './after-commit';
import { planSettings } from './planned-reads';

/** Milliseconds that a statement of a write waits for a row lock. */
export const LOCK_TIMEOUT_MS = 30_000;

/** SQLSTATE `lock_not_available`: another transaction held the row for longer than `lock_timeout`. */
const LOCK_NOT_AVAILABLE = '55P03';

/** SQLSTATE `query_canceled`: a statement took longer than `statement_timeout`, or an administrator ended it. */
const QUERY_CANCELED = '57014';

/**
 * Returns SQL with the settings of a transaction that writes. They are no settings of the connection, because a pooler
 * gives the connection to other clients between transactions, and refuses unknown settings when a client connects.
 *
 * - Waits for locks are bounded.
 * - Rows are looked up in indexes. A connection keeps its plans of the statements that check foreign keys. It would
 *   keep scans of whole tables if these were small at that time, and then read a table once for each row of the first
 *   large import.
 * - Statements are not compiled. A scan that no index can replace is planned as very expensive, and would be.
 */
export const writeSettings = (lockTimeoutMs = LOCK_TIMEOUT_MS): string =>
  `SET LOCAL lock_timeout = ${Math.max(1, Math.ceil(lockTimeoutMs))}; ${planSettings('lookUps')}`;

/**
 * Returns SQL that bounds the time of each statement that follows. A wait for a row has two stages, first behind other
 * waiters and then for the transaction that holds the row, and `lock_timeout` bounds each of them by itself.
 */
export const limitStatements = (ms: number): string => `SET LOCAL statement_timeout = ${Math.max(1, Math.ceil(ms))}`;

/** Ends this bound: the bound of the role or of the database is valid again, if there is one. */
export const UNLIMIT_STATEMENTS = 'SET LOCAL statement_timeout TO DEFAULT';

/** Runs work that locks rows in a transaction of TypeORM, or in a part of the transaction of `manager` that can be rolled back. */
export async function lockingTransaction<T>(
  manager: EntityManager,
  work: (transaction: EntityManager) => Promise<T>,
): Promise<T> {
  const isPart = manager.queryRunner?.isTransactionActive ?? false;
  const [result, transaction] = await manager.transaction(async (tx) => {
    if (!isPart) begun(tx);
    await tx.query(writeSettings());
    return [await work(tx), tx] as const;
  });
  if (!isPart) committed(transaction);
  return result;
}

export const isLockTimeout = (error: unknown): boolean => sqlState(error) === LOCK_NOT_AVAILABLE;

export const isCanceled = (error: unknown): boolean => sqlState(error) === QUERY_CANCELED;

function sqlState(error: unknown): unknown {
  const cause: unknown = error instanceof QueryFailedError ? error.driverError : error;
  return cause instanceof Error && 'code' in cause ? cause.code : undefined;
}
