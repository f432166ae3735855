import type { ApiResponse, Call } from './support/client';
import { type RunningApp, startApp } from './support/start-app';

let running: RunningApp;
beforeAll(async () => {
  running = await startApp({ corsOrigins: ['https://app.example.com'] });
});
afterAll(() => running.close());

const variesOn = ({ headers }: ApiResponse): string[] => (headers.get('vary') ?? '').toLowerCase().split(/, */);

describe('every response', () => {
  it.each([
    ['the API', '/api/v1/me'],
    ['a refusal of the API', '/api/v1/projects?limit=x'],
    ['an unknown path', '/nowhere'],
    ['a malformed path', '/api/v1/%'],
    ['the probe', '/health/live'],
    ['the metrics', '/metrics'],
    ['the OpenAPI document', '/openapi.json'],
    ['the documentation', '/docs'],
    ['a file of the documentation', '/docs/swagger-ui-bundle.js'],
    ['an unknown file of the documentation', '/docs/nothing.js'],
    ['the dashboard', '/projects'],
  ])('forbids frames and guesses of its type if it comes from %s', async (_, path) => {
    for (const method of ['GET', 'HEAD', 'OPTIONS', 'POST']) {
      const { headers } = await running.operator.send(method, path);
      expect([method, headers.get('x-content-type-options')]).toEqual([method, 'nosniff']);
      expect([method, headers.get('content-security-policy')]).toEqual([
        method,
        expect.stringMatching(/^default-src 'none';.* frame-ancestors 'none'$/),
      ]);
    }
  });

  it('forbids guesses of its type if it answers a preflight', async () => {
    const headers = { origin: 'https://app.example.com', 'access-control-request-method': 'GET' };
    const response = await running.anonymous.send('OPTIONS', 'projects', { headers });
    expect(response.headers.get('x-content-type-options')).toBe('nosniff');
  });
});

describe('a response to the cookie of a session', () => {
  let withCookie: (call?: Call) => Call;
  let project: string;
  beforeAll(async () => {
    const given = await running.given.project({ keys: [{ name: 'a', value: 'A' }] });
    project = given.id;
    const { headers } = await running.anonymous.post('session', { apiKey: given.organization.secret });
    const cookie = headers.getSetCookie()[0]?.split(';')[0] ?? '';
    withCookie = (call = {}) => ({ ...call, headers: { cookie, origin: running.url, ...call.headers } });
  });

  it.each([
    ['a resource', 'GET', () => `projects/${project}`],
    ['a list', 'GET', () => `projects/${project}/keys`],
    ['an export', 'GET', () => `projects/${project}/export?format=json&language=en`],
    ['headers', 'HEAD', () => `projects/${project}/export?format=json&language=en`],
    ['a write', 'POST', () => `projects/${project}/keys`],
    ['a resource that does not exist', 'GET', () => 'projects/nothing'],
    ['an unknown path', 'GET', () => 'nowhere'],
    ['a malformed path', 'GET', () => 'projects/%'],
    ['the end of the session', 'DELETE', () => 'session/'],
  ])('is for no cache with %s', async (_, method, path) => {
    const response = await running.anonymous.send(method, path(), withCookie());
    expect(response.headers.get('cache-control')).toBe('private, no-store');
    expect(variesOn(response)).toEqual(expect.arrayContaining(['cookie', 'authorization']));
  });

  it('is for no cache if it is a 304', async () => {
    const { headers } = await running.anonymous.get(`projects/${project}`, withCookie());
    const unchanged = await running.anonymous.get(
      `projects/${project}`,
      withCookie({ headers: { 'if-none-match': headers.get('etag') ?? '' } }),
    );
    expect([unchanged.status, unchanged.headers.get('cache-control')]).toEqual([304, 'private, no-store']);
  });

  it('names each header on which it varies once', async () => {
    const origin = 'https://app.example.com';
    const response = await running.anonymous.get(`projects/${project}`, withCookie({ headers: { origin } }));
    expect(variesOn(response).sort()).toEqual(['accept-encoding', 'authorization', 'cookie', 'origin']);
  });

  it('can be kept if an Authorization header replaces the cookie', async () => {
    const { headers } = await running.operator.get('projects', withCookie());
    expect(headers.get('cache-control')).toBeNull();
  });
});

describe('a response with a secret', () => {
  it('is for no cache', async () => {
    const { operator } = running;
    const { api, id } = await running.given.project();
    const apiKey = await operator.post('api-keys', { name: 'Mine', scopes: ['projects:read'] });
    const webhook = await api.post(`projects/${id}/webhooks`, {
      url: 'https://hooks.example.com/x',
      events: ['project.changed'],
    });
    const secrets: Record<string, ApiResponse> = {
      apiKey,
      rotated: await operator.post(`api-keys/${apiKey.body.apiKey.id}/rotate`),
      organization: await operator.post('organizations', { name: 'Tenant', plan: 'starter' }),
      session: await running.anonymous.post('session', { apiKey: running.operatorSecret }),
      webhook,
      rotatedWebhook: await api.post(`webhooks/${webhook.body.webhook.id}/rotate`),
    };
    for (const [name, { status, headers }] of Object.entries(secrets)) {
      expect([name, status < 300, headers.get('cache-control')]).toEqual([name, true, 'no-store']);
    }
  });
});
