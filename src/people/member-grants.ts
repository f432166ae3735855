import type { EntityManager } from 'typeorm';
import { assertGrantable, type Granting } from '../api-keys/grants';
import { NotGrantableError } from '../common/access/access-errors';
import { type Role, scopesOfMember } from '../common/access/roles';
import { LastOwnerError } from './people-errors';

/** What a member may do. */
export interface MemberGrant {
  role: Role;
  projectIds: readonly string[] | null;
  languages: readonly string[] | null;
}

/** The facts about an organization that decide what its owners are, and who makes them. */
export interface Ownership {
  /** Whether it is the operator's: its owners have `organizations:manage`. */
  operator: boolean;
  /** Whether it has an unlimited owner: an API key with all that an owner has makes owners only while there is none. */
  hasOwner: boolean;
}

/** Whether a member is an owner of all projects and languages, who can do everything in the organization. */
export const isUnlimitedOwner = (grant: Given): boolean => grant.role === 'owner' && isUnlimited(grant);

const isUnlimited = ({ projectIds, languages }: Pick<MemberGrant, 'projectIds' | 'languages'>): boolean =>
  projectIds === null && languages === null;

/** The rights that a member or a link gives: a link without a role counts as an owner. */
type Given = Omit<MemberGrant, 'role'> & { role: Role | null };

/**
 * Checks that a caller may give a grant, and may take it away: nobody grants more than it has, and only owners make or unmake owners.
 *
 * @throws NotGrantableError
 */
export function assertMayGrant(
  caller: Granting & { person: { role: Role } | null },
  { role: given, projectIds, languages }: Given,
  { operator, hasOwner }: Ownership,
): void {
  const role = given ?? 'owner';
  const isAllowed = caller.person ? caller.person.role === 'owner' : !hasOwner && isUnlimited(caller);
  if (role === 'owner' && !isAllowed) {
    throw new NotGrantableError('only owners make or unmake owners');
  }
  const scopes = scopesOfMember(role, operator);
  assertGrantable(caller, { scopes, projectIds, languages, expiresAt: null, rateLimit: null });
}

/** Whether a caller may make a link, with what it gives and takes away. */
export function mayGrant(caller: Parameters<typeof assertMayGrant>[0], given: Given, ownership: Ownership): boolean {
  if (!caller.scopes.has('members:manage')) return false;
  try {
    assertMayGrant(caller, given, ownership);
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

export async function ownershipOf(tx: EntityManager, organizationId: string): Promise<Ownership> {
  const [found] = await tx.query<Ownership[]>(OWNERSHIP, [organizationId]);
  return found ?? { operator: false, hasOwner: false };
}

/** @throws LastOwnerError if nobody else is an unlimited owner. The members are locked. */
export async function assertOtherOwner(tx: EntityManager, organizationId: string, personId: string): Promise<void> {
  const others = await tx.query<object[]>(OTHER_OWNER, [organizationId, personId]);
  if (others.length === 0) throw new LastOwnerError();
}

/** SQL of {@link isUnlimitedOwner}. */
const IS_UNLIMITED_OWNER = `role = 'owner' AND project_ids IS NULL AND languages IS NULL`;

const OWNERSHIP = `
  SELECT o.bootstrap AS operator,
         EXISTS (SELECT FROM memberships WHERE organization_id = o.id AND ${IS_UNLIMITED_OWNER}) AS "hasOwner"
  FROM organizations o WHERE o.id = $1`;

const OTHER_OWNER = `
  SELECT FROM memberships WHERE organization_id = $1 AND ${IS_UNLIMITED_OWNER} AND person_id <> $2 LIMIT 1`;
