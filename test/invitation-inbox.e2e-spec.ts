import { DataSource } from 'typeorm';
import { v7 as uuidv7 } from 'uuid';
import { InboxDigest } from '../src/comments/inbox-digest';
import { MailDispatcher } from '../src/mail/mail-dispatcher';
import { InvitationsService } from '../src/people/invitations.service';
import { InvitationNotFoundError } from '../src/people/people-errors';
import { SessionsService } from '../src/sessions/sessions.service';
import { Authenticator } from './support/authenticator';
import type { ApiResponse, Json } from './support/client';
import { Browser, cookieOf, GivenPeople, type GivenPerson, PASSWORD, tokenOf } from './support/people';
import { until } from './support/receiver';
import { MailServer, textOf } from './support/smtp';
import { type RunningApp, startApp } from './support/start-app';

const PUBLIC_URL = 'https://glossa.example.com';
const NEW_PASSWORD = 'seven amber owls by the sea';
const ISSUER = 'https://id.example.com';
const NO_ID = '019a9f3e-5d3e-7c47-8f40-5b6c7d8e9fa0';

type Owner = Awaited<ReturnType<GivenPeople['owner']>>;

describe('an invitation in the inbox', () => {
  let server: MailServer;
  let running: RunningApp;
  let people: GivenPeople;
  let dataSource: DataSource;
  let owner: Owner;
  let inviting: Owner;
  beforeAll(async () => {
    server = await MailServer.start();
    running = await startApp({ publicUrl: PUBLIC_URL, smtpUrl: server.url, mailFrom: 'glossa@example.com' });
    people = new GivenPeople(running);
    dataSource = running.app.get(DataSource);
    owner = await people.owner();
    inviting = await people.owner();
  });
  afterAll(async () => {
    await running.close();
    await server.close();
  });

  const mailsTo = (email: string): string[] => server.mails.filter(({ to }) => to.includes(email)).map(textOf);
  const passwordLinksTo = (email: string): string[] =>
    mailsTo(email).flatMap((text) => /https:\/\/\S+\/password#\S+/.exec(text)?.[0] ?? []);

  /** Sets a password by a link. @returns a browser with the session that it begins */
  async function useLink(link: string): Promise<Browser> {
    const response = await people.stranger.post('password', { token: tokenOf(link), password: NEW_PASSWORD });
    expect(response.status).toBe(201);
    return people.browser(cookieOf(response));
  }

  /** Sets a new password with a mailed link. */
  async function prove({ email }: { email: string }): Promise<Browser> {
    const before = passwordLinksTo(email).length;
    expect((await people.stranger.post('password-requests', { email })).status).toBe(200);
    await until(() => passwordLinksTo(email).length > before);
    return useLink(passwordLinksTo(email).at(-1) ?? '');
  }

  /** The link for a new password that an owner makes, and could use. */
  async function linkOfOwner({ personId }: GivenPerson): Promise<string> {
    const { members } = (await owner.get('members')).body;
    const { id } = members.find(({ person }: Json) => person.id === personId);
    return (await owner.post(`members/${id}/password-link`)).body.link;
  }

  /** A member of the first organization who has proved the address, with the browser in which that was done. */
  async function givenProved(): Promise<{ person: GivenPerson; browser: Browser }> {
    const person = await people.member(owner, 'viewer');
    return { person, browser: await prove(person) };
  }

  async function invite(
    email: string,
    { by = inviting, ...grant }: { by?: Pick<Browser, 'post'>; role?: string } = {},
  ): Promise<{ id: string; link: string; body: Json; status: number }> {
    const { status, body } = await by.post('invitations', { email, role: 'translator', ...grant });
    expect({ status, body }).toMatchObject({ status: 201 });
    return { id: body.invitation.id, link: body.link, body, status };
  }

  async function inboxOf(browser: Pick<Browser, 'get'>, query = ''): Promise<Json> {
    const { status, body } = await browser.get(`inbox${query}`);
    expect(status).toBe(200);
    return body;
  }
  /** The ids of the items, and the number of unread invitations. */
  const shownTo = async (browser: Pick<Browser, 'get'>): Promise<[ids: string[], unread: number]> => {
    const { items, unread } = await inboxOf(browser);
    return [items.map(({ id }: Json) => id), unread.invitations];
  };
  const accept = (browser: Browser, id: string): Promise<ApiResponse> => browser.post(`invitations/${id}/accept`);
  const isMember = async ({ email }: { email: string }, of = inviting): Promise<boolean> =>
    (await of.get('members')).body.members.some(({ person }: Json) => person.email === email);

  it('has the organization, the role and who invites, and is counted, in every organization of the person', async () => {
    const { person, browser } = await givenProved();
    const second = await people.owner();
    const { link } = await invite(person.email, { by: second });
    const joined = await people.stranger.post('invitations/accept', { token: tokenOf(link), password: NEW_PASSWORD });
    const byPerson = await invite(person.email);
    const third = await people.owner();
    const byApiKey = await invite(person.email, { by: third.organization.api, role: 'viewer' });
    const nameOf = async (of: Owner): Promise<string> => (await of.get('me')).body.organization.name;
    const { name } = (await inviting.get('me')).body.person;
    const expected = {
      items: [
        {
          ...{ id: byApiKey.id, kind: 'invitation', read: false },
          invitation: {
            ...{ id: byApiKey.id, organizationName: await nameOf(third), role: 'viewer', invitedBy: null },
            expiresAt: byApiKey.body.invitation.expiresAt,
          },
        },
        {
          ...{ id: byPerson.id, kind: 'invitation', read: false },
          invitation: {
            ...{ id: byPerson.id, organizationName: await nameOf(inviting), role: 'translator' },
            ...{ invitedBy: { id: inviting.personId, name }, expiresAt: byPerson.body.invitation.expiresAt },
          },
        },
      ],
      unread: { mentions: 0, replies: 0, assignments: 0, invitations: 2 },
      nextCursor: null,
    };
    expect(await inboxOf(browser)).toEqual(expected);
    expect(await inboxOf(people.browser(cookieOf(joined)))).toEqual(expected);
  });

  it('is between comments in the order of time, page by page, and is read up to an item or by itself', async () => {
    const { person, browser } = await givenProved();
    const project = await running.given.project({
      organization: owner.organization,
      keys: [{ name: 'a', value: 'A' }],
    });
    const mention = (): Promise<ApiResponse> =>
      owner.post(`keys/${project.keyIds[0]}/comments`, { text: `@[${person.personId}]` });
    await mention();
    const first = await invite(person.email);
    await mention();
    const second = await invite(person.email, { by: await people.owner() });
    const kinds: string[] = [];
    for (let cursor: string | null = ''; cursor !== null;) {
      const page: Json = await inboxOf(browser, `?limit=1${cursor && `&cursor=${cursor}`}`);
      kinds.push(...page.items.map(({ kind }: Json) => kind));
      cursor = page.nextCursor;
    }
    expect(kinds).toEqual(['invitation', 'mention', 'invitation', 'mention']);
    const read = async (body: object): Promise<unknown> => (await browser.put('inbox/read', body)).body.unread;
    const counts = (mentions: number, invitations: number) => ({ mentions, replies: 0, assignments: 0, invitations });
    const keyId = project.keyIds[0];
    const steps: [body: object, unread: object][] = [
      [{ until: first.id, invitationId: second.id }, counts(2, 2)],
      [{ until: second.id, invitationId: second.id }, counts(2, 1)],
      [{ until: second.id, keyId }, counts(0, 1)],
      [{ until: second.id, assignmentId: NO_ID }, counts(0, 1)],
    ];
    for (const [body, unread] of steps) expect([body, await read(body)]).toEqual([body, unread]);
    expect((await inboxOf(browser, '?unread=true')).items.map(({ id }: Json) => id)).toEqual([first.id]);
    expect(await read({ until: second.id })).toEqual(counts(0, 0));
    expect((await inboxOf(browser)).items.map((item: Json) => item.read)).toEqual([true, true, true, true]);
    const again = await invite(person.email);
    expect(await shownTo(browser)).toMatchObject([[again.id, second.id, expect.any(String), expect.any(String)], 1]);
  });

  describe('is not shown', () => {
    it('before the person has proved the address, and appears with the proof', async () => {
      const person = await people.member(owner, 'viewer');
      const { id } = await invite(person.email);
      expect(await shownTo(person)).toEqual([[], 0]);
      const browser = await prove(person);
      expect(await shownTo(browser)).toEqual([[id], 1]);
    });

    it('after an invitation or a welcome link was accepted, which proves nothing', async () => {
      const first = await people.owner();
      const other = await people.owner();
      const { link } = await invite(first.email, { by: other });
      const { status } = await first.post('invitations/accept', { token: tokenOf(link) });
      expect(status).toBe(201);
      await invite(first.email);
      const signedIn = people.browser(cookieOf(await people.signIn(first.email, PASSWORD)));
      expect(await shownTo(signedIn)).toEqual([[], 0]);
    });

    it('with a link of an owner, which proves nothing, and takes a proof away', async () => {
      const person = await people.member(owner, 'viewer');
      await invite(person.email);
      const ownersLink = async (): Promise<Browser> => useLink(await linkOfOwner(person));
      expect(await shownTo(await ownersLink())).toEqual([[], 0]);
      const browser = await prove(person);
      expect((await shownTo(browser))[1]).toBe(1);
      const impersonated = await ownersLink();
      expect(await shownTo(impersonated)).toEqual([[], 0]);
      expect((await shownTo(await prove(person)))[1]).toBe(1);
    });

    it('if it was withdrawn, replaced or accepted, has expired, or is of an own organization', async () => {
      const { person, browser } = await givenProved();
      const replaced = await invite(person.email);
      const { id } = await invite(person.email);
      expect(await shownTo(browser)).toEqual([[id], 1]);
      expect((await accept(browser, replaced.id)).body.code).toBe('invitation_not_found');
      expect((await inviting.delete(`invitations/${id}`)).status).toBe(200);
      expect(await shownTo(browser)).toEqual([[], 0]);
      const expired = await invite(person.email);
      await dataSource.query('UPDATE links SET expires_at = now() WHERE id = $1', [expired.id]);
      expect(await shownTo(browser)).toEqual([[], 0]);
      expect((await accept(browser, expired.id)).body.code).toBe('invitation_not_found');

      const { id: own } = await invite(person.email);
      await dataSource.query(
        `INSERT INTO memberships (id, person_id, organization_id, role) VALUES ($1, $2, $3, 'viewer')`,
        [own, person.personId, inviting.organization.id],
      );
      expect(await shownTo(browser)).toEqual([[], 0]);
      expect((await accept(browser, own)).body.code).toBe('already_member');
    });

    it('to another person, and to nobody when the account is removed', async () => {
      const { person, browser } = await givenProved();
      const other = await givenProved();
      const { id } = await invite(person.email);
      expect(await shownTo(other.browser)).toEqual([[], 0]);
      const { unread } = (await other.browser.put('inbox/read', { until: id, invitationId: id })).body;
      expect(unread.invitations).toBe(0);
      expect(await shownTo(browser)).toEqual([[id], 1]);
      expect((await browser.delete('me')).status).toBe(200);
      const [left] = await dataSource.query<Json[]>('SELECT email, email_verified_at FROM persons WHERE id = $1', [
        person.personId,
      ]);
      expect(left).toEqual({ email: null, email_verified_at: null });
      // The address is free: another account with it has proved nothing.
      const successor = await people.member(owner, 'viewer', { email: person.email });
      await invite(person.email);
      expect(await shownTo(successor)).toEqual([[], 0]);
    });
  });

  describe('is accepted without its link', () => {
    it('by the session of the person, which goes on in the new organization', async () => {
      const { person, browser } = await givenProved();
      const { id, link } = await invite(person.email, { role: 'reviewer' });
      const response = await accept(browser, id);
      expect(response).toMatchObject({
        ...{ status: 201, body: { role: 'reviewer', person: { id: person.personId } } },
      });
      expect(response.body.organization.id).toBe(inviting.organization.id);
      const joined = people.browser(cookieOf(response));
      expect((await joined.get('me')).body).toEqual(response.body);
      expect((await browser.get('me')).status).toBe(401);
      expect(await shownTo(joined)).toEqual([[], 0]);
      expect((await inviting.get('invitations')).body.invitations.filter((each: Json) => each.id === id)).toEqual([]);
      expect((await accept(joined, id)).body.code).toBe('invitation_not_found');
      const byLink = await people.stranger.post('invitations/accept', { token: tokenOf(link), password: NEW_PASSWORD });
      expect(byLink.body.code).toBe('invalid_link');
      const [begun, entry] = (await inviting.get('audit')).body.entries;
      expect(begun).toMatchObject({ action: 'session.begun', details: { by: 'session' } });
      expect(entry).toMatchObject({
        ...{
          action: 'member.joined',
          person: { id: person.personId },
          target: { type: 'person', id: person.personId },
        },
        details: { role: 'reviewer', projectIds: null, languages: null, by: 'invitation' },
      });
      expect(entry.address).toMatch(/^\d+(\.\d+){3}$/);
    });

    it('with its limits, and ends a link for a password that an owner of another organization has made', async () => {
      const { person, browser } = await givenProved();
      const project = await running.given.project({ organization: inviting.organization });
      const link = await linkOfOwner(person);
      const grant = { email: person.email, role: 'translator', projectIds: [project.id], languages: ['de'] };
      const { invitation } = (await inviting.post('invitations', grant)).body;
      const { body } = await accept(browser, invitation.id);
      expect(body).toMatchObject({ projectIds: [project.id], languages: ['de'] });
      const used = await people.stranger.post('password', { token: tokenOf(link), password: NEW_PASSWORD });
      expect(used.body.code).toBe('invalid_link');
    });

    it('by nobody else: it does not exist for who has not proved the address, another person and its own organization', async () => {
      const person = await people.member(owner, 'viewer');
      const { id } = await invite(person.email);
      const { browser } = await givenProved();
      const shape = async (response: Promise<ApiResponse>): Promise<unknown> => {
        const { status, body, headers } = await response;
        const names = [...headers.keys()].filter((name) => !name.includes('ratelimit')).sort();
        return { status, body: { ...body, requestId: undefined, instance: undefined }, names };
      };
      for (const each of [person, browser, inviting, owner]) {
        const unknown = await shape(accept(each, NO_ID));
        expect(unknown).toMatchObject({ status: 404, body: { code: 'invitation_not_found' } });
        expect(await shape(accept(each, id))).toEqual(unknown);
      }
      for (const each of [id, NO_ID]) {
        const refused = await owner.organization.api.post(`invitations/${each}/accept`);
        expect([refused.status, refused.body.code]).toEqual([403, 'person_required']);
        expect((await people.stranger.post(`invitations/${each}/accept`)).status).toBe(401);
      }
      expect(await isMember(person)).toBe(false);
      expect((await accept(await prove(person), id)).status).toBe(201);
    });

    it('once, of two requests at once, by the inbox or by the link', async () => {
      for (const way of ['inbox', 'link'] as const) {
        const { person, browser } = await givenProved();
        const { id, link } = await invite(person.email);
        const token = { token: tokenOf(link), password: NEW_PASSWORD };
        const statuses = await Promise.all([
          accept(browser, id),
          way === 'inbox' ? accept(browser, id) : people.stranger.post('invitations/accept', token),
        ]);
        expect(statuses.map(({ status }) => status).filter((status) => status === 201)).toHaveLength(1);
        expect(await isMember(person)).toBe(true);
      }
    });

    it('by no session that ended with the first proof, which another replica may still admit', async () => {
      const person = await people.member(owner, 'viewer');
      const { id } = await invite(person.email);
      const principal = await running.app.get(SessionsService).resolve(person.cookie.split('=')[1] ?? '');
      if (!principal?.person) throw new Error('the session is not known');
      const browser = await prove(person);
      const client = { userAgent: null, address: '192.0.2.1' };
      const late = running.app
        .get(InvitationsService)
        .acceptOwn(principal, principal.person, id, client, person.cookie.split('=')[1]);
      await expect(late).rejects.toThrow(InvitationNotFoundError);
      expect((await accept(browser, id)).status).toBe(201);
    });

    it('by no page of another host', async () => {
      const { person, browser } = await givenProved();
      const { id } = await invite(person.email);
      const headers = { origin: 'https://other.example' };
      expect((await browser.send('POST', `invitations/${id}/accept`, undefined, { headers })).status).toBe(401);
      expect(await isMember(person)).toBe(false);
    });
  });

  it('is not told to who invites: the answers are the same for each kind of address', async () => {
    const { person, browser } = await givenProved();
    const unproved = await people.member(owner, 'viewer');
    const shapes = [];
    for (const email of [person.email, unproved.email, people.newEmail()]) {
      const { status, body, id } = await invite(email);
      const listed = (await inviting.get('invitations')).body.invitations.find((each: Json) => each.id === id);
      shapes.push([status, Object.keys(body), Object.keys(body.invitation), Object.keys(listed)]);
    }
    expect(shapes[1]).toEqual(shapes[0]);
    expect(shapes[2]).toEqual(shapes[0]);
    const before = (await inviting.get('invitations')).body;
    const { items } = await inboxOf(browser);
    await browser.put('inbox/read', { until: items[0].id });
    expect((await inviting.get('invitations')).body).toEqual(before);
  });

  it('is mailed once, when it is made: the mails about the inbox do not have it', async () => {
    const { person } = await givenProved();
    const { id, link } = await invite(person.email);
    const isMailed = (): boolean => mailsTo(person.email).some((text) => text.includes(link));
    await until(isMailed);
    await until(async () => (await dataSource.query<object[]>('SELECT FROM mails')).length === 0);
    const count = mailsTo(person.email).length;
    const earlier = uuidv7({ msecs: Date.now() - 30 * 60_000 });
    await dataSource.query('UPDATE links SET id = $2 WHERE id = $1', [id, earlier]);
    const steps = running.app.get(InboxDigest).run();
    while (!(await steps.next()).done);
    running.app.get(MailDispatcher).wake();
    await until(async () => (await dataSource.query<object[]>('SELECT FROM mails')).length === 0);
    expect(mailsTo(person.email)).toHaveLength(count);
  });

  describe('and the proof of the address', () => {
    async function addPasskey(browser: Browser): Promise<number> {
      const origin = PUBLIC_URL;
      const { publicKey } = (await browser.post('me/passkeys/options')).body;
      const made = new Authenticator(origin).create(publicKey);
      return (await browser.post('me/passkeys', { name: 'Laptop', ...made })).status;
    }
    const passkeysOf = async (browser: Browser): Promise<number> =>
      (await browser.get('me/passkeys')).body.passkeys.length;

    const connect = (personId: string) =>
      dataSource.query('INSERT INTO identities (issuer, subject, person_id) VALUES ($1, $2, $3)', [
        ISSUER,
        personId,
        personId,
      ]);
    const isConnected = async (personId: string): Promise<boolean> =>
      (await dataSource.query<object[]>('SELECT FROM identities WHERE person_id = $1 AND NOT withdrawn', [personId]))
        .length > 0;

    it('ends what somebody else could have: the first one ends sessions and passkeys, a later one keeps the passkeys; both keep single sign-on', async () => {
      const person = await people.member(owner, 'viewer');
      expect([await addPasskey(person), await passkeysOf(person)]).toEqual([201, 1]);
      await connect(person.personId);
      const browser = await prove(person);
      expect((await person.get('me')).status).toBe(401);
      expect([await passkeysOf(browser), await isConnected(person.personId)]).toEqual([0, true]);
      expect(await addPasskey(browser)).toBe(201);
      expect([await passkeysOf(await prove(person)), await isConnected(person.personId)]).toEqual([1, true]);
    });

    it('ends with the link of an owner, and leaves no way to sign in beside the new password, which would hide it', async () => {
      const person = await people.member(owner, 'viewer');
      expect(await addPasskey(person)).toBe(201);
      await connect(person.personId);
      const browser = await useLink(await linkOfOwner(person));
      expect([await passkeysOf(browser), await isConnected(person.personId)]).toEqual([0, false]);
    });
  });
});
