import { DomainError } from './domain-error';

/** A statement of a read took longer than `DATABASE_READ_TIMEOUT_SECONDS`. */
export class ReadTimeoutError extends DomainError {
  constructor() {
    super('busy', 'the database did not answer the read in time', { headers: { 'retry-after': '30' } });
  }
}
