import { isDeepStrictEqual } from 'node:util';
import { Inject, Injectable } from '@nestjs/common';
import { DataSource, type EntityManager } from 'typeorm';
import { validate as isUuid } from 'uuid';
import { lockCaller } from '../api-keys/api-key-access';
import { ApiKeyOwnerQuery } from '../api-keys/api-key-owner-query';
import { findProjects } from '../api-keys/new-api-key';
import { recordAudit } from '../audit/record';
import { PrincipalResolver } from '../api-keys/principal-resolver';
import type { ResourceLocator } from '../common/access/access.decorators';
import { NotGrantableError } from '../common/access/access-errors';
import type { Principal } from '../common/access/principal';
import type { Role } from '../common/access/roles';
import { SETTINGS } from '../config/settings.module';
import type { Settings } from '../config/settings';
import { lockingTransaction } from '../database/write-settings';
import { createLink, type LinkWithToken } from './links';
import { lockAccount } from './lock-account';
import { Link } from './link.entity';
import {
  assertMayGrant,
  assertOtherOwner,
  isUnlimitedOwner,
  lockMembers,
  type MemberGrant,
  type Ownership,
  ownershipOf,
} from './member-grants';
import { Membership } from './membership.entity';
import { isConnected } from './oidc/identity.entity';
import { addRemovedAddress } from './removed-addresses';
import { endLinksOf, endLinksOfFirstOwner } from './open-links';
import { LastOrganizationError, MemberNotFoundError } from './people-errors';
import { Passwords } from './passwords';

/** A member of an organization. */
export interface ListedMember extends MemberGrant {
  id: string;
  createdAt: Date;
  person: { id: string; name: string; email: string };
}

/** Lists, changes and removes the members of the caller's organization. */
@Injectable()
export class MembersService implements ResourceLocator {
  constructor(
    private readonly dataSource: DataSource,
    private readonly principals: PrincipalResolver,
    private readonly passwords: Passwords,
    @Inject(SETTINGS) private readonly settings: Pick<Settings, 'oidc'>,
  ) {}

  /** Returns the members, the first one first. */
  list({ organizationId }: Principal): Promise<ListedMember[]> {
    return this.dataSource.query<ListedMember[]>(`${MEMBERS} ORDER BY m.id`, [organizationId]);
  }

  async assertVisible({ organizationId }: Principal, id: string): Promise<void> {
    await find(this.dataSource.manager, organizationId, id);
  }

  /**
   * Changes what a member may do. Another role ends the sessions of the member. Links that the member has made and may not make any more
   * end, and so do those that owners have made for the password of the member.
   *
   * @throws MemberNotFoundError, LastOwnerError, ValidationFailedError for projects that the organization does not have
   * @throws NotGrantableError if the member has, or would have, more than the caller
   */
  async change(
    principal: Principal,
    id: string,
    change: { role?: Role; projectIds?: string[] | null; languages?: string[] | null },
  ): Promise<ListedMember> {
    const changed = await lockingTransaction(this.dataSource.manager, async (tx) => {
      const { caller, member, ownership } = await this.lock(tx, principal, id);
      assertMayGrant(caller, member, ownership);
      const { role = member.role, languages = member.languages } = change;
      const { projectIds = member.projectIds } = change;
      assertMayGrant(caller, { role, projectIds, languages }, ownership);
      const known =
        change.projectIds && (await findProjects(new ApiKeyOwnerQuery(tx), member.organizationId, change.projectIds));
      if (member.role === 'owner' && !isUnlimitedOwner({ role, projectIds, languages })) {
        await assertOtherOwner(tx, member.organizationId, member.personId);
      }
      await tx.getRepository(Membership).update(id, { role, projectIds: known ?? projectIds, languages });
      const details = { role, projectIds: known ?? projectIds, languages };
      const before = { role: member.role, projectIds: member.projectIds, languages: member.languages };
      if (isDeepStrictEqual(before, details)) return find(tx, member.organizationId, id);
      await recordAudit(tx, principal, {
        ...{ action: 'member.changed', target: targetOf(member), details },
        change: { before, after: details },
      });
      await endLinksOf(tx, principal, member.organizationId, member.personId, details);
      await endLinksOfFirstOwner(tx, principal, member.organizationId, details);
      if (role !== member.role) await tx.query('DELETE FROM sessions WHERE membership_id = $1', [id]);
      return find(tx, member.organizationId, id);
    });
    this.principals.invalidatePerson(changed.person.id);
    return changed;
  }

  /**
   * Ends a membership with its sessions and the open links of the member. The history goes on to name the person, who joins again by an
   * invitation only.
   *
   * @throws MemberNotFoundError, LastOwnerError, NotGrantableError
   * @throws LastOrganizationError for the caller itself without another organization
   */
  async remove(principal: Principal, id: string): Promise<void> {
    const personId = await lockingTransaction(this.dataSource.manager, async (tx) => {
      const { caller, member, ownership } = await this.lock(tx, principal, id);
      assertMayGrant(caller, member, ownership);
      if (member.role === 'owner') await assertOtherOwner(tx, member.organizationId, member.personId);
      if (caller.person?.id === member.personId && !(await isElsewhere(tx, member))) throw new LastOrganizationError();
      await addRemovedAddress(tx, member.organizationId, member.personId);
      await recordAudit(tx, principal, { action: 'member.removed', target: targetOf(member) });
      await endLinksOf(tx, principal, member.organizationId, member.personId, null);
      await tx.getRepository(Membership).delete(id);
      return member.personId;
    });
    this.principals.invalidatePerson(personId);
  }

  /**
   * Makes a link with which a member sets a new password, in place of an earlier one. Who makes it could use it, too: so only an owner
   * can, and only for a person of this organization alone who has no more than the owner, and who does not use single sign-on. The link ends
   * when the owner may not make it any more, and with any change of the rights of the member.
   *
   * @throws PasswordSignInOffError, MemberNotFoundError, NotGrantableError
   */
  async createPasswordLink(principal: Principal, id: string): Promise<LinkWithToken> {
    this.passwords.assertUsed();
    return lockingTransaction(this.dataSource.manager, async (tx) => {
      const { caller, member, ownership } = await this.lock(tx, principal, id);
      if (caller.person?.role !== 'owner') throw new NotGrantableError('only owners make links for passwords');
      assertMayGrant(caller, member, ownership);
      // A single sign-on, or another organization, connects the account meanwhile.
      await lockAccount(tx, member.personId);
      if (await isElsewhere(tx, member))
        throw new NotGrantableError('the person is a member of another organization, too');
      const { personId, organizationId, role, projectIds, languages } = member;
      if (await isConnected(tx, personId, this.settings))
        throw new NotGrantableError('the person signs in by single sign-on');
      await tx.getRepository(Link).delete({ personId, kind: 'password' });
      await recordAudit(tx, principal, { action: 'password-link.created', target: targetOf(member) });
      const made = { organizationId, personId, role, projectIds, languages, invitedBy: caller.person.id };
      return createLink(tx, { kind: 'password', ...made });
    });
  }

  private async lock(
    tx: EntityManager,
    principal: Principal,
    id: string,
  ): Promise<{ caller: Awaited<ReturnType<typeof lockCaller>>; member: Membership; ownership: Ownership }> {
    const { organizationId } = principal;
    await lockMembers(tx, organizationId);
    const caller = await lockCaller(tx, principal, 'members:manage');
    const member = isUuid(id) ? await tx.getRepository(Membership).findOneBy({ id, organizationId }) : null;
    if (!member) throw new MemberNotFoundError();
    return { caller, member, ownership: await ownershipOf(tx, organizationId) };
  }
}

const targetOf = ({ personId }: Membership) => ({ type: 'person' as const, id: personId });

/** Whether a member is a member of another organization, too. */
async function isElsewhere(tx: EntityManager, { personId, organizationId }: Membership): Promise<boolean> {
  return (await tx.query<object[]>(OTHER_MEMBERSHIPS, [personId, organizationId])).length > 0;
}

/** @throws MemberNotFoundError */
async function find(manager: EntityManager, organizationId: string, id: string): Promise<ListedMember> {
  const [member] = isUuid(id)
    ? await manager.query<ListedMember[]>(`${MEMBERS} AND m.id = $2`, [organizationId, id])
    : [];
  if (!member) throw new MemberNotFoundError();
  return member;
}

const MEMBERS = `
  SELECT m.id, m.role, m.project_ids AS "projectIds", m.languages, m.created_at AS "createdAt",
         json_build_object('id', p.id, 'name', p.name, 'email', p.email) AS person
  FROM memberships m JOIN persons p ON p.id = m.person_id WHERE m.organization_id = $1`;

const OTHER_MEMBERSHIPS = 'SELECT FROM memberships WHERE person_id = $1 AND organization_id <> $2 LIMIT 1';
