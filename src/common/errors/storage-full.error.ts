import { DomainError } from './domain-error';

/** The disk of the database, or another resource of it that the request needs, is exhausted. Nothing was written. */
export class StorageFullError extends DomainError {
  constructor(
    detail: string,
    override readonly cause?: Error,
  ) {
    super('storage_full', detail);
  }
}

/**
 * SQLSTATEs of class 53 (PostgreSQL manual, appendix A): insufficient resources, disk full, out of memory, and a
 * configured limit exceeded, such as `temp_file_limit`. Too many connections are an outage.
 */
const SQLSTATE = /^53[124]00$|^53000$/;

/** Errors of the file system: a temporary file of an export. */
const FILE_SYSTEM: ReadonlySet<string> = new Set(['ENOSPC', 'EDQUOT']);

/** Converts an error of the driver or of the file system that a full disk causes; returns undefined for any other. */
export function storageFull(error: unknown): StorageFullError | undefined {
  if (!(error instanceof Error)) return undefined;
  const code: unknown = Reflect.get(error, 'code');
  if (typeof code !== 'string' || !(SQLSTATE.test(code) || FILE_SYSTEM.has(code))) return undefined;
  return new StorageFullError('the service has too little disk space for this request; nothing was written', error);
}
