import { hash, randomBytes } from 'node:crypto';
import { Injectable } from '@nestjs/common';
import { type FoundPrincipal, ORGANIZATION_COLUMNS, PrincipalResolver } from '../api-keys/principal-resolver';
import { hashSecret } from '../api-keys/secret';
import { recordAudit } from '../audit/record';
import { UnauthenticatedError } from '../common/access/access-errors';
import type { Principal } from '../common/access/principal';
import { Database } from '../database/database';
import { prepared } from '../database/statements';
import type { Transaction } from '../database/transaction';
import { writeSettings } from '../database/write-settings';
import { sessionIdOf } from '../api-keys/session-sql';

/** The time after its last request at which a session ends. */
const IDLE_HOURS = 12;
/** The time after its begin at which a session ends, whatever happens. */
const MAX_DAYS = 30;
/** The most sessions of an API key; a further one ends the oldest. */
export const MAX_SESSIONS = 100;

/** The browser of a member, as a list of sessions shows it. */
export interface SessionClient {
  userAgent: string | null;
  address: string;
}

/** A member whose session begins. */
export interface MemberToSignIn {
  membershipId: string;
  passwordHash?: string | null;
  /** The id of the session of the same person that asks for the new one. */
  continuedId?: string;
  /** How the person has signed in. */
  by: 'password' | 'passkey' | 'link' | 'session' | 'single-sign-on';
  client: SessionClient;
  /** Runs in the transaction that begins the session. @returns whether the session may begin */
  confirm?: (tx: Transaction) => Promise<boolean>;
}

/** A session that was begun, with the id that only its cookie contains. */
export interface NewSession {
  id: string;
  principal: Principal;
}

/**
 * The sessions of browsers. A session acts for a member, and ends with the membership; or for the API key with which it was begun,
 * and ends with it: when it is revoked, expires or gets another secret. It does not come back when an expired API key becomes valid again.
 */
@Injectable()
export class SessionsService {
  constructor(
    private readonly database: Database,
    private readonly principals: PrincipalResolver,
  ) {}

  /**
   * Begins a session, which replaces the earlier session of the same browser.
   *
   * @param replacedId of the session in the cookie of the request
   * @throws UnauthenticatedError if no valid API key has the secret; the other session goes on
   */
  async begin(secret: string, { address }: SessionClient, replacedId?: string): Promise<NewSession> {
    const principal = await this.principals.resolve(secret);
    if (!principal) throw new UnauthenticatedError('invalid');
    const id = newSessionId();
    const { apiKeyId } = principal;
    await this.inTransaction(async (tx) => {
      await tx.rows(LOCK_API_KEY, [apiKeyId]);
      await tx.rows(BEGIN, [hashSessionId(id), apiKeyId, hashSecret(secret)]);
      await recordAudit(tx, { ...principal, address }, { action: 'session.begun', details: { by: 'api-key' } });
    });
    if (replacedId !== undefined) await this.replace(replacedId);
    return { id, principal };
  }

  /**
   * Begins a session of a member, which replaces the earlier session of the same browser.
   *
   * @param passwordHash with which the person has signed in: a session is not begun if it has changed meanwhile
   * @param continuedId no session is begun if this one has ended
   * @param replacedId of the session in the cookie, or its hash
   * @throws UnauthenticatedError if the membership has ended, or the transaction does not confirm the sign-in
   */
  async beginForMember(
    { membershipId, passwordHash, continuedId, by, client, confirm }: MemberToSignIn,
    replacedId?: string | Buffer,
  ): Promise<NewSession> {
    const id = newSessionId();
    const { userAgent, address } = client;
    const isBegun = await this.inTransaction(async (tx) => {
      const [member] =
        continuedId === undefined
          ? await tx.rows<LockedMember>(LOCK_MEMBER, [membershipId, passwordHash ?? null])
          : await tx.rows<LockedMember>(LOCK_SESSION, [membershipId, hashSessionId(continuedId)]);
      if (!member || (confirm && !(await confirm(tx)))) return false;
      await tx.rows(BEGIN_FOR_MEMBER, [hashSessionId(id), membershipId, userAgent, address]);
      const { organizationId, personId } = member;
      const actor = { organizationId, person: { id: personId }, address };
      await recordAudit(tx, actor, { action: 'session.begun', details: { by } });
      return true;
    });
    const principal = isBegun ? await this.resolve(id) : undefined;
    if (!principal) throw new UnauthenticatedError(by === 'passkey' ? 'passkey' : 'credentials');
    if (replacedId !== undefined) await this.replace(replacedId);
    return { id, principal };
  }

  /** @returns undefined if the session does not exist or has ended */
  resolve(id: string): FoundPrincipal {
    return this.principals.resolveHash(hashSessionId(id), FIND);
  }

  /** Resolves a session without counting it as used: a page that is only open does not keep it alive. */
  resolveUnused(id: string): FoundPrincipal {
    return this.principals.resolveHash(hashSessionId(id), FIND_UNUSED);
  }

  /** Ends a session, on other replicas within 5 s. A session that does not exist is no error. */
  async signOut(id: string, { address }: SessionClient): Promise<void> {
    const ended = await this.inTransaction(async (tx) => {
      await tx.rows(LOCK, [hashSessionId(id)]);
      const [session] = await tx.rows<EndedSession>(END, [hashSessionId(id)]);
      if (!session) return undefined;
      const { organizationId, apiKeyId, personId } = session;
      const actor = { organizationId, apiKeyId, person: personId === null ? null : { id: personId }, address };
      await recordAudit(tx, actor, { action: 'session.ended' });
      return session;
    });
    this.forget(ended);
  }

  /** Ends the session that another one of the same browser replaces. */
  private async replace(id: string | Buffer): Promise<void> {
    const idHash = typeof id === 'string' ? hashSessionId(id) : id;
    this.forget((await this.database.rows<EndedSession>(END, [idHash]))[0]);
  }

  private forget(ended: EndedSession | undefined): void {
    if (ended?.apiKeyId) this.principals.invalidateApiKey(ended.apiKeyId);
    if (ended?.personId) this.principals.invalidatePerson(ended.personId);
  }

  private inTransaction<T>(work: (tx: Transaction) => Promise<T>): Promise<T> {
    return this.database.transaction(`BEGIN; ${writeSettings()}`, work);
  }
}

interface LockedMember {
  organizationId: string;
  personId: string;
}

interface EndedSession {
  organizationId: string;
  apiKeyId: string | null;
  personId: string | null;
}

const newSessionId = (): string => randomBytes(32).toString('base64url');
export const hashSessionId = (id: string): Buffer => hash('sha256', id, 'buffer');

const BEGIN = prepared(`
  WITH oldest AS (
    DELETE FROM sessions WHERE id_hash IN (
      SELECT id_hash FROM sessions WHERE api_key_id = $2 ORDER BY created_at DESC, id_hash
      OFFSET ${MAX_SESSIONS - 1} FOR UPDATE SKIP LOCKED))
  INSERT INTO sessions (id_hash, api_key_id, secret_hash, expires_at)
  VALUES ($1, $2, $3, now() + interval '${IDLE_HOURS} hours')`);

const LOCK_API_KEY = prepared('SELECT FROM api_keys WHERE id = $1 FOR KEY SHARE');

const BEGIN_FOR_MEMBER = prepared(`
  WITH oldest AS (
    DELETE FROM sessions WHERE id_hash IN (
      SELECT id_hash FROM sessions WHERE membership_id = $2 ORDER BY created_at DESC, id_hash
      OFFSET ${MAX_SESSIONS - 1} FOR UPDATE SKIP LOCKED))
  INSERT INTO sessions (id_hash, membership_id, user_agent, address, expires_at)
  VALUES ($1, $2, $3, $4, now() + interval '${IDLE_HOURS} hours')`);

const MEMBER = `
  SELECT m.organization_id AS "organizationId", p.id AS "personId" FROM memberships m JOIN persons p ON p.id = m.person_id`;

// The lock of the person lets a change of the password, which ends the sessions, come wholly before or after.
const LOCK_MEMBER = prepared(`
  ${MEMBER} WHERE m.id = $1 AND ($2::text IS NULL OR p.password_hash = $2) FOR KEY SHARE OF m FOR SHARE OF p`);

const LOCK_SESSION = prepared(`
  ${MEMBER} JOIN sessions s ON s.id_hash = $2 AND s.expires_at > now()
  WHERE m.id = $1 FOR KEY SHARE OF m FOR SHARE OF p, s`);

const EXPIRY = `LEAST(now() + interval '${IDLE_HOURS} hours', created_at + interval '${MAX_DAYS} days')`;

// A session is written at most once a minute, and never by a request that waits for another to write it.
const USE = `
  WITH used AS (
    UPDATE sessions SET expires_at = ${EXPIRY} WHERE id_hash IN (
      SELECT id_hash FROM sessions
      WHERE id_hash = $1 AND expires_at > now() AND expires_at < ${EXPIRY} - interval '1 minute'
      FOR NO KEY UPDATE SKIP LOCKED))`;

const MEMBER_OR_API_KEY = `
  SELECT ${sessionIdOf('s')} AS "sessionId", k.id AS "apiKeyId", k.secret_hash AS "secretHash", k.rate_limit AS "ownRateLimit", k.scopes, k.expires_at AS "expiresAt",
         p.id AS "personId", p.name AS "personName", m.id AS "membershipId", m.role,
         CASE WHEN m.id IS NULL THEN k.project_ids ELSE m.project_ids END AS "projectIds",
         CASE WHEN m.id IS NULL THEN k.languages ELSE m.languages END AS languages,
         ${ORGANIZATION_COLUMNS}
  FROM sessions s
  LEFT JOIN api_keys k ON k.id = s.api_key_id AND k.secret_hash = s.secret_hash AND k.revoked_at IS NULL
    AND (k.reactivated_at IS NULL OR s.created_at >= k.reactivated_at)
  LEFT JOIN memberships m ON m.id = s.membership_id
  LEFT JOIN persons p ON p.id = m.person_id
  JOIN organizations o ON o.id = coalesce(k.organization_id, m.organization_id)
  WHERE s.id_hash = $1 AND s.expires_at > now()`;

const FIND = prepared(USE + MEMBER_OR_API_KEY);
const FIND_UNUSED = prepared(MEMBER_OR_API_KEY);

const LOCK = prepared('SELECT FROM sessions WHERE id_hash = $1 FOR UPDATE');

const END = prepared(`
  WITH ended AS (DELETE FROM sessions WHERE id_hash = $1 RETURNING api_key_id, membership_id)
  SELECT coalesce(k.organization_id, m.organization_id) AS "organizationId", e.api_key_id AS "apiKeyId", m.person_id AS "personId"
  FROM ended e LEFT JOIN api_keys k ON k.id = e.api_key_id LEFT JOIN memberships m ON m.id = e.membership_id`);
