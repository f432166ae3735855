import { BoundedMap } from '../bounded-map';

/** How many revisions are remembered: events of older ones have come long since. */
const MAX_REVISIONS = 200;

const revisions = new BoundedMap<string, true>(MAX_REVISIONS);

/** Notes the revision that the answer to a write or a preview of this page has: a preview has made none. */
export function noteRevision({ method }: Request, response: Response): void {
  const revision = response.headers.get('X-Glossa-Revision');
  if (method === 'GET' || revision === null) return;
  revisions.set(revision, true);
}

/** Whether an answer to a write or a preview of this page had a revision. */
export const isOwnRevision = (revision: number): boolean => revisions.has(String(revision));
