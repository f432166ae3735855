import { QueryFailedError } from 'typeorm';

/** PostgreSQL's `lock_not_available`: somebody else held a row for longer than `LOCK_TIMEOUT_MS`. */
const LOCK_NOT_AVAILABLE = '55P03';

export function isLockTimeout(error: unknown): boolean {
  const cause: unknown = error instanceof QueryFailedError ? error.driverError : error;
  return cause instanceof Error && 'code' in cause && cause.code === LOCK_NOT_AVAILABLE;
}
