import { type EntityManager, IsNull, Not } from 'typeorm';
import { Person } from './person.entity';

/**
 * Locks an account before its ways to sign in change. A request that uses a link for the password holds the link, and ends first.
 * Members of organizations and invitations are locked before the account, and passkeys, identities and sessions after it.
 *
 * @returns null if the account was removed
 */
export async function lockAccount(tx: EntityManager, personId: string): Promise<Person | null> {
  await tx.query(LOCK_PASSWORD_LINKS, [personId]);
  const lock = { mode: 'for_no_key_update' as const };
  return tx.getRepository(Person).findOne({ where: { id: personId, email: Not(IsNull()) }, lock });
}

const LOCK_PASSWORD_LINKS = `SELECT FROM links WHERE person_id = $1 AND kind = 'password' ORDER BY id FOR UPDATE`;
