import { NotGrantableError } from '../common/access/access-errors';
import type { Principal } from '../common/access/principal';
import type { Scope } from '../common/access/scope';

/** The scopes and projects of an API key. */
export interface Grant {
  scopes: readonly Scope[];
  /** Null or undefined: all projects of the organization. */
  projectIds?: readonly string[] | null;
}

/** Whether all projects of `inner` are among those of `outer`; null stands for all projects of the organization. */
export function isWithin(inner: readonly string[] | null, outer: readonly string[] | null): boolean {
  if (!outer) return true;
  const reachable = new Set(outer);
  return inner?.every((id) => reachable.has(id.toLowerCase())) ?? false;
}

/**
 * Checks that a caller grants only scopes and projects that its own API key has.
 *
 * @throws NotGrantableError
 */
export function assertGrantable(principal: Principal, { scopes, projectIds = null }: Grant): void {
  const missing = scopes.filter((scope) => !principal.scopes.has(scope));
  if (missing.length > 0) {
    throw new NotGrantableError(`the API key does not have ${missing.join(', ')} itself`);
  }
  if (!isWithin(projectIds, principal.projectIds)) {
    throw new NotGrantableError('the API key is limited to projects, and the requested projects exceed its own');
  }
}
