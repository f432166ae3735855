import { NotGrantableError } from '../common/access/access-errors';
import type { Principal } from '../common/access/principal';
import type { Scope } from '../common/access/scope';

/** What an API key may do. */
export interface Grant {
  scopes: readonly Scope[];
  /** Null or undefined: all projects of the organization. */
  projectIds?: readonly string[] | null;
}

/** Whether one set of projects lies within another; null is all of them. */
export function isWithin(inner: readonly string[] | null, outer: readonly string[] | null): boolean {
  if (!outer) return true;
  const reachable = new Set(outer);
  return inner?.every((id) => reachable.has(id.toLowerCase())) ?? false;
}

/**
 * An API key hands on at most what it has itself.
 * @throws NotGrantableError
 */
export function assertGrantable(principal: Principal, { scopes, projectIds = null }: Grant): void {
  const beyond = scopes.filter((scope) => !principal.scopes.has(scope));
  if (beyond.length > 0) {
    throw new NotGrantableError(`the API key does not have ${beyond.join(', ')} itself`);
  }
  if (!isWithin(projectIds, principal.projectIds)) {
    throw new NotGrantableError('the API key is limited to projects, and these are not within them');
  }
}
