import type { EntityManager } from 'typeorm';
import { v7 as uuidv7 } from 'uuid';
import { isOtherSession } from '../api-keys/session-sql';
import { recordAudit } from '../audit/record';
import { type MemberGrant, ownershipOf } from './member-grants';
import { Link, type LinkKind } from './link.entity';
import { lockAccount } from './lock-account';
import { endLinksOf, endLinksOfFirstOwner } from './open-links';
import { InvalidLinkError, PeopleLimitError } from './people-errors';
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
  await lockAccount(tx, personId);
  if ((await tx.query<object[]>(INSERT_MEMBERSHIP, values)).length === 0) return undefined;
  // A link that an owner of another organization made would give that owner the account here.
  await tx.getRepository(Link).delete({ personId, kind: 'password' });
  await forgetRemoval(tx, organizationId, personId);
  const actor = { organizationId, person: { id: personId }, address };
  const target = { type: 'person', id: personId } as const;
  await recordAudit(tx, actor, { action: 'member.joined', target, details: { role, projectIds, languages, by } });
  return id;
}

/** The person who uses a link, with the client address and the session. */
export interface LinkUse {
  personId: string;
  /** The client address. */
  address: string;
  /** The session that goes on where the role changes. */
  sessionId?: string | null;
}

/**
 * Makes a person a member by a link, which is used up: its row and the members are locked. A welcome link makes a member the first owner of
 * an organization without an unlimited one, because nobody else could make the member an owner.
 *
 * @returns the id of the membership; undefined if the person is a member already, and the link stays
 * @throws InvalidLinkError for a link that makes no member
 */
export async function joinByLink(tx: EntityManager, link: Link, use: LinkUse): Promise<string | undefined> {
  const { id, kind, organizationId, role, projectIds, languages } = link;
  if (!role || kind === 'password') throw new InvalidLinkError();
  const { personId, address } = use;
  const membership = { personId, organizationId, role, projectIds, languages, by: kind, address };
  const joined =
    (await joinOrganization(tx, membership)) ?? (kind === 'welcome' ? await makeFirstOwner(tx, link, use) : undefined);
  if (joined === undefined) return undefined;
  await tx.getRepository(Link).delete(id);
  const actor = { organizationId, person: { id: personId }, address };
  await endLinksOfFirstOwner(tx, actor, organizationId, { role, projectIds, languages });
  return joined;
}

/** @returns the id of the membership; undefined if the organization has an unlimited owner */
async function makeFirstOwner(
  tx: EntityManager,
  { organizationId }: Link,
  { personId, address, sessionId = null }: LinkUse,
): Promise<string | undefined> {
  if ((await ownershipOf(tx, organizationId)).hasOwner) return undefined;
  const [[changed]] = await tx.query<[{ id: string }[], number]>(MAKE_OWNER, [personId, organizationId]);
  if (!changed) return undefined;
  const actor = { organizationId, person: { id: personId }, address };
  const details = { role: 'owner', projectIds: null, languages: null } as const;
  const target = { type: 'person', id: personId } as const;
  const change = { before: { isOwner: false }, after: { isOwner: true } };
  await recordAudit(tx, actor, { action: 'member.changed', target, details: { ...details, by: 'welcome' }, change });
  await endLinksOf(tx, actor, organizationId, personId, details);
  await lockAccount(tx, personId);
  await tx.query(END_OTHER_SESSIONS, [changed.id, sessionId]);
  return changed.id;
}

/** An account to make. */
export type NewPerson = Pick<Person, 'id' | 'email' | 'name' | 'passwordHash'>;

/** @returns false if the address has an account */
export async function insertPerson(tx: EntityManager, { id, email, name, passwordHash }: NewPerson): Promise<boolean> {
  return (await tx.query<object[]>(INSERT_PERSON, [id, email, name, passwordHash])).length > 0;
}

/** @throws PeopleLimitError if an organization is full */
export async function assertRoom(tx: EntityManager, organizationId: string): Promise<void> {
  if (!(await hasRoom(tx, organizationId))) throw new PeopleLimitError('members and invitations', MAX_PEOPLE);
}

export async function hasRoom(tx: EntityManager, organizationId: string): Promise<boolean> {
  const [room] = await tx.query<{ count: number }[]>(COUNT_PEOPLE, [organizationId]);
  return (room?.count ?? 0) < MAX_PEOPLE;
}

const COUNT_PEOPLE = `
  SELECT ((SELECT count(*) FROM memberships WHERE organization_id = $1)
    + (SELECT count(*) FROM links WHERE organization_id = $1 AND kind = 'invitation'))::int AS count`;

const INSERT_PERSON = `
  INSERT INTO persons (id, email, name, password_hash) VALUES ($1, $2, $3, $4) ON CONFLICT (email) DO NOTHING RETURNING id`;

const MAKE_OWNER = `
  UPDATE memberships SET role = 'owner', project_ids = NULL, languages = NULL
  WHERE person_id = $1 AND organization_id = $2 RETURNING id`;

const END_OTHER_SESSIONS = `
  DELETE FROM sessions s WHERE membership_id = $1 AND ${isOtherSession('s', '$2')}`;

const INSERT_MEMBERSHIP = `
  INSERT INTO memberships (id, person_id, organization_id, role, project_ids, languages) VALUES ($1, $2, $3, $4, $5, $6)
  ON CONFLICT (person_id, organization_id) DO NOTHING RETURNING id`;
