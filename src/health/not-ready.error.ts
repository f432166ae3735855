import { DomainError } from '../common/errors/domain-error';

export class NotReadyError extends DomainError {
  constructor(reason: string) {
    super('not_ready', reason);
  }
}
