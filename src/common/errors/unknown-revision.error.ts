import { DomainError } from './domain-error';

/** A read asks for a revision that the project does not have. */
export class UnknownRevisionError extends DomainError {
  constructor(revision: number, parameter: 'minRevision' | 'revision' | 'since' | 'base') {
    const detail = `the project has not reached revision ${revision}`;
    super('unknown_revision', detail, {
      errors: [{ parameter, code: 'unknown_revision', detail }],
    });
  }
}
