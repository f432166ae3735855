import { UnknownRevisionError } from '../common/errors/unknown-revision.error';

/**
 * Checks that a read sees the revision that the caller asks for.
 *
 * @param revision of the project in the database that was read
 * @throws UnknownRevisionError
 */
export function assertReached(revision: string, minRevision = 0): void {
  if (Number(revision) < minRevision) throw new UnknownRevisionError(minRevision);
}
