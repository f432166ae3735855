import { type EntityManager, In, IsNull } from 'typeorm';
import { validate as isUuid } from 'uuid';
import { UnauthenticatedError } from '../common/access/access-errors';
import type { Member, Principal } from '../common/access/principal';
import { type Role, scopesOfMember } from '../common/access/roles';
import { requireScopes } from '../common/access/reach';
import type { Scope } from '../common/access/scope';
import { HAS_SESSION_OF } from './session-sql';
import { ApiKeyNotFoundError } from './api-key-errors';
import { ApiKey } from './api-key.entity';
import { type CurrentPrincipal, isWithin } from './grants';

/**
 * Locks the caller's API key or membership, and the API key to write: API keys in the order of their ids, so that two callers who
 * write each other do not deadlock. The principal of a request may be some seconds old; what it grants must not be.
 *
 * @param scope that the route requires
 * @returns the caller as it is now
 * @throws UnauthenticatedError if the caller's API key was revoked or rotated or has expired, or the membership or the session has ended,
 *   since the request was admitted
 * @throws MissingScopeError if the caller has lost the scope since
 */
export async function lockCaller(
  tx: EntityManager,
  principal: Principal,
  scope: Scope,
  writtenId?: string,
): Promise<CurrentPrincipal> {
  const member = principal.person && (await lockMember(tx, principal, principal.person));
  const ids = [principal.apiKeyId, writtenId].filter((id) => typeof id === 'string' && isUuid(id));
  const where = { id: In(ids), organizationId: principal.organizationId, revokedAt: IsNull() };
  const locked = await tx
    .getRepository(ApiKey)
    .find({ where, order: { id: 'ASC' }, lock: { mode: 'pessimistic_write' } });
  // After all waits for locks.
  await assertSession(tx, principal);
  const caller = member ?? currentApiKey(locked, principal);
  requireScopes(caller, scope);
  return caller;
}

/** @throws UnauthenticatedError */
function currentApiKey(locked: readonly ApiKey[], principal: Principal): CurrentPrincipal {
  const own = locked.find(({ id }) => id === principal.apiKeyId);
  if (!own || !isAdmitted(own, principal)) throw new UnauthenticatedError('invalid');
  const scopes = new Set(own.scopes.filter((scope) => principal.scopes.has(scope)));
  const { projectIds, languages, expiresAt, rateLimit: ownRateLimit } = own;
  return { ...principal, scopes, projectIds, languages, expiresAt, ownRateLimit };
}

/** Whether an API key still has the secret with which a request was admitted, and has not expired. */
const isAdmitted = ({ secretHash, expiresAt }: ApiKey, principal: Principal): boolean =>
  principal.secretHash !== null &&
  secretHash.equals(principal.secretHash) &&
  (expiresAt === null || expiresAt.getTime() > Date.now());

/** @throws UnauthenticatedError if the request was admitted by a session that has ended */
export async function assertSession(tx: EntityManager, { sessionId, person, apiKeyId }: Principal): Promise<void> {
  if (sessionId === null) return;
  const [condition, owner] = person ? [HAS_SESSION_OF.member, person.membershipId] : [HAS_SESSION_OF.apiKey, apiKeyId];
  const found = await tx.query<object[]>(`SELECT WHERE ${condition}`, [owner, sessionId]);
  if (found.length === 0) throw new UnauthenticatedError('ended');
}

async function lockMember(tx: EntityManager, principal: Principal, person: Member): Promise<CurrentPrincipal> {
  const [member] = await tx.query<LockedMember[]>(LOCK_MEMBER, [person.membershipId]);
  if (!member) throw new UnauthenticatedError('ended');
  const { role, projectIds, languages } = member;
  const scopes = new Set(scopesOfMember(role, principal.operator).filter((scope) => principal.scopes.has(scope)));
  return { ...principal, person: { ...person, role }, scopes, projectIds, languages, expiresAt: null };
}

interface LockedMember {
  role: Role;
  projectIds: string[] | null;
  languages: string[] | null;
}

// The entity of memberships belongs to a module that imports this one.
const LOCK_MEMBER = `
  SELECT role, project_ids AS "projectIds", languages FROM memberships WHERE id = $1 FOR NO KEY UPDATE`;

/** @throws ApiKeyNotFoundError if the API key is revoked, of another organization or outside the caller's projects */
export async function findReachable(manager: EntityManager, principal: Principal, id: string): Promise<ApiKey> {
  if (!isUuid(id)) throw new ApiKeyNotFoundError();
  const where = { id, organizationId: principal.organizationId, revokedAt: IsNull() };
  const apiKey = await manager.getRepository(ApiKey).findOneBy(where);
  if (!apiKey || !isWithin(apiKey.projectIds, principal.projectIds)) throw new ApiKeyNotFoundError();
  return apiKey;
}
