import { DomainError } from './domain-error';

/** A write waited for other writes of the same project for longer than the lock timeout. */
export class ProjectBusyError extends DomainError {
  constructor() {
    super('project_busy', 'other writes of this project did not finish within 30 s', {
      headers: { 'retry-after': '5' },
    });
  }
}
