import { Injectable } from '@nestjs/common';
import { DataSource, type EntityManager, In, MoreThan } from 'typeorm';
import { validate as isUuid, v7 as uuidv7 } from 'uuid';
import { lockCaller } from '../api-keys/api-key-access';
import { ApiKeyOwnerQuery } from '../api-keys/api-key-owner-query';
import { findProjects } from '../api-keys/new-api-key';
import { PrincipalResolver } from '../api-keys/principal-resolver';
import { recordAudit } from '../audit/record';
import type { ResourceLocator } from '../common/access/access.decorators';
import { UnauthenticatedError } from '../common/access/access-errors';
import type { Member, Principal } from '../common/access/principal';
import type { Role } from '../common/access/roles';
import { ValidationFailedError } from '../common/errors/domain-error';
import { lockingTransaction } from '../database/write-settings';
import { toNetwork } from '../rate-limit/caller';
import { HAS_SESSION } from '../api-keys/session-sql';
import { type NewSession, type SessionClient, SessionsService } from '../sessions/sessions.service';
import { InvitationMail } from './invitation-mail';
import { assertRoom, insertPerson, joinByLink, type LinkUse, type NewPerson } from './joining';
import { createLink, findLink, type LinkWithToken } from './links';
import { Link } from './link.entity';
import { assertMayGrant, lockMembers, ownershipOf } from './member-grants';
import { withdraw } from './open-links';
import { findPasswordIssue } from './password-rules';
import { Passwords } from './passwords';
import { AlreadyMemberError, InvalidLinkError, InvitationNotFoundError } from './people-errors';
import { Person } from './person.entity';
import { SignInService } from './sign-in.service';
import { IS_FOR_PROVED_ADDRESS } from './verified-address';

/** An invitation to make. */
export interface NewInvitation {
  email: string;
  role: Role;
  projectIds?: string[] | null;
  languages?: string[] | null;
}

/** The use of a link. */
export interface Acceptance {
  token: string;
  name?: string;
  email?: string;
  password?: string;
}

/** The browser that uses a link: with the session of a person, or to begin one. */
export interface LinkUser {
  client: SessionClient;
  principal?: Principal;
  replacedId?: string;
}

/** A proof of an account is its session, whose `continuedId` the cookie has, or its password. */
interface Proof {
  sessionId?: string | null;
  continuedId?: string;
  passwordHash?: string;
}

/** Invites persons to the caller's organization. */
@Injectable()
export class InvitationsService implements ResourceLocator {
  constructor(
    private readonly dataSource: DataSource,
    private readonly passwords: Passwords,
    private readonly signIns: SignInService,
    private readonly sessions: SessionsService,
    private readonly mail: InvitationMail,
    private readonly principals: PrincipalResolver,
  ) {}

  /** Returns the invitations that can be accepted, the first one first. */
  list({ organizationId }: Principal): Promise<Link[]> {
    const where = { organizationId, kind: 'invitation' as const, expiresAt: MoreThan(new Date()) };
    return this.dataSource.getRepository(Link).find({ where, order: { id: 'ASC' } });
  }

  async assertVisible(principal: Principal, id: string): Promise<void> {
    await find(this.dataSource.manager, principal, id);
  }

  /**
   * Makes an invitation, in place of an earlier one for the same address, which the caller may withdraw. Whether the address has an account
   * makes no difference.
   *
   * @throws NotGrantableError, AlreadyMemberError, PeopleLimitError
   * @throws ValidationFailedError for projects that the organization does not have
   */
  async create(principal: Principal, { email, role, ...limits }: NewInvitation): Promise<LinkWithToken> {
    const { organizationId } = principal;
    const made = await lockingTransaction(this.dataSource.manager, async (tx) => {
      await lockMembers(tx, organizationId);
      const { projectIds = null, languages = null } = limits;
      const ownership = await ownershipOf(tx, organizationId);
      const caller = await lockCaller(tx, principal, 'members:manage');
      assertMayGrant(caller, { role, projectIds, languages }, ownership);
      const known = projectIds && (await findProjects(new ApiKeyOwnerQuery(tx), organizationId, projectIds));
      if ((await tx.query<object[]>(MEMBER_BY_EMAIL, [organizationId, email])).length > 0) {
        throw new AlreadyMemberError();
      }
      const replaced = await tx.getRepository(Link).findBy({ organizationId, email, kind: 'invitation' });
      for (const link of replaced.filter(isOpen)) assertMayGrant(caller, link, ownership);
      await withdraw(tx, principal, organizationId, replaced);
      await assertRoom(tx, organizationId);
      const grant = { role, projectIds: known, languages };
      const created = await createLink(tx, {
        ...{ kind: 'invitation', organizationId, email },
        ...{ invitedBy: principal.person?.id ?? null, invitedByKey: principal.apiKeyId },
        ...grant,
      });
      const target = { type: 'invitation', id: created.link.id, name: email } as const;
      await recordAudit(tx, principal, { action: 'invitation.created', target, details: grant });
      await this.mail.add(tx, created, principal.person?.id);
      return created;
    });
    this.mail.wake();
    return made;
  }

  /** @throws InvitationNotFoundError, NotGrantableError if it gives more than the caller has */
  async withdraw(principal: Principal, id: string): Promise<void> {
    await lockingTransaction(this.dataSource.manager, async (tx) => {
      // One that is being accepted is not withdrawn.
      await lockMembers(tx, principal.organizationId);
      const caller = await lockCaller(tx, principal, 'members:manage');
      const link = await find(tx, principal, id);
      assertMayGrant(caller, link, await ownershipOf(tx, principal.organizationId));
      await withdraw(tx, principal, principal.organizationId, [link]);
    });
  }

  /**
   * Makes a person a member, and signs in. A person who has an account proves it by the session or the password. An answer tells
   * whether there is an account only if it uses the link up, or would use it up without an account.
   *
   * @throws InvalidLinkError, ValidationFailedError, UnauthenticatedError, AlreadyMemberError
   */
  async accept({ token, name, password, ...rest }: Acceptance, user: LinkUser): Promise<NewSession> {
    const link = await findLink(this.dataSource.manager, token, ['welcome', 'invitation']);
    if (!link) throw new InvalidLinkError();
    const email = emailOf(link, rest.email);
    const known = await this.dataSource.getRepository(Person).findOneBy({ email });
    const { principal, client, replacedId } = user;
    if (known && principal?.person?.id === known.id) {
      return this.joinByToken(token, known.id, user, { sessionId: principal.sessionId, continuedId: replacedId });
    }
    if (password === undefined) {
      throw new ValidationFailedError([{ pointer: '/password', code: 'required', detail: 'is required' }]);
    }
    if (name !== undefined) assertPassword(password, email, '/password');
    // Without a name, the request is refused in the same way with and without an account: one link would tell it of any number of addresses.
    if (known || name === undefined) {
      const { id, passwordHash } = await this.signIns.authenticate(email, password, client);
      return this.joinByToken(token, id, user, { passwordHash });
    }
    const passwordHash = await this.passwords.hash(password, toNetwork(client.address));
    return this.joinByToken(token, { id: uuidv7(), email, name, passwordHash }, user);
  }

  /**
   * Makes a person a member without the link of an invitation, by the proved address, and goes on with the session there.
   *
   * @param sessionId in the cookie
   * @throws InvitationNotFoundError, AlreadyMemberError
   * @throws UnauthenticatedError if the session has ended meanwhile
   */
  async acceptOwn(
    { sessionId: ownSession }: Principal,
    person: Member,
    id: string,
    client: SessionClient,
    sessionId: string | undefined,
  ): Promise<NewSession> {
    const membershipId = await lockingTransaction(this.dataSource.manager, async (tx) => {
      const values = [person.id, ownSession, id];
      const [found] = isUuid(id) ? await tx.query<{ organizationId: string }[]>(FIND_OWN, values) : [];
      if (found) await lockMembers(tx, found.organizationId);
      const [locked] = found ? await tx.query<object[]>(LOCK_OWN, values) : [];
      const link = locked && (await tx.getRepository(Link).findOneBy({ id }));
      if (!link) throw new InvitationNotFoundError();
      return join(tx, link, { personId: person.id, address: client.address }, { sessionId: ownSession });
    });
    const member = { membershipId, continuedId: sessionId, by: 'session', client } as const;
    return this.sessions.beginForMember(member, sessionId);
  }

  private async joinByToken(
    token: string,
    person: string | NewPerson,
    { client, replacedId }: LinkUser,
    { sessionId, ...proof }: Proof = {},
  ): Promise<NewSession> {
    const personId = typeof person === 'string' ? person : person.id;
    const membershipId = await lockingTransaction(this.dataSource.manager, async (tx) => {
      const found = await findLink(tx, token, ['welcome', 'invitation']);
      if (found) await lockMembers(tx, found.organizationId);
      const link = found && (await findLink(tx, token, ['welcome', 'invitation'], { lock: true }));
      if (!link) throw new InvalidLinkError();
      const isKnown = typeof person === 'string';
      // Another request has made the account since this one has looked.
      if (!isKnown && !(await insertPerson(tx, person))) throw new UnauthenticatedError('credentials');
      const use = { personId, address: client.address, sessionId };
      return join(tx, link, use, isKnown ? { sessionId, ...proof } : undefined);
    });
    this.principals.invalidatePerson(personId);
    return this.sessions.beginForMember({ membershipId, ...proof, by: 'link', client }, replacedId);
  }
}

/**
 * @param link that the transaction has locked, after the members
 * @param proof of the account, if the person had one
 * @returns the id of the membership
 * @throws AlreadyMemberError, UnauthenticatedError
 */
async function join(tx: EntityManager, link: Link, use: LinkUse, proof?: Proof): Promise<string> {
  const id = await joinByLink(tx, link, use);
  // After the links for the password have ended: the use of one of them ends the proof.
  if (proof) await assertStillProved(tx, use.personId, proof);
  if (id === undefined) throw new AlreadyMemberError();
  return id;
}

/** @throws UnauthenticatedError if the session has ended, or the password has changed, since it has proved the account */
async function assertStillProved(tx: EntityManager, personId: string, { sessionId, passwordHash }: Proof) {
  const [condition, value] =
    passwordHash === undefined ? [HAS_SESSION, sessionId] : ['password_hash = $2', passwordHash];
  const proved = `SELECT FROM persons WHERE id = $1 AND ${condition} FOR SHARE`;
  const found = await tx.query<object[]>(proved, [personId, value]);
  if (found.length === 0) throw new UnauthenticatedError(passwordHash === undefined ? 'ended' : 'credentials');
}

/** @throws ValidationFailedError */
export function assertPassword(password: string, email: string, pointer: string): void {
  const issue = findPasswordIssue(password, email);
  if (issue !== undefined) throw new ValidationFailedError([{ pointer, code: 'not_allowed', detail: issue }]);
}

/** Returns the address of the person whom a link makes a member. @throws ValidationFailedError */
function emailOf(link: Link, sent: string | undefined): string {
  const email = link.email ?? sent;
  if (email === undefined) {
    throw new ValidationFailedError([{ pointer: '/email', code: 'required', detail: 'is required by this link' }]);
  }
  if (sent !== undefined && sent !== email) {
    const detail = 'is not the address that was invited';
    throw new ValidationFailedError([{ pointer: '/email', code: 'not_allowed', detail }]);
  }
  return email;
}

const isOpen = ({ expiresAt }: Link): boolean => expiresAt.getTime() > Date.now();

/** @throws InvitationNotFoundError */
async function find(manager: EntityManager, { organizationId }: Principal, id: string): Promise<Link> {
  const where = { id, organizationId, kind: In(['invitation']) };
  const link = isUuid(id) ? await manager.getRepository(Link).findOneBy(where) : null;
  if (!link || !isOpen(link)) throw new InvitationNotFoundError();
  return link;
}

// The proof and the session are of one snapshot: the first proof of the address ends earlier sessions, which others could have.
const FIND_OWN = `
  SELECT l.organization_id AS "organizationId" FROM links l WHERE l.id = $3 AND ${IS_FOR_PROVED_ADDRESS} AND ${HAS_SESSION}`;

const LOCK_OWN = `${FIND_OWN} FOR UPDATE OF l`;

const MEMBER_BY_EMAIL = `
  SELECT FROM memberships m JOIN persons p ON p.id = m.person_id WHERE m.organization_id = $1 AND p.email = $2`;
