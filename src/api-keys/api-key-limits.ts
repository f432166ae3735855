import type { EntityManager } from 'typeorm';
import { DomainError } from '../common/errors/domain-error';

/** The most API keys of an organization that are not revoked. */
const MAX_API_KEYS = 1_000;
/** The most projects and languages that they name together. */
const MAX_NAMES = 100_000;

class ApiKeyLimitError extends DomainError {
  constructor(limit: string) {
    super('limit_exceeded', `an organization has at most ${limit}`);
  }
}

interface Totals {
  apiKeys: number;
  names: number;
}

/**
 * Writes API keys of an organization, one write at a time. It locks the organization, as changes of members do: before an API key or
 * a membership.
 *
 * @throws ApiKeyLimitError if there are too many afterwards, and more than before
 */
export async function writeWithinLimits<T>(
  tx: EntityManager,
  organizationId: string,
  work: () => Promise<T>,
): Promise<T> {
  await tx.query(LOCK, [organizationId]);
  const before = await totalsOf(tx, organizationId);
  const result = await work();
  const after = await totalsOf(tx, organizationId);
  if (after.apiKeys > Math.max(MAX_API_KEYS, before.apiKeys)) throw new ApiKeyLimitError(`${MAX_API_KEYS} API keys`);
  if (after.names > Math.max(MAX_NAMES, before.names))
    throw new ApiKeyLimitError(`${MAX_NAMES} projects and languages that its API keys name`);
  return result;
}

async function totalsOf(tx: EntityManager, organizationId: string): Promise<Totals> {
  const [totals] = await tx.query<Totals[]>(TOTALS, [organizationId]);
  return totals ?? { apiKeys: 0, names: 0 };
}

const LOCK = 'SELECT FROM organizations WHERE id = $1 FOR NO KEY UPDATE';

const TOTALS = `
  SELECT count(*)::int AS "apiKeys",
         coalesce(sum(coalesce(cardinality(project_ids), 0) + coalesce(cardinality(languages), 0)), 0)::float8 AS names
  FROM api_keys WHERE organization_id = $1 AND revoked_at IS NULL`;
