import { Database } from '../src/database/database';
import { InboxDigest } from '../src/comments/inbox-digest';
import { MailDispatcher } from '../src/mail/mail-dispatcher';
import type { Json } from './support/client';
import { GivenPeople, type GivenPerson } from './support/people';
import { until } from './support/receiver';
import { MailServer, textOf } from './support/smtp';
import { type RunningApp, startApp } from './support/start-app';

const MINUTE = 60_000;

describe('mails about unread comments', () => {
  let server: MailServer;
  let running: RunningApp;
  let people: GivenPeople;
  let database: Database;
  beforeAll(async () => {
    server = await MailServer.start();
    running = await startApp({
      publicUrl: 'https://glossa.example.com',
      smtpUrl: server.url,
      mailFrom: 'glossa@example.com',
    });
    people = new GivenPeople(running);
    database = running.app.get(Database);
  });
  beforeEach(() => {
    server.isDown = false;
  });
  afterAll(async () => {
    await running.close();
    await server.close();
  });

  /** Creates two translators of a project with a key. */
  async function given() {
    const owner = await people.owner();
    const project = await running.given.project({
      organization: owner.organization,
      name: 'Web shop',
      keys: [{ name: 'cart.title', value: 'Cart' }],
    });
    const member = (): Promise<GivenPerson> => people.member(owner, 'translator', { projectIds: [project.id] });
    const [ada, ben] = [await member(), await member()];
    const [key = ''] = project.keyIds;
    const write = async (text: string): Promise<string> => {
      const { status, body } = await ben.post(`keys/${key}/comments`, { text: `@[${ada.personId}] ${text}` });
      expect(status).toBe(201);
      return body.comment.id;
    };
    return { owner, ada, ben, key, write };
  }

  /** Moves what is in the inbox of a person, and what was mailed, into the past. */
  async function passTime({ personId }: GivenPerson, ms: number): Promise<void> {
    await database.rows(
      `UPDATE inbox_items SET mailed_at = mailed_at - $2::bigint * interval '1 millisecond',
         id = overlay(id::text placing (
           SELECT substr(hex, 1, 8) || '-' || substr(hex, 9) FROM (
             SELECT lpad(to_hex(('x' || replace(left(id::text, 13), '-', ''))::bit(48)::bigint - $2::bigint), 12, '0') AS hex) moved)
           from 1)::uuid
       WHERE person_id = $1`,
      [personId, ms],
    );
    await database.rows(
      `UPDATE persons SET inbox_mailed_at = inbox_mailed_at - $2::bigint * interval '1 millisecond' WHERE id = $1`,
      [personId, ms],
    );
  }

  async function addMails(): Promise<void> {
    const steps = running.app.get(InboxDigest).run();
    while (!(await steps.next()).done);
  }
  async function digest(): Promise<void> {
    await addMails();
    await sent();
  }
  /** All mails that were added are sent, or not sent for good. */
  const sent = async (): Promise<void> => {
    running.app.get(MailDispatcher).wake();
    await until(async () => (await database.rows('SELECT FROM mails', [])).length === 0);
  };
  const mailsTo = ({ email }: GivenPerson): string[] =>
    server.mails
      .filter(({ to, raw }) => to.includes(email) && /^Subject: .*unread/m.test(raw))
      .map((mail) => textOf(mail).replace(/\s+/g, ' '));
  const nameOf = async (person: GivenPerson): Promise<string> => (await person.get('me')).body.person.name;

  it('have what is unread for 15 minutes, once', async () => {
    const { ada, ben, write } = await given();
    await write('is this <b>bold</b>?');
    await digest();
    expect(mailsTo(ada)).toEqual([]);
    await passTime(ada, 16 * MINUTE);
    await write('and this?');
    await digest();
    await digest();
    const [mail = '', ...others] = mailsTo(ada);
    expect(others).toEqual([]);
    expect(mail).toContain(
      `${await nameOf(ben)} on “cart.title” in “Web shop”: @${await nameOf(ada)} is this <b>bold</b>?`,
    );
    expect(mail).toContain('and this?');
    expect(mail).toContain('https://glossa.example.com/inbox');
    expect(mailsTo(ben)).toEqual([]);
  });

  it.each([false, true])('come at most once an hour, also if what was mailed is gone: %s', async (isGone) => {
    const { ada, ben, write } = await given();
    const one = await write('one');
    await passTime(ada, 16 * MINUTE);
    await digest();
    if (isGone) expect((await ben.delete(`comments/${one}`)).status).toBe(200);
    await write('two');
    await passTime(ada, 40 * MINUTE);
    await digest();
    expect(mailsTo(ada)).toHaveLength(1);
    await passTime(ada, 21 * MINUTE);
    await digest();
    const [, second = ''] = mailsTo(ada);
    expect(second).toContain('two');
    expect(second).not.toContain('one');
  });

  it('do not have what was read, what is older than a day, and what the person does not want', async () => {
    const { ada, write } = await given();
    await write('one');
    await passTime(ada, 16 * MINUTE);
    const { items } = (await ada.get('inbox')).body;
    await ada.put('inbox/read', { until: items[0].id });
    await digest();
    await write('two');
    await passTime(ada, 25 * 60 * MINUTE);
    await digest();
    const changed = await ada.patch('me', { inboxMail: false });
    expect([changed.status, changed.body.person.inboxMail]).toEqual([200, false]);
    await write('three');
    await passTime(ada, 16 * MINUTE);
    await digest();
    expect(mailsTo(ada)).toEqual([]);
    await ada.patch('me', { inboxMail: true });
    await digest();
    expect(mailsTo(ada)).toEqual([expect.stringContaining('three')]);
  });

  it('have assignments that the person can do', async () => {
    const { owner, ada, ben } = await given();
    const [project] = (await owner.get('projects')).body.projects;
    const assign = async ({ personId }: GivenPerson): Promise<string> => {
      const { members } = (await owner.get('members')).body;
      const { id: memberId } = members.find(({ person }: Json) => person.id === personId);
      const [language] = project.targetLanguages;
      const made = await owner.post(`projects/${project.id}/assignments`, { memberId, languages: [language] });
      expect(made.status).toBe(200);
      return memberId;
    };
    await assign(ada);
    const member = await assign(ben);
    await passTime(ada, 16 * MINUTE);
    await passTime(ben, 16 * MINUTE);
    expect((await owner.patch(`members/${member}`, { role: 'viewer' })).status).toBe(200);
    await digest();
    const mailed = server.mails.filter(({ to }) => to.includes(ada.email) || to.includes(ben.email));
    const texts = mailed.map((mail) => textOf(mail).replace(/\s+/g, ' ')).filter((text) => text.includes('Web shop'));
    expect(texts).toEqual([expect.stringMatching(/Assigned to you in “Web shop”: German, all keys\./)]);
    expect(mailed.map(({ raw }) => /^Subject: (.*)$/m.exec(raw)?.[1]?.trim())).toContain('A new assignment in Glossa');
  });

  it('say that a review is asked for, in the language of the person', async () => {
    const { owner, ada, ben } = await given();
    const [project] = (await owner.get('projects')).body.projects;
    const { members } = (await owner.get('members')).body;
    expect((await ben.patch('me', { locale: 'de' })).status).toBe(200);
    for (const { personId } of [ada, ben]) {
      const { id: memberId } = members.find(({ person }: Json) => person.id === personId);
      expect((await owner.patch(`members/${memberId}`, { role: 'reviewer' })).status).toBe(200);
      const body = { memberId, task: 'review', languages: [project.targetLanguages[0]] };
      expect((await owner.post(`projects/${project.id}/assignments`, body)).status).toBe(200);
    }
    await passTime(ada, 16 * MINUTE);
    await passTime(ben, 16 * MINUTE);
    await digest();
    const mailOf = ({ email }: GivenPerson): string =>
      server.mails
        .filter(({ to }) => to.includes(email))
        .map((mail) => textOf(mail).replace(/\s+/g, ' '))
        .join(' ');
    expect(mailOf(ada)).toContain('You are asked for a review in “Web shop”: German, all keys.');
    expect(mailOf(ben)).toContain('Sie werden um eine Prüfung gebeten in „Web shop“: Deutsch, alle Schlüssel.');
  });

  it('have only what is there, unread and in reach when they are sent', async () => {
    const { ada, ben, write } = await given();
    const left = await given();
    const deleted = await write('deleted');
    await left.write('out of reach');
    await passTime(ada, 16 * MINUTE);
    await passTime(left.ada, 16 * MINUTE);
    server.isDown = true;
    await addMails();
    const failed = `SELECT FROM mails WHERE kind = 'inbox' AND failures > 0`;
    await until(async () => (await database.rows(failed, [])).length === 2);
    await ben.delete(`comments/${deleted}`);
    const { members } = (await left.owner.get('members')).body;
    const { id } = members.find(({ person }: Json) => person.id === left.ada.personId);
    expect((await left.owner.delete(`members/${id}`)).status).toBe(200);
    server.isDown = false;
    await database.rows('UPDATE mails SET due_at = now()', []);
    await sent();
    expect([...mailsTo(ada), ...mailsTo(left.ada)]).toEqual([]);
  });
});
