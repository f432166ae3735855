import { DataSource } from 'typeorm';
import { type Role, SCOPES_OF_ROLE } from '../src/common/access/roles';
import type { Json } from './support/client';
import { lockMembers } from '../src/people/member-grants';
import { untilWaitingForLock } from './support/lock-waits';
import { type Browser, GivenPeople, type GivenPerson, PASSWORD, tokenOf } from './support/people';
import { type RunningApp, startApp } from './support/start-app';

let running: RunningApp;
let people: GivenPeople;
beforeAll(async () => {
  running = await startApp();
  people = new GivenPeople(running);
});
afterAll(() => running.close());

describe('an open invitation', () => {
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

  describe('of an API key', () => {
    const byKey = async () => {
      const owner = await people.owner();
      const { id, api } = await running.given.apiKey({
        organization: owner.organization,
        scopes: SCOPES_OF_ROLE.manager,
      });
      const invited = async (more: object = {}) => {
        const email = people.newEmail();
        const { status, body } = await api.post('invitations', { email, role: 'viewer', ...more });
        expect(status).toBe(201);
        return { email, token: tokenOf(body.link) };
      };
      return { owner, path: `api-keys/${id}`, invited };
    };

    it('ends when the API key is revoked', async () => {
      const { owner, path, invited } = await byKey();
      const own = await invited();
      const other = await invite(owner, 'viewer');
      expect((await owner.delete(path)).status).toBe(200);
      expect(await openOf(owner)).toEqual([other.email]);
      expect(await accept(own.token)).toMatchObject({ status: 400, body: { code: 'invalid_link' } });
      expect(await withdrawnOf(owner)).toEqual([own.email]);
    });

    it.each([
      ['may not invite any more', { scopes: ['projects:read'] }],
      ['has a rate limit of its own', { rateLimit: 60 }],
      ['is to expire, since it may not invite then', { expiresAt: '2126-01-01T00:00:00Z' }],
    ])('ends when the API key %s', async (_, change) => {
      const { owner, path, invited } = await byKey();
      const { email, token } = await invited();
      expect((await owner.patch(path, change)).status).toBe(200);
      expect(await accept(token)).toMatchObject({ status: 400, body: { code: 'invalid_link' } });
      expect(await withdrawnOf(owner)).toEqual([email]);
    });

    it('stays where the API key may still give what it gives', async () => {
      const { owner, path, invited } = await byKey();
      const german = await invited({ role: 'translator', languages: ['de'] });
      const all = await invited({ role: 'translator' });
      await owner.patch(path, { name: 'Another name' });
      await owner.post(`${path}/rotate`);
      expect(await openOf(owner)).toEqual([german.email, all.email]);
      expect((await owner.patch(path, { languages: ['de'] })).status).toBe(200);
      expect(await openOf(owner)).toEqual([german.email]);
      expect(await accept(german.token)).toMatchObject({ status: 201 });
      expect(await withdrawnOf(owner)).toEqual([all.email]);
    });
  });

  describe('of an API key that makes the first owner', () => {
    const givenNew = async () => {
      const { body } = await running.operator.post('organizations', { name: 'New', plan: 'free' });
      const api = running.operator.as(body.apiKey.secret);
      const invited = [];
      for (const email of [people.newEmail(), people.newEmail()]) {
        const { status, body } = await api.post('invitations', { email, role: 'owner' });
        expect(status).toBe(201);
        invited.push({ email, token: tokenOf(body.link) });
      }
      const [first, second] = invited as [(typeof invited)[0], (typeof invited)[0]];
      return { organizationId: body.organization.id, welcome: tokenOf(body.welcomeLink), first, second };
    };
    const browserOf = ({ status, headers }: Awaited<ReturnType<typeof accept>>): Browser => {
      expect(status).toBe(201);
      return people.browser(headers.getSetCookie()[0] ?? '');
    };

    it('ends when the welcome link makes an owner', async () => {
      const { welcome, first, second } = await givenNew();
      const owner = browserOf(
        await people.stranger.post('invitations/accept', {
          ...{ token: welcome, email: people.newEmail(), name: 'Jo', password: PASSWORD },
        }),
      );
      for (const { token } of [first, second]) {
        expect(await accept(token)).toMatchObject({ status: 400, body: { code: 'invalid_link' } });
      }
      expect((await withdrawnOf(owner)).sort()).toEqual([first.email, second.email].sort());
    });

    it('ends when another one makes an owner, and so does the welcome link', async () => {
      const { welcome, first, second } = await givenNew();
      const owner = browserOf(await accept(first.token));
      expect(await accept(second.token)).toMatchObject({ status: 400, body: { code: 'invalid_link' } });
      expect(await withdrawnOf(owner)).toEqual([second.email]);
      const late = { token: welcome, email: people.newEmail(), name: 'Jo', password: PASSWORD };
      expect((await people.stranger.post('invitations/accept', late)).body.code).toBe('invalid_link');
    });

    it('ends when the welcome link makes a member the first owner', async () => {
      const { organizationId, welcome, first, second } = await givenNew();
      const person = await people.owner();
      await running.app
        .get(DataSource)
        .query(
          `INSERT INTO memberships (id, person_id, organization_id, role) VALUES (gen_random_uuid(), $1, $2, 'viewer')`,
          [person.personId, organizationId],
        );
      const { email } = person;
      const owner = browserOf(
        await people.stranger.post('invitations/accept', { token: welcome, email, password: PASSWORD }),
      );
      expect((await withdrawnOf(owner)).sort()).toEqual([first.email, second.email].sort());
    });

    it('of an earlier version ends when a member becomes an owner', async () => {
      const { owner, manager } = await given();
      const kept = await invite(owner, 'owner');
      const { email } = await invite(owner, 'owner');
      await running.app.get(DataSource).query('UPDATE links SET invited_by = NULL WHERE email = $1', [email]);
      expect((await owner.patch(`members/${manager.memberId}`, { role: 'owner' })).status).toBe(200);
      expect(await openOf(owner)).toEqual([kept.email]);
      expect(await withdrawnOf(owner)).toEqual([email]);
    });
  });

  it('that has expired is not said to be withdrawn when the member who made it is removed', async () => {
    const { owner, manager } = await given();
    const [expired, open] = [await invite(manager, 'viewer'), await invite(manager, 'viewer')];
    await running.app.get(DataSource).query('UPDATE links SET expires_at = now() WHERE email = $1', [expired.email]);
    expect((await owner.delete(`members/${manager.memberId}`)).status).toBe(200);
    expect(await withdrawnOf(owner)).toEqual([open.email]);
  });

  it('ends when the person who made it removes the account', async () => {
    const { owner, manager } = await given();
    const { email, token } = await invite(manager, 'viewer');
    expect((await manager.delete('me')).status).toBe(200);
    expect(await accept(token)).toMatchObject({ status: 400, body: { code: 'invalid_link' } });
    expect(await withdrawnOf(owner)).toEqual([email]);
  });
});

// The embedded database has one connection, so that nothing is accepted during a request.
(process.env.DATABASE_URL ? it : it.skip)('an invitation that is being accepted is not withdrawn', async () => {
  const owner = await people.owner();
  const { id } = (await owner.post('invitations', { email: people.newEmail(), role: 'viewer' })).body.invitation;
  const acceptance = running.app.get(DataSource).createQueryRunner();
  try {
    await acceptance.startTransaction();
    await lockMembers(acceptance.manager, owner.organization.id);
    await acceptance.query('DELETE FROM links WHERE id = $1', [id]);
    const withdrawing = owner.delete(`invitations/${id}`);
    await untilWaitingForLock(acceptance, withdrawing);
    await acceptance.commitTransaction();
    expect(await withdrawing).toMatchObject({ status: 404, body: { code: 'invitation_not_found' } });
  } finally {
    await acceptance.release();
  }
  expect((await owner.get('audit?action=invitation.withdrawn')).body.entries).toEqual([]);
});

describe('an open link for a password, which an owner has made', () => {
  const second = async (owner: GivenPerson): Promise<GivenPerson> => people.member(owner, 'owner');
  const linkFor = async (by: Browser, { memberId }: GivenPerson): Promise<string> =>
    tokenOf((await by.post(`members/${memberId}/password-link`)).body.link);
  const memberIdOf = async (by: Browser, { personId }: GivenPerson): Promise<string> =>
    (await by.get('members')).body.members.find(({ person }: Json) => person.id === personId).id;
  const viewerOf = async (owner: Browser, limits?: { languages: string[] }): Promise<GivenPerson> => {
    const viewer = await people.member(owner, 'viewer', limits);
    return Object.assign(viewer, { memberId: await memberIdOf(owner, viewer) });
  };
  const resetCode = async (token: string): Promise<string | undefined> =>
    (await people.stranger.post('password', { token, password: 'seven amber owls by the sea' })).body.code;

  it.each<[string, (owner: GivenPerson, maker: GivenPerson) => Promise<{ status: number }>]>([
    ['is removed', (owner, { memberId }) => owner.delete(`members/${memberId}`)],
    ['becomes a manager', (owner, { memberId }) => owner.patch(`members/${memberId}`, { role: 'manager' })],
    ['is limited to a language', (owner, { memberId }) => owner.patch(`members/${memberId}`, { languages: ['de'] })],
    ['removes the account', (_, maker) => maker.delete('me')],
  ])('ends when that owner %s', async (_, change) => {
    const owner = await people.owner();
    const maker = await second(owner);
    const token = await linkFor(maker, owner);
    const kept = await linkFor(owner, await viewerOf(owner));
    expect((await change(owner, maker)).status).toBe(200);
    expect([await resetCode(token), await resetCode(kept)]).toEqual(['invalid_link', undefined]);
  });

  it('ends when the member has other rights, which that owner may not have', async () => {
    const owner = await people.owner();
    const maker = await people.member(owner, 'owner', { languages: ['de'] });
    const viewer = await viewerOf(owner, { languages: ['de'] });
    const token = await linkFor(maker, viewer);
    expect((await owner.patch(`members/${viewer.memberId}`, { role: 'owner', languages: null })).status).toBe(200);
    expect(await resetCode(token)).toBe('invalid_link');
  });

  it('stays where a request changes no right of the member', async () => {
    const owner = await people.owner();
    const viewer = await viewerOf(owner, { languages: ['de'] });
    const token = await linkFor(owner, viewer);
    expect((await owner.patch(`members/${viewer.memberId}`, { role: 'viewer', languages: ['de'] })).status).toBe(200);
    expect(await resetCode(token)).toBeUndefined();
  });

  it('stays where that owner may still make it', async () => {
    const owner = await people.owner();
    const maker = await second(owner);
    const token = await linkFor(maker, await viewerOf(owner, { languages: ['de'] }));
    expect((await owner.patch(`members/${maker.memberId}`, { languages: ['de'] })).status).toBe(200);
    expect(await resetCode(token)).toBeUndefined();
  });
});
