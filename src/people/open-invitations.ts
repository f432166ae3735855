import { type EntityManager, In } from 'typeorm';
import { type AuditActor, recordAudit } from '../audit/record';
import { NotGrantableError } from '../common/access/access-errors';
import { SCOPES_OF_ROLE } from '../common/access/roles';
import { Link } from './link.entity';
import { assertMayGrant, type MemberGrant } from './member-grants';

/**
 * Withdraws the invitations that a member has made and may not make any more: the member knows the links. The members are locked.
 *
 * @param personId the member
 * @param grant what the member may do from now on; null: the membership has ended
 */
export async function withdrawInvitationsOf(
  tx: EntityManager,
  actor: AuditActor,
  organizationId: string,
  personId: string,
  grant: MemberGrant | null,
): Promise<void> {
  const where = { organizationId, invitedBy: personId, kind: 'invitation' as const };
  const made = await tx.getRepository(Link).find({ where, order: { id: 'ASC' } });
  const withdrawn = made.filter((link) => !grant || !mayInvite(grant, link));
  if (withdrawn.length === 0) return;
  await tx.getRepository(Link).delete({ id: In(withdrawn.map(({ id }) => id)) });
  for (const { id, email } of withdrawn) {
    const target = { type: 'invitation', id, name: email ?? undefined } as const;
    await recordAudit(tx, actor, { action: 'invitation.withdrawn', organizationId, target });
  }
}

/** Whether a member may make an invitation. */
function mayInvite({ role: ownRole, ...limits }: MemberGrant, { role, projectIds, languages }: Link): boolean {
  const scopes = new Set(SCOPES_OF_ROLE[ownRole]);
  if (!scopes.has('members:manage')) return false;
  try {
    const caller = { ...limits, scopes, expiresAt: null, ownRateLimit: null, person: { role: ownRole } };
    assertMayGrant(caller, { role: role ?? 'owner', projectIds, languages });
    return true;
  } catch (error) {
    if (error instanceof NotGrantableError) return false;
    throw error;
  }
}
