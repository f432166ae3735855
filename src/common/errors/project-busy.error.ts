import { DomainError } from './domain-error';

/**
 * A request could not be served beside other work: a write, checks or the removal of old history that took too long,
 * or a change of the rights of the caller.
 */
export class ProjectBusyError extends DomainError {
  constructor() {
    super('project_busy', 'the request could not be served beside other work that was under way', {
      headers: { 'retry-after': '5' },
    });
  }
}
