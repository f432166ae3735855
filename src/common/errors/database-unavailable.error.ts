import { DomainError } from './domain-error';

/** The database cannot be reached, or has closed the connection: an outage, not a defect of the service. */
export class DatabaseUnavailableError extends DomainError {
  constructor(override readonly cause: Error) {
    super('database_unavailable', 'the database cannot be reached at the moment', { headers: { 'retry-after': '2' } });
  }
}

/** Converts an error of the driver that an outage causes; returns undefined for any other. */
export function databaseOutage(error: unknown): DatabaseUnavailableError | undefined {
  return error instanceof Error && isOutage(error) ? new DatabaseUnavailableError(error) : undefined;
}

/**
 * SQLSTATEs (PostgreSQL manual, appendix A): connection exceptions, shutdown, crash and start of the server, too many
 * connections, and a write to a server that has become a standby.
 */
const SQLSTATE = /^(?:08...|57P0[1235]|53300|25006)$/;

const NETWORK: ReadonlySet<string> = new Set([
  'EAI_AGAIN',
  'ECONNREFUSED',
  'ECONNRESET',
  'EHOSTUNREACH',
  'ENETUNREACH',
  'ENOTFOUND',
  'EPIPE',
  'ETIMEDOUT',
]);

/** Messages of `pg` and `pg-pool`, whose errors have no code. */
const MESSAGES: ReadonlySet<string> = new Set([
  'Client has encountered a connection error and is not queryable',
  'Client was closed and is not queryable',
  'Connection terminated',
  'Connection terminated due to connection timeout',
  'Connection terminated unexpectedly',
  'timeout exceeded when trying to connect',
  'timeout expired',
]);

function isOutage(error: Error): boolean {
  // One error for each address of a host.
  if (error instanceof AggregateError) return error.errors.some((each) => each instanceof Error && isOutage(each));
  const code: unknown = Reflect.get(error, 'code');
  if (typeof code === 'string') return NETWORK.has(code) || SQLSTATE.test(code);
  return MESSAGES.has(error.message);
}
