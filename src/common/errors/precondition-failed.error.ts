import { DomainError } from './domain-error';

/** The resource has changed since the client read it. Nothing was done. */
export class PreconditionFailedError extends DomainError {
  constructor() {
    super('precondition_failed', 'the resource has another entity tag than the ones in If-Match; read it again');
  }
}
