import { DomainError } from '../../common/errors/domain-error';

/** The bodies and answers of other requests take all of the memory that is reserved for them. */
export class MemoryBusyError extends DomainError {
  constructor() {
    super('busy', 'large requests and answers use all the memory that is reserved for them', {
      headers: { 'retry-after': '2' },
    });
  }
}
