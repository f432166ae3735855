import { Injectable } from '@nestjs/common';
import type { PublicKeyCredentialRequestOptionsJSON } from '@simplewebauthn/server';
import { UnauthenticatedError } from '../../common/access/access-errors';
import { Database } from '../../database/database';
import { prepared } from '../../database/statements';
import type { Transaction } from '../../database/transaction';
import { type NewSession, type SessionClient, SessionsService } from '../../sessions/sessions.service';
import type { PasskeySignInDto } from '../dto/passkey.dto';
import { FailedSignIns } from '../failed-sign-ins';
import { CHALLENGE_MS, createChallenge, useChallenge } from './passkey-challenges';
import { handleOf } from './passkeys.service';
import type { RelyingParty } from './relying-party';
import { loadWebAuthn, verifySignature } from './verify-passkey';

/** A passkey that signs in, and its person. */
interface FoundPasskey {
  id: string;
  personId: string;
  publicKey: Buffer;
  counter: number;
  /** The first membership of the person; null: none. */
  membershipId: string | null;
}

/** Signs persons in with a passkey. Nothing delays it: who has a passkey is not locked out by attempts of others with passwords. */
@Injectable()
export class PasskeySignInService {
  constructor(
    private readonly database: Database,
    private readonly failures: FailedSignIns,
    private readonly sessions: SessionsService,
  ) {}

  /** Returns what a browser needs to sign in with any passkey of this host, with a new challenge. */
  async begin({ id }: RelyingParty): Promise<PublicKeyCredentialRequestOptionsJSON> {
    const { generateAuthenticationOptions } = await loadWebAuthn();
    const challenge = await createChallenge(this.database, null);
    return generateAuthenticationOptions({
      ...{ rpID: id, challenge, timeout: CHALLENGE_MS, userVerification: 'required' },
    });
  }

  /**
   * Begins a session in the first organization of the person whose passkey has signed a challenge.
   *
   * @param replacedId of the session in the cookie of the request
   * @throws UnauthenticatedError
   */
  async signIn(
    answer: PasskeySignInDto,
    relyingParty: RelyingParty,
    client: SessionClient,
    replacedId?: string,
  ): Promise<NewSession> {
    const challenge = await useChallenge(this.database, answer.clientDataJSON, null);
    const [passkey] = await this.database.rows<FoundPasskey>(FIND, [Buffer.from(answer.id, 'base64url')]);
    if (!passkey) throw new UnauthenticatedError('passkey');
    const isOfPerson = Buffer.from(answer.userHandle, 'base64url').equals(handleOf(passkey.personId));
    const counter =
      challenge !== undefined && isOfPerson
        ? await verifySignature(answer, passkey, { challenge, relyingParty })
        : undefined;
    if (counter === undefined) this.failures.add(passkey.personId, client.address, 'passkey');
    const { id, membershipId } = passkey;
    if (counter === undefined || membershipId === null) throw new UnauthenticatedError('passkey');
    const member = {
      ...{ membershipId, by: 'passkey' as const, client },
      // A passkey that was removed meanwhile, or that another request has used with this count, begins no session.
      confirm: async (tx: Transaction) => (await tx.count(USE, [id, counter])) === 1,
    };
    return this.sessions.beginForMember(member, replacedId);
  }
}

const FIND = prepared(`
  SELECT k.id, k.person_id AS "personId", k.public_key AS "publicKey", k.counter::float8 AS counter,
         (SELECT m.id FROM memberships m WHERE m.person_id = k.person_id ORDER BY m.id LIMIT 1) AS "membershipId"
  FROM passkeys k WHERE k.credential_id = $1`);

/** An authenticator that counts no signatures always says 0. */
const USE = prepared(`
  UPDATE passkeys SET counter = $2, last_used_at = now()
  WHERE id = $1 AND (counter < $2::bigint OR (counter = 0 AND $2::bigint = 0))`);
