import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { DataSource } from 'typeorm';
import { ROLES, type Role, SCOPES_OF_ROLE } from '../src/common/access/roles';
import { delayOf, SignInDelays } from '../src/people/sign-in-delays';
import type { ApiResponse, Client, Json } from './support/client';
import { type Browser, cookieOf, GivenPeople, type GivenPerson, PASSWORD, tokenOf } from './support/people';
import { countStatements } from './support/reads';
import { type RunningApp, startApp } from './support/start-app';

interface Documented {
  security: Record<string, string[]>[];
}

/** Every operation that needs a scope, on a resource that does not exist. */
const SCOPED_OPERATIONS = Object.entries(
  (JSON.parse(readFileSync(join(__dirname, '../openapi.json'), 'utf8')) as Record<string, Record<string, object>>)
    .paths ?? {},
).flatMap(([path, item]) =>
  Object.entries(item as Record<string, Documented>).flatMap(([method, { security }]) => {
    const anyOf = security.flatMap(({ bearerAuth = [] }) => bearerAuth);
    const filled = path
      .slice('/api/v1/'.length)
      .replace('{revision}', '1')
      .replaceAll(/\{\w+\}/g, '019a9f3e-0000-7000-8000-000000000000');
    return anyOf.length > 0 && method !== 'head' ? [{ method: method.toUpperCase(), path: filled, anyOf }] : [];
  }),
);

describe('people', () => {
  let running: RunningApp;
  let people: GivenPeople;
  let owner: Awaited<ReturnType<GivenPeople['owner']>>;
  beforeAll(async () => {
    running = await startApp();
    people = new GivenPeople(running);
    owner = await people.owner();
  });
  afterAll(() => running.close());

  const member = (role: Role, limits?: Parameters<GivenPeople['member']>[2]): Promise<GivenPerson> =>
    people.member(owner, role, limits);
  const listed = async (id: string): Promise<Json> =>
    (await owner.get('members')).body.members.find((each: Json) => each.person.id === id);
  const memberIdOf = async ({ personId }: GivenPerson): Promise<string> => (await listed(personId)).id;
  const invite = (by: Browser, body: object): Promise<ApiResponse> => by.post('invitations', body);
  const accept = (body: object): Promise<ApiResponse> => people.stranger.post('invitations/accept', body);
  const project = async (): Promise<string> =>
    (await owner.post('projects', { name: 'Shop', sourceLanguage: 'en', targetLanguages: ['de', 'fr'] })).body.project
      .id;

  describe('a welcome link', () => {
    const create = async (): Promise<string> =>
      (await running.operator.post('organizations', { name: 'New', plan: 'free' })).body.welcomeLink;

    it('makes the first owner once', async () => {
      const link = await create();
      expect(link).toMatch(new RegExp(`^${running.url}/welcome#[\\w-]{43}$`));
      const email = people.newEmail();
      const body = { token: tokenOf(link), email: ` ${email.toUpperCase()} `, name: 'Jo', password: PASSWORD };
      const response = await accept(body);
      expect([response.status, response.body]).toMatchObject([
        201,
        { apiKey: null, role: 'owner', person: { name: 'Jo', email, locale: null }, languages: null, projectIds: null },
      ]);
      expect(response.body.scopes).toEqual(SCOPES_OF_ROLE.owner);
      expect((await people.browser(cookieOf(response)).get('me')).body).toEqual(response.body);
      expect((await accept({ ...body, email: people.newEmail() })).body.code).toBe('invalid_link');
    });

    it('makes a member the first owner where there is none, with other sessions ended', async () => {
      const { organization, welcomeLink } = (
        await running.operator.post('organizations', { name: 'New', plan: 'free' })
      ).body;
      const dataSource = running.app.get(DataSource);
      const [person, other] = [await people.owner(), await people.owner()];
      const join = ({ personId }: GivenPerson): Promise<unknown> =>
        dataSource.query(
          `INSERT INTO memberships (id, person_id, organization_id, role) VALUES (gen_random_uuid(), $1, $2, 'viewer')`,
          [personId, organization.id],
        );
      for (const each of [person, other]) await join(each);
      const begun = await person.post('session/organization', { id: organization.id });
      const use = (by: Browser, { email }: GivenPerson): Promise<ApiResponse> =>
        by.post('invitations/accept', { token: tokenOf(welcomeLink), email });
      const response = await use(people.browser(cookieOf(begun)), person);
      expect([response.status, response.body]).toMatchObject([201, { role: 'owner', languages: null }]);
      expect((await people.browser(cookieOf(begun)).get('me')).status).toBe(401);
      expect((await use(other, other)).body.code).toBe('invalid_link');
      const audit = (await people.browser(cookieOf(response)).get('audit?action=member.changed')).body.entries;
      expect(audit).toMatchObject([{ target: { id: person.personId }, details: { role: 'owner', by: 'welcome' } }]);
    });

    it('ends after 24 hours', async () => {
      const token = tokenOf(await create());
      await running.app.get(DataSource).query(`UPDATE links SET expires_at = now() WHERE kind = 'welcome'`);
      const body = { token, email: people.newEmail(), name: 'Jo', password: PASSWORD };
      expect((await accept(body)).body.code).toBe('invalid_link');
    });

    it('is made by two requests at once for one of them only', async () => {
      const token = tokenOf(await create());
      const attempts = [1, 2, 3].map(() => accept({ token, email: people.newEmail(), name: 'Jo', password: PASSWORD }));
      expect((await Promise.all(attempts)).map(({ status }) => status).sort()).toEqual([201, 400, 400]);
    });

    it.each([
      ['no address', { email: undefined }, '/email', 'required'],
      ['no address in it', { email: 'jo' }, '/email', 'invalid_format'],
      ['no password', { password: undefined }, '/password', 'required'],
      ['a short password', { password: 'x'.repeat(11) }, '/password', 'too_short'],
      ['a long password', { password: 'xy'.repeat(65) }, '/password', 'too_long'],
      ['a common password', { password: '123456789012' }, '/password', 'not_allowed'],
      ['one character only', { password: 'aaaaaaaaaaaaaa' }, '/password', 'not_allowed'],
      ['the address as the password', { password: 'somebody@example.com' }, '/password', 'not_allowed'],
    ])('is not used with %s', async (_, change, pointer, code) => {
      const token = tokenOf(await create());
      const body = { token, email: 'somebody@example.com', name: 'Jo', password: PASSWORD, ...change };
      const { status, body: problem } = await accept(body);
      expect([status, problem.errors]).toEqual([400, [expect.objectContaining({ pointer, code })]]);
    });

    it('does not tell whether an address has an account, unless it is used up', async () => {
      const token = tokenOf(await create());
      const answers = (email: string): Promise<[number, string, unknown][]> =>
        Promise.all(
          [{}, { name: 'Jo' }, { password: 'another password of mine' }, { name: 'Jo', password: '123456789012' }].map(
            async (body) => {
              const { status, body: problem } = await accept({ token, email, ...body });
              return [status, problem.code, problem.errors] as [number, string, unknown];
            },
          ),
        );
      const ofAccount = await answers((await people.owner()).email);
      expect(ofAccount).toEqual(await answers(people.newEmail()));
      expect(ofAccount.map(([status]) => status)).toEqual([400, 400, 401, 400]);
    });
  });

  describe('an invitation', () => {
    it('is shown with its link once, and makes a member with its limits', async () => {
      const projectIds = [await project()];
      const email = people.newEmail();
      const body = { email, role: 'translator', projectIds, languages: ['de'] };
      const { status, body: made } = await invite(owner, body);
      expect([status, made.invitation]).toMatchObject([201, body]);
      const list = await owner.get('invitations');
      expect(list.body.invitations).toContainEqual(made.invitation);
      expect(list.bytes.toString()).not.toContain(tokenOf(made.link));
      const response = await accept({ token: tokenOf(made.link), name: 'Kim', password: PASSWORD });
      expect(response.body).toMatchObject({ role: 'translator', projectIds, languages: ['de'] });
      expect((await owner.get('invitations')).body.invitations).not.toContainEqual(made.invitation);
      expect(await listed(response.body.person.id)).toMatchObject({
        role: 'translator',
        projectIds,
        languages: ['de'],
      });
    });

    it('is replaced by another one for the address, and can be withdrawn', async () => {
      const email = people.newEmail();
      const [first, second] = [
        await invite(owner, { email, role: 'viewer' }),
        await invite(owner, { email, role: 'viewer' }),
      ];
      const use = ({ body }: ApiResponse): Promise<ApiResponse> =>
        accept({ token: tokenOf(body.link), name: 'Kim', password: PASSWORD });
      expect((await use(first)).body.code).toBe('invalid_link');
      const path = `invitations/${second.body.invitation.id}`;
      expect([(await owner.delete(path)).status, (await owner.delete(path)).status]).toEqual([200, 404]);
      expect((await use(second)).body.code).toBe('invalid_link');
    });

    it('joins a person who has an account by the password or the session, and by nothing else', async () => {
      const other = await people.owner();
      const link = async (): Promise<string> =>
        tokenOf((await invite(owner, { email: other.email, role: 'viewer' })).body.link);
      const token = await link();
      expect((await accept({ token, name: 'Thief', password: 'another password of mine' })).status).toBe(401);
      expect((await accept({ token, name: 'Thief' })).status).toBe(400);
      expect((await accept({ token, password: 'another password of mine' })).status).toBe(401);
      const joined = await accept({ token, password: PASSWORD });
      expect(joined.body).toMatchObject({ person: { id: other.personId }, role: 'viewer' });
      expect(joined.body.person.organizations).toHaveLength(2);
      await owner.delete(`members/${(await listed(other.personId)).id}`);
      expect((await other.post('invitations/accept', { token: await link() })).status).toBe(201);
      expect((await invite(owner, { email: other.email, role: 'viewer' })).body.code).toBe('already_member');
    });

    it('does not tell whether the address has an account', async () => {
      const other = await people.owner();
      const shapes = [];
      for (const email of [other.email, people.newEmail()]) {
        const { status, body, headers } = await invite(owner, { email, role: 'viewer' });
        shapes.push([
          status,
          Object.keys(body),
          Object.keys(body.invitation),
          body.link.length,
          [...headers.keys()].sort(),
        ]);
      }
      expect(shapes[0]).toEqual(shapes[1]);
    });
  });

  describe('roles', () => {
    it.each(ROLES)('give a %s its scopes', async (role) => {
      const person = role === 'owner' ? owner : await member(role);
      expect((await person.get('me')).body).toMatchObject({ role, scopes: SCOPES_OF_ROLE[role] });
    });

    it.each([
      ['manager', 'owner', 'not_grantable'],
      ['manager', 'manager', undefined],
      ['developer', 'viewer', 'missing_scope'],
      ['viewer', 'viewer', 'missing_scope'],
    ] as const)('let a %s invite a %s: %s', async (role, invited, code) => {
      const { body } = await invite(await member(role), { email: people.newEmail(), role: invited });
      expect(body.code).toBe(code);
    });

    it('let nobody grant more languages or projects', async () => {
      const own = await project();
      const manager = await member('manager', { languages: ['de'], projectIds: [own] });
      const limits = { languages: ['de'], projectIds: [own] };
      const ask = async (change: object): Promise<string> =>
        (await invite(manager, { email: people.newEmail(), role: 'viewer', ...limits, ...change })).body.code;
      expect(await ask({})).toBeUndefined();
      for (const change of [
        { languages: null },
        { languages: ['fr'] },
        { projectIds: null },
        { projectIds: [await project()] },
      ])
        expect(await ask(change)).toBe('not_grantable');
      const key = { name: 'x', scopes: ['translations:read'], ...limits };
      expect((await manager.post('api-keys', key)).status).toBe(201);
      expect((await manager.post('api-keys', { ...key, languages: ['fr'] })).body.code).toBe('not_grantable');
    });

    it('tell a person who is refused of no API key', async () => {
      const own = await project();
      const limits = { languages: ['de'], projectIds: [own] };
      const manager = await member('manager', limits);
      const key = { name: 'x', scopes: ['translations:read'], ...limits };
      for (const { body } of [
        await manager.post('api-keys', { ...key, scopes: ['organizations:manage'] }),
        await manager.post('api-keys', { ...key, languages: ['fr'] }),
        await manager.post('api-keys', { ...key, languages: null }),
        await manager.post('api-keys', { ...key, projectIds: null }),
        await manager.post('projects', { name: 'x', sourceLanguage: 'de' }),
      ]) {
        expect(body).toMatchObject({ code: 'not_grantable', detail: expect.stringMatching(/^the caller /) });
        expect(body.detail).not.toContain('API key');
      }
    });

    it('let no API key make an owner, and an API key with members:manage only what it has', async () => {
      const { api } = owner.organization;
      const email = people.newEmail();
      expect((await api.post('invitations', { email, role: 'owner' })).body.code).toBe('not_grantable');
      expect((await api.post('invitations', { email, role: 'manager' })).status).toBe(201);
      const { apiKey } = (await api.post('api-keys', { name: 'x', scopes: ['members:manage'] })).body;
      const small = running.operator.as(apiKey.secret);
      expect((await small.post('invitations', { email, role: 'viewer' })).body.code).toBe('not_grantable');
    });

    it('let an API key with all that an owner has invite the first owner of an organization', async () => {
      const { api } = await running.given.organization();
      const email = people.newEmail();
      const { apiKey } = (await api.post('api-keys', { name: 'x', scopes: ['members:manage'] })).body;
      const small = running.operator.as(apiKey.secret);
      expect((await small.post('invitations', { email, role: 'owner' })).body.code).toBe('not_grantable');
      const { body } = await api.post('invitations', { email, role: 'owner' });
      expect((await people.accept(tokenOf(body.link), { email })).memberId).not.toBe('');
      expect((await api.post('invitations', { email: people.newEmail(), role: 'owner' })).body.code).toBe(
        'not_grantable',
      );
    });

    it('let a manager neither change nor remove who has more', async () => {
      const manager = await member('manager', { languages: ['de'] });
      const other = await memberIdOf(await member('viewer'));
      const ofOwner = await memberIdOf(owner);
      for (const id of [other, ofOwner]) {
        expect((await manager.patch(`members/${id}`, { role: 'viewer', languages: ['de'] })).body.code).toBe(
          'not_grantable',
        );
        expect((await manager.delete(`members/${id}`)).body.code).toBe('not_grantable');
      }
      const { memberId } = manager;
      expect((await manager.patch(`members/${memberId}`, { languages: null })).body.code).toBe('not_grantable');
      expect((await manager.patch(`members/${memberId}`, { role: 'owner' })).body.code).toBe('not_grantable');
    });

    it('keep the last owner', async () => {
      const lone = await people.owner();
      const id = lone.memberId;
      expect((await lone.patch(`members/${id}`, { role: 'manager' })).body.code).toBe('last_owner');
      expect((await lone.delete(`members/${id}`)).body.code).toBe('last_owner');
      expect((await lone.delete('me')).body.code).toBe('last_owner');
      const second = await people.member(lone, 'owner');
      const results = await Promise.all([
        lone.patch(`members/${second.memberId}`, { role: 'viewer' }),
        second.patch(`members/${id}`, { role: 'viewer' }),
      ]);
      const { members } = (await running.operator.as(lone.organization.secret).get('members')).body;
      expect(members.filter(({ role }: Json) => role === 'owner')).toHaveLength(1);
      expect(results.filter(({ status }) => status === 200)).toHaveLength(1);
    });

    it('let nobody remove the own membership of the only organization', async () => {
      const own = await people.member(owner, 'owner');
      const path = `members/${own.memberId}`;
      expect((await own.delete(path)).body.code).toBe('last_organization');
      expect((await own.get('me')).status).toBe(200);
      const elsewhere = await people.owner();
      const { link } = (await elsewhere.post('invitations', { email: own.email, role: 'viewer' })).body;
      await accept({ token: tokenOf(link), password: PASSWORD });
      expect((await own.delete(path)).status).toBe(200);
    });

    it('show no member of another organization', async () => {
      const other = await people.owner();
      for (const call of [
        owner.patch(`members/${other.memberId}`, { role: 'viewer' }),
        owner.delete(`members/${other.memberId}`),
        owner.post(`members/${other.memberId}/password-link`),
        owner.delete(`members/x`),
      ])
        expect(await call).toMatchObject({ status: 404, body: { code: 'member_not_found' } });
      expect((await owner.get('members')).bytes.toString()).not.toContain(other.email);
    });
  });

  describe('a session of a person', () => {
    const statusOf = async (browser: Browser): Promise<number> => (await browser.get('me')).status;

    it('begins by the password, ignoring the case of the address, with a new cookie each time', async () => {
      const person = await member('viewer');
      const response = await people.signIn(person.email.toUpperCase(), PASSWORD);
      expect([response.status, response.body.person.id]).toEqual([201, person.personId]);
      expect(cookieOf(response)).not.toBe(person.cookie);
      expect(response.headers.get('cache-control')).toBe('no-store');
    });

    it('begins with no other password, and tells nothing of the address', async () => {
      const person = await member('viewer');
      const shapeOf = async (email: string, password: string): Promise<unknown> => {
        const { status, body, headers } = await people.signIn(email, password);
        const rest = { ...body, requestId: undefined };
        const names = [...headers.keys()].filter((name) => !name.startsWith('x-ratelimit')).sort();
        return { status, rest, names, cookies: headers.getSetCookie() };
      };
      const wrong = await shapeOf(person.email, 'another password of mine');
      expect(wrong).toMatchObject({ status: 401, rest: { code: 'unauthenticated' }, cookies: [] });
      expect(await shapeOf(people.newEmail(), PASSWORD)).toEqual(wrong);
      expect(await shapeOf(person.email, '')).toEqual(wrong);
    });

    it.each([
      [{ email: 'a@example.com' }],
      [{ password: PASSWORD }],
      [{}],
      [{ email: 'a@example.com', password: PASSWORD, apiKey: 'x' }],
      [{ email: 'a@example.com', password: 'x'.repeat(129) }],
      [{ email: 'a@example.com', password: { $ne: '' } }],
      [{ email: ['a@example.com'], password: PASSWORD }],
    ])('is refused in %j', async (body) => {
      expect(await people.stranger.post('session', body)).toMatchObject({
        status: 400,
        body: { code: 'validation_failed' },
      });
    });

    it('allows what the role allows', async () => {
      const person = await member('translator', { languages: ['de'] });
      const id = await project();
      const { key } = (await owner.post(`projects/${id}/keys`, { name: 'a', value: 'A' })).body;
      expect((await person.put(`keys/${key.id}`, { translations: { de: 'B' } })).status).toBe(200);
      expect((await person.put(`keys/${key.id}`, { translations: { fr: 'B' } })).body.code).toBe(
        'language_not_allowed',
      );
      expect((await person.put(`keys/${key.id}`, { value: 'B' })).body.code).toBe('language_not_allowed');
      expect((await person.post('projects', { name: 'x', sourceLanguage: 'en' })).body.code).toBe('missing_scope');
    });

    it.each(['DELETE', 'PATCH', 'POST'])(
      'is needed for one’s own account: %s by an API key is refused',
      async (method) => {
        const path = method === 'POST' ? 'session/organization' : 'me';
        const { api } = owner.organization;
        const { status, body } = await api.send(method, path, { json: { name: 'x' } });
        expect([status, body.code]).toEqual([403, 'person_required']);
      },
    );

    it('ends when the password changes, but for the session that changes it', async () => {
      const person = await member('viewer');
      const other = people.browser(cookieOf(await people.signIn(person.email, PASSWORD)));
      const password = { current: PASSWORD, new: 'seven amber owls by the sea' };
      const wrong = await person.patch('me', { password: { ...password, current: 'something else' } });
      expect(wrong.body.errors).toMatchObject([{ pointer: '/password/current', code: 'not_allowed' }]);
      const weak = await person.patch('me', { password: { ...password, new: person.email } });
      expect(weak.body.errors).toMatchObject([{ pointer: '/password/new', code: 'not_allowed' }]);
      expect((await person.patch('me', { password })).status).toBe(200);
      expect([await statusOf(person), await statusOf(other)]).toEqual([200, 401]);
      expect((await people.signIn(person.email, PASSWORD)).status).toBe(401);
      expect((await people.signIn(person.email, password.new)).status).toBe(201);
    });

    it('ends when the role changes, and not when the languages do, which apply at once', async () => {
      const person = await member('translator');
      const id = await memberIdOf(person);
      await owner.patch(`members/${id}`, { languages: ['fr'] });
      expect((await person.get('me')).body.languages).toEqual(['fr']);
      await owner.patch(`members/${id}`, { role: 'viewer' });
      expect(await statusOf(person)).toBe(401);
    });

    it('ends with the membership, and the history goes on to name the person', async () => {
      const person = await member('developer');
      const id = await project();
      await person.post(`projects/${id}/keys`, { name: 'a', value: 'A' });
      await owner.delete(`members/${await memberIdOf(person)}`);
      expect(await statusOf(person)).toBe(401);
      expect((await people.signIn(person.email, PASSWORD)).status).toBe(401);
      const { changes } = (await owner.get(`projects/${id}/changes?personId=${person.personId}`)).body;
      expect(changes).toMatchObject([
        { apiKey: null, person: { id: person.personId, name: expect.stringMatching(/^Person/) } },
      ]);
    });

    it('is listed, and ended by the person only', async () => {
      const person = await member('viewer');
      const call = { headers: { 'user-agent': 'Test/1' } };
      const other = people.browser(cookieOf(await people.signIn(person.email, PASSWORD, call)));
      const { sessions } = (await person.get('me/sessions')).body;
      expect(sessions).toHaveLength(2);
      const listedOther = sessions.find(({ current }: Json) => !current);
      expect(listedOther).toMatchObject({ userAgent: 'Test/1', address: expect.stringMatching(/^[\d.]+$/) });
      expect((await owner.delete(`me/sessions/${listedOther.id}`)).body.code).toBe('session_not_found');
      expect(await statusOf(other)).toBe(200);
      expect((await person.delete(`me/sessions/${listedOther.id}`)).status).toBe(200);
      expect([await statusOf(other), await statusOf(person)]).toEqual([401, 200]);
    });

    it('goes on in another organization of the person, and in no other', async () => {
      const other = await people.owner();
      const { link } = (await invite(owner, { email: other.email, role: 'viewer' })).body;
      await accept({ token: tokenOf(link), password: PASSWORD });
      const { body, ...response } = await other.post('session/organization', { id: owner.organization.id });
      expect(body).toMatchObject({ role: 'viewer', organization: { id: owner.organization.id } });
      expect(await statusOf(other)).toBe(401);
      const there = people.browser(cookieOf({ body, ...response }));
      const third = await people.owner();
      const refused = await there.post('session/organization', { id: third.organization.id });
      expect([refused.status, refused.body.code]).toEqual([404, 'organization_not_found']);
      expect(await statusOf(there)).toBe(200);
    });

    it('ends with the membership that the person gives up, and the other sessions of the person go on', async () => {
      const person = await people.member(owner, 'viewer');
      const other = await people.owner();
      const { link } = (await invite(other, { email: person.email, role: 'translator' })).body;
      const there = people.browser(cookieOf(await accept({ token: tokenOf(link), password: PASSWORD })));
      const path = (id: string): string => `me/organizations/${id}`;
      const unknown = await person.delete(path((await people.owner()).organization.id));
      expect([unknown.status, unknown.body.code]).toEqual([404, 'organization_not_found']);
      expect((await there.delete(path(other.organization.id))).status).toBe(200);
      expect([await statusOf(there), await statusOf(person)]).toEqual([401, 200]);
      expect((await person.delete(path(owner.organization.id))).body.code).toBe('last_organization');
      const { entries } = (await other.get('audit?limit=1')).body;
      expect(entries).toMatchObject([{ action: 'member.removed', person: { id: person.personId } }]);
    });

    it('does not end for an organization that would have no owner', async () => {
      const person = await people.owner();
      const { link } = (await invite(owner, { email: person.email, role: 'viewer' })).body;
      await accept({ token: tokenOf(link), password: PASSWORD });
      const refused = await person.delete(`me/organizations/${person.organization.id}`);
      expect([refused.status, refused.body.code]).toEqual([400, 'last_owner']);
    });

    it('needs no statement more than an API key, for its first request and for the next ones', async () => {
      const id = await project();
      const { key } = (await owner.post(`projects/${id}/keys`, { name: 'a', value: 'A' })).body;
      const byApiKey = async (): Promise<Pick<Client, 'get' | 'put'>> => {
        const { apiKey } = (await owner.post('api-keys', { name: 'CI', scopes: SCOPES_OF_ROLE.translator })).body;
        return running.anonymous.as(apiKey.secret);
      };
      const bySession = async (): Promise<Pick<Client, 'get' | 'put'>> => {
        const { email } = await member('translator');
        return people.browser(cookieOf(await people.signIn(email, PASSWORD)));
      };
      const statementsOf = countStatements();
      let text = 0;
      const countsOf = async (caller: Pick<Client, 'get' | 'put'>): Promise<number[]> => [
        await statementsOf(() => caller.get('projects')),
        await statementsOf(() => caller.get('projects')),
        await statementsOf(() => caller.get(`projects/${id}/keys`)),
        await statementsOf(() => caller.put(`keys/${key.id}`, { translations: { de: `${++text}` } })),
      ];
      /** Background work adds statements now and then: the least of three callers has none of them. */
      const leastOf = async (caller: () => Promise<Pick<Client, 'get' | 'put'>>): Promise<number[]> => {
        const counts = [await countsOf(await caller()), await countsOf(await caller()), await countsOf(await caller())];
        return [0, 1, 2, 3].map((at) => Math.min(...counts.map((each) => each[at] ?? 0)));
      };
      const expected = await leastOf(byApiKey);
      expect(expected[0]).toBeGreaterThan(expected[1] ?? 0);
      const counts = await leastOf(bySession);
      for (const [at, most] of expected.entries()) expect(counts[at]).toBeLessThanOrEqual(most);
    });

    it('counts to a limit of its own', async () => {
      const lone = await people.owner();
      const { headers } = await lone.get('projects');
      expect(headers.get('x-ratelimit-limit')).toBe('600');
    });

    it('cannot write from a page of another host', async () => {
      const person = await member('manager');
      const wrong: Record<string, string>[] = [
        { origin: 'https://evil.example' },
        { origin: '' },
        { 'sec-fetch-site': 'cross-site' },
      ];
      for (const headers of wrong) {
        const { status } = await person.send('PATCH', 'me', { name: 'x' }, { headers });
        expect([401, 403]).toContain(status);
      }
      const { status } = await people.stranger.post(
        'session',
        { email: person.email, password: PASSWORD },
        { headers: { origin: 'https://evil.example' } },
      );
      expect(status).toBe(401);
    });
  });

  describe('a password link', () => {
    it('sets a new password once, and ends the sessions', async () => {
      const person = await member('viewer');
      const { status, body } = await owner.post(`members/${await memberIdOf(person)}/password-link`);
      expect([status, body.link]).toEqual([201, expect.stringContaining(`${running.url}/password#`)]);
      const change = { token: tokenOf(body.link), password: 'seven amber owls by the sea' };
      const response = await people.stranger.post('password', change);
      expect([response.status, response.body.person.id]).toEqual([201, person.personId]);
      expect((await person.get('me')).status).toBe(401);
      expect((await people.stranger.post('password', change)).body.code).toBe('invalid_link');
      expect((await people.signIn(person.email, change.password)).status).toBe(201);
    });

    it('is not valid any more when the person joins another organization', async () => {
      const person = await member('viewer');
      const { link } = (await owner.post(`members/${await memberIdOf(person)}/password-link`)).body;
      const other = await people.owner();
      const invitation = (await invite(other, { email: person.email, role: 'viewer' })).body;
      expect((await accept({ token: tokenOf(invitation.link), password: PASSWORD })).status).toBe(201);
      const response = await people.stranger.post('password', {
        token: tokenOf(link),
        password: 'seven amber owls by the sea',
      });
      expect([response.status, response.body.code]).toEqual([400, 'invalid_link']);
    });

    it('is made by owners only, and for no person of another organization', async () => {
      const manager = await member('manager');
      const viewer = await memberIdOf(await member('viewer'));
      expect((await manager.post(`members/${viewer}/password-link`)).body.code).toBe('not_grantable');
      const other = await people.owner();
      const { link } = (await invite(owner, { email: other.email, role: 'viewer' })).body;
      await accept({ token: tokenOf(link), password: PASSWORD });
      const id = (await listed(other.personId)).id;
      expect((await owner.post(`members/${id}/password-link`)).body.code).toBe('not_grantable');
    });

    it('is not made by an owner for some languages or projects, for a person with more', async () => {
      const limited = await member('owner', { languages: ['de'] });
      const viewer = await memberIdOf(await member('viewer'));
      expect((await limited.post(`members/${viewer}/password-link`)).body.code).toBe('not_grantable');
      const other = await memberIdOf(await member('viewer', { languages: ['de'] }));
      expect((await limited.post(`members/${other}/password-link`)).status).toBe(201);
    });
  });

  describe('wrong passwords', () => {
    it('are delayed after ten, and then more and more, up to 30 s', () => {
      expect([0, 9, 10, 11, 12, 15, 1_000].map(delayOf)).toEqual([0, 0, 1_000, 2_000, 4_000, 30_000, 30_000]);
    });

    it('do not lock the person out, and a right one ends the delays', async () => {
      const person = await member('viewer');
      const attempt = (password: string): Promise<ApiResponse> =>
        people.stranger.post('session', { email: person.email, password });
      for (let i = 0; i < 10; i++) expect((await attempt('another password of mine')).status).toBe(401);
      const before = performance.now();
      expect((await attempt(PASSWORD)).status).toBe(201);
      expect(performance.now() - before).toBeGreaterThan(900);
      const waits = jest.spyOn(SignInDelays.prototype as unknown as { isEnded: () => Promise<boolean> }, 'isEnded');
      expect((await attempt(PASSWORD)).status).toBe(201);
      expect(waits).not.toHaveBeenCalled();
    });

    it('are not what 50 sign-ins at once are counted as', async () => {
      const person = await member('viewer');
      const attempts = Array.from({ length: 50 }, () => people.signIn(person.email, PASSWORD));
      const statuses = (await Promise.all(attempts)).map(({ status }) => status);
      expect(statuses).toEqual(Array(50).fill(201));
    });
  });

  describe('a removed account', () => {
    it('leaves the history without the name, and frees the address', async () => {
      const person = await member('manager');
      const id = await project();
      await person.post(`projects/${id}/keys`, { name: 'a', value: 'A' });
      const { apiKey } = (await person.post('api-keys', { name: 'x', scopes: ['projects:read'], createdBy: 'me' }))
        .body;
      expect(apiKey.createdBy).toMatch(/^Person/);
      await person.patch('me', { name: 'Very Personal', locale: 'de' });
      expect((await person.get('me')).body.person).toMatchObject({ name: 'Very Personal', locale: 'de' });
      const database = running.app.get(DataSource);
      await database.query('UPDATE persons SET inbox_mailed_at = now() WHERE id = $1', [person.personId]);
      expect((await person.delete('me')).status).toBe(200);
      expect((await person.get('me')).status).toBe(401);
      const [left] = await database.query<Json[]>(
        'SELECT jsonb_strip_nulls(to_jsonb(p)) AS row FROM persons p WHERE id = $1',
        [person.personId],
      );
      expect(Object.keys(left?.row).sort()).toEqual(['created_at', 'id', 'inbox_mail', 'name']);
      const { changes } = (await owner.get(`projects/${id}/changes`)).body;
      expect(changes[0].person).toEqual({ id: person.personId, name: 'removed person' });
      const { apiKeys } = (await owner.get('api-keys')).body;
      expect(apiKeys.find((each: Json) => each.id === apiKey.id).createdBy).toBe('removed person');
      const rows: unknown = await database.query('SELECT p::text FROM persons p');
      expect(JSON.stringify(rows)).not.toMatch(new RegExp(`Very Personal|${person.email}`));
      const again = await member('viewer', { email: person.email });
      expect(again.personId).not.toBe(person.personId);
    });
  });

  it.each(ROLES)('allow a %s the operations of its scopes and no others', async (role) => {
    const person = role === 'owner' ? await people.owner() : await member(role);
    const scopes: readonly string[] = SCOPES_OF_ROLE[role];
    const wrong: unknown[] = [];
    for (const { method, path, anyOf } of SCOPED_OPERATIONS) {
      const { status, body } = await person.send(method, path, method === 'GET' ? undefined : {});
      const isAllowed = anyOf.some((scope) => scopes.includes(scope));
      const isRefused = status === 403 && body.code === 'missing_scope';
      if (status === 401 || status >= 500 || isAllowed === isRefused) wrong.push([method, path, status, body?.code]);
    }
    expect(wrong).toEqual([]);
  });

  it('tells webhooks who made a change', async () => {
    const id = await project();
    await owner.post(`projects/${id}/webhooks`, { url: 'https://example.com/hooks/glossa' });
    const person = await member('developer');
    await person.post(`projects/${id}/keys`, { name: 'a', value: 'A' });
    const [row] = await running.app
      .get(DataSource)
      .query<{ text: string }[]>(
        `SELECT d::text AS text FROM webhook_deliveries d WHERE d::text LIKE '%' || $1 || '%'`,
        [id],
      );
    expect(row?.text.replaceAll('""', '"').replaceAll(' ', '')).toContain(
      `"apiKey":null,"person":{"id":"${person.personId}"`,
    );
  });

  it('stores neither passwords nor tokens in the clear', async () => {
    const { link } = (await invite(owner, { email: people.newEmail(), role: 'viewer' })).body;
    const tables = ['persons', 'links', 'sessions'];
    const rows: unknown[] = await Promise.all(
      tables.map((table) => running.app.get(DataSource).query(`SELECT t::text FROM ${table} t`)),
    );
    const text = JSON.stringify(rows);
    for (const secret of [PASSWORD, tokenOf(link), owner.cookie.split('=')[1] ?? ''])
      expect(text).not.toContain(secret);
    expect(text).toContain('$argon2id$v=19$m=19456,t=2,p=1$');
  });
});
