import { TENANT_SCOPES } from '../src/common/access/scope';
import { type RunningApp, startApp } from './support/start-app';

const UNKNOWN_ID = '019a9f3e-6d1c-7a52-8f0e-3b5a1c9d7e42';

describe('organizations', () => {
  let running: RunningApp;
  beforeAll(async () => {
    running = await startApp();
  });
  afterAll(() => running.close());

  it('creates an organization with a first API key that has all scopes of a tenant', async () => {
    const { status, body } = await running.operator.post('organizations', { name: 'Acme', plan: 'growth' });
    expect(status).toBe(201);
    expect(body.organization).toEqual({
      id: expect.stringMatching(/^[0-9a-f-]{14}7[0-9a-f-]{21}$/),
      name: 'Acme',
      plan: 'growth',
      rateLimit: 1_000,
      bootstrap: false,
      createdAt: expect.stringMatching(/^\d{4}-.*Z$/),
    });
    expect(body.apiKey).toMatchObject({ scopes: TENANT_SCOPES, projectIds: null, expiresAt: null });
    const me = await running.operator.as(body.apiKey.secret).get('me');
    expect(me.body.organization).toEqual({ id: body.organization.id, name: 'Acme', plan: 'growth', rateLimit: 1_000 });
    const read = await running.operator.get(`organizations/${body.organization.id}`);
    expect(read.body).toEqual({ organization: body.organization });
  });

  it('lists organizations oldest first, including the bootstrap organization', async () => {
    const { id } = await running.given.organization();
    const { body } = await running.operator.get('organizations');
    expect(body.organizations[0]).toMatchObject({ name: 'Bootstrap', plan: 'enterprise', bootstrap: true });
    expect(body.organizations.at(-1).id).toBe(id);
  });

  it.each([
    ['no plan', { name: 'x' }, '/plan', 'required'],
    ['an unknown plan', { name: 'x', plan: 'gold' }, '/plan', 'not_allowed'],
    ['enterprise without a rate limit', { name: 'x', plan: 'enterprise' }, '/rateLimit', 'required'],
    ['a rate limit of 0', { name: 'x', plan: 'enterprise', rateLimit: 0 }, '/rateLimit', 'too_small'],
    ['a rate limit beyond 32 bits', { name: 'x', plan: 'enterprise', rateLimit: 2 ** 31 }, '/rateLimit', 'too_large'],
    ['free with a rate limit', { name: 'x', plan: 'free', rateLimit: 5 }, '/rateLimit', 'not_allowed'],
    ['no name', { plan: 'free' }, '/name', 'required'],
    ['a misspelt field', { name: 'x', plan: 'free', ratelimit: 5 }, '/ratelimit', 'unknown_field'],
  ])('refuses to create an organization with %s', async (_, input, pointer, code) => {
    const { status, body } = await running.operator.post('organizations', input);
    expect({ status, errors: body.errors }).toMatchObject({ status: 400, errors: [{ pointer, code }] });
  });

  it('changes only the fields that are sent', async () => {
    const { id } = await running.given.organization({ name: 'Acme', plan: 'enterprise', rateLimit: 7 });
    const change = async (input: object) =>
      (await running.operator.patch(`organizations/${id}`, input)).body.organization;
    expect(await change({ name: 'Acme Ltd' })).toMatchObject({ name: 'Acme Ltd', plan: 'enterprise', rateLimit: 7 });
    expect(await change({ rateLimit: 9 })).toMatchObject({ plan: 'enterprise', rateLimit: 9 });
    expect(await change({ plan: 'enterprise' })).toMatchObject({ rateLimit: 9 });
    expect(await change({ plan: 'free' })).toMatchObject({ name: 'Acme Ltd', plan: 'free', rateLimit: 100 });
    expect(await change({ plan: 'enterprise', rateLimit: 3 })).toMatchObject({ plan: 'enterprise', rateLimit: 3 });
  });

  it.each([
    ['free', { rateLimit: 5 }, '/rateLimit', 'not_allowed'],
    ['free', { plan: 'enterprise' }, '/rateLimit', 'required'],
    ['enterprise', { plan: 'free', rateLimit: 5 }, '/rateLimit', 'not_allowed'],
    ['free', {}, '', 'required'],
    ['free', { name: null }, '/name', 'wrong_type'],
  ])('refuses to change an organization of the plan %s by %j', async (plan, input, pointer, code) => {
    const { id } = await running.given.organization({ plan, ...(plan === 'enterprise' && { rateLimit: 9 }) });
    const { status, body } = await running.operator.patch(`organizations/${id}`, input);
    expect({ status, errors: body.errors }).toMatchObject({ status: 400, errors: [{ pointer, code }] });
  });

  it('deletes an organization with its projects and API keys at once', async () => {
    const organization = await running.given.organization();
    await running.given.project({ organization });
    expect((await organization.api.get('me')).status).toBe(200);
    expect((await running.operator.delete(`organizations/${organization.id}`)).body).toEqual({ deleted: true });
    expect((await organization.api.get('projects')).status).toBe(401);
    expect((await running.operator.delete(`organizations/${organization.id}`)).body.code).toBe(
      'organization_not_found',
    );
  });

  it('refuses to delete the organization of the operator', async () => {
    const { organization } = (await running.operator.get('me')).body;
    const { status, body } = await running.operator.delete(`organizations/${organization.id}`);
    expect({ status, code: body.code }).toEqual({ status: 400, code: 'bootstrap_organization' });
    expect((await running.operator.get('me')).status).toBe(200);
  });

  it('lets the operator create API keys for the projects of a tenant', async () => {
    const organization = await running.given.organization();
    const mine = await running.given.project({ organization });
    const foreign = await running.given.project();
    const attempt = (input: object) =>
      running.operator.post(`organizations/${organization.id}/api-keys`, {
        name: 'x',
        scopes: ['projects:read'],
        ...input,
      });
    const { status, body } = await attempt({ projectIds: [mine.id] });
    expect(status).toBe(201);
    expect((await running.operator.as(body.apiKey.secret).get('projects')).body.projects).toHaveLength(1);
    expect((await attempt({ projectIds: [foreign.id] })).body.errors).toMatchObject([
      { pointer: '/projectIds/0', code: 'not_found' },
    ]);
  });

  it('refuses to grant the operator scope to a tenant', async () => {
    const { id } = await running.given.organization();
    const input = { name: 'x', scopes: ['organizations:manage'] };
    const refused = await running.operator.post(`organizations/${id}/api-keys`, input);
    expect(refused).toMatchObject({ status: 403, body: { code: 'not_grantable' } });
    const own = (await running.operator.get('me')).body.organization.id;
    expect((await running.operator.post(`organizations/${own}/api-keys`, input)).status).toBe(201);
  });

  it('limits API keys of the bootstrap organization to the scopes of the caller', async () => {
    const { apiKey } = (await running.operator.post('api-keys', { name: 'x', scopes: ['organizations:manage'] })).body;
    const limited = running.operator.as(apiKey.secret);
    const own = (await limited.get('me')).body.organization.id;
    const input = { name: 'x', scopes: ['projects:read'] };
    expect((await limited.post(`organizations/${own}/api-keys`, input)).status).toBe(403);
    const { id } = await running.given.organization();
    expect((await limited.post(`organizations/${id}/api-keys`, input)).status).toBe(201);
  });

  it('hides organizations from tenants', async () => {
    const { id, api } = await running.given.organization();
    const responses = await Promise.all([
      api.get('organizations'),
      api.post('organizations', { name: 'x', plan: 'free' }),
      api.get(`organizations/${id}`),
      api.patch(`organizations/${id}`, { plan: 'professional' }),
      api.delete(`organizations/${id}`),
      api.post(`organizations/${id}/api-keys`, { name: 'x', scopes: ['projects:read'] }),
    ]);
    expect(responses.map(({ body }) => [body.code, body.scope])).toEqual(
      Array.from({ length: 6 }, () => ['missing_scope', 'organizations:manage']),
    );
  });

  it.each([UNKNOWN_ID, 'nonsense', '%00'])('responds with 404 to the unknown id %s, whatever the body', async (id) => {
    const responses = await Promise.all([
      running.operator.get(`organizations/${id}`),
      running.operator.patch(`organizations/${id}`, { plan: 'gold' }),
      running.operator.delete(`organizations/${id}`),
      running.operator.post(`organizations/${id}/api-keys`, {}),
    ]);
    expect(responses.map(({ body }) => body.code)).toEqual(Array.from({ length: 4 }, () => 'organization_not_found'));
  });
});
