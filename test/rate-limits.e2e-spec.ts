import { randomInt } from 'node:crypto';
import { once } from 'node:events';
import { type AddressInfo, createServer, type Socket } from 'node:net';
import { Redis } from 'ioredis';
import { RateLimitHealth } from '../src/rate-limit/rate-limit-health';
import { randomAddress } from './support/addresses';
import type { ApiResponse } from './support/client';
import { rawRequest } from './support/raw-request';
import { until } from './support/receiver';
import { type RunningApp, startApp } from './support/start-app';
import { testDatabase } from './support/test-database';
import { Tunnel } from './support/tunnel';

const limits = ({ headers }: ApiResponse) => ({
  limit: headers.get('x-ratelimit-limit'),
  remaining: headers.get('x-ratelimit-remaining'),
});

describe('rate limits by plan', () => {
  let running: RunningApp;
  beforeAll(async () => {
    running = await startApp({ corsOrigins: ['https://dashboard.example.com'] });
  });
  afterAll(() => running.close());

  it.each([
    ['free', 100],
    ['starter', 500],
    ['growth', 1_000],
    ['professional', 5_000],
  ])('allows the plan %s %d requests per minute', async (plan, limit) => {
    const { api } = await running.given.organization({ plan });
    expect(limits(await api.get('me'))).toEqual({ limit: String(limit), remaining: String(limit - 1) });
  });

  it('allows an enterprise organization its own number of requests per minute', async () => {
    const { api } = await running.given.organization({ plan: 'enterprise', rateLimit: 7 });
    expect(limits(await api.get('me'))).toEqual({ limit: '7', remaining: '6' });
  });

  it('responds 429 beyond the limit, with Retry-After, remaining 0 and the seconds until the window ends', async () => {
    const { api } = await running.given.organization({ plan: 'enterprise', rateLimit: 2 });
    await api.get('me');
    expect(limits(await api.get('me'))).toEqual({ limit: '2', remaining: '0' });
    const refused = await api.get('me');
    expect(refused).toMatchObject({ status: 429, body: { code: 'rate_limited' } });
    expect(limits(refused)).toEqual({ limit: '2', remaining: '0' });
    const reset = Number(refused.headers.get('x-ratelimit-reset'));
    expect(reset).toBeGreaterThan(0);
    expect(reset).toBeLessThanOrEqual(60);
    expect(refused.headers.get('retry-after')).toBe(String(reset));
  });

  it('counts the requests of all API keys of an organization, on all routes, together', async () => {
    const organization = await running.given.organization({ plan: 'enterprise', rateLimit: 4 });
    const { api } = await running.given.apiKey({ organization });
    await organization.api.get('projects');
    expect(limits(await api.get('me')).remaining).toBe('1');
  });

  describe('an API key with a limit of its own', () => {
    const given = async (rateLimit: number, ofOrganization = 100) => {
      const organization = await running.given.organization({ plan: 'enterprise', rateLimit: ofOrganization });
      const scopes = ['projects:read', 'api-keys:manage'];
      const { apiKey } = (await organization.api.post('api-keys', { name: 'x', scopes, rateLimit })).body;
      return { organization, apiKey, api: running.operator.as(apiKey.secret) };
    };

    it('is refused beyond it, and the organization is not, which does not count what is refused', async () => {
      const { organization, api } = await given(2);
      expect(limits(await api.get('me'))).toEqual({ limit: '2', remaining: '1' });
      await api.get('nowhere');
      for (const path of ['me', 'nowhere', 'me']) {
        const refused = await api.get(path);
        expect([refused.status, refused.body.code, limits(refused)]).toEqual([
          429,
          'rate_limited',
          { limit: '2', remaining: '0' },
        ]);
      }
      // The creation of the API key, its two requests, and this one.
      expect(limits(await organization.api.get('me'))).toEqual({ limit: '100', remaining: '96' });
    });

    it('also counts to the limit of its organization, whose headers it has when that leaves less', async () => {
      const { organization, api } = await given(4, 5);
      await organization.api.get('me');
      expect(limits(await api.get('me'))).toEqual({ limit: '5', remaining: '2' });
      await organization.api.get('me');
      await organization.api.get('me');
      const refused = await api.get('me');
      expect([refused.status, limits(refused)]).toEqual([429, { limit: '5', remaining: '0' }]);
    });

    it('is below the limit of its organization, and gives no other API key more', async () => {
      const { organization, apiKey, api } = await given(50);
      const path = `api-keys/${apiKey.id}`;
      const body = { name: 'x', scopes: ['projects:read'] };
      expect((await organization.api.post('api-keys', { ...body, rateLimit: 100 })).body.errors).toMatchObject([
        { pointer: '/rateLimit', code: 'too_large' },
      ]);
      expect((await organization.api.patch(path, { rateLimit: 100 })).body.code).toBe('validation_failed');
      for (const rateLimit of [undefined, null, 51]) {
        expect((await api.post('api-keys', { ...body, rateLimit })).body.code).toBe('not_grantable');
      }
      expect((await api.post('api-keys', { ...body, rateLimit: 50 })).status).toBe(201);
      expect((await api.patch(path, { rateLimit: null })).body.code).toBe('not_grantable');
      expect((await organization.api.patch(path, { rateLimit: null })).body.apiKey.rateLimit).toBeNull();
      expect(limits(await api.get('me')).limit).toBe('100');
    });

    it('can be renamed when its limit is no longer below the limit of its organization, which was lowered', async () => {
      const { organization, apiKey } = await given(200, 300);
      await running.operator.patch(`organizations/${organization.id}`, { plan: 'free' });
      const path = `api-keys/${apiKey.id}`;
      expect((await organization.api.patch(path, { rateLimit: 150 })).body.code).toBe('validation_failed');
      const renamed = await organization.api.patch(path, { name: 'y' });
      expect(renamed.body.apiKey).toMatchObject({ name: 'y', rateLimit: 200 });
      expect(limits(await running.operator.as(apiKey.secret).get('me')).limit).toBe('100');
    });

    it('does not give a new secret to an API key without a limit of its own', async () => {
      const { organization, api } = await given(50);
      const scopes = ['projects:read'] as const;
      const other = await running.given.apiKey({ organization, scopes });
      expect((await api.post(`api-keys/${other.id}/rotate`, {})).body.code).toBe('not_grantable');
    });

    it('counts its sessions together with it', async () => {
      const { apiKey, api } = await given(3);
      await api.get('me');
      const signedIn = await running.anonymous.from(randomAddress()).post('session', { apiKey: apiKey.secret });
      const cookie = String(signedIn.headers.get('set-cookie')).split(';')[0] ?? '';
      const answer = await running.anonymous.send('GET', 'me', { headers: { cookie } });
      expect([answer.status, limits(answer)]).toEqual([200, { limit: '3', remaining: '1' }]);
    });

    it('admits exactly its limit when more requests arrive concurrently', async () => {
      const { api } = await given(10);
      const responses = await Promise.all(Array.from({ length: 30 }, () => api.get('me')));
      expect(responses.filter(({ status }) => status === 200)).toHaveLength(10);
      expect(responses.filter(({ status }) => status === 429)).toHaveLength(20);
    });
  });

  it('counts each organization separately', async () => {
    const [one, other] = [await running.given.organization(), await running.given.organization({ plan: 'free' })];
    await one.api.get('me');
    expect(limits(await other.api.get('me')).remaining).toBe('99');
  });

  it('admits exactly the limit when more requests arrive concurrently', async () => {
    const { api } = await running.given.organization({ plan: 'enterprise', rateLimit: 25 });
    const responses = await Promise.all(Array.from({ length: 60 }, () => api.get('me')));
    expect(responses.filter(({ status }) => status === 200)).toHaveLength(25);
    expect(responses.filter(({ status }) => status === 429)).toHaveLength(35);
  });

  it('applies a change of plan at once', async () => {
    const { id, api } = await running.given.organization({ plan: 'enterprise', rateLimit: 1 });
    await api.get('me');
    expect((await api.get('me')).status).toBe(429);
    await running.operator.patch(`organizations/${id}`, { plan: 'starter' });
    expect(limits(await api.get('me'))).toEqual({ limit: '500', remaining: '498' });
  });

  it.each([
    ['a request without a body', 'GET', 'projects', undefined, 200],
    ['an unknown path', 'GET', 'nowhere', undefined, 404],
    ['an unknown path outside the version', 'GET', '/api/nowhere', undefined, 404],
    ['a method that the path does not have', 'PUT', 'projects', '{}', 404],
    ['an unknown method', 'REPORT', 'projects', undefined, 404],
    ['a HEAD request', 'HEAD', 'projects', undefined, 200],
    ['a malformed body', 'POST', 'projects', '{', 400],
    ['a body of another content type', 'POST', 'projects', 'a=1', 400],
    ['a malformed path', 'GET', '/api/v1/%ZZ', undefined, 404],
    ['a malformed id', 'DELETE', 'api-keys/%00', undefined, 404],
    ['an overlong id', 'DELETE', `api-keys/${'x'.repeat(1_000)}`, undefined, 404],
  ])("sets the organization's headers on the response to %s", async (_, method, path, body, status) => {
    const { api } = await running.given.organization({ plan: 'free' });
    const headers: Record<string, string> = body === undefined ? {} : { 'content-type': 'application/json' };
    if (body === 'a=1') headers['content-type'] = 'application/x-www-form-urlencoded';
    const response = await api.send(method, path, { body, headers });
    expect(response.status).toBe(status);
    expect(limits(response)).toEqual({ limit: '100', remaining: '99' });
    expect(response.headers.get('x-ratelimit-reset')).toBe('60');
    expect(response.headers.get('x-request-id')).toMatch(/./);
  });

  it('refuses requests for unknown and malformed paths beyond the limit', async () => {
    const { api } = await running.given.organization({ plan: 'enterprise', rateLimit: 1 });
    await api.get('me');
    for (const path of ['nowhere', '/api/v1/%ZZ']) {
      const response = await api.get(path);
      expect(response).toMatchObject({ status: 429, body: { code: 'rate_limited' } });
      expect(response.headers.get('retry-after')).toMatch(/^\d+$/);
    }
  });

  it('counts callers without a valid API key by address, and responds 429 before 401 beyond the limit', async () => {
    const { anonymous } = running;
    const client = anonymous.from(randomAddress());
    const first = await client.get('me');
    expect([first.status, limits(first)]).toEqual([401, { limit: '100', remaining: '99' }]);
    await Promise.all(Array.from({ length: 99 }, () => client.as('x'.repeat(40)).get('me')));
    expect((await client.get('me')).status).toBe(429);
    expect((await anonymous.from(randomAddress()).get('me')).status).toBe(401);
  });

  it('counts an address that a proxy writes with a port as the address, with any port', async () => {
    const address = randomAddress();
    for (const [written, remaining] of [
      [`${address}:50123`, '99'],
      [`${address}:50124`, '98'],
      [address, '97'],
      [`[::ffff:${address}]:50125`, '96'],
      [`${randomAddress()}:50123`, '99'],
    ] as const) {
      expect(limits(await running.anonymous.from(written).get('me'))).toEqual({ limit: '100', remaining });
    }
  });

  it('admits a valid API key from an address that is beyond the limit of addresses', async () => {
    const { anonymous, given } = running;
    const { secret } = await given.organization();
    const client = anonymous.from(randomAddress());
    await Promise.all(Array.from({ length: 101 }, () => client.get('me')));
    expect((await client.get('me')).status).toBe(429);
    expect((await client.as(secret).get('me')).status).toBe(200);
  });

  it('counts an IPv6 /64 network as one caller', async () => {
    const { anonymous } = running;
    const network = `2001:db8:${randomInt(0xffff).toString(16)}`;
    await anonymous.from(`${network}:77::1`).get('me');
    expect(limits(await anonymous.from(`${network}:77:ffff::2`).get('me')).remaining).toBe('98');
    expect(limits(await anonymous.from(`${network}:78::1`).get('me')).remaining).toBe('99');
  });

  it('neither counts nor refuses preflights', async () => {
    const caller = running.anonymous.from(randomAddress());
    const preflight = () =>
      caller.send('OPTIONS', 'projects', {
        headers: {
          origin: 'https://dashboard.example.com',
          'access-control-request-method': 'POST',
          'access-control-request-headers': 'authorization',
        },
      });
    const response = await preflight();
    expect(response.status).toBe(204);
    expect(response.headers.get('access-control-allow-origin')).toBe('https://dashboard.example.com');
    expect(limits(response)).toEqual({ limit: '100', remaining: '100' });
    await Promise.all(Array.from({ length: 101 }, () => caller.get('me')));
    expect((await preflight()).status).toBe(204);
  });

  it('exposes the headers to scripts of allowed origins', async () => {
    const { headers } = await running.operator.get('me', { headers: { origin: 'https://dashboard.example.com' } });
    expect(headers.get('access-control-expose-headers')).toMatch(
      /X-RateLimit-Limit.*X-RateLimit-Remaining.*X-RateLimit-Reset.*ETag.*Link.*Retry-After.*X-Request-Id/,
    );
  });

  it('does not read the body of a request beyond the limit', async () => {
    const { secret } = await running.given.organization({ plan: 'enterprise', rateLimit: 1 });
    await running.operator.as(secret).get('me');
    const response = await rawRequest(
      running.url,
      `POST /api/v1/projects HTTP/1.1\r\nHost: x\r\nAuthorization: Bearer ${secret}\r\nContent-Length: 1000000\r\n`,
    );
    expect(response).toMatch(/^HTTP\/1.1 429 /);
  });

  it('sets no rate limit headers outside the API', async () => {
    const { headers } = await running.anonymous.get('/nowhere');
    expect(headers.get('x-ratelimit-limit')).toBeNull();
  });
});

describe('rate limits without allowed origins', () => {
  it('neither counts nor refuses preflights', async () => {
    const running = await startApp();
    try {
      const caller = running.anonymous.from(randomAddress());
      expect(limits(await caller.send('OPTIONS', 'projects')).remaining).toBe('100');
      await Promise.all(Array.from({ length: 101 }, () => caller.get('nowhere')));
      expect((await caller.get('nowhere')).status).toBe(429);
      expect((await caller.send('OPTIONS', 'projects')).status).toBe(404);
    } finally {
      await running.close();
    }
  });
});

describe('rate limits with an unreachable Redis', () => {
  it('starts and counts requests in the process', async () => {
    const running = await startApp({ redisUrl: 'redis://127.0.0.1:1' });
    try {
      const { api } = await running.given.organization({ plan: 'free' });
      expect(limits(await api.get('me')).remaining).toBe('99');
      expect(limits(await api.get('me')).remaining).toBe('98');
      expect(running.app.get(RateLimitHealth)).toMatchObject({ mode: 'redis', degraded: true });
      expect(running.app.get(RateLimitHealth).countedInProcess).toBeGreaterThanOrEqual(3);
    } finally {
      await running.close();
    }
  });
});

it('a start that the database refuses leaves no connection to Redis open', async () => {
  const sockets: Socket[] = [];
  const redis = createServer((socket) => sockets.push(socket)).listen(0, '127.0.0.1');
  await once(redis, 'listening');
  const { port } = redis.address() as AddressInfo;
  const nowhere = { databaseUrl: 'postgres://postgres@127.0.0.1:1/nothing', dataDir: '' };
  await expect(startApp({ redisUrl: `redis://127.0.0.1:${port}` }, nowhere)).rejects.toThrow(/ECONNREFUSED/);
  expect(sockets.some(({ closed }) => !closed)).toBe(false);
  redis.close();
  for (const socket of sockets) socket.destroy();
});

const redisUrl = process.env.REDIS_URL;
const describeWithRedis = redisUrl ? describe : describe.skip;

describeWithRedis('rate limits with Redis', () => {
  it('admits no more than the limit through two replicas together', async () => {
    const database = await testDatabase();
    const one = await startApp({}, database.location);
    const other = database.location.databaseUrl ? await startApp({}, database.location) : one;
    try {
      const { secret } = await one.given.organization({ plan: 'enterprise', rateLimit: 50 });
      const responses = await Promise.all(
        Array.from({ length: 120 }, (_, i) => (i % 2 ? one : other).operator.as(secret).get('me')),
      );
      expect(responses.filter(({ status }) => status === 200)).toHaveLength(50);
    } finally {
      if (other !== one) await other.close();
      await one.close();
      await database.drop();
    }
  });

  it('serves requests while Redis does not respond, without asking it, and counts there again when it does', async () => {
    const tunnel = new Tunnel(new URL(redisUrl ?? ''), 6_379);
    const url = new URL(redisUrl ?? '');
    url.host = `127.0.0.1:${await tunnel.open()}`;
    const running = await startApp({ redisUrl: url.href });
    const script = jest.spyOn(Redis.prototype, 'eval');
    const asked = (): unknown[] =>
      script.mock.calls.map(([, , key]) => key).filter((key) => !/:probe$/.test(String(key)));
    try {
      const health = running.app.get(RateLimitHealth);
      await until(() => !health.degraded);
      const { api } = await running.given.organization({ plan: 'free' });
      await api.get('me');
      tunnel.hold();
      expect((await api.get('me')).status).toBe(200);
      expect(health.degraded).toBe(true);
      script.mockClear();
      for (let i = 0; i < 10; i++) expect((await api.get('me')).status).toBe(200);
      expect(asked()).toEqual([]);
      tunnel.release();
      await until(() => !health.degraded);
      // Redis has counted two: the first request, and the request that timed out, which Redis has processed late.
      expect(limits(await api.get('me')).remaining).toBe('97');
      expect(asked()).toHaveLength(1);
    } finally {
      script.mockRestore();
      await running.close();
      await tunnel.cut();
    }
  });
});
