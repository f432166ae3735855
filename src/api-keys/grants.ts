import { NotGrantableError } from '../common/access/access-errors';
import type { Principal } from '../common/access/principal';
import { canWriteIn } from '../common/access/reach';
import type { Scope } from '../common/access/scope';

/** The rights of an API key and their end. */
export interface Grant {
  scopes: readonly Scope[];
  /** Null: all projects of the organization. */
  projectIds: readonly string[] | null;
  /** Null: all languages. */
  languages: readonly string[] | null;
  /** Null: for ever. */
  expiresAt: Date | null;
  /** Requests per minute; null: as many as the organization has. */
  rateLimit: number | null;
}

/** A caller whose API key was read in the transaction that uses it. */
export interface CurrentPrincipal extends Principal {
  expiresAt: Date | null;
}

/** The rights of a caller, of which it grants a part. */
export type Granting = Pick<CurrentPrincipal, 'scopes' | 'projectIds' | 'languages' | 'expiresAt' | 'ownRateLimit'>;

/**
 * Whether all projects of `inner` are among the projects of `outer`; null stands for all projects of the organization.
 */
export function isWithin(inner: readonly string[] | null, outer: readonly string[] | null): boolean {
  if (!outer) return true;
  const reachable = new Set(outer);
  return inner?.every((id) => reachable.has(id.toLowerCase())) ?? false;
}

/**
 * Checks that a caller grants only scopes, projects, languages and requests that it has itself, and only for as long.
 *
 * @throws NotGrantableError
 */
export function assertGrantable(
  caller: Granting,
  { scopes, projectIds, languages, expiresAt, rateLimit }: Grant,
): void {
  const missing = scopes.filter((scope) => !caller.scopes.has(scope));
  if (missing.length > 0) {
    throw new NotGrantableError(`the caller does not have ${missing.join(', ')} itself`);
  }
  if (!isWithin(projectIds, caller.projectIds)) {
    throw new NotGrantableError('the caller is limited to projects, and the requested projects exceed its own');
  }
  const refused = languages?.filter((language) => !canWriteIn(caller, language)) ?? [];
  if (refused.length > 0 || (!languages && caller.languages)) {
    const detail = languages ? `, and cannot write ${refused.join(', ')}` : '';
    throw new NotGrantableError(`the caller is limited to languages${detail}`);
  }
  if (caller.expiresAt && (!expiresAt || expiresAt > caller.expiresAt)) {
    throw new NotGrantableError(`the API key itself expires at ${caller.expiresAt.toISOString()}`);
  }
  if (caller.ownRateLimit !== null && (rateLimit === null || rateLimit > caller.ownRateLimit)) {
    throw new NotGrantableError(`the API key itself may send ${caller.ownRateLimit} requests a minute`);
  }
}
