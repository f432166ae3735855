import type { EntityManager } from 'typeorm';
import { joinByLink } from './joining';
import { Link } from './link.entity';
import { lockMembers } from './member-grants';

/**
 * Locks the invitation by which a person joins with a mailed link for a password: the person is in no organization any more, and the one of
 * the link has invited the address, which the link proves. The members are locked first, and the link for the password is not locked yet.
 *
 * @returns undefined if there is none, and for other persons
 */
export async function lockOwnInvitation(
  tx: EntityManager,
  { organizationId, personId, email }: Link,
): Promise<Link | undefined> {
  if (email === null || (await tx.query<object[]>(MEMBERSHIP, [personId])).length > 0) return undefined;
  await lockMembers(tx, organizationId);
  const [found] = await tx.query<{ id: string }[]>(LOCK_INVITATION, [personId, email, organizationId]);
  return (found && (await tx.getRepository(Link).findOneBy(found))) ?? undefined;
}

/**
 * Returns the membership with which a person goes on after a new password.
 *
 * @param link for the password, which is locked
 * @param invitation by which the person joins first
 * @param address of the client
 */
export async function membershipAfterReset(
  tx: EntityManager,
  { organizationId, personId }: Link,
  invitation: Link | undefined,
  address: string,
): Promise<string | undefined> {
  if (personId === null) return undefined;
  if (invitation) await joinByLink(tx, invitation, { personId, address });
  return (await tx.query<{ id: string }[]>(MEMBERSHIP_IN, [personId, organizationId]))[0]?.id;
}

const MEMBERSHIP = 'SELECT FROM memberships WHERE person_id = $1 LIMIT 1';

const MEMBERSHIP_IN = 'SELECT id FROM memberships WHERE person_id = $1 AND organization_id = $2';

const LOCK_INVITATION = `
  SELECT id FROM links l
  WHERE l.kind = 'invitation' AND l.expires_at > now() AND l.email = $2 AND l.organization_id = $3
    AND NOT EXISTS (SELECT FROM memberships WHERE person_id = $1)
  ORDER BY id LIMIT 1 FOR UPDATE OF l`;
