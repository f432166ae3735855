import { Inject, Injectable, Logger } from '@nestjs/common';
import { DataSource, type EntityManager, MoreThan } from 'typeorm';
import { v7 as uuidv7 } from 'uuid';
import { PrincipalResolver } from '../../api-keys/principal-resolver';
import { recordAuditOfPerson } from '../../audit/record';
import type { Settings } from '../../config/settings';
import { SETTINGS } from '../../config/settings.module';
import { lockingTransaction } from '../../database/write-settings';
import { assertRoom, hasRoom, insertPerson, joinByLink, joinOrganization, type NewMembership } from '../joining';
import { Link } from '../link.entity';
import { lockAccount } from '../lock-account';
import { lockMembers } from '../member-grants';
import { Person } from '../person.entity';
import { isRemoved } from '../removed-addresses';
import { proveBySingleSignOn } from '../verified-address';
import { IdentityRow } from './identity.entity';
import type { Identity } from './identity';
import { OidcRefusal } from './oidc-errors';

/** A sign-in whose identity is proved. */
export interface ProvedSignIn {
  identity: Identity;
  /** The welcome link or the invitation with which the person joins. */
  linkId: string | null;
  /** The session in which the sign-in was begun. */
  sessionHash: Buffer | null;
  /** The client address. */
  address: string;
}

type Account = Pick<Person, 'id' | 'email' | 'emailVerifiedAt'>;

/** How a person becomes a member: by a link, or by the domain of the address. */
type Grant = { link: Link } | { byDomain: GrantByDomain };
type GrantByDomain = Omit<NewMembership, 'personId' | 'address'>;

/** Finds the membership of an identity, and makes account and membership where a link or the domain of the address allows it. */
@Injectable()
export class OidcJoin {
  private readonly logger = new Logger('SingleSignOn');

  constructor(
    private readonly dataSource: DataSource,
    private readonly principals: PrincipalResolver,
    @Inject(SETTINGS) private readonly settings: Pick<Settings, 'oidc'>,
  ) {}

  /** @returns the id of the membership. @throws OidcRefusal, PeopleLimitError */
  async membershipOf(signIn: ProvedSignIn): Promise<string> {
    const { membershipId, personId } = await lockingTransaction(this.dataSource.manager, (tx) => this.find(tx, signIn));
    this.principals.invalidatePerson(personId);
    return membershipId;
  }

  private async find(tx: EntityManager, signIn: ProvedSignIn): Promise<{ membershipId: string; personId: string }> {
    const { identity, linkId, sessionHash, address } = signIn;
    const row = await tx.getRepository(IdentityRow).findOneBy({ issuer: identity.issuer, subject: identity.subject });
    const connected = row && (await tx.getRepository(Person).findOneBy({ id: row.personId }));
    const { email } = identity;
    const account = connected ?? (await accountOf(tx, email));
    if (!connected && email === undefined) {
      const claimed = await accountOf(tx, identity.unverifiedEmail);
      throw new OidcRefusal('unverified_email', claimed?.id);
    }
    const known = account ? await membershipOf(tx, account.id) : undefined;
    const joins = known === undefined || (account && !connected && (await this.isNew(tx, account, sessionHash)));
    const byAddress = linkId === null && email !== undefined && joins;
    const grant = byAddress ? await this.grantFor(tx, email, account, known) : await grantOf(tx, linkId);
    if (grant && 'link' in grant) assertAddress(grant.link, [email, account?.email], account?.id);
    if (!grant && !known) throw new OidcRefusal('no_account', account?.id);
    const personId = account?.id ?? (await newAccount(tx, identity));
    const joined = grant && (await join(tx, grant, personId, address));
    if (!(await lockAccount(tx, personId))) throw new OidcRefusal('no_account');
    if (!(await isConnectedBy(tx, personId, identity))) await this.connect(tx, personId, signIn);
    if (email !== undefined) await proveBySingleSignOn(tx, personId, email);
    const membershipId = joined || known;
    if (!membershipId) throw new OidcRefusal('no_account', personId);
    return { membershipId, personId };
  }

  /**
   * Returns how a person becomes a member by the address alone. Any organization can invite any address: so an invitation of another
   * organization than the one of the domain is accepted only if there is no other way. Otherwise it waits in the inbox.
   *
   * @param known the membership of the person, who then joins no other organization than the one of the domain
   */
  private async grantFor(
    tx: EntityManager,
    email: string,
    account: Account | null,
    known: string | undefined,
  ): Promise<Grant | undefined> {
    const organizationId = this.settings.oidc?.autoJoin?.organizationId;
    const own = organizationId && (await invitationFor(tx, { email, organizationId }));
    if (own) return grantOf(tx, own);
    const byDomain = await this.grantByDomain(tx, email, account);
    const isOpen = byDomain && (await hasRoom(tx, byDomain.organizationId));
    const other = isOpen || known !== undefined ? undefined : await invitationFor(tx, { email });
    if (other !== undefined) return grantOf(tx, other);
    if (!byDomain || (!isOpen && known !== undefined)) return undefined;
    // Last: by an invitation of another organization, the person locks the members there only.
    await lockMembers(tx, byDomain.organizationId);
    await assertRoom(tx, byDomain.organizationId);
    return { byDomain };
  }

  private async grantByDomain(
    tx: EntityManager,
    email: string,
    account: Account | null,
  ): Promise<GrantByDomain | undefined> {
    const { autoJoin, domains = [] } = this.settings.oidc ?? {};
    const domain = email.slice(email.lastIndexOf('@') + 1);
    if (!autoJoin || !domains.includes(domain)) return undefined;
    if ((await tx.query<object[]>(ORGANIZATION, [autoJoin.organizationId])).length === 0) {
      this.logger.warn('OIDC_AUTO_JOIN names an organization that does not exist');
      return undefined;
    }
    if (await isRemoved(tx, autoJoin.organizationId, [email, account?.email ?? email])) return undefined;
    return { ...autoJoin, projectIds: null, languages: null, by: 'domain' };
  }

  /**
   * Returns whether a member of another organization may join the one of the domain. Whoever makes an invitation can make the account with its
   * link, and would keep the person from it. The first proof of the address is the first time that the person is known to sign in.
   */
  private async isNew(tx: EntityManager, account: Account, sessionHash: Buffer | null): Promise<boolean> {
    const organizationId = this.settings.oidc?.autoJoin?.organizationId;
    if (organizationId === undefined || account.emailVerifiedAt !== null) return false;
    if (await isSignedIn(tx, account.id, sessionHash)) return false;
    return (await membershipOf(tx, account.id, organizationId)) === undefined;
  }

  /**
   * Connects an identity with an account. That the issuer has verified the address proves more than a password: whoever made an invitation
   * could have used it, and set one. So what others could know ends, unless the person is signed in with it. The account is locked.
   */
  private async connect(tx: EntityManager, personId: string, { identity, sessionHash, address }: ProvedSignIn) {
    const { issuer, subject } = identity;
    await tx.getRepository(IdentityRow).delete({ issuer, personId, withdrawn: true });
    const connected = await tx.query<object[]>(INSERT_IDENTITY, [issuer, subject, personId]);
    if (connected.length === 0) throw new OidcRefusal('other_identity', personId);
    await tx.getRepository(Link).delete({ personId, kind: 'password' });
    if (!(await isSignedIn(tx, personId, sessionHash))) {
      await tx.query('DELETE FROM passkeys WHERE person_id = $1', [personId]);
      await tx.getRepository(Person).update(personId, { passwordHash: null });
      await tx.query(END_SESSIONS, [personId]);
    }
    const target = { type: 'person', id: personId } as const;
    await recordAuditOfPerson(tx, personId, { action: 'single-sign-on.connected', target }, { address });
  }
}

/** @throws OidcRefusal if a link is for another address */
function assertAddress({ email }: Link, proved: readonly (string | null | undefined)[], personId?: string): void {
  if (email !== null && !proved.includes(email)) throw new OidcRefusal('other_address', personId);
}

/** Returns the id of the first invitation for an address, of any organization or of one. */
async function invitationFor(
  tx: EntityManager,
  of: { email: string; organizationId?: string },
): Promise<string | undefined> {
  const where = { kind: 'invitation' as const, expiresAt: MoreThan(new Date()), ...of };
  return (await tx.getRepository(Link).findOne({ where, order: { id: 'ASC' } }))?.id;
}

async function grantOf(tx: EntityManager, linkId: string | null): Promise<Grant | undefined> {
  if (linkId === null) return undefined;
  const lock = { mode: 'pessimistic_write' as const };
  const where = { id: linkId, expiresAt: MoreThan(new Date()) };
  const found = await tx.getRepository(Link).findOneBy(where);
  if (found) await lockMembers(tx, found.organizationId);
  const link = found && (await tx.getRepository(Link).findOne({ where, lock }));
  if (!link?.role || link.kind === 'password') throw new OidcRefusal('invalid_link');
  return { link };
}

/** @returns the id of the membership. @throws OidcRefusal if the person is a member without the link, which stays */
async function join(tx: EntityManager, grant: Grant, personId: string, address: string): Promise<string | undefined> {
  if ('byDomain' in grant) {
    const { byDomain } = grant;
    const joined = await joinOrganization(tx, { ...byDomain, personId, address });
    return joined ?? (await membershipOf(tx, personId, byDomain.organizationId));
  }
  const joined = await joinByLink(tx, grant.link, { personId, address });
  if (joined === undefined) throw new OidcRefusal('already_member', personId);
  return joined;
}

/** @throws OidcRefusal if another request has made the account meanwhile */
async function newAccount(tx: EntityManager, { email = '', name }: Identity): Promise<string> {
  const id = uuidv7();
  const isMade = email !== '' && (await insertPerson(tx, { id, email, name: name ?? email, passwordHash: null }));
  if (!isMade) throw new OidcRefusal('attempt_ended');
  return id;
}

async function accountOf(tx: EntityManager, email: string | undefined): Promise<Account | null> {
  return email === undefined ? null : tx.getRepository(Person).findOneBy({ email });
}

/** Returns whether an identity is connected with a person, and was not withdrawn. */
async function isConnectedBy(tx: EntityManager, personId: string, { issuer, subject }: Identity): Promise<boolean> {
  return tx.getRepository(IdentityRow).existsBy({ issuer, subject, personId, withdrawn: false });
}

async function isSignedIn(tx: EntityManager, personId: string, sessionHash: Buffer | null): Promise<boolean> {
  return sessionHash !== null && (await tx.query<object[]>(SESSION, [sessionHash, personId])).length > 0;
}

/** Returns the id of the first membership of a person, or of the one in an organization. */
async function membershipOf(tx: EntityManager, personId: string, organizationId: string | null = null) {
  return (await tx.query<{ id: string }[]>(MEMBERSHIP, [personId, organizationId]))[0]?.id;
}

const MEMBERSHIP = `
  SELECT id FROM memberships WHERE person_id = $1 AND ($2::uuid IS NULL OR organization_id = $2) ORDER BY id LIMIT 1`;

const SESSION = `
  SELECT FROM sessions s JOIN memberships m ON m.id = s.membership_id
  WHERE s.id_hash = $1 AND m.person_id = $2 AND s.expires_at > now()`;

const ORGANIZATION = 'SELECT FROM organizations WHERE id = $1';

const INSERT_IDENTITY = `
  INSERT INTO identities (issuer, subject, person_id) VALUES ($1, $2, $3) ON CONFLICT DO NOTHING RETURNING person_id`;

const END_SESSIONS = `
  DELETE FROM sessions WHERE membership_id IN (SELECT id FROM memberships WHERE person_id = $1)`;
