import { DataSource } from 'typeorm';
import type { ApiResponse } from './support/client';
import { untilWaitingForLock } from './support/lock-waits';
import { cookieOf, GivenPeople, PASSWORD, tokenOf } from './support/people';
import { type RunningApp, startApp } from './support/start-app';

let running: RunningApp;
let people: GivenPeople;
beforeAll(async () => {
  running = await startApp();
  people = new GivenPeople(running);
});
afterAll(() => running.close());

it('does not begin a session in another organization after the session of the request has ended', async () => {
  const person = await people.owner();
  const dataSource = running.app.get(DataSource);
  // Another replica ends it: this one knows the session for some seconds.
  await dataSource.query('DELETE FROM sessions WHERE membership_id = $1', [person.memberId]);
  const response = await person.post('session/organization', { id: person.organization.id });
  expect([response.status, cookieOf(response)]).toEqual([401, '']);
  expect(await dataSource.query('SELECT FROM sessions WHERE membership_id = $1', [person.memberId])).toEqual([]);
});

it('does not join by a link after the session of the request has ended', async () => {
  const person = await people.owner();
  const inviting = await people.owner();
  const { body } = await inviting.post('invitations', { email: person.email, role: 'viewer' });
  await running.app.get(DataSource).query('DELETE FROM sessions WHERE membership_id = $1', [person.memberId]);
  const response = await person.post('invitations/accept', { token: tokenOf(body.link) });
  expect([response.status, cookieOf(response)]).toEqual([401, '']);
  expect((await inviting.get('invitations')).body.invitations).toHaveLength(1);
});

// The embedded database has one connection, so that the sign-in waits for the whole change.
(process.env.DATABASE_URL ? it : it.skip).each<[string, (email: string) => Promise<() => Promise<ApiResponse>>]>([
  ['begin a session', (email) => Promise.resolve(() => people.signIn(email, PASSWORD))],
  [
    'join by a link',
    async (email) => {
      const { body } = await (await people.owner()).post('invitations', { email, role: 'viewer' });
      return () => people.stranger.post('invitations/accept', { token: tokenOf(body.link), password: PASSWORD });
    },
  ],
])('does not %s with a password that is being replaced', async (_, prepare) => {
  const { email, personId } = await people.owner();
  const use = await prepare(email);
  const change = running.app.get(DataSource).createQueryRunner();
  try {
    await change.startTransaction();
    await change.query('UPDATE persons SET password_hash = $2 WHERE id = $1', [personId, 'another']);
    const used = use();
    await untilWaitingForLock(change, used);
    await change.commitTransaction();
    expect((await used).status).toBe(401);
  } finally {
    await change.release();
  }
  const joined = await running.app.get(DataSource).query('SELECT FROM memberships WHERE person_id = $1', [personId]);
  expect(joined).toHaveLength(1);
});
