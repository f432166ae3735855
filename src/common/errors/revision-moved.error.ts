import { DomainError } from './domain-error';

/** A request expects the project at a revision that it is not at. Nothing was written. */
export class RevisionMovedError extends DomainError {
  /**
   * @param parameter that contains the expected revision
   * @param revision of the project now
   */
  constructor(parameter: string, expected: string, revision: string) {
    super('revision_moved', `the project is at revision ${revision}, and the request expects revision ${expected}`, {
      extensions: { revision: Number(revision) },
      errors: [{ parameter, code: 'revision_moved', detail: `expects revision ${expected}` }],
    });
  }
}
