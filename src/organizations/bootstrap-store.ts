import type { EntityManager } from 'typeorm';
import { v7 as uuidv7 } from 'uuid';
import { hashSecret, secretHint } from '../api-keys/secret';
import { SCOPES } from '../common/access/scope';

/** Writes the operator's organization and its API key. All writes can be repeated: each start makes them. */
export class BootstrapStore {
  constructor(private readonly tx: EntityManager) {}

  /** Creates the operator's organization, or updates its limit. @param rateLimit requests per minute */
  async upsertOrganization(rateLimit: number): Promise<{ id: string; isNew: boolean }> {
    const [organization] = await this.tx.query<{ id: string; isNew: boolean }[]>(UPSERT_ORGANIZATION, [
      uuidv7(),
      rateLimit,
    ]);
    if (!organization) throw new Error('the bootstrap organization was neither inserted nor found');
    return organization;
  }

  /** Whether the organization has neither a member nor a link with which the first one makes the account. */
  async needsWelcome(organizationId: string): Promise<boolean> {
    return (await this.tx.query<object[]>(FIND_WELCOME, [organizationId])).length === 0;
  }

  /**
   * Creates an API key with all scopes. An existing one that was revoked, expired or restricted gets them back, without
   * a limit of its own: this is how an operator who is locked out regains access. Sessions that have ended do not come back.
   *
   * @returns undefined if the secret belongs to an API key of another organization, which is left unchanged
   */
  async upsertApiKey(organizationId: string, secret: string): Promise<{ isNew: boolean } | undefined> {
    const values = [uuidv7(), organizationId, hashSecret(secret), secretHint(secret), [...SCOPES]];
    const [apiKey] = await this.tx.query<{ isNew: boolean }[]>(UPSERT_API_KEY, values);
    return apiKey;
  }
}

// `xmax` is 0 for an inserted row. DO UPDATE locks an existing row first, which sets `xmax`.
const UPSERT_ORGANIZATION = `
  INSERT INTO organizations (id, name, plan, rate_limit, bootstrap) VALUES ($1, 'Bootstrap', 'enterprise', $2, true)
  ON CONFLICT (bootstrap) WHERE bootstrap DO UPDATE SET plan = 'enterprise', rate_limit = excluded.rate_limit
  RETURNING id, xmax = 0 AS "isNew"`;

const FIND_WELCOME = `
  SELECT FROM memberships WHERE organization_id = $1
  UNION ALL SELECT FROM links WHERE organization_id = $1 AND kind = 'welcome' AND expires_at > now() LIMIT 1`;

const UPSERT_API_KEY = `
  INSERT INTO api_keys AS k (id, organization_id, name, secret_hash, hint, scopes) VALUES ($1, $2, 'Bootstrap', $3, $4, $5)
  ON CONFLICT (secret_hash)
  DO UPDATE SET scopes = excluded.scopes, project_ids = NULL, languages = NULL, expires_at = NULL, revoked_at = NULL,
    rate_limit = NULL,
    reactivated_at = CASE WHEN k.revoked_at IS NOT NULL OR k.expires_at <= now() THEN now() ELSE k.reactivated_at END
  WHERE k.organization_id = excluded.organization_id
  RETURNING xmax = 0 AS "isNew"`;
