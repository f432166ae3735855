import { ValidationFailedError } from '../common/errors/domain-error';

/** Several messages in one request, which the protocol had in one version only: each would be one more call. */
export class BatchRefusedError extends ValidationFailedError {
  constructor() {
    super([{ pointer: '', code: 'wrong_type', detail: 'must be one JSON-RPC message, not a list of messages' }]);
  }
}
