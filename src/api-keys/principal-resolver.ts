import { Injectable } from '@nestjs/common';
import { LRUCache } from 'lru-cache';
import type { Plan, Principal } from '../common/access/principal';
import { SCOPES, type Scope, TENANT_SCOPES } from '../common/access/scope';
import { Database } from '../database/database';
import { prepared, type PreparedStatement } from '../database/statements';
import { getRateLimit } from '../rate-limit/plan-limits';
import { hashSecret, isWellFormedSecret } from './secret';

/** Changes on another replica must take effect within 5 s, which leaves 1 s for requests that are in flight. */
export const CACHE_TTL_MS = 4_000;
/** The most entries of each cache. */
const MAX_ENTRIES = 10_000;

/** The result of one look-up. */
interface CacheEntry {
  /** When the look-up was sent, in milliseconds of the monotonic clock. */
  readAt: number;
  /** Undefined if no API key has the secret. `expiresAt` is in milliseconds since the epoch. */
  apiKey?: { principal: Principal; expiresAt: number };
}

/**
 * Resolves API key secrets to principals; cached for 4 s. Services that change an API key or an organization invalidate
 * its entries, so that the change takes effect at once on this replica.
 */
@Injectable()
export class PrincipalResolver {
  // Two caches, so that a flood of made-up secrets does not evict the valid ones.
  private readonly valid = new LRUCache<string, CacheEntry>({ max: MAX_ENTRIES });
  private readonly unknown = new LRUCache<string, CacheEntry>({ max: MAX_ENTRIES });
  private readonly inFlight = new Map<string, Promise<CacheEntry>>();

  constructor(private readonly database: Database) {}

  /** @returns undefined if the secret is malformed, unknown, revoked or expired */
  async resolve(secret: string): Promise<Principal | undefined> {
    return isWellFormedSecret(secret) ? this.resolveHash(hashSecret(secret), FIND_BY_SECRET_HASH) : undefined;
  }

  /**
   * Resolves another credential that stands for an API key.
   *
   * @param find selects the row of `PRINCIPAL_QUERY` for the hash; no row if the credential is not valid
   */
  async resolveHash(hash: Buffer, find: PreparedStatement): Promise<Principal | undefined> {
    const { apiKey } = await this.lookUp(hash, find);
    return apiKey && apiKey.expiresAt > Date.now() ? apiKey.principal : undefined;
  }

  /** Must be called after the commit of a change to an API key. */
  invalidateApiKey(id: string): void {
    this.invalidate((principal) => principal.apiKeyId === id);
  }

  /** Must be called after the commit of a change to an organization. */
  invalidateOrganization(id: string): void {
    this.invalidate((principal) => principal.organizationId === id);
  }

  private invalidate(matches: (principal: Principal) => boolean): void {
    // A look-up in flight may have read the old state, so later requests must not share its result.
    this.inFlight.clear();
    this.unknown.clear();
    for (const [key, { apiKey }] of this.valid.entries()) {
      if (apiKey && matches(apiKey.principal)) this.valid.delete(key);
    }
  }

  private lookUp(hash: Buffer, find: PreparedStatement): Promise<CacheEntry> | CacheEntry {
    // With the statement, so that one kind of credential is never taken for another.
    const key = `${find.name} ${hash.toString('base64')}`;
    const cached = this.valid.get(key) ?? this.unknown.get(key);
    if (cached && performance.now() - cached.readAt < CACHE_TTL_MS) return cached;
    const pending = this.inFlight.get(key);
    if (pending) return pending;
    const read = this.read(hash, find);
    this.inFlight.set(key, read);
    const settle = (entry?: CacheEntry): void => {
      if (this.inFlight.get(key) !== read) return;
      this.inFlight.delete(key);
      if (entry) this.store(key, entry);
    };
    read.then(settle, () => settle());
    return read;
  }

  private store(key: string, entry: CacheEntry): void {
    this.valid.delete(key);
    this.unknown.delete(key);
    (entry.apiKey ? this.valid : this.unknown).set(key, entry);
  }

  private async read(hash: Buffer, find: PreparedStatement): Promise<CacheEntry> {
    const readAt = performance.now();
    const [row] = await this.database.rows<PrincipalRow>(find, [hash]);
    if (!row) return { readAt };
    return { readAt, apiKey: { principal: toPrincipal(row), expiresAt: row.expiresAt?.getTime() ?? Infinity } };
  }
}

/** Selects what a principal consists of; the conditions follow. `k` is the API key. */
export const PRINCIPAL_QUERY = `
  SELECT k.id AS "apiKeyId", k.scopes, k.project_ids AS "projectIds", k.languages, k.expires_at AS "expiresAt",
         o.id AS "organizationId", o.name AS "organizationName", o.plan, o.rate_limit AS "rateLimit", o.bootstrap
  FROM api_keys k JOIN organizations o ON o.id = k.organization_id`;

const FIND_BY_SECRET_HASH = prepared(`${PRINCIPAL_QUERY}
  WHERE k.secret_hash = $1 AND k.revoked_at IS NULL`);

interface PrincipalRow {
  apiKeyId: string;
  organizationId: string;
  organizationName: string;
  plan: Plan;
  rateLimit: number | null;
  bootstrap: boolean;
  scopes: string[];
  projectIds: string[] | null;
  languages: string[] | null;
  expiresAt: Date | null;
}

function toPrincipal({ bootstrap, expiresAt: _, scopes, rateLimit, ...row }: PrincipalRow): Principal {
  // The operator's scope in a tenant's row, and scopes of another version of the service, are ignored.
  const allowed: readonly Scope[] = bootstrap ? SCOPES : TENANT_SCOPES;
  return {
    ...row,
    rateLimit: getRateLimit(row.plan, rateLimit),
    scopes: new Set(allowed.filter((scope) => scopes.includes(scope))),
    operator: bootstrap,
  };
}
