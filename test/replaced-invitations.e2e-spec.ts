import { DataSource } from 'typeorm';
import type { Json } from './support/client';
import { type Browser, GivenPeople, type GivenPerson, PASSWORD, tokenOf } from './support/people';
import { type RunningApp, startApp } from './support/start-app';

let running: RunningApp;
let people: GivenPeople;
beforeAll(async () => {
  running = await startApp();
  people = new GivenPeople(running);
});
afterAll(() => running.close());

interface Given {
  owner: GivenPerson;
  /** A manager who writes German only. */
  manager: GivenPerson;
  email: string;
}

const GERMAN = { role: 'viewer', languages: ['de'] };

const given = async (): Promise<Given> => {
  const owner = await people.owner();
  return { owner, manager: await people.member(owner, 'manager', { languages: ['de'] }), email: people.newEmail() };
};
const invite = async (by: Browser, email: string, grant: object): Promise<{ id: string; token: string }> => {
  const { body } = await by.post('invitations', { email, ...grant });
  return { id: body.invitation.id, token: tokenOf(body.link) };
};
const withdrawnOf = async (by: Browser): Promise<Json[]> =>
  (await by.get('audit?action=invitation.withdrawn')).body.entries;
const accept = (token: string) => people.stranger.post('invitations/accept', { token, name: 'Jo', password: PASSWORD });

describe('an invitation in place of an earlier one for the same address', () => {
  it.each([
    ['an owner', { role: 'owner' }],
    ['a manager of all languages', { role: 'manager' }],
    ['a viewer of all languages', { role: 'viewer' }],
  ])('is not made by a manager with limits if the earlier one makes %s', async (_, grant) => {
    const { owner, manager, email } = await given();
    const { token } = await invite(owner, email, grant);
    const refused = await manager.post('invitations', { email, ...GERMAN });
    expect([refused.status, refused.body.code]).toEqual([403, 'not_grantable']);
    expect(await withdrawnOf(owner)).toEqual([]);
    expect((await accept(token)).body).toMatchObject(grant);
  });

  it('is not made by an API key if the earlier one makes an owner', async () => {
    const owner = await people.owner();
    const { token } = await invite(owner, people.newEmail(), { role: 'owner' });
    const { email } = (await owner.get('invitations')).body.invitations[0];
    const refused = await owner.organization.api.post('invitations', { email, role: 'viewer' });
    expect(refused.body.code).toBe('not_grantable');
    expect((await accept(token)).body.role).toBe('owner');
  });

  it('is made by who may withdraw the earlier one, and the audit names both', async () => {
    const { owner, manager, email } = await given();
    const first = await invite(owner, email, GERMAN);
    const second = await invite(manager, email, GERMAN);
    const ended = { person: { id: manager.personId }, target: { id: first.id, name: email } };
    expect(await withdrawnOf(owner)).toMatchObject([ended]);
    expect((await accept(first.token)).body.code).toBe('invalid_link');
    expect((await accept(second.token)).status).toBe(201);
  });

  it('is made by anybody who invites if the earlier one has expired, which is not said to be withdrawn', async () => {
    const { owner, manager, email } = await given();
    await invite(owner, email, { role: 'owner' });
    await running.app.get(DataSource).query('UPDATE links SET expires_at = now() WHERE email = $1', [email]);
    await invite(manager, email, GERMAN);
    expect(await withdrawnOf(owner)).toEqual([]);
  });

  it('of an organization without an owner is made by the API key that invites the first owner, which withdraws it, too', async () => {
    const { api } = await running.given.organization();
    const invited = { email: people.newEmail(), role: 'owner' };
    expect((await api.post('invitations', invited)).status).toBe(201);
    const { status, body } = await api.post('invitations', invited);
    expect(status).toBe(201);
    expect((await api.delete(`invitations/${body.invitation.id}`)).status).toBe(200);
  });
});
