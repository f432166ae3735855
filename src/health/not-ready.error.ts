import { DomainError } from '../common/errors/domain-error';

export class NotReadyError extends DomainError {
  constructor() {
    super('not_ready', 'the database cannot be reached');
  }
}
