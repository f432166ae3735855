import { Injectable } from '@nestjs/common';
import type { PublicKeyCredentialCreationOptionsJSON } from '@simplewebauthn/server';
import { DataSource } from 'typeorm';
import { parse as parseUuid, v7 as uuidv7, validate as isUuid } from 'uuid';
import { recordAuditOfPerson } from '../../audit/record';
import { UnauthenticatedError } from '../../common/access/access-errors';
import type { Member, Principal } from '../../common/access/principal';
import { Database } from '../../database/database';
import { lockingTransaction } from '../../database/write-settings';
import { assertSession } from '../../api-keys/api-key-access';
import { HAS_SESSION } from '../../api-keys/session-sql';
import type { NewPasskeyDto } from '../dto/passkey.dto';
import { InvalidPasskeyError, PasskeyLimitError, PasskeyNotFoundError } from '../people-errors';
import { lockAccount } from '../lock-account';
import { Person } from '../person.entity';
import { CHALLENGE_MS, createChallenge, useChallenge } from './passkey-challenges';
import { type OwnPasskey, Passkey } from './passkey.entity';
import type { RelyingParty } from './relying-party';
import { loadWebAuthn, verifyNewPasskey } from './verify-passkey';

/** The most passkeys of a person. */
const MAX_PASSKEYS = 20;

/** The name of a person for authenticators: the bytes of the id. */
export const handleOf = (personId: string): Uint8Array<ArrayBuffer> => new Uint8Array(parseUuid(personId));

/** The passkeys that a person has. */
@Injectable()
export class PasskeysService {
  constructor(
    private readonly dataSource: DataSource,
    private readonly database: Database,
  ) {}

  list({ id: personId }: Member): Promise<OwnPasskey[]> {
    return this.dataSource.getRepository(Passkey).find({ where: { personId }, order: { id: 'ASC' } });
  }

  /** Returns what a browser needs to make a passkey, with a new challenge. */
  async begin({ id }: Member, relyingParty: RelyingParty): Promise<PublicKeyCredentialCreationOptionsJSON> {
    const [{ generateRegistrationOptions }, person, passkeys] = await Promise.all([
      loadWebAuthn(),
      this.dataSource.getRepository(Person).findOneBy({ id }),
      this.dataSource.getRepository(Passkey).findBy({ personId: id }),
    ]);
    if (person?.email == null) throw new UnauthenticatedError('ended');
    return generateRegistrationOptions({
      rpName: 'Glossa',
      rpID: relyingParty.id,
      userID: handleOf(id),
      userName: person.email,
      userDisplayName: person.name,
      challenge: await createChallenge(this.database, id),
      timeout: CHALLENGE_MS,
      attestationType: 'none',
      authenticatorSelection: { residentKey: 'required', userVerification: 'required' },
      excludeCredentials: passkeys.map(({ credentialId, transports }) => ({
        id: credentialId.toString('base64url'),
        transports: transports,
      })),
    });
  }

  /**
   * Adds the passkey that a browser has made.
   *
   * @param sessionId the id of the session of the person, which other replicas admit for 5 s after its end
   * @throws InvalidPasskeyError, PasskeyLimitError, UnauthenticatedError if the session has ended
   */
  async add(
    { id: personId }: Member,
    sessionId: string | null,
    relyingParty: RelyingParty,
    { name, transports = [], ...answer }: NewPasskeyDto,
    address: string,
  ): Promise<OwnPasskey> {
    const challenge = await useChallenge(this.database, answer.clientDataJSON, personId);
    const made = challenge === undefined ? undefined : await verifyNewPasskey(answer, { challenge, relyingParty });
    if (!made) throw new InvalidPasskeyError();
    const passkey: Passkey = {
      ...{ id: uuidv7(), personId, name, transports },
      credentialId: Buffer.from(made.id, 'base64url'),
      publicKey: Buffer.from(made.publicKey),
      counter: String(made.counter),
      createdAt: new Date(),
      lastUsedAt: null,
    };
    await lockingTransaction(this.dataSource.manager, async (tx) => {
      if (!(await lockAccount(tx, personId))) throw new UnauthenticatedError('ended');
      const isSignedIn = (await tx.query<object[]>(`SELECT WHERE ${HAS_SESSION}`, [personId, sessionId])).length > 0;
      if (!isSignedIn) throw new UnauthenticatedError('ended');
      if ((await tx.getRepository(Passkey).countBy({ personId })) >= MAX_PASSKEYS) {
        throw new PasskeyLimitError(MAX_PASSKEYS);
      }
      const inserted = await tx
        .createQueryBuilder()
        .insert()
        .into(Passkey)
        .values(passkey)
        .orIgnore()
        .returning('id')
        .execute();
      // The credential is a passkey already, perhaps of another person.
      if ((inserted.raw as unknown[]).length === 0) throw new InvalidPasskeyError();
      await recordAuditOfPerson(tx, personId, addedOrRemoved('passkey.added', passkey.id), { address });
    });
    return passkey;
  }

  /** @throws PasskeyNotFoundError */
  async rename({ id: personId }: Member, id: string, name: string): Promise<OwnPasskey> {
    const passkeys = this.dataSource.getRepository(Passkey);
    const found = isUuid(id) && (await passkeys.update({ id, personId }, { name })).affected;
    const passkey = found ? await passkeys.findOneBy({ id, personId }) : null;
    if (!passkey) throw new PasskeyNotFoundError();
    return passkey;
  }

  /** @throws PasskeyNotFoundError, UnauthenticatedError if the session has ended */
  async remove(principal: Principal, { id: personId }: Member, id: string, address: string): Promise<void> {
    await lockingTransaction(this.dataSource.manager, async (tx) => {
      const found = isUuid(id) && (await tx.getRepository(Passkey).delete({ id, personId })).affected;
      if (!found) throw new PasskeyNotFoundError();
      await assertSession(tx, principal);
      await recordAuditOfPerson(tx, personId, addedOrRemoved('passkey.removed', id), { address });
    });
  }
}

/** The name of a passkey may be personal, and the audit outlives the account: it has the id. */
const addedOrRemoved = (action: 'passkey.added' | 'passkey.removed', id: string) =>
  ({ action, target: { type: 'passkey', id } }) as const;
