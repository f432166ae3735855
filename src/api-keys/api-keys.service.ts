import { Injectable } from '@nestjs/common';
import { DataSource, type EntityManager, type FindOneOptions, IsNull } from 'typeorm';
import { validate as isUuid, v7 as uuidv7 } from 'uuid';
import type { ResourceLocator } from '../common/access/access.decorators';
import { UnauthenticatedError } from '../common/access/access-errors';
import type { Principal } from '../common/access/principal';
import { SCOPES, type Scope } from '../common/access/scope';
import { ValidationFailedError } from '../common/errors/domain-error';
import { jsonPointer } from '../common/validation/json-pointer';
import { ApiKeyNotFoundError, OrganizationNotFoundError } from './api-key-errors';
import { ApiKeyOwnerQuery } from './api-key-owner-query';
import { ApiKey } from './api-key.entity';
import { assertGrantable, isWithin } from './grants';
import { PrincipalResolver } from './principal-resolver';
import { generateSecret, hashSecret, secretHint } from './secret';

/** The properties of an API key that its creator chooses. */
export interface NewApiKey {
  name: string;
  scopes: readonly Scope[];
  /** Null or absent: all projects of the organization. */
  projectIds?: readonly string[] | null;
  /** ISO 8601. */
  expiresAt?: string | null;
  createdBy?: string | null;
}

/** An API key and its secret. The database stores only a hash, so the secret cannot be read again. */
export interface ApiKeyWithSecret {
  apiKey: ApiKey;
  secret: string;
}

/** Lists, creates, rotates and revokes API keys. An API key outside the caller's reach does not exist for the caller. */
@Injectable()
export class ApiKeysService implements ResourceLocator {
  constructor(
    private readonly dataSource: DataSource,
    private readonly principals: PrincipalResolver,
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
   * Returns the caller's own API key.
   *
   * @throws UnauthenticatedError if it was revoked since the request arrived
   */
  async getOwn({ apiKeyId }: Principal): Promise<ApiKey> {
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
   * @throws NotGrantableError for scopes or projects that the caller does not have
   */
  async create(principal: Principal, wanted: NewApiKey): Promise<ApiKeyWithSecret> {
    assertGrantable(principal, wanted);
    return this.createForOrganization(principal.organizationId, wanted);
  }

  /**
   * Creates an API key in any organization; the caller must have checked what it grants.
   *
   * @throws OrganizationNotFoundError
   * @throws ValidationFailedError for projects that the organization does not have
   */
  async createForOrganization(
    organizationId: string,
    wanted: NewApiKey,
    manager: EntityManager = this.dataSource.manager,
  ): Promise<ApiKeyWithSecret> {
    return manager.transaction(async (tx) => {
      const owner = new ApiKeyOwnerQuery(tx);
      if (!(await owner.lockOrganization(organizationId))) throw new OrganizationNotFoundError();
      const projectIds = wanted.projectIds ? await findProjects(owner, organizationId, wanted.projectIds) : null;
      const created = buildApiKey(organizationId, { ...wanted, projectIds });
      await tx.getRepository(ApiKey).insert(created.apiKey);
      return created;
    });
  }

  /**
   * Replaces the secret of an API key; the old secret stops working.
   *
   * @throws NotGrantableError if the API key has scopes or projects that the caller lacks, who would gain them by the secret
   */
  async rotate(principal: Principal, id: string): Promise<ApiKeyWithSecret> {
    const rotated = await this.dataSource.transaction(async (tx) => {
      const apiKey = await findReachable(tx, principal, id, LOCK_ROW);
      assertGrantable(principal, apiKey);
      const secret = generateSecret();
      const replacement = { secretHash: hashSecret(secret), hint: secretHint(secret) };
      await tx.getRepository(ApiKey).update(apiKey.id, replacement);
      return { apiKey: Object.assign(apiKey, replacement), secret };
    });
    this.principals.invalidateApiKey(rotated.apiKey.id);
    return rotated;
  }

  /** Revokes an API key for good. Its row stays, since translations refer to the API key that wrote them. */
  async revoke(principal: Principal, id: string): Promise<void> {
    const revokedId = await this.dataSource.transaction(async (tx) => {
      const apiKey = await findReachable(tx, principal, id, LOCK_ROW);
      await tx.getRepository(ApiKey).update(apiKey.id, { revokedAt: new Date() });
      return apiKey.id;
    });
    this.principals.invalidateApiKey(revokedId);
  }
}

const LOCK_ROW: FindOneOptions<ApiKey> = { lock: { mode: 'pessimistic_write' } };

/** @throws ApiKeyNotFoundError if the API key is revoked, of another organization or outside the caller's projects */
async function findReachable(
  manager: EntityManager,
  principal: Principal,
  id: string,
  options: FindOneOptions<ApiKey> = {},
): Promise<ApiKey> {
  if (!isUuid(id)) throw new ApiKeyNotFoundError();
  const where = { id, organizationId: principal.organizationId, revokedAt: IsNull() };
  const apiKey = await manager.getRepository(ApiKey).findOne({ ...options, where });
  if (!apiKey || !isWithin(apiKey.projectIds, principal.projectIds)) throw new ApiKeyNotFoundError();
  return apiKey;
}

function buildApiKey(organizationId: string, wanted: NewApiKey): ApiKeyWithSecret {
  const secret = generateSecret();
  const apiKey: ApiKey = {
    id: uuidv7(),
    organizationId,
    name: wanted.name,
    secretHash: hashSecret(secret),
    hint: secretHint(secret),
    scopes: SCOPES.filter((scope) => wanted.scopes.includes(scope)),
    projectIds: wanted.projectIds ? [...wanted.projectIds] : null,
    createdBy: wanted.createdBy ?? null,
    expiresAt: wanted.expiresAt ? new Date(wanted.expiresAt) : null,
    lastUsedAt: null,
    revokedAt: null,
    createdAt: new Date(),
  };
  return { apiKey, secret };
}

/** @throws ValidationFailedError that points at each id which is no project of the organization */
async function findProjects(
  owner: ApiKeyOwnerQuery,
  organizationId: string,
  ids: readonly string[],
): Promise<string[]> {
  const found = await owner.findProjectIds(organizationId, ids);
  const existing = new Set(found);
  const missing = ids.flatMap((id, index) => (existing.has(id.toLowerCase()) ? [] : [index]));
  if (missing.length > 0) {
    throw new ValidationFailedError(
      missing.map((index) => ({
        pointer: jsonPointer('projectIds', index),
        code: 'not_found',
        detail: 'is no project of this organization',
      })),
    );
  }
  return found;
}
