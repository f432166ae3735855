import type { EntityManager } from 'typeorm';

/*
 * An account does not prove that its address is the person's: whoever makes an invitation has its link too, and can make the account with it.
 * A proof needs two facts: the person has what only the owner of the address gets, and nobody else can have a way to sign in.
 */

/**
 * Notes that a person has set the password with a link that only a mail to the address contained. The transaction ends all sessions. The
 * first proof also removes the passkeys, because somebody else may have added them. An identity of single sign-on stays: it was connected by
 * the same address, which the issuer had verified.
 */
export async function proveByMail(tx: EntityManager, personId: string): Promise<void> {
  // It locks the person, so that no passkey is added at the same time.
  const [proved] = await tx.query<[object[], number]>(PROVE, [personId]);
  if (proved.length > 0) await tx.query('DELETE FROM passkeys WHERE person_id = $1', [personId]);
}

/**
 * Notes that the issuer, which the operator alone sets up, has verified an address, if it is the address of the account, and single
 * sign-on is the only way to sign in: somebody else may know the password, or have added a passkey.
 */
export async function proveBySingleSignOn(tx: EntityManager, personId: string, email: string): Promise<void> {
  await tx.query(PROVE_IF_ONLY_WAY, [personId, email]);
}

/**
 * Notes that somebody else may have set the password of a person. With another way to sign in beside it, the person
 * would not notice that somebody else has set it, and would join other organizations with it. So the passkeys end, and the next single sign-on
 * counts as the first one, which ends the password. Its identity stays: the address may have changed at the issuer.
 */
export async function withdrawProof(tx: EntityManager, personId: string): Promise<void> {
  await tx.query('UPDATE persons SET email_verified_at = NULL WHERE id = $1', [personId]);
  await tx.query('DELETE FROM passkeys WHERE person_id = $1', [personId]);
  await tx.query('UPDATE identities SET withdrawn = true WHERE person_id = $1', [personId]);
}

const PROVE = `
  UPDATE persons SET email_verified_at = now() WHERE id = $1 AND email_verified_at IS NULL RETURNING id`;

const PROVE_IF_ONLY_WAY = `
  UPDATE persons SET email_verified_at = now()
  WHERE id = $1 AND email = $2 AND email_verified_at IS NULL AND password_hash IS NULL
    AND NOT EXISTS (SELECT FROM passkeys WHERE person_id = $1)`;

/** SQL of the condition that a link `l` is an invitation for the address of the person `$1`, who has proved it. */
export const IS_FOR_PROVED_ADDRESS = `l.kind = 'invitation' AND l.expires_at > now()
  AND l.email = (SELECT email FROM persons WHERE id = $1 AND email_verified_at IS NOT NULL)`;
