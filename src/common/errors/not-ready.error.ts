import { DomainError } from './domain-error';

export class NotReadyError extends DomainError {
  constructor(reason: string) {
    super('not_ready', reason);
  }
}
