import type { Scope } from '../src/common/access/scope';
import type { ApiResponse } from './support/client';
import { type RunningApp, startApp } from './support/start-app';

const DASHBOARD = 'https://dashboard.example.com';
const OTHER = 'https://app.example.org';

describe('CORS', () => {
  let running: RunningApp;
  beforeAll(async () => {
    running = await startApp({ corsOrigins: [DASHBOARD] });
  });
  afterAll(() => running.close());

  it.each(['GET', 'POST', 'PUT', 'PATCH', 'DELETE'])(
    'allows %s requests with an API key and JSON from an allowed origin',
    async (method) => {
      const { status, headers } = await running.anonymous.send('OPTIONS', 'keys/x', {
        headers: {
          origin: DASHBOARD,
          'access-control-request-method': method,
          'access-control-request-headers': 'authorization,content-type,if-match,if-none-match,idempotency-key',
        },
      });
      expect({ status, origin: headers.get('access-control-allow-origin') }).toEqual({
        status: 204,
        origin: DASHBOARD,
      });
      expect(headers.get('access-control-allow-methods')?.split(/, */)).toContain(method);
      expect(headers.get('access-control-allow-headers')).toBe(
        'authorization,content-type,if-match,if-none-match,idempotency-key',
      );
    },
  );

  it('lets an allowed origin read responses, including errors', async () => {
    const { status, headers } = await running.anonymous.get('projects', { headers: { origin: DASHBOARD } });
    expect({ status, origin: headers.get('access-control-allow-origin') }).toEqual({ status: 401, origin: DASHBOARD });
  });

  it('allows no requests from an origin that is not configured', async () => {
    for (const path of ['projects', 'projects/%ff']) {
      const { headers } = await running.operator.get(path, { headers: { origin: 'https://evil.example.com' } });
      expect([path, headers.get('access-control-allow-origin')]).toEqual([path, null]);
    }
  });

  it.each(['OPTIONS', 'GET', 'PUT'])(
    'lets an allowed origin read the response to %s of a malformed path',
    async (method) => {
      for (const path of ['keys/%ff', '%ZZ', 'projects/%']) {
        const call = { headers: { origin: DASHBOARD, 'access-control-request-method': 'PUT' } };
        const { status, headers } = await running.operator.send(method, path, call);
        expect([path, status, headers.get('access-control-allow-origin')]).toEqual([
          path,
          method === 'OPTIONS' ? 204 : 404,
          DASHBOARD,
        ]);
      }
    },
  );

  it('names in a problem the path that was sent, without its query', async () => {
    for (const path of ['/api/v1/keys/%ff', '/api/v1/keys/100%', '/mcp']) {
      const { instance } = (await (await fetch(`${running.url}${path}?secret=a`)).json()) as { instance: string };
      expect(instance).toBe(path);
    }
  });

  it('responds to an OPTIONS request that is no preflight without a plain-text error', async () => {
    expect((await running.anonymous.send('OPTIONS', 'projects')).status).toBe(204);
  });
});

describe('CORS with * beside a listed origin', () => {
  let running: RunningApp;
  let projectId: string;
  let keyId: string;
  let secrets: Record<'reader' | 'lister' | 'writer', string>;
  beforeAll(async () => {
    running = await startApp({ corsOrigins: ['*', DASHBOARD] });
    const project = await running.given.project({ keys: [{ name: 'a', value: 'A' }] });
    projectId = project.id;
    keyId = project.keyIds[0] ?? '';
    const secretOf = async (...scopes: Scope[]) =>
      (await running.given.apiKey({ organization: project.organization, scopes })).secret;
    secrets = {
      reader: await secretOf('translations:read'),
      lister: await secretOf('translations:read', 'projects:read'),
      writer: project.organization.secret,
    };
  });
  afterAll(() => running.close());

  /**
   * Sends a request as a browser does for a script of the origin (Fetch §4.8): a preflight, because of the header
   * `Authorization`, then the request, unless the preflight does not allow it.
   */
  async function fetchFrom(
    origin: string,
    secret: string,
    path: string,
    init: { method?: string; json?: unknown } = {},
  ) {
    const { method = 'GET', json } = init;
    const preflight = await running.anonymous.send('OPTIONS', path, {
      headers: { origin, 'access-control-request-method': method, 'access-control-request-headers': 'authorization' },
    });
    const isSafelisted = ['GET', 'HEAD', 'POST'].includes(method);
    const allowed =
      mayRead(preflight, origin) &&
      (isSafelisted || preflight.headers.get('access-control-allow-methods')?.split(/, */).includes(method)) &&
      preflight.headers.get('access-control-allow-headers')?.split(/, */).includes('authorization');
    if (!allowed) return 'stopped by the preflight';
    const response = await running.anonymous.send(method, path, { as: secret, json, headers: { origin } });
    return mayRead(response, origin) ? response.status : 'not readable';
  }

  const mayRead = ({ headers }: ApiResponse, origin: string): boolean =>
    ['*', origin].includes(headers.get('access-control-allow-origin') ?? '');

  it('lets every origin read with an API key whose only scope is translations:read', async () => {
    const paths = [`projects/${projectId}/export`, `projects/${projectId}/translations`, `projects/${projectId}/keys`];
    for (const path of paths) expect([path, await fetchFrom(OTHER, secrets.reader, path)]).toEqual([path, 200]);
    expect(await fetchFrom(OTHER, secrets.reader, `projects/${projectId}/export`, { method: 'HEAD' })).toBe(200);
  });

  it('lets scripts read why a request was refused, and the headers of a response', async () => {
    expect(await fetchFrom(OTHER, secrets.reader, 'projects')).toBe(403);
    expect(await fetchFrom(OTHER, 'unknown', 'projects')).toBe(401);
    expect(await fetchFrom(OTHER, secrets.reader, 'nowhere')).toBe(404);
    expect(await fetchFrom(OTHER, secrets.reader, 'projects/%ff/keys')).toBe(404);
    const { headers } = await running.anonymous.get(`projects/${projectId}/export`, {
      as: secrets.reader,
      headers: { origin: OTHER },
    });
    expect(headers.get('access-control-expose-headers')).toContain('ETag');
    expect(headers.get('vary')).toContain('Origin');
  });

  it.each(['lister', 'writer'] as const)(
    'lets no other origin read with an API key of more scopes (%s)',
    async (name) => {
      expect(await fetchFrom(OTHER, secrets[name], `projects/${projectId}/export`)).toBe('not readable');
      expect(await fetchFrom(OTHER, secrets[name], 'me')).toBe('not readable');
      expect(await fetchFrom(OTHER, secrets[name], 'projects/%ff/keys')).toBe('not readable');
    },
  );

  it.each(['POST', 'PUT', 'PATCH', 'DELETE'])('stops %s from other origins by the preflight', async (method) => {
    for (const secret of Object.values(secrets)) {
      expect(await fetchFrom(OTHER, secret, `keys/${keyId}`, { method, json: {} })).toBe('stopped by the preflight');
    }
  });

  it('lets a listed origin use all methods and API keys', async () => {
    expect(await fetchFrom(DASHBOARD, secrets.writer, 'projects')).toBe(200);
    expect(await fetchFrom(DASHBOARD, secrets.reader, `projects/${projectId}/export`)).toBe(200);
    const json = { translations: { de: 'Ä' } };
    expect(await fetchFrom(DASHBOARD, secrets.writer, `keys/${keyId}`, { method: 'PUT', json })).toBe(200);
  });

  it.each(['/metrics', '/health/ready', '/openapi.json'])('lets no other origin read %s', async (path) => {
    const { headers } = await running.anonymous.get(path, { headers: { origin: OTHER } });
    expect(headers.get('access-control-allow-origin')).toBeNull();
  });
});
