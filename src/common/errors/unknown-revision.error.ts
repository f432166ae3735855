import { DomainError } from './domain-error';

/** A read asks for a revision that the project does not have. */
export class UnknownRevisionError extends DomainError {
  constructor(minRevision: number) {
    const detail = `the project has not reached revision ${minRevision}`;
    super('unknown_revision', detail, {
      errors: [{ parameter: 'minRevision', code: 'unknown_revision', detail }],
    });
  }
}
