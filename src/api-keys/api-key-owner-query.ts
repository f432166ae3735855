import type { EntityManager } from 'typeorm';
import { validate as isUuid } from 'uuid';
import type { Plan } from '../common/access/principal';
import { getRateLimit } from '../rate-limit/plan-limits';
import { OrganizationNotFoundError } from './api-key-errors';

/**
 * Reads the rows that an API key refers to. The entities of organizations and projects belong to modules that import
 * this one, so there is SQL instead of repositories.
 */
export class ApiKeyOwnerQuery {
  constructor(private readonly tx: EntityManager) {}

  /**
   * Locks an organization against deletion.
   *
   * @returns its requests per minute
   * @throws OrganizationNotFoundError
   */
  async lockOrganization(id: string): Promise<number> {
    const [found] = await this.tx.query<{ plan: Plan; rateLimit: number | null }[]>(LOCK_ORGANIZATION, [id]);
    if (!found) throw new OrganizationNotFoundError();
    return getRateLimit(found.plan, found.rateLimit);
  }

  /** Returns the ids, out of those given, that are projects of the organization. */
  async findProjectIds(organizationId: string, ids: readonly string[]): Promise<string[]> {
    const rows = await this.tx.query<{ id: string }[]>(FIND_PROJECTS, [organizationId, ids.filter((id) => isUuid(id))]);
    return rows.map(({ id }) => id);
  }
}

const LOCK_ORGANIZATION = 'SELECT plan, rate_limit AS "rateLimit" FROM organizations WHERE id = $1 FOR KEY SHARE';
const FIND_PROJECTS = 'SELECT id FROM projects WHERE organization_id = $1 AND id = ANY ($2) ORDER BY id';
