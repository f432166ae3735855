import { type RunningApp, startApp } from './support/start-app';

const DASHBOARD = 'https://dashboard.example.com';

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
          'access-control-request-headers': 'authorization,content-type,if-none-match',
        },
      });
      expect({ status, origin: headers.get('access-control-allow-origin') }).toEqual({
        status: 204,
        origin: DASHBOARD,
      });
      expect(headers.get('access-control-allow-methods')?.split(/, */)).toContain(method);
      expect(headers.get('access-control-allow-headers')).toBe('authorization,content-type,if-none-match');
    },
  );

  it('lets an allowed origin read responses, including errors', async () => {
    const { status, headers } = await running.anonymous.get('projects', { headers: { origin: DASHBOARD } });
    expect({ status, origin: headers.get('access-control-allow-origin') }).toEqual({ status: 401, origin: DASHBOARD });
  });

  it('allows no requests from an origin that is not configured', async () => {
    const { headers } = await running.operator.get('projects', { headers: { origin: 'https://evil.example.com' } });
    expect(headers.get('access-control-allow-origin')).toBeNull();
  });

  it('responds to an OPTIONS request that is no preflight without a plain-text error', async () => {
    expect((await running.anonymous.send('OPTIONS', 'projects')).status).toBe(204);
  });
});
