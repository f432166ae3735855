import { type EntityManager, IsNull, Not } from 'typeorm';
import { type AuditActor, recordAudit } from '../audit/record';
import { scopesOfMember } from '../common/access/roles';
import { Link } from './link.entity';
import { isUnlimitedOwner, mayGrant, type MemberGrant, type Ownership, ownershipOf } from './member-grants';

/**
 * Ends the links that a change of a member makes too strong. The members are locked; the sessions of the member and the person are not yet:
 * the use of a link for a password locks the link, then the person, then the sessions.
 *
 * - Invitations and links for passwords that the member has made and may not make any more: the member knows them.
 * - Links that owners have made for the password of the member: they were made for the rights that the member had.
 *
 * @param personId the member
 * @param grant what the member may do from now on; null: the membership has ended
 */
export async function endLinksOf(
  tx: EntityManager,
  actor: AuditActor,
  organizationId: string,
  personId: string,
  grant: MemberGrant | null,
): Promise<void> {
  const links = tx.getRepository(Link);
  await links.delete({ organizationId, personId, kind: 'password', email: IsNull() });
  const where = { organizationId, invitedBy: personId, kind: Not('welcome' as const) };
  const made = await links.find({ where, order: { id: 'ASC' } });
  if (made.length === 0) return;
  const ownership = await ownershipOf(tx, organizationId);
  const ended = made.filter((link) => !grant || !mayMake(grant, link, ownership));
  await withdraw(tx, actor, organizationId, ended);
}

/**
 * Ends the links that make the first owner, if a member has become an unlimited owner: the welcome links, and the invitations of owners that
 * were made by no member. The members are locked.
 *
 * @param actor the member who has become an owner, or whoever has made it one
 */
export async function endLinksOfFirstOwner(
  tx: EntityManager,
  actor: AuditActor,
  organizationId: string,
  member: MemberGrant,
): Promise<void> {
  if (!isUnlimitedOwner(member)) return;
  await tx.getRepository(Link).delete({ organizationId, kind: 'welcome' });
  const where = { organizationId, kind: 'invitation' as const, role: 'owner' as const, invitedBy: IsNull() };
  await withdraw(tx, actor, organizationId, await tx.getRepository(Link).find({ where, order: { id: 'ASC' } }));
}

/** Ends links, and records the end of the invitations that could still be accepted. */
export async function withdraw(
  tx: EntityManager,
  actor: AuditActor,
  organizationId: string,
  ended: readonly Link[],
): Promise<void> {
  if (ended.length === 0) return;
  const [deleted] = await tx.query<[Deleted[], number]>(DELETE_LINKS, [ended.map(({ id }) => id)]);
  const open = new Set(deleted.filter(({ wasOpen }) => wasOpen).map(({ id }) => id));
  for (const { id, email } of ended.filter((link) => link.kind === 'invitation' && open.has(link.id))) {
    const target = { type: 'invitation', id, name: email ?? undefined } as const;
    await recordAudit(tx, actor, { action: 'invitation.withdrawn', organizationId, target });
  }
}

/** Whether a member may make a link. */
function mayMake({ role, ...limits }: MemberGrant, link: Link, ownership: Ownership): boolean {
  if (link.kind === 'password' && role !== 'owner') return false;
  const scopes = new Set(scopesOfMember(role, ownership.operator));
  return mayGrant({ ...limits, scopes, expiresAt: null, ownRateLimit: null, person: { role } }, link, ownership);
}

interface Deleted {
  id: string;
  /** Whether it had not expired. */
  wasOpen: boolean;
}

// An invitation that was accepted meanwhile is not there any more.
const DELETE_LINKS = `DELETE FROM links WHERE id = ANY($1::uuid[]) RETURNING id, expires_at > now() AS "wasOpen"`;
