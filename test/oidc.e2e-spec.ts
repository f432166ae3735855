import { DataSource } from 'typeorm';
import type { Settings } from '../src/config/settings';
import { SETTINGS } from '../src/config/settings.module';
import { randomAddress } from './support/addresses';
import type { ApiResponse, Json } from './support/client';
import { answerJson, CLIENT_ID, CLIENT_SECRET, TestIssuer } from './support/issuer';
import { later } from './support/later';
import { untilWaitingForLock } from './support/lock-waits';
import { cookieOf, GivenPeople, PASSWORD, tokenOf } from './support/people';
import { type Replicas, startReplicas } from './support/replicas';
import type { RunningApp } from './support/start-app';

const describeWithServer = process.env.DATABASE_URL ? describe : describe.skip;
const PUBLIC_URL = 'http://localhost:3000';
const CALLBACK = `${PUBLIC_URL}/api/v1/oidc/callback`;

/** A sign-in that the issuer has been asked for. */
interface Begun {
  location: string;
  /** The cookie of the browser. */
  cookie: string;
  state: string;
  nonce: string;
}

describe('single sign-on', () => {
  let issuer: TestIssuer;
  let replicas: Replicas;
  let running: RunningApp;
  let people: GivenPeople;
  let settings: Settings;
  let owner: Awaited<ReturnType<GivenPeople['owner']>>;
  /** The settings, which tests may change. */
  const oidc = {
    issuer: '',
    clientId: CLIENT_ID,
    clientSecret: CLIENT_SECRET,
    domains: ['joined.example'],
    autoJoin: { organizationId: '', role: 'translator' as const },
  };
  beforeAll(async () => {
    issuer = await TestIssuer.start(CALLBACK);
    oidc.issuer = issuer.url;
    replicas = await startReplicas({ publicUrl: PUBLIC_URL, oidc });
    running = replicas.one;
    settings = running.app.get<Settings>(SETTINGS);
    people = new GivenPeople(running);
    owner = await people.owner();
    oidc.autoJoin.organizationId = owner.organization.id;
  });
  afterEach(() => {
    issuer.instead.clear();
    settings.passwordSignIn = true;
    oidc.autoJoin.organizationId = owner.organization.id;
  });
  afterAll(async () => {
    await replicas.close();
    await issuer.close();
  });

  let count = 0;
  const newLogin = (): string => `login-${++count}`;

  async function begin(body: object = {}, cookie = ''): Promise<Begun> {
    const headers = { ...(cookie && { cookie, origin: running.url }) };
    const answer = await people.stranger.post('oidc/begin', body, { headers });
    expect(answer).toMatchObject({ status: 201, body: { location: expect.stringContaining(`${issuer.url}/auth?`) } });
    const { location } = answer.body as { location: string };
    const { searchParams } = new URL(location);
    const [state, nonce] = ['state', 'nonce'].map((name) => searchParams.get(name) ?? '');
    return { location, cookie: cookieOf(answer), state: state ?? '', nonce: nonce ?? '' };
  }

  /** Opens the address to which the issuer sends the person back, as the browser that has the cookie. */
  async function open({ search }: { search: string }, cookie: string, at = replicas.other): Promise<ApiResponse> {
    const requested = { 'x-forwarded-for': randomAddress(), cookie };
    const address = `${at.url}/api/v1/oidc/callback${search}`;
    const { status, headers } = await fetch(address, { redirect: 'manual', headers: requested });
    return { status, headers, body: undefined, bytes: Buffer.alloc(0) };
  }

  /** Where the service sends the browser. */
  const targetOf = ({ status, headers }: ApiResponse): string => `${status} ${headers.get('location')}`;
  const refusal = (reason: string): string => `303 /projects?signIn=${reason}`;

  /** Signs in at the issuer and comes back. */
  async function signIn(login: string, body: object = {}, cookie = ''): Promise<ApiResponse> {
    const begun = await begin(body, cookie);
    return open(await issuer.signIn(begun.location, login, CALLBACK), begun.cookie);
  }

  const meOf = async (answer: ApiResponse): Promise<Json> => (await people.browser(cookieOf(answer)).get('me')).body;

  /** Makes a person whose account has a password, and the claims that the issuer has of the same address. */
  async function givenPerson(verified: boolean | undefined = true) {
    const person = await people.member(owner, 'viewer');
    const login = newLogin();
    issuer.persons.set(login, { email: person.email.toUpperCase(), email_verified: verified });
    return { person, login };
  }

  /** Reads with an earlier session at the replica that has answered: other replicas know its end within 5 s. */
  const withSession = ({ cookie }: { cookie: string }): Promise<ApiResponse> =>
    new GivenPeople(replicas.other).browser(cookie).get('me');

  const memberIdOf = async ({ personId }: { personId: string }): Promise<string> =>
    (await owner.get('members')).body.members.find(({ person }: Json) => person.id === personId).id;

  const auditOf = async (action: string): Promise<Json[]> => (await owner.get(`audit?action=${action}`)).body.entries;

  /** Comes back with a code that no page of the issuer has given, for an ID token of the test. */
  async function comeBack(
    { state, cookie }: Begun,
    { iss = issuer.url, ...more }: Record<string, string> = {},
  ): Promise<ApiResponse> {
    return open({ search: `?${new URLSearchParams({ code: 'code', state, iss, ...more }).toString()}` }, cookie);
  }

  /** The claims of a valid ID token. */
  const claimsFor = ({ nonce }: Begun, subject: string, email?: string) => {
    const now = Math.floor(Date.now() / 1_000);
    const verified = { email, email_verified: true };
    return { iss: issuer.url, aud: CLIENT_ID, sub: subject, nonce, iat: now, exp: now + 300, ...verified };
  };

  describe('an account', () => {
    it('is joined by a verified address, and stays the same when the address changes', async () => {
      const { person, login } = await givenPerson();
      const answer = await signIn(login, { returnTo: '/projects?view=all#top' });
      expect(targetOf(answer)).toBe('303 /projects?view=all#top');
      expect(answer.headers.get('set-cookie')).toMatch(/^glossa=[\w-]{43}; Path=\/; HttpOnly; SameSite=Strict$/);
      const ways = { password: false, singleSignOn: true };
      expect(await meOf(answer)).toMatchObject({ person: { id: person.personId, signInWays: ways }, role: 'viewer' });
      issuer.persons.set(login, { email: 'new-name@example.com', email_verified: false });
      const again = await signIn(login);
      expect(await meOf(again)).toMatchObject({ person: { id: person.personId, email: person.email } });
      const [begun] = await auditOf('session.begun');
      expect(begun).toMatchObject({ person: { id: person.personId }, details: { by: 'single-sign-on' } });
      const [connected] = await auditOf('single-sign-on.connected');
      expect(connected).toMatchObject({ target: { type: 'person', id: person.personId } });
    });

    it('loses what others could know with its first single sign-on: the password, links and sessions', async () => {
      const { person, login } = await givenPerson();
      const { link } = (await owner.post(`members/${await memberIdOf(person)}/password-link`)).body;
      expect(targetOf(await signIn(login))).toBe('303 /');
      expect((await people.signIn(person.email, person.password)).status).toBe(401);
      expect((await withSession(person)).status).toBe(401);
      const reset = await people.stranger.post('password', { token: tokenOf(link), password: PASSWORD });
      expect(reset.body).toMatchObject({ code: 'invalid_link' });
    });

    it('keeps its password if it is connected by the person who is signed in; the session is replaced', async () => {
      const { person, login } = await givenPerson();
      const answer = await signIn(login, { returnTo: '/account' }, person.cookie);
      expect(await meOf(answer)).toMatchObject({ person: { signInWays: { password: true, singleSignOn: true } } });
      expect((await withSession(person)).status).toBe(401);
      expect((await people.signIn(person.email, person.password)).status).toBe(201);
    });

    it.each([false, undefined])('is not joined by an address whose email_verified is %p', async (verified) => {
      const { person, login } = await givenPerson();
      issuer.persons.set(login, { email: person.email, email_verified: verified });
      expect(targetOf(await signIn(login))).toBe(refusal('unverified_email'));
      expect((await person.get('me')).status).toBe(200);
      // Entries of wrong passwords of other tests are written later than their answers.
      const failed = (await auditOf('session.failed')).filter(({ target }) => target?.id === person.personId);
      const details = { by: 'single-sign-on', reason: 'unverified_email' };
      expect(failed).toEqual([expect.objectContaining({ person: null, details: expect.objectContaining(details) })]);
    });

    it('is not given to another identity of the same address', async () => {
      const { person, login } = await givenPerson();
      await signIn(login);
      const other = newLogin();
      issuer.persons.set(other, { email: person.email, email_verified: true });
      expect(targetOf(await signIn(other))).toBe(refusal('other_identity'));
    });

    it('that the person connects keeps no link of an owner for a password, made before', async () => {
      const { person, login } = await givenPerson();
      const { link } = (await owner.post(`members/${await memberIdOf(person)}/password-link`)).body;
      await signIn(login, {}, person.cookie);
      const reset = await people.stranger.post('password', { token: tokenOf(link), password: PASSWORD });
      expect(reset.body).toMatchObject({ code: 'invalid_link' });
    });

    it('that an earlier issuer has connected signs in by a password, for which an owner makes a link', async () => {
      const { person } = await givenPerson();
      const values = [`earlier ${person.email}`, person.personId];
      await running.app.get(DataSource).query(EARLIER_IDENTITY, values);
      expect((await person.get('me')).body).toMatchObject({ person: { signInWays: { singleSignOn: false } } });
      expect((await owner.post(`members/${await memberIdOf(person)}/password-link`)).status).toBe(201);
    });

    it('gets no link for a password from an owner, who would keep the account in the next organization', async () => {
      const { person, login } = await givenPerson();
      await signIn(login);
      const refused = await owner.post(`members/${await memberIdOf(person)}/password-link`);
      expect([refused.status, refused.body.code]).toEqual([403, 'not_grantable']);
    });

    it('loses the password of an owner whose link was made without single sign-on, with the next single sign-on', async () => {
      const { person, login } = await givenPerson();
      await signIn(login);
      settings.oidc = undefined;
      const { link } = (await owner.post(`members/${await memberIdOf(person)}/password-link`)).body;
      settings.oidc = oidc;
      expect((await people.stranger.post('password', { token: tokenOf(link), password: PASSWORD })).status).toBe(201);
      // The identity is known, whatever its address is there.
      issuer.persons.set(login, { email: people.newEmail(), email_verified: true });
      const ways = { password: false, singleSignOn: true };
      expect(await meOf(await signIn(login))).toMatchObject({ person: { id: person.personId, signInWays: ways } });
      expect((await people.signIn(person.email, PASSWORD)).status).toBe(401);
    });

    // The embedded database has one connection.
    describeWithServer('whose password is set by the link of an owner during a single sign-on', () => {
      /** The sign-in has found the account, and the use of the link ends before the sign-in. */
      async function signInDuringReset(email: string, link: string, signingIn: () => Promise<ApiResponse>) {
        const holder = running.app.get(DataSource).createQueryRunner();
        try {
          await holder.startTransaction();
          await holder.query('SELECT FROM persons WHERE email = $1 FOR NO KEY UPDATE', [email]);
          const reset = people.stranger.post('password', { token: tokenOf(link), password: PASSWORD });
          await untilWaitingForLock(holder, reset);
          const answer = signingIn();
          await untilWaitingForLock(holder, answer, 2);
          await holder.rollbackTransaction();
          expect((await reset).status).toBe(201);
          return await answer;
        } finally {
          await holder.release();
        }
      }

      it('loses this password if the person has begun in a session, which the link ends', async () => {
        const { person, login } = await givenPerson();
        const { link } = (await owner.post(`members/${await memberIdOf(person)}/password-link`)).body;
        const answer = await signInDuringReset(person.email, link, () => signIn(login, {}, person.cookie));
        const ways = { password: false, singleSignOn: true };
        expect(await meOf(answer)).toMatchObject({ person: { id: person.personId, signInWays: ways } });
        expect((await people.signIn(person.email, PASSWORD)).status).toBe(401);
      });

      it('loses this password if it was connected before', async () => {
        const { person, login } = await givenPerson();
        await signIn(login);
        settings.oidc = undefined;
        const { link } = (await owner.post(`members/${await memberIdOf(person)}/password-link`)).body;
        settings.oidc = oidc;
        const answer = await signInDuringReset(person.email, link, () => signIn(login));
        expect(await meOf(answer)).toMatchObject({ person: { signInWays: { password: false } } });
      });
    });

    describeWithServer('that is removed during a single sign-on', () => {
      it('is not connected', async () => {
        const { person, login } = await givenPerson();
        const holder = running.app.get(DataSource).createQueryRunner();
        try {
          await holder.startTransaction();
          await holder.query('SELECT FROM persons WHERE email = $1 FOR NO KEY UPDATE', [person.email]);
          const removal = person.delete('me');
          await untilWaitingForLock(holder, removal);
          const answer = signIn(login);
          await untilWaitingForLock(holder, answer, 2);
          await holder.rollbackTransaction();
          expect((await removal).status).toBe(200);
          expect(targetOf(await answer)).toBe(refusal('no_account'));
        } finally {
          await holder.release();
        }
        const rows = await running.app.get(DataSource).query('SELECT FROM identities WHERE subject = $1', [login]);
        expect(rows).toEqual([]);
      });
    });

    it('that was removed leaves no identity', async () => {
      const { login } = await givenPerson();
      const browser = people.browser(cookieOf(await signIn(login)));
      expect((await browser.delete('me')).status).toBe(200);
      expect(targetOf(await signIn(login))).toBe(refusal('no_account'));
      const rows = await running.app.get(DataSource).query('SELECT FROM identities WHERE subject = $1', [login]);
      expect(rows).toEqual([]);
    });
  });

  describe('the proof of the address of an account', () => {
    let inviting: typeof owner;
    beforeAll(async () => {
      inviting = await people.owner();
    });
    /** The unread invitations that the person sees who has signed in: one if the address is proved. */
    async function shownTo(answer: ApiResponse, email: string): Promise<number> {
      await inviting.post('invitations', { email, role: 'viewer' });
      return (await people.browser(cookieOf(answer)).get('inbox')).body.unread.invitations;
    }
    const forget = ({ personId }: { personId: string }): Promise<unknown> =>
      running.app.get(DataSource).query('UPDATE persons SET email_verified_at = NULL WHERE id = $1', [personId]);

    it('comes with the first single sign-on, and with an account that it makes', async () => {
      const { person, login } = await givenPerson();
      expect(await shownTo(await signIn(login), person.email)).toBe(1);
      const made = newLogin();
      const email = `${made}@joined.example`;
      issuer.persons.set(made, { email, email_verified: true });
      expect(await shownTo(await signIn(made), email)).toBe(1);
    });

    it('comes with a later one too, if the issuer has verified the address of the account', async () => {
      const { person, login } = await givenPerson();
      await signIn(login);
      await forget(person);
      issuer.persons.set(login, { email: person.email, email_verified: false });
      expect(await shownTo(await signIn(login), person.email)).toBe(0);
      issuer.persons.set(login, { email: people.newEmail(), email_verified: true });
      expect(await shownTo(await signIn(login), person.email)).toBe(0);
      issuer.persons.set(login, { email: person.email, email_verified: true });
      expect(await shownTo(await signIn(login), person.email)).toBe(1);
    });

    it('does not come while somebody else could know a password or have a passkey', async () => {
      const { person, login } = await givenPerson();
      const connected = await signIn(login, {}, person.cookie);
      expect(await shownTo(connected, person.email)).toBe(0);
      expect(await shownTo(await signIn(login), person.email)).toBe(0);

      const { person: other, login: otherLogin } = await givenPerson();
      await signIn(otherLogin);
      await forget(other);
      await running.app.get(DataSource).query(PASSKEY, [other.personId]);
      expect(await shownTo(await signIn(otherLogin), other.email)).toBe(0);
      await running.app.get(DataSource).query('DELETE FROM passkeys WHERE person_id = $1', [other.personId]);
      expect(await shownTo(await signIn(otherLogin), other.email)).toBe(1);
    });
  });

  describe('a person without an account', () => {
    const given = (email: string): string => {
      const login = newLogin();
      issuer.persons.set(login, { email, email_verified: true, name: ' Jo\tMeyer ' });
      return login;
    };

    it('gets none', async () => {
      expect(targetOf(await signIn(given('stranger@example.com')))).toBe(refusal('no_account'));
      const found = await running.app.get(DataSource).query(`SELECT FROM persons WHERE email = 'stranger@example.com'`);
      expect(found).toEqual([]);
    });

    it.each([true, false])('gets one with an invitation (with its link: %p), which works once', async (withLink) => {
      const email = people.newEmail();
      const { link } = (await owner.post('invitations', { email, role: 'reviewer', languages: ['de'] })).body;
      const answer = await signIn(given(email), withLink ? { token: tokenOf(link) } : {});
      expect(await meOf(answer)).toMatchObject({
        person: { email, name: 'Jo Meyer' },
        role: 'reviewer',
        languages: ['de'],
      });
      const used = await people.stranger.post('oidc/begin', { token: tokenOf(link) });
      expect(used).toMatchObject({ status: 400, body: { code: 'invalid_link' } });
      const [joined] = await auditOf('member.joined');
      expect(joined).toMatchObject({ details: { role: 'reviewer', by: 'invitation' } });
    });

    it('does not use the invitation of another address', async () => {
      const { link } = (await owner.post('invitations', { email: people.newEmail(), role: 'viewer' })).body;
      const login = given(people.newEmail());
      expect(targetOf(await signIn(login, { token: tokenOf(link) }))).toBe(refusal('other_address'));
    });

    it('does not use an invitation that was withdrawn meanwhile', async () => {
      const email = people.newEmail();
      const { link, invitation } = (await owner.post('invitations', { email, role: 'viewer' })).body;
      const { location, cookie } = await begin({ token: tokenOf(link) });
      await owner.delete(`invitations/${invitation.id}`);
      const back = await issuer.signIn(location, given(email), CALLBACK);
      expect(targetOf(await open(back, cookie))).toBe(refusal('invalid_link'));
    });

    it('becomes the first owner with a welcome link', async () => {
      const { welcomeLink } = (await running.operator.post('organizations', { name: 'New', plan: 'free' })).body;
      const answer = await signIn(given(people.newEmail()), { token: tokenOf(welcomeLink) });
      expect(await meOf(answer)).toMatchObject({ role: 'owner', organization: { name: 'New' } });
    });

    it('that has joined by the domain becomes the first owner with a welcome link, which is used up', async () => {
      const joined = newLogin();
      issuer.persons.set(joined, { email: `${joined}@joined.example`, email_verified: true });
      const { organization, welcomeLink } = (
        await running.operator.post('organizations', { name: 'New', plan: 'free' })
      ).body;
      oidc.autoJoin.organizationId = organization.id;
      expect(await meOf(await signIn(joined))).toMatchObject({ role: 'translator' });
      oidc.autoJoin.organizationId = owner.organization.id;
      expect(await meOf(await signIn(joined, { token: tokenOf(welcomeLink) }))).toMatchObject({ role: 'owner' });
      expect((await people.stranger.post('oidc/begin', { token: tokenOf(welcomeLink) })).body.code).toBe(
        'invalid_link',
      );
    });

    it('that is a member already does not use a link up', async () => {
      const email = `${newLogin()}@joined.example`;
      const { link, invitation } = (await owner.post('invitations', { email, role: 'viewer' })).body;
      const login = given(email);
      const { location, cookie } = await begin({ token: tokenOf(link) });
      const { personId } = await people.accept(tokenOf(link), { email });
      // The link of the invitation that replaces it, as another owner could have made it at the same time.
      await running.app.get(DataSource).query(INVITATION, [invitation.id, owner.organization.id, email]);
      const back = await issuer.signIn(location, login, CALLBACK);
      expect(targetOf(await open(back, cookie))).toBe(refusal('already_member'));
      expect((await owner.get('invitations')).body.invitations.map(({ id }: Json) => id)).toContain(invitation.id);
      expect((await auditOf('session.failed'))[0]).toMatchObject({ target: { id: personId } });
    });

    it('that was removed by a manager does not join by the domain again, but with an invitation', async () => {
      const email = 'removed@joined.example';
      const login = given(email);
      const first = await meOf(await signIn(login));
      const memberOf = async (personId: string): Promise<string> =>
        (await owner.get('members')).body.members.find(({ person }: Json) => person.id === personId).id;
      expect((await owner.delete(`members/${await memberOf(first.person.id)}`)).status).toBe(200);
      expect(targetOf(await signIn(login))).toBe(refusal('no_account'));
      // Nor with another account of the address.
      await running.app.get(DataSource).query('DELETE FROM persons WHERE id = $1', [first.person.id]);
      expect(targetOf(await signIn(login))).toBe(refusal('no_account'));
      await owner.post('invitations', { email, role: 'viewer' });
      const again = await signIn(login);
      expect(await meOf(again)).toMatchObject({ role: 'viewer' });
      // A person who leaves joins by the domain again.
      expect((await people.browser(cookieOf(again)).delete('me')).status).toBe(200);
      expect(await meOf(await signIn(login))).toMatchObject({ role: 'translator' });
    });

    it('joins by the domain before an invitation of another organization, which is in the inbox', async () => {
      const email = `${newLogin()}@joined.example`;
      const inviting = await people.owner();
      await inviting.post('invitations', { email, role: 'viewer' });
      const answer = await signIn(given(email));
      const organization = { id: owner.organization.id };
      expect(await meOf(answer)).toMatchObject({
        role: 'translator',
        organization,
        person: { organizations: [organization] },
      });
      expect((await people.browser(cookieOf(answer)).get('inbox')).body.unread.invitations).toBe(1);
    });

    it.each([true, false])(
      'joins by the domain if another organization has accepted its own invitation (invited here: %p)',
      async (isInvited) => {
        const email = `${newLogin()}@joined.example`;
        const inviting = await people.owner();
        await people.member(inviting, 'viewer', { email });
        if (isInvited) await owner.post('invitations', { email, role: 'reviewer' });
        const login = given(email);
        const me = await meOf(await signIn(login));
        const own = { id: owner.organization.id };
        expect(me).toMatchObject({ role: isInvited ? 'reviewer' : 'translator', organization: own });
        expect(me.person.organizations.map(({ id }: Json) => id)).toEqual([inviting.organization.id, own.id]);
        expect((await people.signIn(email, PASSWORD)).status).toBe(401);
      },
    );

    it('stays in its organization, and joins no other one, if it connects the account in which it is signed in', async () => {
      const email = `${newLogin()}@joined.example`;
      const person = await people.member(await people.owner(), 'viewer', { email });
      const me = await meOf(await signIn(given(email), {}, person.cookie));
      expect(me).toMatchObject({ role: 'viewer', person: { organizations: [{ id: me.organization.id }] } });
    });

    it('joins by an invitation, or stays where it is a member, if the organization of the domain is full', async () => {
      const inviting = await people.owner();
      const [invited, known, stranger] = [newLogin(), newLogin(), newLogin()].map((name) => `${name}@joined.example`);
      const full = await people.owner();
      await running.app.get(DataSource).query(FILL, [full.organization.id]);
      oidc.autoJoin.organizationId = full.organization.id;
      await inviting.post('invitations', { email: invited, role: 'viewer' });
      await people.member(inviting, 'viewer', { email: known });
      const organization = { id: inviting.organization.id };
      expect(await meOf(await signIn(given(invited ?? '')))).toMatchObject({ organization });
      expect(await meOf(await signIn(given(known ?? '')))).toMatchObject({ organization });
      expect(targetOf(await signIn(given(stranger ?? '')))).toBe(refusal('no_account'));
    });

    it('joins by an invitation of the organization of the domain before it joins by the domain', async () => {
      const email = `${newLogin()}@joined.example`;
      await (await people.owner()).post('invitations', { email, role: 'viewer' });
      await owner.post('invitations', { email, role: 'reviewer' });
      const organization = { id: owner.organization.id };
      expect(await meOf(await signIn(given(email)))).toMatchObject({ role: 'reviewer', organization });
    });

    it('joins by the domain of the address, and by no other domain', async () => {
      const answer = await signIn(given('new@joined.example'));
      const organization = { id: owner.organization.id };
      expect(await meOf(answer)).toMatchObject({ role: 'translator', organization });
      expect((await auditOf('member.joined'))[0]).toMatchObject({ details: { by: 'domain' } });
      for (const domain of ['sub.joined.example', 'joined.example.com', 'notjoined.example']) {
        expect(targetOf(await signIn(given(`new@${domain}`)))).toBe(refusal('no_account'));
      }
      oidc.autoJoin.organizationId = '019a9f3e-0000-7000-8000-000000000000';
      expect(targetOf(await signIn(given('other@joined.example')))).toBe(refusal('no_account'));
    });
  });

  describe('an attempt', () => {
    it('counts once, in its browser, for ten minutes', async () => {
      const { login } = await givenPerson();
      const begun = await begin();
      const back = await issuer.signIn(begun.location, login, CALLBACK);
      const { cookie: other } = await begin();
      expect(targetOf(await open(back, other))).toBe(refusal('attempt_ended'));
      expect(targetOf(await open(back, ''))).toBe(refusal('attempt_ended'));
      expect(targetOf(await open(back, begun.cookie))).toBe('303 /');
      expect(targetOf(await open(back, begun.cookie))).toBe(refusal('attempt_ended'));
      const late = await begin();
      await running.app.get(DataSource).query(`UPDATE oidc_attempts SET expires_at = now() - interval '1 second'`);
      const lateBack = await issuer.signIn(late.location, login, CALLBACK);
      expect(targetOf(await open(lateBack, late.cookie))).toBe(refusal('attempt_ended'));
    });

    it('goes on beside another one of the same browser, and replaces its session', async () => {
      const { login } = await givenPerson();
      const one = await begin();
      const two = await begin({}, one.cookie);
      expect(two.cookie).toBe(one.cookie);
      for (const { location, cookie } of [two, one]) {
        expect(targetOf(await open(await issuer.signIn(location, login, CALLBACK), cookie))).toBe('303 /');
      }
    });

    it('begins a session with an id of its own, whatever cookie the browser has', async () => {
      const { login } = await givenPerson();
      const planted = `glossa=${'a'.repeat(43)}`;
      const answer = await signIn(login, {}, planted);
      expect(cookieOf(answer)).not.toBe(planted);
      expect((await people.browser(planted).get('me')).status).toBe(401);
    });

    it.each([
      'https://evil.example/',
      '//evil.example',
      '/\\evil.example',
      '/\t/evil.example',
      '/..//evil.example',
      'projects',
      'javascript:alert(1)',
      '/%0d%0aset-cookie:a=b/../..//evil.example',
      `/${'a'.repeat(2_000)}`,
    ])('does not lead to another host afterwards: %j', async (returnTo) => {
      const { status, body } = await people.stranger.post('oidc/begin', { returnTo });
      expect({ status, body }).toMatchObject({ status: 400, body: { errors: [{ pointer: '/returnTo' }] } });
    });

    it('is not begun by a page of another host', async () => {
      const begun = (headers: Record<string, string>) => people.stranger.post('oidc/begin', {}, { headers });
      expect(await begun({ origin: 'https://evil.example' })).toMatchObject({ status: 401 });
      expect(await begun({ 'sec-fetch-site': 'cross-site' })).toMatchObject({ body: { code: 'cross_site_request' } });
    });

    it('that the person cancels is no sign-in', async () => {
      const { state, cookie } = await begin();
      const search = `?error=access_denied&state=${state}&iss=${encodeURIComponent(issuer.url)}`;
      expect(targetOf(await open({ search }, cookie))).toBe(refusal('cancelled'));
    });
  });

  describe('an answer of the issuer', () => {
    it('is accepted if the ID token is valid, also with clocks that differ by half a minute, and with a new key', async () => {
      const { person } = await givenPerson();
      for (const change of [{}, { exp: -30 }, { iat: 30, nbf: 30 }, { aud: [CLIENT_ID] }] as Record<
        string,
        unknown
      >[]) {
        const begun = await begin();
        const now = Math.floor(Date.now() / 1_000);
        const changed = Object.entries(change).map(([name, value]) => [
          name,
          typeof value === 'number' ? now + value : value,
        ]);
        const key = { ...issuer.otherKey, kid: `key ${++count}` };
        const claims = { ...claimsFor(begun, `valid ${person.email}`, person.email), ...Object.fromEntries(changed) };
        issuer.issue(claims, { signer: key, published: key });
        expect([change, targetOf(await comeBack(begun))]).toEqual([change, '303 /']);
      }
    });

    type Claims = Record<string, unknown>;
    it.each<[string, (claims: Claims) => Claims]>([
      ['another audience', (claims) => ({ ...claims, aud: 'other' })],
      ['another authorized party', (claims) => ({ ...claims, aud: [CLIENT_ID, 'other'], azp: 'other' })],
      ['another issuer', (claims) => ({ ...claims, iss: 'https://other.example' })],
      ['another nonce', (claims) => ({ ...claims, nonce: 'other' })],
      ['no nonce', ({ nonce: _, ...claims }) => claims],
      ['an end in the past', (claims) => ({ ...claims, exp: Math.floor(Date.now() / 1_000) - 120 })],
      ['a begin in the future', (claims) => ({ ...claims, nbf: Math.floor(Date.now() / 1_000) + 120 })],
      ['no subject', ({ sub: _, ...claims }) => claims],
      ['an empty subject', (claims) => ({ ...claims, sub: '' })],
      ['a subject that cannot be stored', (claims) => ({ ...claims, sub: 'a\0b' })],
    ])('is refused if the ID token has %s', async (_, change) => {
      const { person } = await givenPerson();
      const begun = await begin();
      issuer.issue(change(claimsFor(begun, person.email, person.email)));
      expect(targetOf(await comeBack(begun))).toBe(refusal('invalid_answer'));
      expect((await person.get('me')).status).toBe(200);
    });

    it.each<[string, () => Parameters<TestIssuer['issue']>[1]]>([
      ['another key of the same name', () => ({ signer: { ...issuer.otherKey, kid: 'first' } })],
      ['an unknown key', () => ({ signer: issuer.otherKey })],
      ['no algorithm', () => ({ header: { alg: 'none' } })],
      ['the algorithm of a shared secret', () => ({ header: { alg: 'HS256' } })],
    ])('is refused if the ID token is signed with %s', async (_, options) => {
      const { person } = await givenPerson();
      const begun = await begin();
      issuer.issue(claimsFor(begun, person.email, person.email), options());
      expect(targetOf(await comeBack(begun))).toBe(refusal('invalid_answer'));
    });

    it('is refused if it names another issuer, none, or another code', async () => {
      const { person } = await givenPerson();
      for (const query of [{ iss: 'https://other.example' }, { iss: '' }] as Record<string, string>[]) {
        const begun = await begin();
        issuer.issue(claimsFor(begun, person.email, person.email));
        expect([query, targetOf(await comeBack(begun, query))]).toEqual([query, refusal('invalid_answer')]);
      }
      issuer.instead.clear();
      expect(targetOf(await comeBack(await begin()))).toBe(refusal('invalid_answer'));
    });

    it('is refused if it is the answer to another attempt, with its code or its ID token', async () => {
      const { person, login } = await givenPerson();
      const [mine, other] = [await begin(), await begin()];
      const back = await issuer.signIn(other.location, login, CALLBACK);
      expect(targetOf(await comeBack(mine, { code: back.searchParams.get('code') ?? '' }))).toBe(
        refusal('invalid_answer'),
      );
      const again = await begin();
      issuer.issue(claimsFor(other, person.email, person.email));
      expect(targetOf(await comeBack(again))).toBe(refusal('invalid_answer'));
    });
  });

  describe('an issuer that fails', () => {
    const MINUTES = 600_000;

    it('is no hindrance for passwords, and is used again when it is back', async () => {
      const { person, login } = await givenPerson();
      await issuer.close();
      await later(MINUTES, async () => {
        const { status, body, headers } = await people.stranger.post('oidc/begin', {});
        expect({ status, body }).toMatchObject({ status: 500, body: { code: 'issuer_unavailable' } });
        expect(headers.get('retry-after')).toBe('10');
      });
      expect((await people.signIn(person.email, person.password)).status).toBe(201);
      expect((await running.anonymous.get('sign-in-ways')).body).toMatchObject({ password: true, singleSignOn: true });
      await issuer.listen();
      expect(targetOf(await signIn(login))).toBe('303 /');
    });

    it('by an error, or by silence for seconds, refuses the sign-in', async () => {
      const { login } = await givenPerson();
      for (const [path, isSilent] of [
        ['/token', true],
        ['/token', false],
        ['/jwks', false],
      ] as const) {
        const begun = await begin();
        const back = await issuer.signIn(begun.location, login, CALLBACK);
        const asked = issuer.requests.get(path) ?? 0;
        issuer.instead.set(path, (_, response) => {
          if (!isSilent) answerJson(response, {}, 503);
        });
        expect([path, targetOf(await open(back, begun.cookie))]).toEqual([path, refusal('issuer_unavailable')]);
        expect(issuer.requests.get(path)).toBe(asked + 1);
        issuer.instead.clear();
      }
    });
  });

  describe('without passwords', () => {
    it('refuses them, and all that leads to one, and signs in with an API key', async () => {
      const { person, login } = await givenPerson();
      const { link } = (await owner.post(`members/${await memberIdOf(person)}/password-link`)).body;
      const invitation = (await owner.post('invitations', { email: people.newEmail(), role: 'viewer' })).body;
      settings.passwordSignIn = false;
      const token = tokenOf(invitation.link);
      const change = { password: { current: PASSWORD, new: 'seven amber owls by the sea' } };
      const refused = await Promise.all([
        people.signIn(person.email, PASSWORD),
        people.stranger.post('password', { token: tokenOf(link), password: PASSWORD }),
        people.stranger.post('password-requests', { email: person.email }),
        people.stranger.post('invitations/accept', { token, name: 'Jo', password: PASSWORD }),
        owner.post(`members/${await memberIdOf(person)}/password-link`),
        person.patch('me', change),
      ]);
      expect(refused.map(({ status, body }) => `${status} ${body.code}`)).toEqual(
        refused.map(() => '403 password_sign_in_off'),
      );
      expect((await running.anonymous.get('sign-in-ways')).body).toMatchObject({ password: false, singleSignOn: true });
      expect((await people.stranger.post('session', { apiKey: owner.organization.secret })).status).toBe(201);
      expect(await meOf(await signIn(login))).toMatchObject({ person: { signInWays: { password: false } } });
    });
  });
});

const INVITATION = `
  INSERT INTO links (id, token_hash, kind, organization_id, email, role, expires_at)
  VALUES ($1, sha256('another'), 'invitation', $2, $3, 'viewer', now() + interval '1 day')`;

/** Invitations up to the limit of an organization. */
const FILL = `
  INSERT INTO links (id, token_hash, kind, organization_id, email, role, expires_at)
  SELECT gen_random_uuid(), sha256(gen_random_uuid()::text::bytea), 'invitation', $1, 'full-' || n || '@example.com', 'viewer',
         now() + interval '1 day'
  FROM generate_series(1, 1000) n`;

const EARLIER_IDENTITY = `
  INSERT INTO identities (issuer, subject, person_id) VALUES ('https://earlier.example', $1, $2)`;

const PASSKEY = `
  INSERT INTO passkeys (id, person_id, name, credential_id, public_key, counter, transports)
  VALUES (gen_random_uuid(), $1, 'Laptop', decode(md5(gen_random_uuid()::text), 'hex'), '', 0, '{}')`;
