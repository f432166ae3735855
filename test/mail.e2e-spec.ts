import { DataSource } from 'typeorm';
import { readSettings, type Settings } from '../src/config/settings';
import { MailDispatcher } from '../src/mail/mail-dispatcher';
import type { ApiResponse } from './support/client';
import { GivenPeople, PASSWORD, tokenOf } from './support/people';
import { until } from './support/receiver';
import { type Replicas, startReplicas } from './support/replicas';
import { MailServer, type ReceivedMail, textOf } from './support/smtp';
import { type RunningApp, startApp } from './support/start-app';

const PUBLIC_URL = 'https://glossa.example.com';
const NEW_PASSWORD = 'seven amber owls by the sea';

const settingsOf = (server: MailServer): Partial<Settings> => ({
  publicUrl: PUBLIC_URL,
  smtpUrl: server.url,
  mailFrom: 'glossa@example.com',
});

const linkIn = (mail: ReceivedMail): string => /https:\/\/\S+/.exec(textOf(mail))?.[0] ?? '';

describe('mail', () => {
  let server: MailServer;
  let replicas: Replicas;
  let running: RunningApp;
  let people: GivenPeople;
  let owner: Awaited<ReturnType<GivenPeople['owner']>>;
  beforeAll(async () => {
    server = await MailServer.start();
    replicas = await startReplicas({ ...settingsOf(server), webhookEncryptionKey: 'k'.repeat(32) });
    running = replicas.one;
    people = new GivenPeople(running);
    owner = await people.owner();
  });
  afterAll(async () => {
    await replicas.close();
    await server.close();
  });

  const address = (name: string): string => `${name}-${people.newEmail()}`;
  const mailsTo = (email: string): ReceivedMail[] => server.mails.filter(({ to }) => to.includes(email));
  const received = async (email: string, count = 1): Promise<ReceivedMail> => {
    await until(() => mailsTo(email).length >= count);
    return mailsTo(email)[count - 1]!;
  };
  const invite = (email: string): Promise<ApiResponse> => owner.post('invitations', { email, role: 'viewer' });
  const request = (email: string): Promise<ApiResponse> => people.stranger.post('password-requests', { email });
  const waiting = async (): Promise<number> =>
    (await running.app.get(DataSource).query<unknown[]>('SELECT FROM mails')).length;
  const allDone = (): Promise<void> => until(async () => (await waiting()) === 0);
  /** Makes all mails that wait due now. */
  const passTime = async (): Promise<void> => {
    await running.app.get(DataSource).query('UPDATE mails SET due_at = now()');
    running.app.get(MailDispatcher).wake();
  };

  it('an invitation is mailed, with the link of the answer, as text and as HTML', async () => {
    const email = address('jo');
    const { link } = (await invite(email)).body;
    const mail = await received(email);
    expect(mail).toMatchObject({ from: 'glossa@example.com', to: [email] });
    expect(linkIn(mail)).toBe(link);
    expect(link).toMatch(new RegExp(`^${PUBLIC_URL}/invitation#`));
    expect(mail.raw).toContain('Subject: Invitation to Glossa\n');
    expect(mail.raw).toMatch(/content-type: text\/html/i);
    await allDone();
  });

  it('is written in the language of the person who invites', async () => {
    const german = await people.owner();
    await german.patch('me', { locale: 'de' });
    const email = address('kim');
    await german.post('invitations', { email, role: 'viewer' });
    const mail = await received(email);
    expect(mail.raw).toContain('Content-Language: de\n');
    expect(textOf(mail)).toContain('Sie sind eingeladen');
  });

  it('a name cannot add a header, a recipient or markup', async () => {
    const name = 'Acme <b>"x"</b> & Co, Bcc: eve@example.com';
    const { welcomeLink } = (await running.operator.post('organizations', { name, plan: 'free' })).body;
    const person = await people.accept(tokenOf(welcomeLink), { email: people.newEmail() });
    await person.post('invitations', { email: '"a, eve@example.com"@example.com', role: 'viewer' });
    const email = address('plain');
    await person.post('invitations', { email, role: 'viewer' });
    const mail = await received(email);
    await allDone();
    expect(server.recipients.filter((recipient) => recipient.includes('eve'))).toEqual([]);
    expect(mail.to).toEqual([email]);
    expect(mail.raw.split('\n\n')[0]).not.toMatch(/^bcc:/im);
    expect(textOf(mail)).toContain(name);
    expect(mail.raw.replaceAll('=\n', '')).toContain('&lt;b&gt;');
  });

  it('a password is set once by a mailed link, which ends the other links', async () => {
    const member = await people.member(owner, 'viewer');
    await request(member.email.toUpperCase());
    await request(member.email);
    const first = linkIn(await received(member.email, 2));
    const second = linkIn(mailsTo(member.email).at(-1)!);
    const reset = (link: string): Promise<ApiResponse> =>
      people.stranger.post('password', { token: tokenOf(link), password: NEW_PASSWORD });
    expect((await reset(second)).status).toBe(201);
    expect((await people.signIn(member.email, NEW_PASSWORD)).status).toBe(201);
    for (const link of [first, second]) expect((await reset(link)).body.code).toBe('invalid_link');
    expect((await people.signIn(member.email, PASSWORD)).status).toBe(401);
  });

  describe('a person who is in no organization any more', () => {
    const removed = async () => {
      const member = await people.member(owner, 'manager');
      await owner.delete(`members/${member.memberId}`);
      const other = await people.owner();
      const { invitation } = (await other.post('invitations', { email: member.email, role: 'translator' })).body;
      await received(member.email, 2);
      await request(member.email);
      const token = tokenOf(linkIn(await received(member.email, 3)));
      const reset = () => people.stranger.post('password', { token, password: NEW_PASSWORD });
      return { member, other, invitation, reset };
    };

    it('sets a new password by a mailed link, and joins the organization that has invited the address', async () => {
      const { member, other, reset } = await removed();
      const { status, body } = await reset();
      expect([status, body.organization.id]).toEqual([201, other.organization.id]);
      expect((await people.signIn(member.email, NEW_PASSWORD)).status).toBe(201);
      expect((await other.get('invitations')).body.invitations).toEqual([]);
      const { members } = (await other.get('members')).body;
      const joined = { person: expect.objectContaining({ id: member.personId }), role: 'translator' };
      expect(members).toContainEqual(expect.objectContaining(joined));
      expect((await reset()).body.code).toBe('invalid_link');
    });

    it('joins none by the link whose invitation was withdrawn meanwhile', async () => {
      const { member, other, invitation, reset } = await removed();
      await other.delete(`invitations/${invitation.id}`);
      expect((await reset()).body.code).toBe('invalid_link');
      expect((await people.signIn(member.email, NEW_PASSWORD)).status).toBe(401);
    });

    it('who is in another one meanwhile joins none by the link', async () => {
      const { member, other, reset } = await removed();
      const third = await people.owner();
      const sql = `INSERT INTO memberships (id, person_id, organization_id, role) VALUES (gen_random_uuid(), $1, $2, 'viewer')`;
      await running.app.get(DataSource).query(sql, [member.personId, third.organization.id]);
      expect((await reset()).body.code).toBe('invalid_link');
      expect((await other.get('members')).body.members).toHaveLength(1);
    });
  });

  it('the answer to a request is the same without an account, and nothing is mailed then', async () => {
    const member = await people.member(owner, 'viewer');
    const unknown = address('nobody');
    const [known, other] = [await request(member.email), await request(unknown)];
    expect([other.status, other.body]).toEqual([known.status, known.body]);
    expect([known.status, known.body]).toEqual([200, { accepted: true }]);
    expect([...other.headers.keys()].sort()).toEqual([...known.headers.keys()].sort());
    await received(member.email);
    await allDone();
    expect(server.recipients).not.toContain(unknown);
  });

  it('an address gets three links in an hour, however many are requested', async () => {
    const { email } = await people.member(owner, 'viewer');
    const statuses = [];
    for (let i = 0; i < 5; i++) statuses.push((await request(email)).status);
    expect(statuses).toEqual([200, 200, 200, 200, 200]);
    await received(email, 3);
    await allDone();
    // The invitation of this person was mailed too.
    expect(mailsTo(email).filter((mail) => linkIn(mail).includes('/password#'))).toHaveLength(3);
  });

  it('an organization has a number of invitations mailed in a day, however many it makes', async () => {
    const inviting = await people.owner();
    const send = async (name: string): Promise<string> => {
      const email = address(name);
      expect((await inviting.post('invitations', { email, role: 'viewer' })).body.link).toMatch(/#/);
      await allDone();
      return email;
    };
    await send('first');
    await running.app
      .get(DataSource)
      .query(
        `UPDATE attempt_counts SET count = 999 WHERE party_hash = sha256(convert_to('organization ' || $1, 'UTF8'))`,
        [inviting.organization.id],
      );
    const emails = [await send('last'), await send('further')];
    expect(emails.map((email) => mailsTo(email).length)).toEqual([1, 0]);

    // The address counts only invitations that are mailed.
    const email = emails[1]!;
    for (let i = 0; i < 5; i++) {
      await inviting.post('invitations', { email, role: 'viewer' });
      expect((await invite(email)).status).toBe(201);
    }
    await received(email, 5);
  });

  it('a recipient who is refused for good gets no other attempt', async () => {
    const email = address('bounced');
    server.refusals.set(email, 550);
    expect((await invite(email)).status).toBe(201);
    await until(() => server.recipients.includes(email));
    await allDone();
    expect(server.recipients.filter((each) => each === email)).toHaveLength(1);
  });

  it('a recipient who is refused for now gets another attempt, and the content is encrypted meanwhile', async () => {
    const email = address('busy');
    server.refusals.set(email, 451);
    const { link } = (await invite(email)).body;
    await until(async () => (await failures()) > 0);
    const [row] = await running.app
      .get(DataSource)
      .query<{ content: Buffer }[]>('SELECT content FROM mails WHERE failures > 0');
    expect(row?.content.includes(tokenOf(link))).toBe(false);
    server.refusals.delete(email);
    await passTime();
    expect(linkIn(await received(email))).toBe(link);
    await allDone();
  });

  const failures = async (): Promise<number> =>
    (await running.app.get(DataSource).query<{ failures: number }[]>('SELECT max(failures) AS failures FROM mails'))[0]
      ?.failures ?? 0;

  it('what was written while the server was down is sent once it is up, and once though two replicas poll', async () => {
    server.isDown = true;
    const emails = Array.from({ length: 8 }, () => address('later'));
    for (const email of emails) expect((await invite(email)).status).toBe(201);
    await until(async () => (await failures()) > 0);
    server.isDown = false;
    const polling = setInterval(() => {
      for (const { app } of [replicas.one, replicas.other]) app.get(MailDispatcher).wake();
    }, 20);
    try {
      await until(async () => {
        await passTime();
        return (await waiting()) === 0;
      });
    } finally {
      clearInterval(polling);
    }
    expect(emails.map((email) => mailsTo(email).length)).toEqual(emails.map(() => 1));
  });

  it('an invitation that was withdrawn before is not mailed', async () => {
    const email = address('withdrawn');
    server.isDown = true;
    const { invitation } = (await invite(email)).body;
    await until(async () => (await failures()) > 0);
    expect((await owner.delete(`invitations/${invitation.id}`)).status).toBe(200);
    server.isDown = false;
    await passTime();
    await allDone();
    expect(mailsTo(email)).toEqual([]);
  });

  it('a mail that has expired is given up', async () => {
    const email = address('expired');
    server.isDown = true;
    await invite(email);
    await until(async () => (await failures()) > 0);
    await running.app.get(DataSource).query('UPDATE mails SET expires_at = now()');
    await passTime();
    await allDone();
    server.isDown = false;
    expect(mailsTo(email)).toEqual([]);
  });

  it('the sign-in page learns that mail is set up', async () => {
    expect((await running.anonymous.get('sign-in-ways')).body).toEqual({
      password: true,
      mail: true,
      singleSignOn: false,
    });
  });
});

describe('without mail', () => {
  let running: RunningApp;
  beforeAll(async () => (running = await startApp({ smtpUrl: readSettings({}).smtpUrl })));
  afterAll(() => running.close());

  it('a request for a link is refused, and invitations work by their links', async () => {
    const people = new GivenPeople(running);
    const refused = await people.stranger.post('password-requests', { email: people.newEmail() });
    expect([refused.status, refused.body.code]).toEqual([400, 'mail_not_set_up']);
    const owner = await people.owner();
    expect((await people.member(owner, 'viewer')).personId).not.toBe('');
    expect(await running.app.get(DataSource).query('SELECT FROM mails')).toEqual([]);
    expect((await running.anonymous.get('sign-in-ways')).body).toEqual({
      password: true,
      mail: false,
      singleSignOn: false,
    });
  });
});
