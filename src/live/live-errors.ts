import { DomainError } from '../common/errors/domain-error';

/** A further stream of events would be one too many. */
export class StreamsBusyError extends DomainError {
  constructor(reason: string) {
    super('streams_busy', reason, { headers: { 'retry-after': '5' } });
  }
}
