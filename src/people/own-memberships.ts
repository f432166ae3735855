import type { EntityManager } from 'typeorm';
import type { Role } from '../common/access/roles';
import { lockMembers } from './member-grants';

interface OwnMembership {
  organizationId: string;
  role: Role;
}

/**
 * Returns the memberships of a person, and lets no other request change the members of these organizations. One that is made meanwhile is
 * not among them.
 */
export async function lockMemberships(tx: EntityManager, personId: string): Promise<OwnMembership[]> {
  const locked = (await membershipsOf(tx, personId)).map(({ organizationId }) => organizationId);
  for (const organizationId of locked) await lockMembers(tx, organizationId);
  return (await membershipsOf(tx, personId)).filter(({ organizationId }) => locked.includes(organizationId));
}

export const membershipsOf = (tx: EntityManager, personId: string): Promise<OwnMembership[]> =>
  tx.query<OwnMembership[]>(MEMBERSHIPS, [personId]);

const MEMBERSHIPS = `
  SELECT organization_id AS "organizationId", role FROM memberships WHERE person_id = $1 ORDER BY organization_id`;
