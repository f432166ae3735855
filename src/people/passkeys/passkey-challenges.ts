import { hash, randomBytes } from 'node:crypto';
import { Injectable } from '@nestjs/common';
import { type Removal, RemovalJob } from '../../background/removal-job';
import type { Database } from '../../database/database';
import { prepared } from '../../database/statements';

/** The time for which a challenge can be signed. */
export const CHALLENGE_MS = 5 * 60_000;

/**
 * Creates a challenge.
 *
 * @param personId of the person who adds a passkey; null: for a sign-in
 */
export async function createChallenge(database: Database, personId: string | null): Promise<Uint8Array<ArrayBuffer>> {
  const challenge = new Uint8Array(randomBytes(32));
  await database.rows(CREATE, [hash('sha256', challenge, 'buffer'), personId]);
  return challenge;
}

/**
 * Uses up the challenge that the client says was signed.
 *
 * @param clientDataJSON of the answer of an authenticator, in base64url
 * @returns the challenge; undefined if it was not created for this use, has been used or has expired
 */
export async function useChallenge(
  database: Database,
  clientDataJSON: string,
  personId: string | null,
): Promise<string | undefined> {
  const challenge = readChallenge(clientDataJSON);
  if (challenge === undefined) return undefined;
  const idHash = hash('sha256', Buffer.from(challenge, 'base64url'), 'buffer');
  const [used] = await database.rows<{ isValid: boolean }>(USE, [idHash, personId]);
  return used?.isValid ? challenge : undefined;
}

function readChallenge(clientDataJSON: string): string | undefined {
  let clientData: unknown;
  try {
    clientData = JSON.parse(Buffer.from(clientDataJSON, 'base64url').toString());
  } catch {
    return undefined;
  }
  const challenge = (clientData as { challenge?: unknown } | null)?.challenge;
  return typeof challenge === 'string' ? challenge : undefined;
}

/** Removes challenges that have expired. */
@Injectable()
export class PasskeyChallengeExpiry extends RemovalJob {
  readonly name = 'passkey-challenge-expiry';

  protected removals(): Removal[] {
    return [[REMOVE_EXPIRED, []]];
  }
}

const CREATE = prepared(`
  INSERT INTO passkey_challenges (id_hash, person_id, expires_at)
  VALUES ($1, $2, now() + interval '${CHALLENGE_MS} milliseconds')`);

const USE = prepared(`
  DELETE FROM passkey_challenges WHERE id_hash = $1 AND person_id IS NOT DISTINCT FROM $2
  RETURNING expires_at > now() AS "isValid"`);

const REMOVE_EXPIRED = prepared(
  `DELETE FROM passkey_challenges WHERE id_hash IN (
     SELECT id_hash FROM passkey_challenges WHERE expires_at <= now() ORDER BY expires_at LIMIT $1 FOR UPDATE SKIP LOCKED)`,
);
