import { randomBytes } from 'node:crypto';
import { DataSource, type QueryRunner } from 'typeorm';
import type { ApiResponse, Json } from './support/client';
import { untilWaitingForLock } from './support/lock-waits';
import { cookieOf, GivenPeople, type GivenPerson, PASSWORD, tokenOf } from './support/people';
import { type RunningApp, startApp } from './support/start-app';

const describeWithServer = process.env.DATABASE_URL ? describe : describe.skip;

type Owner = Awaited<ReturnType<GivenPeople['owner']>>;
type Change = (person: GivenPerson, owner: Owner) => Promise<() => Promise<ApiResponse>>;

// The embedded database has one connection.
describeWithServer('while a person uses a link for the password', () => {
  let running: RunningApp;
  let people: GivenPeople;
  let holder: QueryRunner;
  beforeAll(async () => {
    running = await startApp();
    people = new GivenPeople(running);
  });
  afterAll(() => running.close());
  beforeEach(async () => {
    holder = running.app.get(DataSource).createQueryRunner();
    await holder.startTransaction();
  });
  afterEach(async () => {
    if (holder.isTransactionActive) await holder.rollbackTransaction();
    await holder.release();
  });

  const sql = (text: string, values: unknown[]): Promise<unknown> => running.app.get(DataSource).query(text, values);

  const invite = async (email: string): Promise<string> => {
    const { body } = await (await people.owner()).post('invitations', { email, role: 'viewer' });
    return tokenOf(body.link);
  };

  const CHANGES: Record<string, Change> = {
    'whose role changes': ({ memberId }, owner) =>
      Promise.resolve(() => owner.patch(`members/${memberId}`, { role: 'viewer' })),
    'who is removed': ({ memberId }, owner) => Promise.resolve(() => owner.delete(`members/${memberId}`)),
    'who leaves': async (person, owner) => {
      const { organization } = await people.owner();
      await sql(JOIN, [person.personId, organization.id]);
      return () => person.delete(`me/organizations/${owner.organization.id}`);
    },
    'who becomes the first owner': async (person, owner) => {
      await sql(`UPDATE memberships SET role = 'manager' WHERE id = $1`, [owner.memberId]);
      const token = randomBytes(32).toString('base64url');
      await sql(ADD_WELCOME, [owner.organization.id, token]);
      return () => person.post('invitations/accept', { token, email: person.email });
    },
    'who removes the account': (person) => Promise.resolve(() => person.delete('me')),
  };
  const PROOFS: Record<string, Change> = {
    'who joins by the password': async ({ email }) => {
      const token = await invite(email);
      return () => people.stranger.post('invitations/accept', { token, email, password: PASSWORD });
    },
    'who joins by the session': async (person) => {
      const { email } = person;
      const token = await invite(email);
      return () => person.post('invitations/accept', { token, email });
    },
    'who joins by the proved address': async (person) => {
      await invite(person.email);
      await sql('UPDATE persons SET email_verified_at = now() WHERE id = $1', [person.personId]);
      const { records } = await holder.query('SELECT id FROM links WHERE email = $1', [person.email], true);
      return () => person.post(`invitations/${records[0].id}/accept`);
    },
  };

  /** Uses the link in the transaction of the holder up to its lock, and sends the request, which waits for it. */
  async function given(prepare: Change) {
    const owner = await people.owner();
    const person = await people.member(owner, 'manager');
    await sql(ADD_PASSWORD_LINK, [owner.organization.id, person.personId]);
    const send = await prepare(person, owner);
    await holder.query(`SELECT FROM links WHERE kind = 'password' AND person_id = $1 FOR UPDATE`, [person.personId]);
    const answer = send();
    await untilWaitingForLock(holder, answer);
    return { person, answer };
  }

  it.each(Object.entries({ ...CHANGES, ...PROOFS }))(
    'of somebody %s, neither the person nor the sessions are locked, so that there is no deadlock',
    async (_, prepare) => {
      const { person, answer } = await given(prepare);
      await holder.query('SELECT FROM persons WHERE id = $1 FOR NO KEY UPDATE NOWAIT', [person.personId]);
      await holder.query(LOCK_SESSIONS, [person.personId]);
      await holder.rollbackTransaction();
      expect((await answer).status).toBeLessThan(300);
    },
  );

  it.each(Object.entries(PROOFS))('nobody becomes a member %s that ends by it', async (_, prepare) => {
    const { person, answer } = await given(prepare);
    const { personId } = person;
    await holder.query(`DELETE FROM links WHERE kind = 'password' AND person_id = $1`, [personId]);
    await holder.query(`UPDATE persons SET password_hash = 'other' WHERE id = $1`, [personId]);
    await holder.query(`DELETE FROM sessions s USING memberships m WHERE m.id = s.membership_id AND m.person_id = $1`, [
      personId,
    ]);
    await holder.commitTransaction();
    expect((await answer).status).toBe(401);
    expect(await sql('SELECT FROM memberships WHERE person_id = $1', [personId])).toHaveLength(1);
  });
});

describeWithServer('a person who joins an organization while the removal of the account waits', () => {
  let running: RunningApp;
  let people: GivenPeople;
  beforeAll(async () => {
    running = await startApp();
    people = new GivenPeople(running);
  });
  afterAll(() => running.close());

  /** Removes an account, and joins an organization by its link in another browser while the removal waits for an invitation. */
  async function removeWhileJoining(linkOf: (joined: Owner, email: string) => Promise<string>) {
    const dataSource = running.app.get(DataSource);
    const [owner, inviting, joined] = [await people.owner(), await people.owner(), await people.owner()];
    const person = await people.member(owner, 'viewer');
    const { email, password } = person;
    await inviting.post('invitations', { email, role: 'viewer' });
    const token = await linkOf(joined, email);
    const other = people.browser(cookieOf(await people.signIn(email, password)));
    const holder = dataSource.createQueryRunner();
    try {
      await holder.startTransaction();
      await holder.query('SELECT FROM links WHERE organization_id = $1 FOR UPDATE', [inviting.organization.id]);
      const removing = person.delete('me');
      await untilWaitingForLock(holder, removing);
      expect((await other.post('invitations/accept', { token, email })).status).toBe(201);
      await holder.rollbackTransaction();
      const { status } = await removing;
      const { members } = (await joined.organization.api.get('members')).body;
      const { entries } = (await joined.organization.api.get('audit?action=account.removed')).body;
      const roles = members.filter(({ id }: Json) => id !== joined.memberId).map(({ role }: Json) => role);
      return { status, roles, removals: entries.length };
    } finally {
      if (holder.isTransactionActive) await holder.rollbackTransaction();
      await holder.release();
    }
  }

  it('is removed from it, too, and its audit says so', async () => {
    const linkOf = async (joined: Owner, email: string): Promise<string> =>
      tokenOf((await joined.post('invitations', { email, role: 'viewer' })).body.link);
    expect(await removeWhileJoining(linkOf)).toEqual({ status: 200, roles: [], removals: 1 });
  });

  it('stays as its only owner', async () => {
    const linkOf = async ({ organization, memberId }: Owner): Promise<string> => {
      const dataSource = running.app.get(DataSource);
      await dataSource.query(`UPDATE memberships SET role = 'manager' WHERE id = $1`, [memberId]);
      const token = randomBytes(32).toString('base64url');
      await dataSource.query(ADD_WELCOME, [organization.id, token]);
      return token;
    };
    expect(await removeWhileJoining(linkOf)).toEqual({ status: 400, roles: ['owner'], removals: 0 });
  });
});

const JOIN = `
  INSERT INTO memberships (id, person_id, organization_id, role) VALUES (gen_random_uuid(), $1, $2, 'viewer')`;

const ADD_WELCOME = `
  INSERT INTO links (id, token_hash, kind, organization_id, role, expires_at)
  VALUES (gen_random_uuid(), sha256(convert_to($2, 'UTF8')), 'welcome', $1, 'owner', now() + interval '1 hour')`;

const ADD_PASSWORD_LINK = `
  INSERT INTO links (id, token_hash, kind, organization_id, person_id, expires_at)
  VALUES (gen_random_uuid(), uuid_send(gen_random_uuid()), 'password', $1, $2, now() + interval '1 hour')`;

const LOCK_SESSIONS = `
  SELECT FROM sessions s JOIN memberships m ON m.id = s.membership_id WHERE m.person_id = $1 FOR UPDATE OF s NOWAIT`;
