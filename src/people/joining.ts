import type { EntityManager } from 'typeorm';
import { v7 as uuidv7 } from 'uuid';
import { recordAudit } from '../audit/record';
import type { MemberGrant } from './member-grants';
import { Link, type LinkKind } from './link.entity';
import { PeopleLimitError } from './people-errors';
import { forgetRemoval } from './removed-addresses';
import type { Person } from './person.entity';

/** Members and invitations of an organization together. */
const MAX_PEOPLE = 1_000;

/** A membership to make. */
export interface NewMembership extends MemberGrant {
  personId: string;
  organizationId: string;
  /** How the person joins. */
  by: Exclude<LinkKind, 'password'> | 'domain';
  /** The client address. */
  address: string;
}

/** Makes a person a member. The members are locked. @returns the id of the membership; undefined if the person is a member already */
export async function joinOrganization(
  tx: EntityManager,
  { personId, organizationId, role, projectIds, languages, by, address }: NewMembership,
): Promise<string | undefined> {
  const id = uuidv7();
  const values = [id, personId, organizationId, role, projectIds, languages];
  if ((await tx.query<object[]>(INSERT_MEMBERSHIP, values)).length === 0) return undefined;
  // A link that an owner of another organization made would give that owner the account here.
  await tx.getRepository(Link).delete({ personId, kind: 'password' });
  await forgetRemoval(tx, organizationId, personId);
  const actor = { organizationId, person: { id: personId }, address };
  const target = { type: 'person', id: personId } as const;
  await recordAudit(tx, actor, { action: 'member.joined', target, details: { role, projectIds, languages, by } });
  return id;
}

/** Removes a link that was used. The first owner of an organization ends its other welcome links. */
export async function useUpLink(tx: EntityManager, { id, kind, organizationId }: Link): Promise<void> {
  await tx.getRepository(Link).delete(kind === 'welcome' ? { organizationId, kind } : id);
}

/** An account to make. */
export type NewPerson = Pick<Person, 'id' | 'email' | 'name' | 'passwordHash'>;

/** @returns false if the address has an account */
export async function insertPerson(tx: EntityManager, { id, email, name, passwordHash }: NewPerson): Promise<boolean> {
  return (await tx.query<object[]>(INSERT_PERSON, [id, email, name, passwordHash])).length > 0;
}

/** @throws PeopleLimitError if an organization is full */
export async function assertRoom(tx: EntityManager, organizationId: string): Promise<void> {
  const [room] = await tx.query<{ count: number }[]>(COUNT_PEOPLE, [organizationId]);
  if ((room?.count ?? 0) >= MAX_PEOPLE) throw new PeopleLimitError('members and invitations', MAX_PEOPLE);
}

const COUNT_PEOPLE = `
  SELECT ((SELECT count(*) FROM memberships WHERE organization_id = $1)
    + (SELECT count(*) FROM links WHERE organization_id = $1 AND kind = 'invitation'))::int AS count`;

const INSERT_PERSON = `
  INSERT INTO persons (id, email, name, password_hash) VALUES ($1, $2, $3, $4) ON CONFLICT (email) DO NOTHING RETURNING id`;

const INSERT_MEMBERSHIP = `
  INSERT INTO memberships (id, person_id, organization_id, role, project_ids, languages) VALUES ($1, $2, $3, $4, $5, $6)
  ON CONFLICT (person_id, organization_id) DO NOTHING RETURNING id`;
