import type { EntityManager } from 'typeorm';
import { assertGrantable, type Granting } from '../api-keys/grants';
import { NotGrantableError } from '../common/access/access-errors';
import { type Role, SCOPES_OF_ROLE } from '../common/access/roles';
import { LastOwnerError } from './people-errors';

/** What a member may do. */
export interface MemberGrant {
  role: Role;
  projectIds: readonly string[] | null;
  languages: readonly string[] | null;
}

/**
 * Checks that a caller may give a grant, and may take it away: nobody grants more than it has, and only owners make or unmake owners.
 *
 * @param hasOwner whether the organization has an owner: an API key with all that an owner has makes the first one only
 * @throws NotGrantableError
 */
export function assertMayGrant(
  caller: Granting & { person: { role: Role } | null },
  { role, projectIds, languages }: MemberGrant,
  { hasOwner = true } = {},
): void {
  const isAllowed = caller.person?.role === 'owner' || (!caller.person && !hasOwner);
  if (role === 'owner' && !isAllowed) {
    throw new NotGrantableError('only owners make or unmake owners');
  }
  assertGrantable(caller, { scopes: SCOPES_OF_ROLE[role], projectIds, languages, expiresAt: null, rateLimit: null });
}

/** Whether a caller may make a link, with what it gives and takes away. */
export function mayGrant(
  caller: Parameters<typeof assertMayGrant>[0],
  { role, projectIds, languages }: { role: Role | null } & Omit<MemberGrant, 'role'>,
  owned?: { hasOwner: boolean },
): boolean {
  if (!caller.scopes.has('members:manage')) return false;
  try {
    assertMayGrant(caller, { role: role ?? 'owner', projectIds, languages }, owned);
    return true;
  } catch (error) {
    if (error instanceof NotGrantableError) return false;
    throw error;
  }
}

/** Serializes the changes of the members of an organization. */
export async function lockMembers(tx: EntityManager, organizationId: string): Promise<void> {
  await tx.query('SELECT FROM organizations WHERE id = $1 FOR NO KEY UPDATE', [organizationId]);
}

/** Returns whether an organization has an owner. */
export async function hasOwner(tx: EntityManager, organizationId: string): Promise<boolean> {
  return (await tx.query<object[]>(ANY_OWNER, [organizationId])).length > 0;
}

/** @throws LastOwnerError if nobody else is an owner. The members are locked. */
export async function assertOtherOwner(tx: EntityManager, organizationId: string, personId: string): Promise<void> {
  const others = await tx.query<object[]>(OTHER_OWNER, [organizationId, personId]);
  if (others.length === 0) throw new LastOwnerError();
}

const ANY_OWNER = `SELECT FROM memberships WHERE organization_id = $1 AND role = 'owner' LIMIT 1`;

const OTHER_OWNER = `
  SELECT FROM memberships WHERE organization_id = $1 AND role = 'owner' AND person_id <> $2 LIMIT 1`;
