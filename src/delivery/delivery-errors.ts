import { DomainError } from '../common/errors/domain-error';

/** The token, the channel, or the file does not exist: which of them is not said. */
export class DeliveredFileNotFoundError extends DomainError {
  constructor() {
    super('not_found', 'there is no such file: the token, the channel, the language or the file does not exist');
  }
}
