import { Injectable } from '@nestjs/common';
import { UnauthenticatedError } from '../common/access/access-errors';
import type { Member } from '../common/access/principal';
import { Database } from '../database/database';
import { prepared } from '../database/statements';
import { toNetwork } from '../rate-limit/caller';
import { type NewSession, type SessionClient, SessionsService } from '../sessions/sessions.service';
import { Passwords } from './passwords';
import { FailedSignIns } from './failed-sign-ins';
import { SignInDelays } from './sign-in-delays';

/** A person who has proved the password. */
export interface Account {
  id: string;
  passwordHash: string;
  /** The first membership; null: none. */
  membershipId: string | null;
}

/** Signs persons in. Neither the answer nor its duration tells whether an address has an account. */
@Injectable()
export class SignInService {
  constructor(
    private readonly database: Database,
    private readonly passwords: Passwords,
    private readonly delays: SignInDelays,
    private readonly failures: FailedSignIns,
    private readonly sessions: SessionsService,
  ) {}

  /**
   * Begins a session in the first organization of a person.
   *
   * @param replacedId of the session in the cookie of the request
   * @throws UnauthenticatedError, PasswordsBusyError
   */
  async signIn(
    { email, password }: { email: string; password: string },
    client: SessionClient,
    replacedId?: string,
  ): Promise<NewSession> {
    const { membershipId, passwordHash } = await this.authenticate(email, password, client);
    if (membershipId === null) throw new UnauthenticatedError('credentials');
    return this.sessions.beginForMember({ membershipId, passwordHash, by: 'password', client }, replacedId);
  }

  /** Continues a session in another organization of the person. @throws UnauthenticatedError if it has ended */
  async switchOrganization(
    person: Member,
    organizationId: string,
    client: SessionClient,
    continuedId?: string,
  ): Promise<NewSession | undefined> {
    const [found] = await this.database.rows<{ id: string }>(FIND_MEMBERSHIP, [person.id, organizationId]);
    return (
      found && this.sessions.beginForMember({ membershipId: found.id, continuedId, by: 'session', client }, continuedId)
    );
  }

  /**
   * Finds the account of an address by its password.
   *
   * @param email in lower case
   * @throws UnauthenticatedError, PasswordsBusyError, PasswordSignInOffError
   */
  async authenticate(email: string, password: string, { address }: SessionClient): Promise<Account> {
    const found = await this.findAccount(email, password, address);
    if (!found) throw new UnauthenticatedError('credentials');
    return found;
  }

  /**
   * Returns the account of an address, if the password is its own. Attempts are delayed after the first wrong ones, which the audit has.
   *
   * @param email in lower case
   * @param address of the client
   * @throws PasswordsBusyError, PasswordSignInOffError
   */
  async findAccount(email: string, password: string, address: string): Promise<Account | undefined> {
    this.passwords.assertUsed();
    await this.delays.begin(email);
    const [found] = await this.database.rows<Account & { passwordHash: string | null }>(FIND_ACCOUNT, [email]);
    const isRight = await this.passwords.verify(found?.passwordHash ?? null, password, toNetwork(address));
    if (found && !isRight) this.failures.add(found.id, address);
    if (!found || !isRight) return undefined;
    await this.delays.succeeded(email);
    return found;
  }
}

const FIND_ACCOUNT = prepared(`
  SELECT p.id, p.password_hash AS "passwordHash",
         (SELECT m.id FROM memberships m WHERE m.person_id = p.id ORDER BY m.id LIMIT 1) AS "membershipId"
  FROM persons p WHERE p.email = $1`);

const FIND_MEMBERSHIP = prepared('SELECT id FROM memberships WHERE person_id = $1 AND organization_id = $2');
