import { Injectable } from '@nestjs/common';
import { DataSource, type EntityManager, IsNull } from 'typeorm';
import { validate as isUuid, v7 as uuidv7 } from 'uuid';
import type { ResourceLocator } from '../common/access/access.decorators';
import { UnauthenticatedError } from '../common/access/access-errors';
import type { Principal } from '../common/access/principal';
import { SCOPES, type Scope } from '../common/access/scope';
import { ValidationFailedError } from '../common/errors/domain-error';
import { jsonPointer } from '../common/validation/json-pointer';
import { OrganizationNotFoundError } from './api-key-errors';
import { ApiKey } from './api-key.entity';
import { ApiKeyNotFoundError } from './api-key-errors';
import { assertGrantable, isWithin } from './grants';
import { PrincipalResolver } from './principal-resolver';
import { hashSecret, secretHint, generateSecret } from './secret';

export interface NewApiKey {
  name: string;
  scopes: readonly Scope[];
  projectIds?: readonly string[] | null;
  /** ISO 8601. */
  expiresAt?: string | null;
  createdBy?: string | null;
}

/** The secret is in memory this once. */
export interface ApiKeyWithSecret {
  apiKey: ApiKey;
  secret: string;
}

@Injectable()
export class ApiKeysService implements ResourceLocator {
  constructor(
    private readonly dataSource: DataSource,
    private readonly principals: PrincipalResolver,
  ) {}

  /** Those within reach that are not revoked, oldest first; expired ones too. */
  async list({ organizationId, projectIds }: Principal): Promise<ApiKey[]> {
    const query = this.dataSource
      .getRepository(ApiKey)
      .createQueryBuilder('k')
      .where('k.organization_id = :organizationId AND k.revoked_at IS NULL', { organizationId })
      .orderBy('k.id');
    // Comparing with null gives null: an API key of all projects is beyond the reach of one that has some.
    if (projectIds) query.andWhere('k.project_ids <@ :projectIds::uuid[]', { projectIds });
    return query.getMany();
  }

  /** The caller's own. @throws UnauthenticatedError where it was revoked just now */
  async own({ apiKeyId }: Principal): Promise<ApiKey> {
    const apiKey = await this.dataSource.getRepository(ApiKey).findOneBy({ id: apiKeyId, revokedAt: IsNull() });
    if (!apiKey) throw new UnauthenticatedError('invalid');
    return apiKey;
  }

  async assertVisible(principal: Principal, id: string): Promise<void> {
    await this.lockWithinReach(this.dataSource.manager, principal, id);
  }

  /** @throws NotGrantableError for scopes or projects that the caller does not have itself */
  async create(principal: Principal, wanted: NewApiKey): Promise<ApiKeyWithSecret> {
    assertGrantable(principal, wanted);
    return this.createIn(principal.organizationId, wanted);
  }

  /**
   * In any organization, whoever asks for it.
   * @throws OrganizationNotFoundError
   * @throws ValidationFailedError for projects that the organization does not have
   */
  async createIn(
    organizationId: string,
    wanted: NewApiKey,
    manager: EntityManager = this.dataSource.manager,
  ): Promise<ApiKeyWithSecret> {
    return manager.transaction(async (tx) => {
      const found: unknown[] = await tx.query('SELECT FROM organizations WHERE id = $1 FOR KEY SHARE', [
        organizationId,
      ]);
      if (found.length === 0) throw new OrganizationNotFoundError();
      const projectIds = wanted.projectIds ? await existingProjects(tx, organizationId, wanted.projectIds) : null;
      const made = keyOf(organizationId, { ...wanted, projectIds });
      await tx.getRepository(ApiKey).insert(made.apiKey);
      return made;
    });
  }

  /**
   * Gives the API key another secret; the old one is dead.
   * @throws NotGrantableError where the API key can do what the caller cannot: its secret would be a way around that
   */
  async rotate(principal: Principal, id: string): Promise<ApiKeyWithSecret> {
    const rotated = await this.dataSource.transaction(async (tx) => {
      const apiKey = await this.lockWithinReach(tx, principal, id);
      assertGrantable(principal, apiKey);
      const secret = generateSecret();
      Object.assign(apiKey, { secretHash: hashSecret(secret), hint: secretHint(secret) });
      await tx.getRepository(ApiKey).update(apiKey.id, { secretHash: apiKey.secretHash, hint: apiKey.hint });
      return { apiKey, secret };
    });
    this.principals.invalidateApiKey(rotated.apiKey.id);
    return rotated;
  }

  /** For good. The row stays, so that what it wrote can still be told. */
  async revoke(principal: Principal, id: string): Promise<void> {
    const revoked = await this.dataSource.transaction(async (tx) => {
      const apiKey = await this.lockWithinReach(tx, principal, id);
      await tx.getRepository(ApiKey).update(apiKey.id, { revokedAt: new Date() });
      return apiKey.id;
    });
    this.principals.invalidateApiKey(revoked);
  }

  private async lockWithinReach(tx: EntityManager, principal: Principal, id: string): Promise<ApiKey> {
    if (!isUuid(id)) throw new ApiKeyNotFoundError();
    const { organizationId } = principal;
    const apiKey = await tx.getRepository(ApiKey).findOne({
      where: { id, organizationId, revokedAt: IsNull() },
      ...(tx.queryRunner?.isTransactionActive && { lock: { mode: 'pessimistic_write' } }),
    });
    if (!apiKey || !isWithin(apiKey.projectIds, principal.projectIds)) throw new ApiKeyNotFoundError();
    return apiKey;
  }
}

function keyOf(organizationId: string, wanted: NewApiKey): ApiKeyWithSecret {
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

/** Projects of other organizations do not exist for this one. */
async function existingProjects(tx: EntityManager, organizationId: string, ids: readonly string[]): Promise<string[]> {
  const rows = await tx.query<{ id: string }[]>(
    'SELECT id FROM projects WHERE organization_id = $1 AND id = ANY ($2)',
    [organizationId, ids.filter((id) => isUuid(id))],
  );
  const existing = new Set(rows.map(({ id }) => id));
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
  return [...existing];
}
