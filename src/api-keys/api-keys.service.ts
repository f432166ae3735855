import { Injectable } from '@nestjs/common';
import { DataSource, type EntityManager, IsNull } from 'typeorm';
import { type AuditActor, recordAudit } from '../audit/record';
import type { ResourceLocator } from '../common/access/access.decorators';
import { UnauthenticatedError } from '../common/access/access-errors';
import type { Principal } from '../common/access/principal';
import type { Scope } from '../common/access/scope';
import { ValidationFailedError } from '../common/errors/domain-error';
import { lockingTransaction } from '../database/write-settings';
import { ApiKeyEndings } from './api-key-endings';
import { findReachable, lockCaller } from './api-key-access';
import { writeWithinLimits } from './api-key-limits';
import { ApiKeyOwnerQuery } from './api-key-owner-query';
import { ApiKey } from './api-key.entity';
import { assertGrantable } from './grants';
import {
  type ApiKeyChange,
  type ApiKeyWithSecret,
  buildApiKey,
  findProjects,
  inOrder,
  type NewApiKey,
  toDate,
} from './new-api-key';
import { PrincipalResolver } from './principal-resolver';
import { generateSecret, hashSecret, secretHint } from './secret';

const MANAGE = 'api-keys:manage';

/**
 * Lists, creates, changes, rotates and revokes API keys. An API key outside the caller's reach does not exist for the
 * caller.
 */
@Injectable()
export class ApiKeysService implements ResourceLocator {
  constructor(
    private readonly dataSource: DataSource,
    private readonly principals: PrincipalResolver,
    private readonly endings: ApiKeyEndings,
  ) {}

  /** Returns the API keys within the caller's reach, oldest first: expired ones too, but no revoked ones. */
  async list({ organizationId, projectIds }: Principal): Promise<ApiKey[]> {
    const query = this.dataSource
      .getRepository(ApiKey)
      .createQueryBuilder('k')
      .where('k.organization_id = :organizationId AND k.revoked_at IS NULL', { organizationId })
      .orderBy('k.id');
    // An API key of all projects has null here, and a comparison with null is not true: it is out of reach.
    if (projectIds) query.andWhere('k.project_ids <@ :projectIds::uuid[]', { projectIds });
    return query.getMany();
  }

  /**
   * Returns the caller's own API key; null for a person.
   *
   * @throws UnauthenticatedError if it was revoked since the request arrived
   */
  async getOwn({ apiKeyId }: Principal): Promise<ApiKey | null> {
    if (apiKeyId === null) return null;
    const apiKey = await this.dataSource.getRepository(ApiKey).findOneBy({ id: apiKeyId, revokedAt: IsNull() });
    if (!apiKey) throw new UnauthenticatedError('invalid');
    return apiKey;
  }

  async assertVisible(principal: Principal, id: string): Promise<void> {
    await findReachable(this.dataSource.manager, principal, id);
  }

  /**
   * Creates an API key in the caller's organization.
   *
   * @param scope that the route requires
   * @throws NotGrantableError for scopes, projects or languages that the caller does not have, or beyond its expiry
   * @throws ApiKeyLimitError
   */
  async create(principal: Principal, requested: NewApiKey, scope: Scope = MANAGE): Promise<ApiKeyWithSecret> {
    const { organizationId, person } = principal;
    const { projectIds = null, languages = null, rateLimit = null } = requested;
    const grant = { ...requested, projectIds, languages, rateLimit, expiresAt: toDate(requested.expiresAt) };
    const author = person && { createdBy: person.name, createdByPerson: person.id };
    return lockingTransaction(this.dataSource.manager, (tx) =>
      writeWithinLimits(tx, organizationId, async () => {
        assertGrantable(await lockCaller(tx, principal, scope), grant);
        return insert(tx, principal, organizationId, { ...requested, ...author });
      }),
    );
  }

  /**
   * Creates an API key in any organization; the caller must have checked what it grants.
   *
   * @param actor who creates it
   * @throws OrganizationNotFoundError, ApiKeyLimitError
   * @throws ValidationFailedError for projects that the organization does not have, or a rate limit not below its own
   */
  createForOrganization(
    actor: AuditActor,
    organizationId: string,
    requested: NewApiKey,
    manager: EntityManager = this.dataSource.manager,
  ): Promise<ApiKeyWithSecret> {
    return lockingTransaction(manager, (tx) =>
      writeWithinLimits(tx, organizationId, () => insert(tx, actor, organizationId, requested)),
    );
  }

  /**
   * Changes the name, scopes, projects, languages, expiry or rate limit of an API key. A change of the name alone grants nothing.
   *
   * @throws ApiKeyNotFoundError, ApiKeyLimitError
   * @throws ValidationFailedError for projects that the organization does not have, or a rate limit not below its own
   * @throws NotGrantableError if the changed API key would have more than the caller
   */
  async change(principal: Principal, id: string, change: ApiKeyChange): Promise<ApiKey> {
    const write = async (tx: EntityManager): Promise<ApiKey> => {
      const caller = await lockCaller(tx, principal, MANAGE, id);
      const apiKey = await findReachable(tx, caller, id);
      const before = { ...apiKey };
      if (change.name !== undefined) apiKey.name = change.name;
      if (change.scopes) apiKey.scopes = inOrder(change.scopes);
      if (change.projectIds !== undefined) apiKey.projectIds = change.projectIds && [...change.projectIds];
      if (change.languages !== undefined) apiKey.languages = change.languages && [...change.languages];
      const hadExpired = apiKey.expiresAt !== null && apiKey.expiresAt.getTime() <= Date.now();
      if (change.expiresAt !== undefined) apiKey.expiresAt = toDate(change.expiresAt);
      if (change.rateLimit !== undefined) apiKey.rateLimit = change.rateLimit;
      if (changesAccess(change)) assertGrantable(caller, apiKey);
      const owner = new ApiKeyOwnerQuery(tx);
      // The limit of the caller's principal may be some seconds old.
      if (change.rateLimit) assertRateLimit(change.rateLimit, await owner.lockOrganization(apiKey.organizationId));
      if (change.projectIds) {
        apiKey.projectIds = await findProjects(owner, apiKey.organizationId, change.projectIds);
      }
      const { id: changedId, name, scopes, projectIds, languages, expiresAt, rateLimit } = apiKey;
      await tx.getRepository(ApiKey).update(changedId, {
        ...{ name, scopes, projectIds, languages, expiresAt, rateLimit },
        // The clock of the database, which also times the begin of sessions.
        ...(hadExpired && change.expiresAt !== undefined && { reactivatedAt: () => 'now()' }),
      });
      const details = changesAccess(change) ? grantOf(apiKey) : {};
      await recordAudit(tx, principal, {
        ...{ action: 'api-key.changed', target: targetOf(apiKey), details },
        change: { before, after: apiKey },
      });
      if (changesAccess(change)) await this.endings.run(tx, principal, apiKey);
      return apiKey;
    };
    const namesMore = Boolean(change.projectIds ?? change.languages);
    const changed = await lockingTransaction(this.dataSource.manager, (tx) =>
      namesMore ? writeWithinLimits(tx, principal.organizationId, () => write(tx)) : write(tx),
    );
    this.principals.invalidateApiKey(changed.id);
    return changed;
  }

  /**
   * Replaces the secret of an API key; the old secret stops working.
   *
   * @throws NotGrantableError if the API key has more than the caller, who would gain it by the secret
   */
  async rotate(principal: Principal, id: string): Promise<ApiKeyWithSecret> {
    const rotated = await lockingTransaction(this.dataSource.manager, async (tx) => {
      const caller = await lockCaller(tx, principal, MANAGE, id);
      const apiKey = await findReachable(tx, caller, id);
      assertGrantable(caller, apiKey);
      const secret = generateSecret();
      const replacement = { secretHash: hashSecret(secret), hint: secretHint(secret) };
      await tx.getRepository(ApiKey).update(apiKey.id, replacement);
      await recordAudit(tx, principal, { action: 'api-key.rotated', target: targetOf(apiKey) });
      return { apiKey: Object.assign(apiKey, replacement), secret };
    });
    this.principals.invalidateApiKey(rotated.apiKey.id);
    return rotated;
  }

  /** Revokes an API key for good. Its row stays, since translations refer to the API key that wrote them. */
  async revoke(principal: Principal, id: string): Promise<void> {
    const revokedId = await lockingTransaction(this.dataSource.manager, async (tx) => {
      const apiKey = await findReachable(tx, await lockCaller(tx, principal, MANAGE, id), id);
      const revokedAt = new Date();
      await tx.getRepository(ApiKey).update(apiKey.id, { revokedAt });
      await recordAudit(tx, principal, { action: 'api-key.revoked', target: targetOf(apiKey) });
      await this.endings.run(tx, principal, { ...apiKey, revokedAt });
      return apiKey.id;
    });
    this.principals.invalidateApiKey(revokedId);
  }
}

/** @throws OrganizationNotFoundError, ValidationFailedError */
async function insert(
  tx: EntityManager,
  actor: AuditActor,
  organizationId: string,
  requested: NewApiKey,
): Promise<ApiKeyWithSecret> {
  const owner = new ApiKeyOwnerQuery(tx);
  assertRateLimit(requested.rateLimit, await owner.lockOrganization(organizationId));
  const projectIds = requested.projectIds ? await findProjects(owner, organizationId, requested.projectIds) : null;
  const created = buildApiKey(organizationId, { ...requested, projectIds });
  await tx.getRepository(ApiKey).insert(created.apiKey);
  const event = {
    action: 'api-key.created',
    target: targetOf(created.apiKey),
    details: grantOf(created.apiKey),
  } as const;
  // The audits of the operator and of the tenant both have this action.
  for (const id of new Set([organizationId, actor.organizationId ?? organizationId])) {
    await recordAudit(tx, actor, { ...event, organizationId: id });
  }
  return created;
}

const changesAccess = ({ scopes, projectIds, languages, expiresAt, rateLimit }: ApiKeyChange): boolean =>
  [scopes, projectIds, languages, expiresAt, rateLimit].some((value) => value !== undefined);

const targetOf = ({ id, name }: ApiKey) => ({ type: 'api-key' as const, id, name });

/** Returns what an API key may do. */
const grantOf = ({ scopes, projectIds, languages, expiresAt, rateLimit }: ApiKey) => ({
  ...{ scopes, projectIds, languages, expiresAt, rateLimit },
});

/** @throws ValidationFailedError unless the requests per minute are below the limit of the organization */
function assertRateLimit(requested: number | null | undefined, ofOrganization: number): void {
  if (typeof requested !== 'number' || requested < ofOrganization) return;
  const detail = `must be below the ${ofOrganization} requests a minute of the organization`;
  throw new ValidationFailedError([{ pointer: '/rateLimit', code: 'too_large', detail }]);
}
