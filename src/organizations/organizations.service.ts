import { Injectable } from '@nestjs/common';
import { DataSource, type EntityManager } from 'typeorm';
import { validate as isUuid, v7 as uuidv7 } from 'uuid';
import { ApiKeysService, type ApiKeyWithSecret, type NewApiKey } from '../api-keys/api-keys.service';
import { assertGrantable } from '../api-keys/grants';
import { PrincipalResolver } from '../api-keys/principal-resolver';
import type { ResourceLocator } from '../common/access/access.decorators';
import { NotGrantableError } from '../common/access/access-errors';
import type { Principal } from '../common/access/principal';
import { TENANT_SCOPES } from '../common/access/scope';
import { ValidationFailedError } from '../common/errors/domain-error';
import { isLockTimeout } from '../database/lock-timeout';
import { BootstrapOrganizationError } from './organization-errors';
import { OrganizationNotFoundError } from '../api-keys/api-key-errors';
import { Organization } from './organization.entity';
import { ProjectBusyError } from '../common/errors/project-busy.error';
import { type CreateOrganizationDto, rateLimitErrors, type UpdateOrganizationDto } from './dto/write-organization.dto';

/** What the operator does with tenants. */
@Injectable()
export class OrganizationsService implements ResourceLocator {
  constructor(
    private readonly dataSource: DataSource,
    private readonly apiKeys: ApiKeysService,
    private readonly principals: PrincipalResolver,
  ) {}

  /** Oldest first. */
  list(): Promise<Organization[]> {
    return this.dataSource.getRepository(Organization).find({ order: { id: 'ASC' } });
  }

  /** @throws OrganizationNotFoundError */
  async get(id: string): Promise<Organization> {
    const organization = isUuid(id) && (await this.dataSource.getRepository(Organization).findOneBy({ id }));
    if (!organization) throw new OrganizationNotFoundError();
    return organization;
  }

  async assertVisible(_principal: Principal, id: string): Promise<void> {
    await this.get(id);
  }

  /** With its first API key, which has every scope that a tenant can have. */
  async create(wanted: CreateOrganizationDto): Promise<ApiKeyWithSecret & { organization: Organization }> {
    const { name, plan, rateLimit = null } = wanted;
    const organization = { id: uuidv7(), name, plan, rateLimit, bootstrap: false, createdAt: new Date() };
    return this.dataSource.transaction(async (tx) => {
      await tx.getRepository(Organization).insert(organization);
      const first = await this.apiKeys.createIn(organization.id, { name: 'First API key', scopes: TENANT_SCOPES }, tx);
      return { organization, ...first };
    });
  }

  /** @throws ValidationFailedError where plan and rate limit would not fit together */
  async update(id: string, { name, plan, rateLimit }: UpdateOrganizationDto): Promise<Organization> {
    const updated = await this.dataSource.transaction(async (tx) => {
      const organization = await lock(tx, id);
      const next = plan ?? organization.plan;
      const errors = rateLimitErrors({ plan: next, rateLimit }, organization.rateLimit !== null);
      if (errors.length > 0) throw new ValidationFailedError(errors);
      organization.name = name ?? organization.name;
      organization.plan = next;
      organization.rateLimit = next === 'enterprise' ? (rateLimit ?? organization.rateLimit) : null;
      return tx.getRepository(Organization).save(organization);
    });
    this.principals.invalidateOrganization(updated.id);
    return updated;
  }

  /**
   * With its projects and API keys.
   * @throws BootstrapOrganizationError
   * @throws ProjectBusyError where a project of it is being written for longer than anybody waits
   */
  async delete(id: string): Promise<void> {
    const deleted = await this.dataSource.transaction(async (tx) => {
      const organization = await lock(tx, id);
      if (organization.bootstrap) throw new BootstrapOrganizationError();
      await tx
        .getRepository(Organization)
        .delete(organization.id)
        .catch((error: unknown) => {
          throw isLockTimeout(error) ? new ProjectBusyError() : error;
        });
      return organization.id;
    });
    this.principals.invalidateOrganization(deleted);
  }

  /**
   * The operator rules over tenants, but in its own organization an API key hands on no more than it has, and only there
   * another operator's API key can be made.
   * @throws NotGrantableError
   */
  async createApiKey(principal: Principal, id: string, wanted: NewApiKey): Promise<ApiKeyWithSecret> {
    const organization = await this.get(id);
    if (organization.bootstrap) {
      assertGrantable(principal, wanted);
    } else if (wanted.scopes.includes('organizations:manage')) {
      throw new NotGrantableError("organizations:manage is the operator's: no tenant can have it");
    }
    return this.apiKeys.createIn(organization.id, wanted);
  }
}

async function lock(tx: EntityManager, id: string): Promise<Organization> {
  const organization =
    isUuid(id) &&
    (await tx.getRepository(Organization).findOne({ where: { id }, lock: { mode: 'pessimistic_write' } }));
  if (!organization) throw new OrganizationNotFoundError();
  return organization;
}
