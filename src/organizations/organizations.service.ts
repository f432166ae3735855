import { Inject, Injectable } from '@nestjs/common';
import { DataSource, type EntityManager } from 'typeorm';
import { validate as isUuid, v7 as uuidv7 } from 'uuid';
import { OrganizationNotFoundError } from '../api-keys/api-key-errors';
import { recordAudit } from '../audit/record';
import { lockCaller } from '../api-keys/api-key-access';
import { ApiKeysService } from '../api-keys/api-keys.service';
import type { ApiKeyWithSecret, NewApiKey } from '../api-keys/new-api-key';
import { PrincipalResolver } from '../api-keys/principal-resolver';
import type { ResourceLocator } from '../common/access/access.decorators';
import { NotGrantableError } from '../common/access/access-errors';
import type { Principal } from '../common/access/principal';
import { TENANT_SCOPES } from '../common/access/scope';
import { ValidationFailedError } from '../common/errors/domain-error';
import { ProjectBusyError } from '../common/errors/project-busy.error';
import { createLink, type LinkWithToken } from '../people/links';
import { OPEN_DATABASE } from '../database/database.module';
import type { OpenDatabase } from '../database/open-database';
import { isLockTimeout, lockingTransaction } from '../database/write-settings';
import {
  type CreateOrganizationDto,
  findRateLimitIssue,
  type UpdateOrganizationDto,
} from './dto/write-organization.dto';
import { BootstrapOrganizationError } from './organization-errors';
import { Organization } from './organization.entity';

/** Manages organizations on behalf of the operator. */
@Injectable()
export class OrganizationsService implements ResourceLocator {
  constructor(
    private readonly dataSource: DataSource,
    private readonly apiKeys: ApiKeysService,
    private readonly principals: PrincipalResolver,
    @Inject(OPEN_DATABASE) private readonly open: OpenDatabase,
  ) {}

  /** Returns all organizations, oldest first. */
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

  /**
   * Creates an organization, its first API key, which has every scope that a tenant can have, and the link with which its first owner
   * makes the account.
   */
  async create(
    principal: Principal,
    requested: CreateOrganizationDto,
  ): Promise<ApiKeyWithSecret & { organization: Organization; welcome: LinkWithToken }> {
    const { name, plan, rateLimit = null } = requested;
    const organization = { id: uuidv7(), name, plan, rateLimit, bootstrap: false, createdAt: new Date() };
    const firstApiKey = { name: 'First API key', scopes: TENANT_SCOPES };
    return lockingTransaction(this.dataSource.manager, async (tx) => {
      await lockCaller(tx, principal, 'organizations:manage');
      await tx.getRepository(Organization).insert(organization);
      const created = await this.apiKeys.createForOrganization(principal, organization.id, firstApiKey, tx);
      const welcome = await createLink(tx, { kind: 'welcome', organizationId: organization.id, role: 'owner' });
      await recordAudit(tx, principal, {
        action: 'organization.created',
        target: targetOf(organization),
        details: { plan },
      });
      return { organization, ...created, welcome };
    });
  }

  /**
   * Changes the given properties of an organization; absent ones keep their values. A plan other than enterprise
   * removes the organization's own rate limit.
   *
   * @throws OrganizationNotFoundError, UnauthenticatedError, MissingScopeError
   * @throws ValidationFailedError if the new plan and the rate limit contradict each other
   */
  async update(
    principal: Principal,
    id: string,
    { name, plan, rateLimit }: UpdateOrganizationDto,
  ): Promise<Organization> {
    const updated = await lockingTransaction(this.dataSource.manager, async (tx) => {
      const organization = await lockForOperator(tx, principal, id, 'for_no_key_update');
      const before = detailsOf(organization);
      const newPlan = plan ?? organization.plan;
      const issue = findRateLimitIssue({ plan: newPlan, rateLimit }, organization.rateLimit !== null);
      if (issue) throw new ValidationFailedError([{ pointer: '/rateLimit', ...issue }]);
      organization.name = name ?? organization.name;
      organization.plan = newPlan;
      organization.rateLimit = newPlan === 'enterprise' ? (rateLimit ?? organization.rateLimit) : null;
      const saved = await tx.getRepository(Organization).save(organization);
      const details = detailsOf(saved);
      const event = { action: 'organization.changed', details, change: { before, after: details } } as const;
      for (const organizationId of new Set([principal.organizationId, id.toLowerCase()])) {
        const target = targetOf(saved);
        await recordAudit(tx, principal, { ...event, organizationId, target });
      }
      return saved;
    });
    this.principals.invalidateOrganization(updated.id);
    return updated;
  }

  /**
   * Deletes an organization with its projects and API keys.
   *
   * @throws OrganizationNotFoundError, UnauthenticatedError, MissingScopeError
   * @throws BootstrapOrganizationError for the operator's own organization
   * @throws ProjectBusyError if another write locks one of its projects for longer than the lock timeout
   */
  async delete(principal: Principal, id: string): Promise<void> {
    const remove = (): Promise<string> =>
      lockingTransaction(this.dataSource.manager, async (tx) => {
        const organization = await lockForOperator(tx, principal, id, 'pessimistic_write');
        if (organization.bootstrap) throw new BootstrapOrganizationError();
        await tx
          .getRepository(Organization)
          .delete(organization.id)
          .catch((error: unknown) => {
            throw isLockTimeout(error) ? new ProjectBusyError() : error;
          });
        await recordAudit(tx, principal, { action: 'organization.deleted', target: targetOf(organization) });
        return organization.id;
      });
    const { engine } = this.open;
    // No write in parts may hold rows of its projects.
    const deletedId = await (engine ? engine.parts.run(id, remove) : remove());
    this.principals.invalidateOrganization(deletedId);
  }

  /**
   * Creates an API key of an organization: of a tenant with any scope of a tenant, of the operator's own organization
   * with at most the scopes and projects of the caller.
   *
   * @throws OrganizationNotFoundError
   * @throws NotGrantableError
   */
  async createApiKey(principal: Principal, id: string, requested: NewApiKey): Promise<ApiKeyWithSecret> {
    const organization = await this.get(id);
    if (organization.bootstrap) return this.apiKeys.create(principal, requested, 'organizations:manage');
    if (requested.scopes.includes('organizations:manage')) {
      throw new NotGrantableError('organizations:manage cannot be granted to a tenant');
    }
    return lockingTransaction(this.dataSource.manager, async (tx) => {
      await lockCaller(tx, principal, 'organizations:manage');
      return this.apiKeys.createForOrganization(principal, organization.id, requested, tx);
    });
  }
}

const detailsOf = ({ name, plan, rateLimit }: Organization) => ({ name, plan, rateLimit });

const targetOf = ({ id, name }: Organization) => ({ type: 'organization' as const, id, name });

type LockMode = 'for_no_key_update' | 'pessimistic_write';

/**
 * Locks an organization and the operator's rights as they are now. Changes of members and API keys lock their own organization before the
 * caller, and another one after the caller.
 *
 * @throws OrganizationNotFoundError, UnauthenticatedError, MissingScopeError
 */
async function lockForOperator(
  tx: EntityManager,
  principal: Principal,
  id: string,
  mode: LockMode,
): Promise<Organization> {
  const isOwn = id.toLowerCase() === principal.organizationId;
  if (isOwn) await lockOrganization(tx, id, 'for_no_key_update');
  await lockCaller(tx, principal, 'organizations:manage');
  return lockOrganization(tx, id, isOwn ? 'for_no_key_update' : mode);
}

/** @throws OrganizationNotFoundError */
async function lockOrganization(tx: EntityManager, id: string, mode: LockMode): Promise<Organization> {
  const organization = isUuid(id) && (await tx.getRepository(Organization).findOne({ where: { id }, lock: { mode } }));
  if (!organization) throw new OrganizationNotFoundError();
  return organization;
}
