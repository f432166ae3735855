import { DataSource } from 'typeorm';
import { FailedSignIns } from '../src/people/failed-sign-ins';
import type { Json } from './support/client';
import { GivenPeople, PASSWORD } from './support/people';
import { type RunningApp, startApp } from './support/start-app';

describe('a change of the own password', () => {
  let running: RunningApp;
  let people: GivenPeople;
  beforeAll(async () => {
    running = await startApp();
    people = new GivenPeople(running);
  });
  afterAll(() => running.close());

  const password = { current: PASSWORD, new: 'seven amber owls by the sea' };

  /** The attempts that delay further ones. */
  const attemptsFor = async (email: string): Promise<number> => {
    const sql = `SELECT count FROM attempt_counts WHERE party_hash = sha256(convert_to('sign-in ' || $1, 'UTF8'))`;
    const [row] = await running.app.get(DataSource).query<{ count: number }[]>(sql, [email]);
    return row?.count ?? 0;
  };

  it('counts wrong passwords as a sign-in does, which delays further attempts and is noted in the audit', async () => {
    const owner = await people.owner();
    const person = await people.member(owner, 'viewer');
    for (const current of ['first wrong password', 'second wrong password']) {
      const { status, body } = await person.patch('me', { password: { ...password, current } });
      expect([status, body.errors]).toMatchObject([400, [{ pointer: '/password/current', code: 'not_allowed' }]]);
    }
    expect(await attemptsFor(person.email)).toBe(2);
    await people.signIn(person.email, 'third wrong password');
    expect(await attemptsFor(person.email)).toBe(3);
    await running.app.get(FailedSignIns).writeDue(Date.now() + 61_000);
    const { entries } = (await owner.get('audit?action=session.failed')).body;
    expect(entries.map(({ target }: Json) => target.id)).toEqual(entries.map(() => person.personId));
    expect(entries.reduce((sum: number, { details }: Json) => sum + details.count, 0)).toBe(3);
  });

  it('forgets the attempts when the password is right', async () => {
    const person = await people.owner();
    await person.patch('me', { password: { ...password, current: 'a wrong password' } });
    expect((await person.patch('me', { password })).status).toBe(200);
    expect(await attemptsFor(person.email)).toBe(0);
  });

  it('of the name counts nothing', async () => {
    const person = await people.owner();
    expect((await person.patch('me', { name: 'Jo' })).status).toBe(200);
    expect(await attemptsFor(person.email)).toBe(0);
  });
});
