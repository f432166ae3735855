import { QueryFailedError } from 'typeorm';

/** SQLSTATE `lock_not_available`: another transaction held the row for longer than `lock_timeout`. */
const LOCK_NOT_AVAILABLE = '55P03';

export function isLockTimeout(error: unknown): boolean {
  const cause: unknown = error instanceof QueryFailedError ? error.driverError : error;
  return cause instanceof Error && 'code' in cause && cause.code === LOCK_NOT_AVAILABLE;
}
