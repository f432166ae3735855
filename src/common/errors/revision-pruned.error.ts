import { DomainError } from './domain-error';

/** A request asks for a revision that is older than the history of the project. */
export class RevisionPrunedError extends DomainError {
  /**
   * @param oldest the oldest revision that can be read; the changes after it can be read and undone
   * @param parameter that contains the revision
   */
  constructor(revision: number, oldest: string, parameter: 'revision' | 'since' | 'base') {
    const detail = `the history no longer has revision ${revision}; the oldest revision that can be read is ${oldest}`;
    super('revision_pruned', detail, {
      extensions: { oldestRevision: Number(oldest) },
      errors: [{ parameter, code: 'revision_pruned', detail }],
    });
  }
}
