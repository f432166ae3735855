import { ValidationFailedError } from '../common/errors/domain-error';

/** A request has several messages, which only one version of the protocol had: each would be one more call. */
export class BatchRefusedError extends ValidationFailedError {
  constructor() {
    super([{ pointer: '', code: 'wrong_type', detail: 'must be one JSON-RPC message, not a list of messages' }]);
  }
}
