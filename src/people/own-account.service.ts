import { Inject, Injectable } from '@nestjs/common';
import { DataSource, type EntityManager } from 'typeorm';
import { validate as isUuid } from 'uuid';
import { OrganizationNotFoundError } from '../api-keys/api-key-errors';
import { assertSession } from '../api-keys/api-key-access';
import { PrincipalResolver } from '../api-keys/principal-resolver';
import { recordAudit, recordAuditOfPerson } from '../audit/record';
import { UnauthenticatedError } from '../common/access/access-errors';
import type { Member, Principal } from '../common/access/principal';
import type { Role } from '../common/access/roles';
import { ValidationFailedError } from '../common/errors/domain-error';
import type { Settings } from '../config/settings';
import { SETTINGS } from '../config/settings.module';
import { lockingTransaction } from '../database/write-settings';
import { toNetwork } from '../rate-limit/caller';
import { isOtherSession, sessionIdOf } from '../api-keys/session-sql';
import { type NewSession, type SessionClient, SessionsService } from '../sessions/sessions.service';
import { assertPassword } from './invitations.service';
import { findLink } from './links';
import { Link } from './link.entity';
import { assertOtherOwner } from './member-grants';
import { IdentityRow, isConnected } from './oidc/identity.entity';
import { Passwords } from './passwords';
import { proveByMail, withdrawProof } from './verified-address';
import { endLinksOf } from './open-links';
import { lockOwnInvitation, membershipAfterReset } from './reset-membership';
import { InvalidLinkError, LastOrganizationError, SessionNotFoundError } from './people-errors';
import { lockAccount } from './lock-account';
import { lockMemberships, membershipsOf } from './own-memberships';
import { Person } from './person.entity';
import { SignInService } from './sign-in.service';

/** The name of a person who has removed the account. */
const REMOVED_NAME = 'removed person';

/** A person as the person sees it. */
export interface OwnPerson {
  id: string;
  name: string;
  email: string;
  locale: string | null;
  /** Whether unread items of the inbox are mailed. */
  inboxMail: boolean;
  /** How the person can sign in. */
  signInWays: { password: boolean; singleSignOn: boolean };
}

/** An organization of a person. */
export interface OwnOrganization {
  id: string;
  name: string;
  role: Role;
}

/** A session of a person. */
export interface OwnSession {
  id: string;
  userAgent: string | null;
  address: string | null;
  createdAt: Date;
  /** Accurate to about a minute. */
  lastUsedAt: Date;
  organizationName: string;
}

/** Changes of a person. */
export interface OwnChange {
  name?: string;
  locale?: string | null;
  inboxMail?: boolean;
  password?: { current: string; new: string };
}

/** What a person does with the own account. */
@Injectable()
export class OwnAccountService {
  constructor(
    private readonly dataSource: DataSource,
    private readonly principals: PrincipalResolver,
    private readonly passwords: Passwords,
    private readonly sessions: SessionsService,
    private readonly signIns: SignInService,
    @Inject(SETTINGS) private readonly settings: Pick<Settings, 'oidc'>,
  ) {}

  /** @throws UnauthenticatedError if the account was removed since the request arrived */
  async get({ id }: Member): Promise<{ person: OwnPerson; organizations: OwnOrganization[] }> {
    const [person, organizations, singleSignOn] = await Promise.all([
      this.dataSource.getRepository(Person).findOneBy({ id }),
      this.dataSource.query<OwnOrganization[]>(ORGANIZATIONS, [id]),
      isConnected(this.dataSource.manager, id, this.settings),
    ]);
    if (person?.email == null) throw new UnauthenticatedError('ended');
    const { name, email, locale, inboxMail, passwordHash } = person;
    const signInWays = { password: this.passwords.areUsed && passwordHash !== null, singleSignOn };
    return { person: { id, name, email, locale, inboxMail, signInWays }, organizations };
  }

  /**
   * Changes the name, the language, the mails or the password. Another password ends the other sessions of the person.
   *
   * @throws ValidationFailedError for a wrong or unsuitable password, PasswordsBusyError
   */
  async change(
    principal: Principal,
    own: Member,
    { name, locale, inboxMail, password }: OwnChange,
    address: string,
  ): Promise<void> {
    const person = await this.dataSource.getRepository(Person).findOneBy({ id: own.id });
    if (person?.email == null) throw new UnauthenticatedError('ended');
    const replaced = password && (await this.replacedHash(person.email, password, address));
    const passwordHash = replaced?.after;
    await lockingTransaction(this.dataSource.manager, async (tx) => {
      const change = { name, locale, inboxMail, passwordHash };
      const before = { id: own.id, ...(replaced && { passwordHash: replaced.before }) };
      const { affected } = await tx.getRepository(Person).update(before, change);
      // Another request has changed the password since this one has compared it.
      if (affected === 0) throw new UnauthenticatedError('ended');
      await assertSession(tx, principal);
      if (passwordHash === undefined) return;
      await tx.query(END_SESSIONS, [own.id, principal.sessionId]);
      await recordAuditOfPerson(tx, own.id, { action: 'password.changed' }, { address });
    });
    this.principals.invalidatePerson(own.id);
  }

  /**
   * Sets a new password by a link, ends all sessions of the person, and signs in. A link that was mailed proves the address: a person who is
   * in no organization any more joins the first organization that has invited it. The link of an owner takes the proof
   * and the passkeys away, and the next single sign-on ends the password: the owner could use the link.
   *
   * @throws PasswordSignInOffError, InvalidLinkError, ValidationFailedError, PasswordsBusyError
   */
  async resetPassword(
    token: string,
    password: string,
    client: SessionClient,
    replacedId?: string,
  ): Promise<NewSession> {
    this.passwords.assertUsed();
    const { manager } = this.dataSource;
    const found = await findLink(manager, token, ['password']);
    const person = found?.personId ? await manager.getRepository(Person).findOneBy({ id: found.personId }) : null;
    if (!found || person?.email == null) throw new InvalidLinkError();
    assertPassword(password, person.email, '/password');
    const passwordHash = await this.passwords.hash(password, toNetwork(client.address));
    const membershipId = await lockingTransaction(manager, async (tx) => {
      const invitation = await lockOwnInvitation(tx, found);
      const link = await findLink(tx, token, ['password'], { lock: true });
      if (!link) throw new InvalidLinkError();
      const memberId = await membershipAfterReset(tx, link, invitation, client.address);
      if (memberId === undefined) throw new InvalidLinkError();
      await tx.getRepository(Link).delete({ personId: person.id, kind: 'password' });
      await (link.email === person.email ? proveByMail(tx, person.id) : withdrawProof(tx, person.id));
      await tx.getRepository(Person).update(person.id, { passwordHash });
      await tx.query(END_SESSIONS, [person.id, null]);
      await recordAuditOfPerson(tx, person.id, { action: 'password.reset' }, { address: client.address });
      return memberId;
    });
    this.principals.invalidatePerson(person.id);
    return this.sessions.beginForMember({ membershipId, by: 'link', client }, replacedId);
  }

  /**
   * Removes the account with what is personal in it. The history goes on to say that it was a person, and calls it "removed person".
   *
   * @throws LastOwnerError, UnauthenticatedError if the session has ended
   */
  async remove(principal: Principal, own: Member, address: string): Promise<void> {
    const remove = async (tx: EntityManager): Promise<boolean> => {
      const memberships = await lockMemberships(tx, own.id);
      for (const { organizationId, role } of memberships) {
        if (role === 'owner') await assertOtherOwner(tx, organizationId, own.id);
      }
      await tx.query(LOCK_LINKS, [own.id]);
      await lockAccount(tx, own.id);
      await assertSession(tx, principal);
      // Nobody joins an organization while the account is locked. One that was joined before is locked before the account.
      if ((await membershipsOf(tx, own.id)).length > memberships.length) return false;
      await recordAuditOfPerson(tx, own.id, { action: 'account.removed' }, { address });
      await tx.query(REMOVE_ADDRESS, [own.id, REMOVED_NAME]);
      await tx.query(REMOVE_LINKS, [own.id]);
      await tx.query('DELETE FROM passkeys WHERE person_id = $1', [own.id]);
      await tx.query('DELETE FROM inbox_items WHERE person_id = $1', [own.id]);
      await tx.getRepository(IdentityRow).delete({ personId: own.id });
      for (const { organizationId } of memberships) {
        const actor = { organizationId, person: { id: own.id }, address };
        await endLinksOf(tx, actor, organizationId, own.id, null);
      }
      await tx.query('DELETE FROM memberships WHERE person_id = $1', [own.id]);
      await tx.query('UPDATE api_keys SET created_by = $2 WHERE created_by_person = $1', [own.id, REMOVED_NAME]);
      const personal = { email: null, emailVerifiedAt: null, locale: null, passwordHash: null, inboxMailedAt: null };
      await tx.getRepository(Person).update(own.id, { name: REMOVED_NAME, ...personal });
      return true;
    };
    while (!(await lockingTransaction(this.dataSource.manager, remove))) continue;
    this.principals.invalidatePerson(own.id);
  }

  /**
   * Ends the membership of the person in an organization, and the open links of the person there.
   *
   * @throws OrganizationNotFoundError, LastOwnerError, LastOrganizationError
   */
  async leave(principal: Principal, own: Member, organizationId: string): Promise<void> {
    await lockingTransaction(this.dataSource.manager, async (tx) => {
      const memberships = await lockMemberships(tx, own.id);
      const left = memberships.find((membership) => membership.organizationId === organizationId.toLowerCase());
      if (!left) throw new OrganizationNotFoundError();
      if (memberships.length === 1) throw new LastOrganizationError();
      await assertSession(tx, principal);
      if (left.role === 'owner') await assertOtherOwner(tx, left.organizationId, own.id);
      const actor = { ...principal, organizationId: left.organizationId };
      await recordAudit(tx, actor, { action: 'member.removed', target: { type: 'person', id: own.id } });
      await endLinksOf(tx, actor, left.organizationId, own.id, null);
      await tx.query('DELETE FROM memberships WHERE person_id = $1 AND organization_id = $2', [
        own.id,
        left.organizationId,
      ]);
    });
    this.principals.invalidatePerson(own.id);
  }

  /** Returns the sessions of the person in all organizations, the last used one first. */
  listSessions({ id }: Member): Promise<OwnSession[]> {
    return this.dataSource.query<OwnSession[]>(SESSIONS, [id]);
  }

  /** Ends a session of the person. @throws SessionNotFoundError */
  async endSession(principal: Principal, own: Member, id: string): Promise<void> {
    await lockingTransaction(this.dataSource.manager, async (tx) => {
      const [ended] = isUuid(id)
        ? await tx.query<[{ organizationId: string }[], number]>(END_SESSION, [id, own.id])
        : [];
      const organizationId = ended?.[0]?.organizationId;
      if (organizationId === undefined) throw new SessionNotFoundError();
      if (id.toLowerCase() !== principal.sessionId) await assertSession(tx, principal);
      const actor = { ...principal, organizationId };
      await recordAudit(tx, actor, { action: 'session.ended', target: { type: 'person', id: own.id } });
    });
    this.principals.invalidatePerson(own.id);
  }

  /** @throws ValidationFailedError */
  private async replacedHash(
    email: string,
    password: { current: string; new: string },
    address: string,
  ): Promise<{ before: string; after: string }> {
    const account = await this.signIns.findAccount(email, password.current, address);
    if (!account) {
      const detail = 'is not the password';
      throw new ValidationFailedError([{ pointer: '/password/current', code: 'not_allowed', detail }]);
    }
    assertPassword(password.new, email, '/password/new');
    return { before: account.passwordHash, after: await this.passwords.hash(password.new, toNetwork(address)) };
  }
}

const ORGANIZATIONS = `
  SELECT o.id, o.name, m.role FROM memberships m JOIN organizations o ON o.id = m.organization_id
  WHERE m.person_id = $1 ORDER BY m.id`;

const LINKS = 'FROM links WHERE person_id = $1 OR email = (SELECT email FROM persons WHERE id = $1)';

const LOCK_LINKS = `SELECT ${LINKS} ORDER BY id FOR UPDATE`;

const REMOVE_LINKS = `DELETE ${LINKS}`;

const OF_PERSON = '(SELECT id FROM memberships WHERE person_id = $1)';

/** `$2` is the id of the session that stays. */
const END_SESSIONS = `
  DELETE FROM sessions s WHERE membership_id IN ${OF_PERSON} AND ${isOtherSession('s', '$2')}`;

const END_SESSION = `
  DELETE FROM sessions s WHERE ${sessionIdOf('s')} = $1
    AND membership_id IN (SELECT id FROM memberships WHERE person_id = $2)
  RETURNING (SELECT organization_id FROM memberships m WHERE m.id = s.membership_id) AS "organizationId"`;

/** The audit of all organizations names the person as the history does. */
const REMOVE_ADDRESS = `
  UPDATE audit_entries SET target_name = $2
  WHERE target_type = 'invitation' AND target_name = (SELECT email FROM persons WHERE id = $1)`;

const SESSIONS = `
  SELECT ${sessionIdOf('s')} AS id, s.user_agent AS "userAgent", s.address, s.created_at AS "createdAt", o.name AS "organizationName",
         least(now(), greatest(s.created_at, s.expires_at - interval '12 hours')) AS "lastUsedAt"
  FROM sessions s JOIN memberships m ON m.id = s.membership_id JOIN organizations o ON o.id = m.organization_id
  WHERE m.person_id = $1 AND s.expires_at > now() ORDER BY "lastUsedAt" DESC, s.id_hash`;
