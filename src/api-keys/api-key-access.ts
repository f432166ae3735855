import { type EntityManager, In, IsNull } from 'typeorm';
import { validate as isUuid } from 'uuid';
import { UnauthenticatedError } from '../common/access/access-errors';
import type { Principal } from '../common/access/principal';
import { ApiKeyNotFoundError } from './api-key-errors';
import { ApiKey } from './api-key.entity';
import { type CurrentPrincipal, isWithin } from './grants';

/**
 * Locks the caller's API key, and the API key to write, in the order of their ids, so that two callers who write
 * each other do not deadlock. The principal of a request may be some seconds old; what it grants must not be.
 *
 * @returns the caller as it is now
 * @throws UnauthenticatedError if the caller's API key was revoked since the request arrived
 */
export async function lockCaller(
  tx: EntityManager,
  principal: Principal,
  writtenId?: string,
): Promise<CurrentPrincipal> {
  const ids = [principal.apiKeyId, ...(writtenId !== undefined && isUuid(writtenId) ? [writtenId] : [])];
  const where = { id: In(ids), organizationId: principal.organizationId, revokedAt: IsNull() };
  const locked = await tx
    .getRepository(ApiKey)
    .find({ where, order: { id: 'ASC' }, lock: { mode: 'pessimistic_write' } });
  const own = locked.find(({ id }) => id === principal.apiKeyId);
  if (!own) throw new UnauthenticatedError('invalid');
  const scopes = new Set(own.scopes.filter((scope) => principal.scopes.has(scope)));
  const { projectIds, languages, expiresAt } = own;
  return { ...principal, scopes, projectIds, languages, expiresAt };
}

/** @throws ApiKeyNotFoundError if the API key is revoked, of another organization or outside the caller's projects */
export async function findReachable(manager: EntityManager, principal: Principal, id: string): Promise<ApiKey> {
  if (!isUuid(id)) throw new ApiKeyNotFoundError();
  const where = { id, organizationId: principal.organizationId, revokedAt: IsNull() };
  const apiKey = await manager.getRepository(ApiKey).findOneBy(where);
  if (!apiKey || !isWithin(apiKey.projectIds, principal.projectIds)) throw new ApiKeyNotFoundError();
  return apiKey;
}
