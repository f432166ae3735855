import { DataSource } from 'typeorm';
import { untilWaitingForLock } from './support/lock-waits';
import { cookieOf, GivenPeople, PASSWORD } from './support/people';
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

// The embedded database has one connection, so that the sign-in waits for the whole change.
(process.env.DATABASE_URL ? it : it.skip)(
  'does not begin a session with a password that is being replaced',
  async () => {
    const { email, personId } = await people.owner();
    const change = running.app.get(DataSource).createQueryRunner();
    try {
      await change.startTransaction();
      await change.query('UPDATE persons SET password_hash = $2 WHERE id = $1', [personId, 'another']);
      const signIn = people.signIn(email, PASSWORD);
      await untilWaitingForLock(change, signIn);
      await change.commitTransaction();
      expect((await signIn).status).toBe(401);
    } finally {
      await change.release();
    }
  },
);
