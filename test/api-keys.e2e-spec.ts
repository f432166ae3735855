import { setTimeout as delay } from 'node:timers/promises';
import { DataSource } from 'typeorm';
import { LastUseRecorder } from '../src/api-keys/last-use-recorder';
import { TENANT_SCOPES } from '../src/common/access/scope';
import { type RunningApp, startApp } from './support/start-app';
import { testDatabase } from './support/test-database';

const UNKNOWN_ID = '019a9f3e-6d1c-7a52-8f0e-3b5a1c9d7e42';

describe('API keys', () => {
  let running: RunningApp;
  beforeAll(async () => {
    running = await startApp();
  });
  afterAll(() => running.close());
  const given = () => running.given;

  it('creates an API key whose secret is shown once and not stored', async () => {
    const { api } = await given().organization();
    const { status, body } = await api.post('api-keys', {
      name: 'Nightly export',
      scopes: ['translations:read', 'projects:read'],
      createdBy: 'jo@example.com',
      expiresAt: '2099-01-31T12:00:00+02:00',
    });
    expect(status).toBe(201);
    expect(body.apiKey).toEqual({
      id: expect.stringMatching(/^[0-9a-f-]{14}7[0-9a-f-]{21}$/),
      name: 'Nightly export',
      scopes: ['projects:read', 'translations:read'],
      projectIds: null,
      hint: body.apiKey.secret.slice(-4),
      expiresAt: '2099-01-31T10:00:00.000Z',
      createdBy: 'jo@example.com',
      createdAt: expect.stringMatching(/^\d{4}-.*Z$/),
      lastUsedAt: null,
      secret: expect.stringMatching(/^glossa_[0-9A-Za-z]{42}$/),
    });
    const { secret, ...withoutSecret } = body.apiKey;
    const list = await api.get('api-keys');
    expect(list.body.apiKeys.at(-1)).toEqual(withoutSecret);
    expect(list.bytes.toString()).not.toContain(secret);
    const rows: unknown = await running.app.get(DataSource).query('SELECT k::text FROM api_keys k');
    expect(JSON.stringify(rows)).not.toContain(secret.slice(7, -6));
  });

  it('lists the API keys of the organization only, oldest first', async () => {
    const organization = await given().organization();
    await given().apiKey();
    const made = [await given().apiKey({ organization }), await given().apiKey({ organization })];
    const { body } = await organization.api.get('api-keys');
    expect(body.apiKeys.map(({ id }: { id: string }) => id).slice(1)).toEqual(made.map(({ id }) => id));
    expect(body.apiKeys).toHaveLength(3);
  });

  it('describes any API key at /me, whatever its scopes', async () => {
    const organization = await given().organization({ name: 'Acme', plan: 'growth' });
    const { id, api } = await given().apiKey({ organization, scopes: ['keys:delete'] });
    const { status, body } = await api.get('me');
    expect(status).toBe(200);
    expect(body).toMatchObject({
      apiKey: { id, scopes: ['keys:delete'], projectIds: null },
      organization: { id: organization.id, name: 'Acme', plan: 'growth', rateLimit: 1_000 },
    });
    expect(body.apiKey).not.toHaveProperty('secret');
  });

  it.each([
    ['no name', { scopes: ['projects:read'] }, '/name', 'required'],
    ['an empty name', { name: ' ', scopes: ['projects:read'] }, '/name', 'too_short'],
    ['a name of 201 characters', { name: 'x'.repeat(201), scopes: ['projects:read'] }, '/name', 'too_long'],
    ['a line end in the name', { name: 'a\nb', scopes: ['projects:read'] }, '/name', 'invalid_character'],
    ['no scopes', { name: 'x' }, '/scopes', 'required'],
    ['an empty list of scopes', { name: 'x', scopes: [] }, '/scopes', 'too_few'],
    ['an unknown scope', { name: 'x', scopes: ['projects:all'] }, '/scopes', 'not_allowed'],
    ['a scope twice', { name: 'x', scopes: ['projects:read', 'projects:read'] }, '/scopes', 'duplicate'],
    ['an empty list of projects', { name: 'x', scopes: ['projects:read'], projectIds: [] }, '/projectIds', 'too_few'],
    [
      'an unknown project',
      { name: 'x', scopes: ['projects:read'], projectIds: [UNKNOWN_ID] },
      '/projectIds/0',
      'not_found',
    ],
    ['a malformed project', { name: 'x', scopes: ['projects:read'], projectIds: ['7'] }, '/projectIds/0', 'not_found'],
    [
      'an expiry in the past',
      { name: 'x', scopes: ['projects:read'], expiresAt: '2020-01-01T00:00:00Z' },
      '/expiresAt',
      'too_small',
    ],
    [
      'an expiry without a time',
      { name: 'x', scopes: ['projects:read'], expiresAt: '2099-01-01' },
      '/expiresAt',
      'invalid_format',
    ],
    [
      'an expiry without a time zone',
      { name: 'x', scopes: ['projects:read'], expiresAt: '2099-01-01T00:00:00' },
      '/expiresAt',
      'invalid_format',
    ],
    [
      'a 30th of February',
      { name: 'x', scopes: ['projects:read'], expiresAt: '2099-02-30T00:00:00Z' },
      '/expiresAt',
      'invalid_format',
    ],
    [
      'an expiry that is a number',
      { name: 'x', scopes: ['projects:read'], expiresAt: 4070908800 },
      '/expiresAt',
      'wrong_type',
    ],
    [
      'a misspelt field',
      { name: 'x', scopes: ['projects:read'], expires: '2099-01-01T00:00:00Z' },
      '/expires',
      'unknown_field',
    ],
  ])('refuses to create an API key with %s', async (_, input, pointer, code) => {
    const { api } = await given().organization();
    const { status, body } = await api.post('api-keys', input);
    expect({ status, errors: body.errors }).toMatchObject({ status: 400, errors: [{ pointer, code }] });
    expect((await api.get('api-keys')).body.apiKeys).toHaveLength(1);
  });

  it('treats a project of another organization as one that does not exist', async () => {
    const foreign = await given().project();
    const { api } = await given().organization();
    const asked = async (id: string) =>
      (await api.post('api-keys', { name: 'x', scopes: ['projects:read'], projectIds: [id] })).body.errors;
    expect(await asked(foreign.id)).toEqual(await asked(UNKNOWN_ID));
  });

  it('refuses an API key after its expiry', async () => {
    const { api } = await given().apiKey({ expiresAt: new Date(Date.now() + 700).toISOString() });
    expect((await api.get('me')).status).toBe(200);
    await delay(800);
    expect((await api.get('me')).status).toBe(401);
  });

  describe('granting scopes and projects', () => {
    it('refuses to grant a scope that the caller lacks', async () => {
      const { api } = await given().apiKey({ scopes: ['api-keys:manage', 'projects:read'] });
      const refused = await api.post('api-keys', { name: 'x', scopes: ['projects:read', 'projects:write'] });
      expect(refused).toMatchObject({ status: 403, body: { code: 'not_grantable' } });
      expect(refused.body.detail).toContain('projects:write');
      expect((await api.post('api-keys', { name: 'x', scopes: ['projects:read'] })).status).toBe(201);
    });

    it("refuses to grant projects out of the caller's reach, and all projects", async () => {
      const organization = await given().organization();
      const [mine, other] = [await given().project({ organization }), await given().project({ organization })];
      const { api } = await given().apiKey({ organization, projectIds: [mine.id] });
      const attempt = async (projectIds?: string[] | null) =>
        (await api.post('api-keys', { name: 'x', scopes: ['projects:read'], projectIds })).status;
      expect(await attempt([mine.id])).toBe(201);
      expect(await attempt([mine.id.toUpperCase()])).toBe(201);
      expect(await attempt([mine.id, other.id])).toBe(403);
      expect(await attempt([UNKNOWN_ID])).toBe(403);
      expect(await attempt(null)).toBe(403);
      expect(await attempt()).toBe(403);
    });

    it('lets only an operator grant the operator scope', async () => {
      const tenant = await given().organization();
      const input = { name: 'x', scopes: ['organizations:manage'] };
      expect((await tenant.api.post('api-keys', input)).status).toBe(403);
      expect((await running.operator.post('api-keys', input)).status).toBe(201);
    });

    it('refuses every grant without api-keys:manage', async () => {
      const { api } = await given().apiKey({ scopes: TENANT_SCOPES.filter((scope) => scope !== 'api-keys:manage') });
      expect((await api.post('api-keys', { name: 'x', scopes: ['projects:read'] })).body.code).toBe('missing_scope');
      expect((await api.get('api-keys')).status).toBe(403);
      expect((await api.delete(`api-keys/${UNKNOWN_ID}`)).status).toBe(403);
    });
  });

  describe('API keys limited to projects', () => {
    it('sees and revokes only API keys within its reach', async () => {
      const organization = await given().organization();
      const [a, b] = [await given().project({ organization }), await given().project({ organization })];
      const limited = await given().apiKey({ organization, projectIds: [a.id] });
      const same = await given().apiKey({ organization, projectIds: [a.id] });
      const wider = await given().apiKey({ organization, projectIds: [a.id, b.id] });
      const all = await given().apiKey({ organization });
      const { body } = await limited.api.get('api-keys');
      expect(body.apiKeys.map(({ id }: { id: string }) => id)).toEqual([limited.id, same.id]);
      for (const { id } of [wider, all]) {
        expect((await limited.api.delete(`api-keys/${id}`)).body.code).toBe('api_key_not_found');
        expect((await limited.api.post(`api-keys/${id}/rotate`)).status).toBe(404);
      }
      expect((await limited.api.delete(`api-keys/${same.id}`)).body).toEqual({ deleted: true });
    });

    it('keeps an API key limited when its project is deleted', async () => {
      const organization = await given().organization();
      const [gone, other] = [await given().project({ organization }), await given().project({ organization })];
      const { api } = await given().apiKey({ organization, projectIds: [gone.id] });
      expect((await organization.api.delete(`projects/${gone.id}`)).status).toBe(200);
      expect((await api.get('projects')).body).toEqual({ projects: [] });
      expect((await api.delete(`projects/${other.id}`)).status).toBe(404);
      expect((await api.post('projects', { name: 'x', sourceLanguage: 'en' })).status).toBe(403);
      expect((await api.get('me')).body.apiKey.projectIds).toEqual([gone.id]);
    });
  });

  describe('rotation', () => {
    it('replaces the secret and nothing else; the old secret is refused at once', async () => {
      const { id, api, organization } = await given().apiKey({ scopes: ['projects:read'], name: 'CI' });
      const before = (await api.get('me')).body.apiKey;
      const { status, body } = await organization.api.post(`api-keys/${id}/rotate`);
      expect(status).toBe(200);
      const { secret, hint, ...rest } = body.apiKey;
      expect({ ...before, lastUsedAt: null, hint }).toEqual({ ...rest, lastUsedAt: null, hint: secret.slice(-4) });
      expect((await api.get('me')).status).toBe(401);
      expect((await api.as(secret).get('me')).body.apiKey.id).toBe(id);
    });

    it('lets an API key rotate itself', async () => {
      const { id, api } = await given().apiKey();
      const { body } = await api.post(`api-keys/${id}/rotate`);
      expect((await api.as(body.apiKey.secret).get('me')).status).toBe(200);
      expect((await api.get('me')).status).toBe(401);
    });

    it('refuses unknown options of a rotation', async () => {
      const { id, api } = await given().apiKey();
      const { status, body } = await api.post(`api-keys/${id}/rotate`, { expiresAt: null });
      expect({ status, errors: body.errors }).toMatchObject({ status: 400, errors: [{ pointer: '/expiresAt' }] });
      expect((await api.get('me')).status).toBe(200);
    });

    it('refuses to rotate an API key that may do more than the caller', async () => {
      const { api, organization } = await given().apiKey({ scopes: ['api-keys:manage'] });
      const { id, api: strong } = await given().apiKey({ organization, scopes: ['api-keys:manage', 'keys:delete'] });
      expect(await api.post(`api-keys/${id}/rotate`)).toMatchObject({ status: 403, body: { code: 'not_grantable' } });
      expect((await strong.get('me')).status).toBe(200);
    });
  });

  describe('revocation', () => {
    it('refuses a revoked API key at once and omits it from the list', async () => {
      const { id, api, organization } = await given().apiKey();
      expect((await api.get('me')).status).toBe(200);
      expect((await organization.api.delete(`api-keys/${id}`)).body).toEqual({ deleted: true });
      expect(await api.get('me')).toMatchObject({ status: 401, body: { detail: 'the API key is not valid' } });
      expect((await organization.api.get('api-keys')).body.apiKeys).toHaveLength(1);
    });

    it('refuses to revoke or rotate a revoked API key', async () => {
      const { id, organization } = await given().apiKey();
      await organization.api.delete(`api-keys/${id}`);
      expect((await organization.api.delete(`api-keys/${id}`)).body.code).toBe('api_key_not_found');
      expect((await organization.api.post(`api-keys/${id}/rotate`)).status).toBe(404);
    });

    it('lets an API key revoke itself', async () => {
      const { id, api } = await given().apiKey();
      expect((await api.delete(`api-keys/${id}`)).body).toEqual({ deleted: true });
      expect((await api.get('me')).status).toBe(401);
    });

    it('refuses to revoke an API key of another organization', async () => {
      const { id, api } = await given().apiKey();
      const { api: stranger } = await given().organization();
      for (const unknown of [id, UNKNOWN_ID, 'nonsense', '%00', "'"]) {
        expect((await stranger.delete(`api-keys/${unknown}`)).body.code).toBe('api_key_not_found');
      }
      expect((await api.get('me')).status).toBe(200);
    });
  });

  it('records when an API key was last used', async () => {
    const { id, api, organization } = await given().apiKey();
    const before = Date.now();
    await api.get('me');
    await running.app.get(LastUseRecorder).writeDue(Date.now());
    const { body } = await organization.api.get('api-keys');
    const { lastUsedAt } = body.apiKeys.find((apiKey: { id: string }) => apiKey.id === id);
    expect(Date.parse(lastUsedAt)).toBeGreaterThanOrEqual(before - 1);
    expect(Date.parse(lastUsedAt)).toBeLessThanOrEqual(Date.now());
  });
});

const describeWithServer = process.env.DATABASE_URL ? describe : describe.skip;

describeWithServer('API keys on two replicas', () => {
  it('refuses a revoked API key on another replica within 5 seconds', async () => {
    const database = await testDatabase();
    const [one, other] = await Promise.all([startApp({}, database.location), startApp({}, database.location)]);
    try {
      const { id, secret, organization } = await one.given.apiKey();
      expect((await other.operator.as(secret).get('me')).status).toBe(200);
      await organization.api.delete(`api-keys/${id}`);
      await delay(4_900);
      expect((await other.operator.as(secret).get('me')).status).toBe(401);
    } finally {
      await Promise.all([one.close(), other.close()]);
      await database.drop();
    }
  });
});
