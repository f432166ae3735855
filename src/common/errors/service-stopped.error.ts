import { DomainError } from './domain-error';

/** The service shuts down and does not wait for the request any longer. Its transaction is rolled back. */
export class ServiceStoppedError extends DomainError {
  constructor() {
    super('internal_error', 'the service was stopped before the request was finished; nothing was written', {
      headers: { connection: 'close' },
    });
  }
}
