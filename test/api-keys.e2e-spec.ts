import { setTimeout as delay } from 'node:timers/promises';
import { DataSource } from 'typeorm';
import { LastUseRecorder } from '../src/api-keys/last-use-recorder';
import { TENANT_SCOPES } from '../src/common/access/scope';
import type { ApiResponse, Client } from './support/client';
import { later } from './support/later';
import { type RunningApp, startApp } from './support/start-app';
import { testDatabase } from './support/test-database';

const HOUR_MS = 3_600_000;
const inAnHour = (): string => new Date(Date.now() + HOUR_MS).toISOString();

const UNKNOWN_ID = '019a9f3e-6d1c-7a52-8f0e-3b5a1c9d7e42';

const change = (api: Client, id: string, body: object): Promise<ApiResponse> => api.patch(`api-keys/${id}`, body);

/** Leaves out the time of the last use, which is recorded some time after it. */
const withoutUse = (apiKey: object): object => ({ ...apiKey, lastUsedAt: undefined });

/** Returns the description of a caller's own API key. */
const described = async (api: Client): Promise<object> => withoutUse((await api.get('me')).body.apiKey);

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
      rateLimit: null,
      languages: null,
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
    ['a rate limit of 0', { name: 'x', scopes: ['projects:read'], rateLimit: 0 }, '/rateLimit', 'too_small'],
    ['half a request a minute', { name: 'x', scopes: ['projects:read'], rateLimit: 0.5 }, '/rateLimit', 'wrong_type'],
    [
      'a rate limit beyond 32 bits',
      { name: 'x', scopes: ['projects:read'], rateLimit: 2 ** 31 },
      '/rateLimit',
      'too_large',
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
    const { api } = await given().apiKey({ expiresAt: inAnHour() });
    expect((await api.get('me')).status).toBe(200);
    await later(HOUR_MS, async () => expect((await api.get('me')).status).toBe(401));
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

  describe('changes', () => {
    it('replace the fields that are present and apply at once', async () => {
      const { id: project, organization } = await given().project();
      const { id, api } = await given().apiKey({ organization, scopes: ['projects:read'] });
      const before = await described(api);
      const renamed = await change(organization.api, id, { name: 'Renamed' });
      expect(renamed.status).toBe(200);
      expect(withoutUse(renamed.body.apiKey)).toEqual({ ...before, name: 'Renamed' });
      const { body } = await change(organization.api, id, {
        scopes: ['translations:read', 'projects:read'],
        projectIds: [project.toUpperCase()],
        expiresAt: '2099-01-31T12:00:00+02:00',
      });
      const access = { scopes: ['projects:read', 'translations:read'], projectIds: [project] };
      expect(body.apiKey).toMatchObject({ name: 'Renamed', ...access, expiresAt: '2099-01-31T10:00:00.000Z' });
      expect((await api.get('me')).body.apiKey).toMatchObject(access);
      expect((await api.get(`projects/${project}/keys`)).status).toBe(200);
      await change(organization.api, id, { scopes: ['projects:read'], projectIds: null, expiresAt: null });
      expect((await api.get(`projects/${project}/keys`)).status).toBe(403);
      expect((await api.get('me')).body.apiKey).toMatchObject({ projectIds: null, expiresAt: null });
    });

    it('of the expiry end the validity and renew it', async () => {
      const { id, api, organization } = await given().apiKey();
      await change(organization.api, id, { expiresAt: inAnHour() });
      expect((await api.get('me')).status).toBe(200);
      await later(HOUR_MS, async () => expect((await api.get('me')).status).toBe(401));
      await change(organization.api, id, { expiresAt: null });
      expect((await api.get('me')).status).toBe(200);
    });

    it.each([
      ['nothing', {}, '', 'required'],
      ['an empty name', { name: '' }, '/name', 'too_short'],
      ['null for a name', { name: null }, '/name', 'wrong_type'],
      ['no scope', { scopes: [] }, '/scopes', 'too_few'],
      ['an unknown scope', { scopes: ['all'] }, '/scopes', 'not_allowed'],
      ['an empty list of projects', { projectIds: [] }, '/projectIds', 'too_few'],
      ['an unknown project', { projectIds: [UNKNOWN_ID] }, '/projectIds/0', 'not_found'],
      ['an expiry in the past', { expiresAt: '2020-01-01T00:00:00Z' }, '/expiresAt', 'too_small'],
      ['the person who created it', { createdBy: 'jo' }, '/createdBy', 'unknown_field'],
    ])('are refused with %s', async (_, body, pointer, code) => {
      const { id, api, organization } = await given().apiKey();
      const before = await described(api);
      const refused = await change(organization.api, id, body);
      expect(refused).toMatchObject({ status: 400, body: { errors: [{ pointer, code }] } });
      expect(await described(api)).toEqual(before);
    });

    it('are refused for an API key out of reach', async () => {
      const organization = await given().organization();
      const { id: project } = await given().project({ organization });
      const { api: limited } = await given().apiKey({ organization, projectIds: [project] });
      const { id: wide } = await given().apiKey({ organization });
      const { id: foreign } = await given().apiKey();
      const { id: revoked } = await given().apiKey({ organization, projectIds: [project] });
      await organization.api.delete(`api-keys/${revoked}`);
      for (const id of [wide, foreign, revoked, UNKNOWN_ID, 'nonsense']) {
        expect((await change(limited, id, { name: 'X' })).body.code).toBe('api_key_not_found');
      }
    });

    describe('grant nothing beyond the access of the caller', () => {
      const expiresAt = '2090-01-01T00:00:00.000Z';
      const scopes = ['api-keys:manage', 'projects:read'] as const;
      const limited = async () => {
        const organization = await given().organization();
        const { id: project } = await given().project({ organization });
        const { id: other } = await given().project({ organization });
        const access = { organization, scopes, projectIds: [project], expiresAt };
        return { organization, project, other, access, caller: await given().apiKey(access) };
      };

      it.each(['its own', "another one's"])('on %s API key', async (which) => {
        const { caller, access, project, other } = await limited();
        const target = which === 'its own' ? caller : await given().apiKey(access);
        const before = await described(target.api);
        for (const body of [
          { scopes: [...scopes, 'projects:write'] },
          { scopes: [...scopes, 'organizations:manage'] },
          { projectIds: null },
          { projectIds: [project, other] },
          { expiresAt: null },
          { expiresAt: '2090-01-01T00:00:01Z' },
        ]) {
          expect(await change(caller.api, target.id, body)).toMatchObject({
            status: 403,
            body: { code: 'not_grantable' },
          });
        }
        expect(await described(target.api)).toEqual(before);
        const narrowed = { scopes: ['projects:read'], projectIds: [project], expiresAt: '2089-01-01T00:00:00Z' };
        expect((await change(caller.api, target.id, narrowed)).status).toBe(200);
      });

      it('on an API key with more scopes, which it can only rename', async () => {
        const { caller, organization, project } = await limited();
        const strong = { organization, scopes: ['keys:delete'] as const, projectIds: [project], expiresAt };
        const { id } = await given().apiKey(strong);
        expect((await change(caller.api, id, { expiresAt: '2089-01-01T00:00:00Z' })).status).toBe(403);
        expect((await change(caller.api, id, { name: 'Renamed' })).status).toBe(200);
        expect((await change(caller.api, id, { scopes: ['projects:read'] })).status).toBe(200);
      });

      it('when it creates or rotates an API key that lasts longer', async () => {
        const { caller, organization, project } = await limited();
        const input = { name: 'x', scopes: ['projects:read'], projectIds: [project] };
        for (const later of [undefined, null, '2090-01-01T00:00:01Z']) {
          const refused = await caller.api.post('api-keys', { ...input, expiresAt: later });
          expect(refused).toMatchObject({ status: 403, body: { code: 'not_grantable' } });
          expect(refused.body.detail).toContain(expiresAt);
        }
        expect((await caller.api.post('api-keys', { ...input, expiresAt })).status).toBe(201);
        const { id } = await given().apiKey({ organization, scopes: ['projects:read'], projectIds: [project] });
        expect((await caller.api.post(`api-keys/${id}/rotate`)).status).toBe(403);
        expect((await caller.api.post(`api-keys/${caller.id}/rotate`)).status).toBe(200);
      });

      it('while its own access, which was just reduced, is still cached', async () => {
        const { organization } = await limited();
        const caller = await given().apiKey({ organization });
        expect((await caller.api.get('me')).status).toBe(200);
        // As another replica writes it: the cache of this one is not invalidated.
        const reduced = `UPDATE api_keys SET scopes = '{api-keys:manage}', expires_at = $2 WHERE id = $1`;
        await running.app.get(DataSource).query(reduced, [caller.id, expiresAt]);
        for (const body of [{ scopes: ['api-keys:manage', 'keys:delete'] }, { expiresAt: null }]) {
          expect((await change(caller.api, caller.id, body)).body.code).toBe('not_grantable');
        }
      });
    });

    it('of two API keys by each other both end', async () => {
      const organization = await given().organization();
      const [a, b] = [await given().apiKey({ organization }), await given().apiKey({ organization })];
      const changes = Array.from({ length: 10 }, (_, i) =>
        Promise.all([change(a.api, b.id, { name: `b${i}` }), change(b.api, a.id, { name: `a${i}` })]),
      );
      const statuses = (await Promise.all(changes)).flat().map(({ status }) => status);
      expect(new Set(statuses)).toEqual(new Set([200]));
    });
  });

  describe('rotation', () => {
    it('replaces the secret and nothing else; the old secret is refused at once', async () => {
      const { id, api, organization } = await given().apiKey({ scopes: ['projects:read'], name: 'CI' });
      const before = await described(api);
      const { status, body } = await organization.api.post(`api-keys/${id}/rotate`);
      expect(status).toBe(200);
      const { secret, ...rest } = body.apiKey;
      expect(withoutUse(rest)).toEqual({ ...before, hint: secret.slice(-4) });
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
  it('applies a revocation and a change of scopes on another replica within 5 seconds', async () => {
    const database = await testDatabase();
    const [one, other] = await Promise.all([startApp({}, database.location), startApp({}, database.location)]);
    try {
      const { id, secret, organization } = await one.given.apiKey();
      expect((await other.operator.as(secret).get('me')).status).toBe(200);
      await organization.api.delete(`api-keys/${id}`);
      const { id: changed, secret: changedSecret } = await one.given.apiKey({ organization });
      expect((await other.operator.as(changedSecret).get('projects')).status).toBe(200);
      await organization.api.patch(`api-keys/${changed}`, { scopes: ['keys:delete'] });
      await delay(4_900);
      expect((await other.operator.as(secret).get('me')).status).toBe(401);
      expect((await other.operator.as(changedSecret).get('projects')).status).toBe(403);
    } finally {
      await Promise.all([one.close(), other.close()]);
      await database.drop();
    }
  });
});
