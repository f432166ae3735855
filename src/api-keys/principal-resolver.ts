import { Injectable } from '@nestjs/common';
import { LRUCache } from 'lru-cache';
import type { Plan, Principal } from '../common/access/principal';
import { SCOPES, type Scope, TENANT_SCOPES } from '../common/access/scope';
import { Database } from '../database/database';
import { prepared } from '../database/statements';
import { getRateLimit } from '../rate-limit/plan-limits';
import { hashSecret, isWellFormedSecret } from './secret';

/**
 * How long an answer of the database is believed. What another replica changes must be effective here within 5 s, and a
 * request that is under way takes its own time.
 */
export const CACHE_TTL_MS = 4_000;
const MAX_ENTRIES = 10_000;

/** What the database said of a secret, at the latest at `readAt` (of the monotonic clock). */
interface Entry {
  readAt: number;
  /** Undefined: no API key has this secret. */
  known?: { principal: Principal; expiresAt: number };
}

/**
 * Whom secrets speak for. Asks the database once per secret and few seconds; whatever changes an API key or an
 * organization says so here, and is effective at once.
 */
@Injectable()
export class PrincipalResolver {
  // Apart, so that a flood of made-up secrets does not push out those that are in use.
  private readonly known = new LRUCache<string, Entry>({ max: MAX_ENTRIES });
  private readonly unknown = new LRUCache<string, Entry>({ max: MAX_ENTRIES });
  private readonly underWay = new Map<string, Promise<Entry>>();

  constructor(private readonly database: Database) {}

  /** Undefined where the secret is mistyped, unknown, revoked or expired. */
  async find(secret: string): Promise<Principal | undefined> {
    if (!isWellFormedSecret(secret)) return undefined;
    const hash = hashSecret(secret);
    const { known } = await this.entryOf(hash.toString('base64'), hash);
    return known && known.expiresAt > Date.now() ? known.principal : undefined;
  }

  /** To be called after the commit of whatever changed or revoked an API key. */
  forgetApiKey(id: string): void {
    this.forget((principal) => principal.apiKeyId === id);
  }

  /** To be called after the commit of whatever changed or deleted an organization. */
  forgetOrganization(id: string): void {
    this.forget((principal) => principal.organizationId === id);
  }

  private forget(isMeant: (principal: Principal) => boolean): void {
    // What is being read may be the old state already: whoever asks from now on reads anew.
    this.underWay.clear();
    this.unknown.clear();
    for (const [key, { known }] of this.known.entries()) {
      if (known && isMeant(known.principal)) this.known.delete(key);
    }
  }

  private entryOf(key: string, hash: Buffer): Promise<Entry> | Entry {
    const entry = this.known.get(key) ?? this.unknown.get(key);
    if (entry && performance.now() - entry.readAt < CACHE_TTL_MS) return entry;
    const pending = this.underWay.get(key);
    if (pending) return pending;
    const reading = this.read(hash);
    this.underWay.set(key, reading);
    const done = (found?: Entry): void => {
      if (this.underWay.get(key) !== reading) return;
      this.underWay.delete(key);
      if (found) this.keep(key, found);
    };
    reading.then(done, () => done());
    return reading;
  }

  private keep(key: string, entry: Entry): void {
    this.known.delete(key);
    this.unknown.delete(key);
    (entry.known ? this.known : this.unknown).set(key, entry);
  }

  private async read(hash: Buffer): Promise<Entry> {
    const readAt = performance.now();
    const [row] = await this.database.rows<Row>(FIND, [hash]);
    if (!row) return { readAt };
    return { readAt, known: { principal: principalOf(row), expiresAt: row.expiresAt?.getTime() ?? Infinity } };
  }
}

const FIND = prepared(`SELECT k.id AS "apiKeyId", k.scopes, k.project_ids AS "projectIds", k.expires_at AS "expiresAt",
         o.id AS "organizationId", o.name AS "organizationName", o.plan, o.rate_limit AS "rateLimit", o.bootstrap
  FROM api_keys k JOIN organizations o ON o.id = k.organization_id
  WHERE k.secret_hash = $1 AND k.revoked_at IS NULL`);

interface Row {
  apiKeyId: string;
  organizationId: string;
  organizationName: string;
  plan: Plan;
  rateLimit: number | null;
  bootstrap: boolean;
  scopes: string[];
  projectIds: string[] | null;
  expiresAt: Date | null;
}

function principalOf({ bootstrap, expiresAt: _, scopes, rateLimit, ...row }: Row): Principal {
  // Of an operator's scope in a tenant's row, or a scope that another version knows, nothing follows.
  const grantable: readonly Scope[] = bootstrap ? SCOPES : TENANT_SCOPES;
  return {
    ...row,
    rateLimit: getRateLimit(row.plan, rateLimit),
    scopes: new Set(grantable.filter((scope) => scopes.includes(scope))),
    operator: bootstrap,
  };
}
