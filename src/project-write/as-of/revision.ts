import { RevisionPrunedError } from '../../common/errors/revision-pruned.error';
import { UnknownRevisionError } from '../../common/errors/unknown-revision.error';

/**
 * Checks that a read sees the revision that the caller asks for.
 *
 * @param revision of the project in the database that was read
 * @param parameter that asks for the revision
 * @throws UnknownRevisionError
 */
export function assertReached(
  revision: string,
  asked = 0,
  parameter: 'minRevision' | 'revision' | 'since' | 'base' = 'minRevision',
): void {
  if (Number(revision) < asked) throw new UnknownRevisionError(asked, parameter);
}

/**
 * Checks that a project can still be read as it was at a revision.
 *
 * @param oldestRevision of the project
 * @param parameter that asks for the revision
 * @throws RevisionPrunedError
 */
export function assertKept(
  oldestRevision: string,
  asked: number | undefined,
  parameter: 'revision' | 'since' | 'base' = 'revision',
): void {
  if (asked !== undefined && asked < Number(oldestRevision)) {
    throw new RevisionPrunedError(asked, oldestRevision, parameter);
  }
}
