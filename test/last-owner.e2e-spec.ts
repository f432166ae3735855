import { DataSource } from 'typeorm';
import type { Json } from './support/client';
import { type Browser, cookieOf, GivenPeople, type GivenPerson, PASSWORD, tokenOf } from './support/people';
import { type RunningApp, startApp } from './support/start-app';

let running: RunningApp;
let people: GivenPeople;
beforeAll(async () => {
  running = await startApp();
  people = new GivenPeople(running);
});
afterAll(() => running.close());

type Owner = Awaited<ReturnType<GivenPeople['owner']>>;

const sql = (statement: string, values: unknown[]): Promise<unknown> =>
  running.app.get(DataSource).query(statement, values);
const listed = async (by: Browser | Owner['organization']['api'], { memberId }: GivenPerson): Promise<Json> =>
  (await by.get('members')).body.members.find(({ id }: Json) => id === memberId);
/** Makes a person a member of another organization: nobody leaves the only one. */
const joinAnother = async ({ personId }: GivenPerson): Promise<unknown> =>
  sql(ADD_VIEWER, [personId, (await people.owner()).organization.id]);

describe('the last owner of all projects and languages', () => {
  const changes: [string, (owner: Owner) => Promise<{ status: number; body: Json }>][] = [
    ['is limited to a language', (owner) => owner.patch(`members/${owner.memberId}`, { languages: ['de'] })],
    [
      'is limited to a project',
      async (owner) => {
        const { project } = (await owner.post('projects', { name: 'Shop', sourceLanguage: 'en' })).body;
        return owner.patch(`members/${owner.memberId}`, { projectIds: [project.id] });
      },
    ],
    ['becomes a viewer', (owner) => owner.patch(`members/${owner.memberId}`, { role: 'viewer' })],
    [
      'is removed',
      async (owner) => {
        await joinAnother(owner);
        return owner.delete(`members/${owner.memberId}`);
      },
    ],
    [
      'leaves',
      async (owner) => {
        await joinAnother(owner);
        return owner.delete(`me/organizations/${owner.organization.id}`);
      },
    ],
    ['removes the account', (owner) => owner.delete('me')],
  ];

  it.each(changes)('stays where it %s, beside an owner with limits', async (_, change) => {
    const owner = await people.owner();
    await people.member(owner, 'owner', { languages: ['de'] });
    expect(await change(owner)).toMatchObject({ status: 400, body: { code: 'last_owner' } });
    const unchanged = { role: 'owner', projectIds: null, languages: null };
    expect(await listed(owner.organization.api, owner)).toMatchObject(unchanged);
  });

  it.each(changes)('is not the last one beside another one: it %s', async (_, change) => {
    const owner = await people.owner();
    await people.member(owner, 'owner');
    expect((await change(owner)).status).toBe(200);
  });

  it('keeps no owner with limits from going', async () => {
    const owner = await people.owner();
    const german = await people.member(owner, 'owner', { languages: ['de'] });
    expect((await german.patch(`members/${german.memberId}`, { role: 'viewer' })).status).toBe(200);
  });

  it('is one of two who limit each other at once', async () => {
    const owner = await people.owner();
    const second = await people.member(owner, 'owner');
    const results = await Promise.all([
      owner.patch(`members/${second.memberId}`, { languages: ['de'] }),
      second.patch(`members/${owner.memberId}`, { languages: ['de'] }),
    ]);
    expect(results.filter(({ status }) => status === 200)).toHaveLength(1);
    const { members } = (await owner.organization.api.get('members')).body;
    expect(members.filter(({ languages }: Json) => languages === null)).toHaveLength(1);
  });
});

describe('an organization whose owners all have limits, as an earlier version allowed,', () => {
  const given = async (): Promise<Owner> => {
    const owner = await people.owner();
    await sql(`UPDATE memberships SET languages = '{de}' WHERE id = $1`, [owner.memberId]);
    return owner;
  };
  const makeOwner = async (by: Owner['organization']['api']): Promise<GivenPerson> => {
    const email = people.newEmail();
    const { body } = await by.post('invitations', { email, role: 'owner' });
    return people.accept(tokenOf(body.link), { email });
  };

  it('gets an owner of all by an invitation of an API key with all that an owner has, once', async () => {
    const { api } = (await given()).organization;
    const made = await makeOwner(api);
    expect(await listed(api, made)).toMatchObject({ role: 'owner', languages: null });
    const again = { email: people.newEmail(), role: 'owner' };
    expect((await api.post('invitations', again)).body.code).toBe('not_grantable');
  });

  it('gets an owner of all by such an API key that takes the limits of an owner away, once', async () => {
    const owner = await given();
    const { api } = owner.organization;
    const { personId } = await people.member(owner, 'viewer', { languages: ['de'] });
    const open = people.newEmail();
    expect((await api.post('invitations', { email: open, role: 'owner' })).status).toBe(201);
    expect((await api.patch(`members/${owner.memberId}`, { languages: null })).status).toBe(200);
    expect(await listed(api, owner)).toMatchObject({ role: 'owner', languages: null });
    const { members } = (await api.get('members')).body;
    const { id } = members.find(({ person }: Json) => person.id === personId);
    expect((await api.patch(`members/${id}`, { role: 'owner' })).body.code).toBe('not_grantable');
    expect((await api.get('invitations')).body.invitations).toEqual([]);
  });

  it('gets none by an API key with limits, or by an owner', async () => {
    const owner = await given();
    const limits = { languages: ['de'] };
    const scopes = (await owner.organization.api.get('me')).body.scopes;
    const { apiKey } = (await owner.organization.api.post('api-keys', { name: 'CI', scopes, ...limits })).body;
    const api = running.operator.as(apiKey.secret);
    const invited = { email: people.newEmail(), role: 'owner', ...limits };
    expect((await api.post('invitations', invited)).body.code).toBe('not_grantable');
    for (const by of [api, owner]) {
      const { body } = await by.patch(`members/${owner.memberId}`, { languages: null });
      expect(body.code).toBe('not_grantable');
    }
  });

  it('keeps the owner from going', async () => {
    const owner = await given();
    expect((await owner.delete('me')).body.code).toBe('last_owner');
    expect((await owner.patch(`members/${owner.memberId}`, { role: 'viewer' })).body.code).toBe('last_owner');
  });
});

describe('a welcome link', () => {
  const given = async () => {
    const { body } = await running.operator.post('organizations', { name: 'New', plan: 'free' });
    const api = running.operator.as(body.apiKey.secret);
    const email = people.newEmail();
    const invited = await api.post('invitations', { email, role: 'owner', languages: ['de'] });
    return {
      api,
      welcome: tokenOf(body.welcomeLink),
      german: await people.accept(tokenOf(invited.body.link), { email }),
    };
  };

  it('is ended by no owner with limits, who becomes an owner of all with it', async () => {
    const { api, welcome, german } = await given();
    const use = { token: welcome, email: german.email, password: PASSWORD };
    const response = await people.stranger.post('invitations/accept', use);
    expect([response.status, response.body]).toMatchObject([201, { role: 'owner', languages: null }]);
    expect((await people.browser(cookieOf(response)).get('me')).status).toBe(200);
    expect(await listed(api, german)).toMatchObject({ role: 'owner', languages: null });
  });

  it('is ended by an API key that makes the first owner of all', async () => {
    const { api, welcome, german } = await given();
    expect((await api.patch(`members/${german.memberId}`, { languages: null })).status).toBe(200);
    const use = { token: welcome, email: people.newEmail(), name: 'Jo', password: PASSWORD };
    expect((await people.stranger.post('invitations/accept', use)).body.code).toBe('invalid_link');
  });
});

const ADD_VIEWER = `
  INSERT INTO memberships (id, person_id, organization_id, role) VALUES (gen_random_uuid(), $1, $2, 'viewer')`;
