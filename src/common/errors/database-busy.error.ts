import { DomainError } from './domain-error';

/** PostgreSQL ended a statement because of other transactions or of a time-out, and rolled its transaction back. */
export class DatabaseBusyError extends DomainError {
  constructor(override readonly cause: Error) {
    super('busy', 'the database did not finish the request in time', { headers: { 'retry-after': '5' } });
  }
}

/**
 * SQLSTATEs (PostgreSQL manual, appendix A): serialization failure, deadlock, `lock_timeout`, and `statement_timeout` of the role or of
 * the database, or a cancellation by an administrator.
 */
const SQLSTATE = /^(?:40001|40P01|55P03|57014)$/;

/** Converts an error of the driver that other transactions or a time-out cause; returns undefined for any other. */
export function databaseBusy(error: unknown): DatabaseBusyError | undefined {
  if (!(error instanceof Error)) return undefined;
  const code: unknown = Reflect.get(error, 'code');
  return typeof code === 'string' && SQLSTATE.test(code) ? new DatabaseBusyError(error) : undefined;
}
