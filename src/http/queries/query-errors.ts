import { DomainError } from '../../common/errors/domain-error';

export class MalformedQueryError extends DomainError {
  constructor() {
    super('malformed_request', 'the query is not percent-encoded UTF-8');
  }
}
