import type { Role } from '../src/common/access/roles';
import type { Json } from './support/client';
import { type Browser, GivenPeople, type GivenPerson, PASSWORD, tokenOf } from './support/people';
import { type RunningApp, startApp } from './support/start-app';

describe('an open invitation', () => {
  let running: RunningApp;
  let people: GivenPeople;
  beforeAll(async () => {
    running = await startApp();
    people = new GivenPeople(running);
  });
  afterAll(() => running.close());

  const invite = async (by: Browser, role: Role, limits: object = {}): Promise<{ email: string; token: string }> => {
    const email = people.newEmail();
    const { body } = await by.post('invitations', { email, role, ...limits });
    return { email, token: tokenOf(body.link) };
  };
  const openOf = async (by: Browser): Promise<string[]> =>
    (await by.get('invitations')).body.invitations.map(({ email }: Json) => email);
  const withdrawnOf = async (by: Browser): Promise<string[]> =>
    (await by.get('audit?action=invitation.withdrawn')).body.entries.map(({ target }: Json) => target.name);
  const accept = (token: string) =>
    people.stranger.post('invitations/accept', { token, name: 'Jo', password: PASSWORD });

  const given = async (): Promise<{ owner: GivenPerson; manager: GivenPerson }> => {
    const owner = await people.owner();
    return { owner, manager: await people.member(owner, 'manager') };
  };

  it('ends when the member who made it is removed', async () => {
    const { owner, manager } = await given();
    const own = await invite(manager, 'manager');
    const other = await invite(owner, 'viewer');
    expect((await owner.delete(`members/${manager.memberId}`)).status).toBe(200);
    expect(await openOf(owner)).toEqual([other.email]);
    expect(await accept(own.token)).toMatchObject({ status: 400, body: { code: 'invalid_link' } });
    expect(await accept(other.token)).toMatchObject({ status: 201 });
    expect(await withdrawnOf(owner)).toEqual([own.email]);
  });

  it('ends when the member who made it may not invite any more', async () => {
    const { owner, manager } = await given();
    const { email, token } = await invite(manager, 'viewer');
    expect((await owner.patch(`members/${manager.memberId}`, { role: 'developer' })).status).toBe(200);
    expect(await accept(token)).toMatchObject({ status: 400, body: { code: 'invalid_link' } });
    expect(await withdrawnOf(owner)).toEqual([email]);
  });

  it('stays where the member who made it may still give what it gives', async () => {
    const { owner, manager } = await given();
    const german = await invite(manager, 'translator', { languages: ['de'] });
    const all = await invite(manager, 'translator');
    await owner.patch(`members/${manager.memberId}`, { role: 'owner' });
    expect(await openOf(owner)).toEqual([german.email, all.email]);
    await owner.patch(`members/${manager.memberId}`, { role: 'manager', languages: ['de'] });
    expect(await openOf(owner)).toEqual([german.email]);
    expect(await accept(german.token)).toMatchObject({ status: 201 });
    expect(await withdrawnOf(owner)).toEqual([all.email]);
  });

  it('of an owner ends when it makes an owner, and its author becomes a manager', async () => {
    const { owner, manager } = await given();
    await owner.patch(`members/${manager.memberId}`, { role: 'owner' });
    const second = people.browser((await people.signIn(manager.email, PASSWORD)).headers.getSetCookie()[0] ?? '');
    const [asOwner, asManager] = [await invite(second, 'owner'), await invite(second, 'manager')];
    await owner.patch(`members/${manager.memberId}`, { role: 'manager' });
    expect(await openOf(owner)).toEqual([asManager.email]);
    expect(await withdrawnOf(owner)).toEqual([asOwner.email]);
  });

  it('ends when the member who made it leaves the organization, and stays in others', async () => {
    const { owner, manager } = await given();
    const elsewhere = await people.owner();
    const { body } = await elsewhere.post('invitations', { email: manager.email, role: 'manager' });
    const joined = await people.stranger.post('invitations/accept', { token: tokenOf(body.link), password: PASSWORD });
    const there = people.browser(joined.headers.getSetCookie()[0] ?? '');
    const [left, kept] = [await invite(manager, 'viewer'), await invite(there, 'viewer')];
    const { organization } = (await owner.get('me')).body;
    expect((await there.delete(`me/organizations/${organization.id}`)).status).toBe(200);
    expect([await openOf(owner), await openOf(elsewhere)]).toEqual([[], [kept.email]]);
    expect(await withdrawnOf(owner)).toEqual([left.email]);
  });

  it('ends when the person who made it removes the account', async () => {
    const { owner, manager } = await given();
    const { email, token } = await invite(manager, 'viewer');
    expect((await manager.delete('me')).status).toBe(200);
    expect(await accept(token)).toMatchObject({ status: 400, body: { code: 'invalid_link' } });
    expect(await withdrawnOf(owner)).toEqual([email]);
  });
});
