import { Injectable } from '@nestjs/common';
import { LRUCache } from 'lru-cache';
import type { Member, Plan, Principal } from '../common/access/principal';
import { type Role, scopesOfMember } from '../common/access/roles';
import { SCOPES, type Scope, TENANT_SCOPES } from '../common/access/scope';
import { whenKnown } from '../common/scheduling/when-known';
import { Database } from '../database/database';
import { prepared, type PreparedStatement } from '../database/statements';
import { getRateLimit } from '../rate-limit/plan-limits';
import { hashSecret, isWellFormedSecret } from './secret';

/** Changes on another replica must take effect within 5 s, which leaves 1 s for requests that are in flight. */
export const CACHE_TTL_MS = 4_000;
/** The most entries of each cache. */
const MAX_ENTRIES = 10_000;

/** The principal of a credential, at once if it is cached; undefined if the credential is not valid. */
export type FoundPrincipal = Principal | undefined | Promise<Principal | undefined>;

/** The result of one look-up. */
interface CacheEntry {
  /** When the look-up was sent, in milliseconds of the monotonic clock. */
  readAt: number;
  /** Undefined if the credential is not valid. `expiresAt` is in milliseconds since the epoch. */
  caller?: { principal: Principal; expiresAt: number };
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
  resolve(secret: string): FoundPrincipal {
    return isWellFormedSecret(secret) ? this.resolveHash(hashSecret(secret), FIND_BY_SECRET_HASH) : undefined;
  }

  /**
   * Resolves another credential.
   *
   * @param find selects the row of `PRINCIPAL_QUERY` for the hash; no row if the credential is not valid
   */
  resolveHash(hash: Buffer, find: PreparedStatement): FoundPrincipal {
    return whenKnown(this.lookUp(hash, find), ({ caller }) =>
      caller && caller.expiresAt > Date.now() ? caller.principal : undefined,
    );
  }

  /** Must be called after the commit of a change to an API key. */
  invalidateApiKey(id: string): void {
    this.invalidate((principal) => principal.apiKeyId === id);
  }

  /** Must be called after the commit of a change to a person, a membership or a session. */
  invalidatePerson(id: string): void {
    this.invalidate(({ person }) => person?.id === id);
  }

  /** Must be called after the commit of a change to an organization. */
  invalidateOrganization(id: string): void {
    this.invalidate((principal) => principal.organizationId === id);
  }

  private invalidate(matches: (principal: Principal) => boolean): void {
    // A look-up in flight may have read the old state, so later requests must not share its result.
    this.inFlight.clear();
    this.unknown.clear();
    for (const [key, { caller }] of this.valid.entries()) {
      if (caller && matches(caller.principal)) this.valid.delete(key);
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
    (entry.caller ? this.valid : this.unknown).set(key, entry);
  }

  private async read(hash: Buffer, find: PreparedStatement): Promise<CacheEntry> {
    const readAt = performance.now();
    const [row] = await this.database.rows<PrincipalRow>(find, [hash]);
    if (!row) return { readAt };
    return { readAt, caller: { principal: toPrincipal(row), expiresAt: row.expiresAt?.getTime() ?? Infinity } };
  }
}

/** SQL of the columns of a principal that are of the organization `o`. */
export const ORGANIZATION_COLUMNS = `
  o.id AS "organizationId", o.name AS "organizationName", o.plan, o.rate_limit AS "rateLimit", o.bootstrap`;

const FIND_BY_SECRET_HASH = prepared(`
  SELECT k.id AS "apiKeyId", k.secret_hash AS "secretHash", k.rate_limit AS "ownRateLimit", k.scopes, k.project_ids AS "projectIds", k.languages, k.expires_at AS "expiresAt",
         ${ORGANIZATION_COLUMNS}
  FROM api_keys k JOIN organizations o ON o.id = k.organization_id
  WHERE k.secret_hash = $1 AND k.revoked_at IS NULL`);

/** What a statement returns for a credential: the columns of an API key, or of a member. */
interface PrincipalRow {
  apiKeyId: string | null;
  secretHash?: Buffer | null;
  ownRateLimit: number | null;
  sessionId?: string;
  personId?: string | null;
  personName?: string;
  membershipId?: string;
  role?: Role;
  organizationId: string;
  organizationName: string;
  plan: Plan;
  rateLimit: number | null;
  bootstrap: boolean;
  scopes: string[] | null;
  projectIds: string[] | null;
  languages: string[] | null;
  expiresAt: Date | null;
}

function toPrincipal(row: PrincipalRow): Principal {
  const { apiKeyId, projectIds, languages, organizationId, organizationName, plan, bootstrap } = row;
  const person = toMember(row);
  // The operator's scope in a tenant's row, and scopes of another version of the service, are ignored.
  const allowed: readonly Scope[] = bootstrap ? SCOPES : TENANT_SCOPES;
  const granted: readonly string[] = person ? scopesOfMember(person.role, bootstrap) : (row.scopes ?? []);
  return {
    ...{ apiKeyId, person, projectIds, languages, organizationId, organizationName, plan },
    secretHash: row.secretHash ?? null,
    sessionId: row.sessionId ?? null,
    rateLimit: getRateLimit(plan, row.rateLimit),
    ownRateLimit: row.ownRateLimit,
    scopes: new Set(allowed.filter((scope) => granted.includes(scope))),
    operator: bootstrap,
  };
}

function toMember({ personId, personName = '', membershipId = '', role = 'viewer' }: PrincipalRow): Member | null {
  return personId ? { id: personId, name: personName, membershipId, role } : null;
}
