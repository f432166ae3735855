import { hash, randomBytes } from 'node:crypto';
import { Injectable } from '@nestjs/common';
import { type Removal, RemovalJob } from '../../background/removal-job';
import { Database } from '../../database/database';
import { prepared } from '../../database/statements';

/** A sign-in that an issuer is asked for. */
export interface OidcAttempt {
  nonce: string;
  verifier: string;
  returnTo: string;
  linkId: string | null;
  sessionHash: Buffer | null;
}

/** 256 random bits. */
export const newSecret = (): string => randomBytes(32).toString('base64url');

const hashOf = (value: string): Buffer => hash('sha256', value, 'buffer');

/** Keeps sign-ins for ten minutes, for all replicas. An answer of the issuer counts once, and in the browser that has asked only. */
@Injectable()
export class OidcAttempts {
  constructor(private readonly database: Database) {}

  /** @param browser the value in the cookie */
  async add(state: string, browser: string, attempt: OidcAttempt): Promise<void> {
    const { nonce, verifier, returnTo, linkId, sessionHash } = attempt;
    const values = [hashOf(state), hashOf(browser), nonce, verifier, returnTo, linkId, sessionHash];
    await this.database.rows(INSERT, values);
  }

  /** @returns undefined if the attempt is unknown, was answered, has expired, or is another browser's */
  async take(state: string, browser: string): Promise<OidcAttempt | undefined> {
    return (await this.database.rows<OidcAttempt>(TAKE, [hashOf(state), hashOf(browser)]))[0];
  }
}

/** Removes attempts that have not been answered. */
@Injectable()
export class OidcAttemptExpiry extends RemovalJob {
  readonly name = 'oidc-attempt-expiry';

  protected removals(): Removal[] {
    return [[REMOVE_EXPIRED, []]];
  }
}

const INSERT = prepared(`
  INSERT INTO oidc_attempts (state_hash, browser_hash, nonce, verifier, return_to, link_id, session_hash, expires_at)
  VALUES ($1, $2, $3, $4, $5, $6, $7, now() + interval '10 minutes')`);

const TAKE = prepared(`
  DELETE FROM oidc_attempts WHERE state_hash = $1 AND browser_hash = $2 AND expires_at > now()
  RETURNING nonce, verifier, return_to AS "returnTo", link_id AS "linkId", session_hash AS "sessionHash"`);

const REMOVE_EXPIRED = prepared(`
  DELETE FROM oidc_attempts WHERE state_hash IN (
    SELECT state_hash FROM oidc_attempts WHERE expires_at <= now() ORDER BY expires_at LIMIT $1 FOR UPDATE SKIP LOCKED)`);
