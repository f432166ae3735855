import { setTimeout as delay } from 'node:timers/promises';
import { DataSource } from 'typeorm';
import { PrincipalResolver } from '../src/api-keys/principal-resolver';
import { TENANT_SCOPES } from '../src/common/access/scope';
import { SessionExpiry } from '../src/sessions/session-expiry';
import { MAX_SESSIONS } from '../src/sessions/sessions.service';
import { randomAddress } from './support/addresses';
import type { ApiResponse, Call } from './support/client';
import { runToEnd } from './support/jobs';
import { later } from './support/later';
import { ServiceProcess, withPlace } from './support/service-process';
import { type RunningApp, startApp } from './support/start-app';

const HOUR_MS = 3_600_000;
const NAMES = ['glossa', '__Host-glossa'];

describe('sessions', () => {
  let running: RunningApp;
  beforeAll(async () => {
    running = await startApp();
  });
  afterAll(() => running.close());

  const signIn = (secret: string, call?: Call): Promise<ApiResponse> =>
    running.anonymous.post('session', { apiKey: secret }, call);
  const cookieOf = ({ headers }: ApiResponse): string => headers.getSetCookie()[0]?.split(';')[0] ?? '';
  const begin = async (secret: string): Promise<string> => cookieOf(await signIn(secret));
  const withCookie = (cookie: string, headers: Record<string, string> = {}): Call => ({
    headers: { cookie, origin: running.url, ...headers },
  });
  const statusOf = async (cookie: string): Promise<number> =>
    (await running.anonymous.get('me', withCookie(cookie))).status;

  it('answer the API key and organization, and a cookie that scripts and other sites cannot use', async () => {
    const { id, secret } = await running.given.apiKey();
    const response = await signIn(secret);
    expect(response).toMatchObject({ status: 201, body: { apiKey: { id }, organization: { plan: 'enterprise' } } });
    expect(response.headers.getSetCookie()).toEqual([
      expect.stringMatching(/^glossa=[\w-]{43}; Path=\/; HttpOnly; SameSite=Strict$/),
    ]);
    expect(JSON.stringify(response.body)).not.toContain(secret);
  });

  it.each([
    ['a proxy that is trusted', { 'x-forwarded-proto': 'https', 'x-forwarded-host': 'glossa.example.com' }],
    ['a proxy that only forwards the host', { 'x-forwarded-host': 'glossa.example.com' }],
  ])('have a cookie of this host alone over https, behind %s', async (_, forwarded) => {
    const headers = { origin: 'https://glossa.example.com', ...forwarded };
    const { secret } = await running.given.apiKey();
    const response = await signIn(secret, { headers });
    expect(response.headers.getSetCookie()).toEqual([
      expect.stringMatching(/^__Host-glossa=[\w-]{43}; Path=\/; HttpOnly; SameSite=Strict; Secure$/),
    ]);
    const cookie = cookieOf(response);
    const project = { name: 'Shop', sourceLanguage: 'en' };
    expect((await running.anonymous.post('projects', project, { headers: { ...headers, cookie } })).status).toBe(201);
  });

  it('refuse the cookie of http over https, which another host could have set', async () => {
    const cookie = await begin((await running.given.apiKey()).secret);
    const call = { headers: { cookie, 'x-forwarded-proto': 'https' } };
    expect((await running.anonymous.get('me', call)).status).toBe(401);
  });

  it('allow what the API key allows, and count to the limit of its organization', async () => {
    const organization = await running.given.organization({ plan: 'starter' });
    const { secret } = await running.given.apiKey({ organization, scopes: ['projects:read'] });
    const cookie = await begin(secret);
    const listed = await running.anonymous.get('projects', withCookie(cookie));
    expect({ status: listed.status, limit: listed.headers.get('x-ratelimit-limit') }).toEqual({
      status: 200,
      limit: '500',
    });
    const created = await running.anonymous.post('projects', { name: 'x', sourceLanguage: 'en' }, withCookie(cookie));
    expect(created).toMatchObject({ status: 403, body: { code: 'missing_scope' } });
  });

  it.each([
    ['an unknown API key', { apiKey: `x${'y'.repeat(40)}` }, 401],
    ['a mistyped API key', { apiKey: 'glossa_x' }, 401],
    ['an API key with U+0000', { apiKey: '\0' }, 400],
    ['no API key', {}, 400],
    ['an API key that is no string', { apiKey: 1 }, 400],
    ['another field', { apiKey: 'x', remember: true }, 400],
  ])('are not begun with %s', async (_, body, status) => {
    const response = await running.anonymous.post('session', body);
    expect(response.status).toBe(status);
    expect(response.headers.getSetCookie()).toEqual([]);
  });

  it('are not begun more often than an address may try', async () => {
    const client = running.anonymous.from(randomAddress());
    const attempts = Array.from({ length: 101 }, () => client.post('session', { apiKey: `x${'y'.repeat(40)}` }));
    const statuses = (await Promise.all(attempts)).map(({ status }) => status).sort();
    expect(statuses).toEqual([...Array<number>(100).fill(401), 429]);
  });

  it.each([
    ['another origin', 'https://evil.example'],
    ['another port', 'http://127.0.0.1:1'],
    ['no origin', ''],
    ['an opaque origin', 'null'],
    ['an origin that contains the host', 'http://x@'],
  ])('refuse a write from %s, and count it to the address', async (_, origin) => {
    const { id, api, organization } = await running.given.project();
    const cookie = await begin(organization.secret);
    const { host } = new URL(running.url);
    const headers: Record<string, string> = { cookie };
    if (origin !== '') headers.origin = origin.endsWith('@') ? origin + host : origin;
    for (const send of [
      () => running.anonymous.delete(`projects/${id}`, { headers }),
      () => running.anonymous.patch(`projects/${id}`, { name: 'Stolen' }, { headers }),
      () => running.anonymous.delete('session', { headers }),
    ]) {
      const { status, body, headers: answered } = await send();
      expect({ status, body }).toMatchObject({ status: 401, body: { code: 'unauthenticated' } });
      expect(body.detail).toMatch(/Origin/);
      expect(answered.get('x-ratelimit-limit')).toBe('100');
    }
    expect((await api.get(`projects/${id}`)).status).toBe(200);
    expect(await statusOf(cookie)).toBe(200);
  });

  it.each([
    ['a write', 'POST', 'projects'],
    ['their end', 'DELETE', 'session'],
    ['their begin', 'POST', 'session'],
  ])('refuse %s that a page of another site sends, whatever its Origin says', async (_, method, path) => {
    const { secret } = await running.given.apiKey();
    const cookie = await begin(secret);
    const json = path === 'session' ? { apiKey: secret } : { name: 'Stolen', sourceLanguage: 'en' };
    const call = { ...withCookie(cookie, { 'sec-fetch-site': 'cross-site' }), ...(method === 'POST' && { json }) };
    const { status, body, headers } = await running.anonymous.send(method, path, call);
    expect({ status, code: body.code }).toEqual({ status: 403, code: 'cross_site_request' });
    expect(headers.getSetCookie()).toEqual([]);
    expect(headers.get('x-ratelimit-limit')).toBe('100');
    expect(await statusOf(cookie)).toBe(200);
  });

  it.each(['same-origin', 'same-site', 'none'])('allow a write with Sec-Fetch-Site: %s', async (site) => {
    const cookie = await begin((await running.given.apiKey()).secret);
    const project = { name: 'Shop', sourceLanguage: 'en' };
    const call = withCookie(cookie, { 'sec-fetch-site': site });
    expect((await running.anonymous.post('projects', project, call)).status).toBe(201);
  });

  it('allow a read that another site links to, and what an Authorization header allows', async () => {
    const { secret, api } = await running.given.apiKey();
    const call = withCookie(await begin(secret), { 'sec-fetch-site': 'cross-site' });
    expect((await running.anonymous.get('me', call)).status).toBe(200);
    expect((await api.post('projects', { name: 'Shop', sourceLanguage: 'en' }, call)).status).toBe(201);
  });

  it('refuse a form of another origin, whatever it sends', async () => {
    const { id, organization } = await running.given.project();
    const cookie = await begin(organization.secret);
    const form = new FormData();
    form.set('file', new Blob(['{"a":"b"}']), 'en.json');
    const headers = { cookie, origin: 'https://evil.example' };
    const { status } = await running.anonymous.send('POST', `projects/${id}/import`, { body: form, headers });
    expect(status).toBe(401);
  });

  it('are not begun by a page of another origin', async () => {
    const { secret } = await running.given.apiKey();
    const response = await signIn(secret, { headers: { origin: 'https://evil.example' } });
    expect(response.status).toBe(401);
    expect(response.headers.getSetCookie()).toEqual([]);
  });

  it('give way to an Authorization header, a wrong one too', async () => {
    const [own, other] = [await running.given.apiKey(), await running.given.apiKey()];
    const cookie = await begin(own.secret);
    const me = await other.api.get('me', { headers: { cookie } });
    expect(me.body.apiKey.id).toBe(other.id);
    const wrong = await running.anonymous.get('me', withCookie(cookie, { authorization: 'Bearer x' }));
    expect(wrong.status).toBe(401);
    // A program needs no Origin, even if it has a cookie.
    const project = { name: 'Shop', sourceLanguage: 'en' };
    expect((await other.api.post('projects', project, { headers: { cookie } })).status).toBe(201);
  });

  it('end with DELETE, which removes the cookie and can be repeated', async () => {
    const cookie = await begin((await running.given.apiKey()).secret);
    expect(await statusOf(cookie)).toBe(200);
    for (let times = 0; times < 2; times++) {
      const { status, body, headers } = await running.anonymous.delete('session', withCookie(cookie));
      expect({ status, body }).toEqual({ status: 200, body: { deleted: true } });
      expect(headers.getSetCookie()).toEqual(['glossa=; Path=/; HttpOnly; SameSite=Strict; Max-Age=0']);
    }
    const { status, body } = await running.anonymous.get('me', withCookie(cookie));
    expect({ status, detail: body.detail }).toEqual({ status: 401, detail: 'the session has ended' });
  });

  it('end when their browser signs in again, and go on when this fails', async () => {
    const [first, second] = [await running.given.apiKey(), await running.given.apiKey()];
    const cookie = await begin(first.secret);
    expect((await signIn('glossa_wrong', withCookie(cookie))).status).toBe(401);
    expect(await statusOf(cookie)).toBe(200);
    const next = cookieOf(await signIn(second.secret, withCookie(cookie)));
    expect([await statusOf(cookie), await statusOf(next)]).toEqual([401, 200]);
  });

  it.each<[string, (id: string) => Promise<ApiResponse>]>([
    ['is revoked', (id) => running.operator.delete(`api-keys/${id}`)],
    ['gets a new secret', (id) => running.operator.post(`api-keys/${id}/rotate`)],
  ])('end when the API key %s', async (_, change) => {
    const { body } = await running.operator.post('api-keys', { name: 'Mine', scopes: TENANT_SCOPES });
    const cookie = await begin(body.apiKey.secret);
    expect(await statusOf(cookie)).toBe(200);
    expect((await change(body.apiKey.id)).status).toBe(200);
    expect(await statusOf(cookie)).toBe(401);
  });

  it('end when the API key expires', async () => {
    const { secret } = await running.given.apiKey({ expiresAt: new Date(Date.now() + HOUR_MS).toISOString() });
    const cookie = await begin(secret);
    expect(await statusOf(cookie)).toBe(200);
    await later(HOUR_MS, async () => expect(await statusOf(cookie)).toBe(401));
  });

  it('lose a scope with their API key', async () => {
    const { body } = await running.operator.post('api-keys', { name: 'Mine', scopes: TENANT_SCOPES });
    const cookie = await begin(body.apiKey.secret);
    expect((await running.anonymous.get('projects', withCookie(cookie))).status).toBe(200);
    await running.operator.patch(`api-keys/${body.apiKey.id}`, { scopes: ['translations:read'] });
    expect((await running.anonymous.get('projects', withCookie(cookie))).status).toBe(403);
  });

  it('do not accept the id of a session as an API key, nor an API key as the id of a session', async () => {
    const { secret } = await running.given.apiKey();
    const cookie = await begin(secret);
    expect(await statusOf(cookie)).toBe(200);
    const id = cookie.slice(cookie.indexOf('=') + 1);
    expect((await running.anonymous.as(id).get('me')).status).toBe(401);
    const chosen = 'k'.repeat(43);
    await running.app
      .get(DataSource)
      .query(`UPDATE api_keys SET secret_hash = sha256($1) WHERE secret_hash = sha256($2)`, [
        Buffer.from(chosen),
        Buffer.from(secret),
      ]);
    expect((await running.anonymous.as(chosen).get('me')).status).toBe(200);
    for (const name of NAMES) expect(await statusOf(`${name}=${chosen}`)).toBe(401);
  });

  it.each([
    'glossa=',
    'glossa=x',
    `glossa=${'x'.repeat(9_000)}`,
    'glossa',
    ';;=;',
    `glossa="${'x'.repeat(41)}"`,
    'é=é',
  ])('ignore the cookie %j', async (cookie) => {
    expect(await statusOf(cookie)).toBe(401);
  });

  describe('in the database', () => {
    const hashOf = (cookie: string): [string] => [cookie.slice(cookie.indexOf('=') + 1)];
    const row = async (cookie: string): Promise<{ hours: number } | undefined> =>
      (
        await running.app.get(DataSource).query<{ hours: number }[]>(
          `SELECT extract(epoch FROM expires_at - now())::float / 3600 AS hours FROM sessions
             WHERE id_hash = sha256(convert_to($1, 'UTF8'))`,
          hashOf(cookie),
        )
      )[0];
    const moveExpiry = (cookie: string, expiry: string): Promise<unknown> =>
      running.app
        .get(DataSource)
        .query(
          `UPDATE sessions SET expires_at = now() + interval '${expiry}' WHERE id_hash = sha256(convert_to($1, 'UTF8'))`,
          hashOf(cookie),
        );

    it('last 12 hours from their last request', async () => {
      const cookie = await begin((await running.given.apiKey()).secret);
      await moveExpiry(cookie, '3 hours');
      expect(await statusOf(cookie)).toBe(200);
      expect((await row(cookie))?.hours).toBeCloseTo(12, 1);
    });

    const moveBegin = (cookie: string, age: string): Promise<unknown> =>
      running.app
        .get(DataSource)
        .query(
          `UPDATE sessions SET created_at = now() - interval '${age}' WHERE id_hash = sha256(convert_to($1, 'UTF8'))`,
          hashOf(cookie),
        );

    it('end 30 days after their begin, whatever happens', async () => {
      const cookie = await begin((await running.given.apiKey()).secret);
      await moveBegin(cookie, '29 days 23 hours');
      await moveExpiry(cookie, '30 minutes');
      expect(await statusOf(cookie)).toBe(200);
      expect((await row(cookie))?.hours).toBeCloseTo(1, 1);
    });

    it('are not written by each request near their end', async () => {
      const { id, secret } = await running.given.apiKey();
      const cookie = await begin(secret);
      await moveBegin(cookie, '29 days 23 hours');
      await moveExpiry(cookie, '30 minutes');
      const versions: unknown[] = [];
      for (let times = 0; times < 2; times++) {
        running.app.get(PrincipalResolver).invalidateApiKey(id);
        expect(await statusOf(cookie)).toBe(200);
        const version = `SELECT xmin FROM sessions WHERE id_hash = sha256(convert_to($1, 'UTF8'))`;
        versions.push(await running.app.get(DataSource).query(version, hashOf(cookie)));
      }
      expect(versions[1]).toEqual(versions[0]);
    });

    it('stay ended when their expired API key becomes valid again', async () => {
      const created = await running.operator.post('api-keys', { name: 'Mine', scopes: TENANT_SCOPES });
      const { id, secret } = created.body.apiKey;
      const cookie = await begin(secret);
      await running.app
        .get(DataSource)
        .query(`UPDATE api_keys SET expires_at = now() - interval '1 second' WHERE id = $1`, [id]);
      expect((await running.operator.patch(`api-keys/${id}`, { name: 'Renamed' })).status).toBe(200);
      expect(await statusOf(cookie)).toBe(401);
      expect((await running.operator.patch(`api-keys/${id}`, { expiresAt: null })).status).toBe(200);
      expect(await statusOf(cookie)).toBe(401);
      const next = await begin(secret);
      expect(await statusOf(next)).toBe(200);
      expect((await running.operator.patch(`api-keys/${id}`, { expiresAt: '2100-01-01T00:00:00Z' })).status).toBe(200);
      expect(await statusOf(next)).toBe(200);
    });

    it('end after that time, and a job removes their rows', async () => {
      const { secret } = await running.given.apiKey();
      const [ended, active] = [await begin(secret), await begin(secret)];
      await moveExpiry(ended, '-1 second');
      expect(await statusOf(ended)).toBe(401);
      await runToEnd(running.app.get(SessionExpiry));
      expect(await row(ended)).toBeUndefined();
      expect(await row(active)).toBeDefined();
      expect(await statusOf(active)).toBe(200);
    });

    it(`are at most ${MAX_SESSIONS} of an API key, of which the oldest end`, async () => {
      const { secret, id } = await running.given.apiKey();
      const dataSource = running.app.get(DataSource);
      const oldest = await begin(secret);
      await delay(2);
      const second = await begin(secret);
      await dataSource.query(
        `INSERT INTO sessions (id_hash, api_key_id, secret_hash, expires_at)
         SELECT sha256(convert_to(i::text || $1, 'UTF8')), $1::uuid, '', now() + interval '1 hour' FROM generate_series(3, ${MAX_SESSIONS}) i`,
        [id],
      );
      await begin(secret);
      expect(await row(oldest)).toBeUndefined();
      expect(await row(second)).toBeDefined();
    });
  });
});

it('writes neither the API key nor the cookie to the log', async () => {
  await withPlace(async (place) => {
    const secret = 'operator-secret-of-the-session-tests-0001';
    const service = await ServiceProcess.start(place, { BOOTSTRAP_API_KEY: secret, LOG_LEVEL: 'trace' });
    const anonymous = service.client(null);
    const signedIn = await anonymous.post('session', { apiKey: secret });
    const cookie = signedIn.headers.getSetCookie()[0]?.split(';')[0] ?? '';
    const id = cookie.slice('glossa='.length);
    try {
      expect((await anonymous.get('me', { headers: { cookie } })).status).toBe(200);
      expect((await anonymous.delete('formats', { headers: { cookie } })).status).toBe(404);
    } finally {
      await service.stop();
    }
    expect(id).toHaveLength(43);
    const output = service.stdout + service.stderr;
    expect(output).toContain('/api/v1/session');
    expect(output).not.toContain(id);
    expect(output).not.toContain(secret);
  });
});
