import { hash, randomBytes } from 'node:crypto';
import { Injectable } from '@nestjs/common';
import { PRINCIPAL_QUERY, PrincipalResolver } from '../api-keys/principal-resolver';
import { hashSecret } from '../api-keys/secret';
import { UnauthenticatedError } from '../common/access/access-errors';
import type { Principal } from '../common/access/principal';
import { Database } from '../database/database';
import { prepared } from '../database/statements';

/** The time after its last request at which a session ends. */
const IDLE_HOURS = 12;
/** The time after its begin at which a session ends, whatever happens. */
const MAX_DAYS = 30;
/** The most sessions of an API key; a further one ends the oldest. */
export const MAX_SESSIONS = 100;

/** A session that was begun, with the id that only its cookie contains. */
export interface NewSession {
  id: string;
  principal: Principal;
}

/**
 * The sessions of browsers. A session acts for the API key with which it was begun, and ends with it: when it is
 * revoked, expires or gets another secret. It does not come back when an expired API key becomes valid again.
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
  async begin(secret: string, replacedId?: string): Promise<NewSession> {
    const principal = await this.principals.resolve(secret);
    if (!principal) throw new UnauthenticatedError('invalid');
    const id = randomBytes(32).toString('base64url');
    await this.database.rows(BEGIN, [hashSessionId(id), principal.apiKeyId, hashSecret(secret)]);
    if (replacedId !== undefined) await this.end(replacedId);
    return { id, principal };
  }

  /** @returns undefined if the session does not exist or has ended */
  resolve(id: string): Promise<Principal | undefined> {
    return this.principals.resolveHash(hashSessionId(id), FIND);
  }

  /** Ends a session, on other replicas within 5 s. A session that does not exist is no error. */
  async end(id: string): Promise<void> {
    const [ended] = await this.database.rows<{ apiKeyId: string }>(END, [hashSessionId(id)]);
    if (ended) this.principals.invalidateApiKey(ended.apiKeyId);
  }
}

const hashSessionId = (id: string): Buffer => hash('sha256', id, 'buffer');

const BEGIN = prepared(`
  WITH oldest AS (
    DELETE FROM sessions WHERE id_hash IN (
      SELECT id_hash FROM sessions WHERE api_key_id = $2 ORDER BY created_at DESC, id_hash
      OFFSET ${MAX_SESSIONS - 1} FOR UPDATE SKIP LOCKED))
  INSERT INTO sessions (id_hash, api_key_id, secret_hash, expires_at)
  VALUES ($1, $2, $3, now() + interval '${IDLE_HOURS} hours')`);

const EXPIRY = `LEAST(now() + interval '${IDLE_HOURS} hours', created_at + interval '${MAX_DAYS} days')`;

// A session is written at most once a minute, and never by a request that waits for another to write it.
const FIND = prepared(`
  WITH used AS (
    UPDATE sessions SET expires_at = ${EXPIRY} WHERE id_hash IN (
      SELECT id_hash FROM sessions
      WHERE id_hash = $1 AND expires_at > now() AND expires_at < ${EXPIRY} - interval '1 minute'
      FOR NO KEY UPDATE SKIP LOCKED))
  ${PRINCIPAL_QUERY}
  JOIN sessions s ON s.api_key_id = k.id AND s.secret_hash = k.secret_hash
  WHERE s.id_hash = $1 AND s.expires_at > now() AND k.revoked_at IS NULL
    AND (k.reactivated_at IS NULL OR s.created_at >= k.reactivated_at)`);

const END = prepared('DELETE FROM sessions WHERE id_hash = $1 RETURNING api_key_id AS "apiKeyId"');
