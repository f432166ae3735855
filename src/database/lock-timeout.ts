import { QueryFailedError } from 'typeorm';

/** PostgreSQL's `lock_not_available`: somebody else held a row for longer than `LOCK_TIMEOUT_MS`. */
const LOCK_NOT_AVAILABLE = '55P03';

export function isLockTimeout(error: unknown): boolean {
  if (!(error instanceof QueryFailedError)) return false;
  const cause: unknown = error.driverError;
  return typeof cause === 'object' && cause !== null && 'code' in cause && cause.code === LOCK_NOT_AVAILABLE;
}
