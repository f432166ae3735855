import { readFile } from 'node:fs/promises';
import { join } from 'node:path';
import { version } from '../../package.json';
import { type RunningApp, startApp } from '../support/start-app';

let running: RunningApp;

beforeAll(async () => {
  running = await startApp();
});
afterAll(() => running.close());

describe('GET /openapi.json', () => {
  it('serves the committed document without an API key and without a rate limit', async () => {
    const committed: unknown = JSON.parse(await readFile(join(__dirname, '../../openapi.json'), 'utf8'));

    const { status, body, headers } = await running.anonymous.get('/openapi.json');

    expect(status).toBe(200);
    expect(body).toEqual(committed);
    expect(headers.has('x-ratelimit-limit')).toBe(false);
  });
});

it('has the version of the program, as the dashboard has', async () => {
  const { body } = await running.anonymous.get('/openapi.json');
  const dashboard: unknown = JSON.parse(await readFile(join(__dirname, '../../dashboard/package.json'), 'utf8'));
  expect(body.info.version).toBe(version);
  expect(dashboard).toMatchObject({ version });
});

describe('GET /docs', () => {
  it.each(['/docs', '/docs/'])('serves Swagger UI at %s with all assets of its page', async (path) => {
    const page = await running.anonymous.get(path);
    const html = page.bytes.toString();
    const assets = [...html.matchAll(/(?:src|href)="([^"]+)"/g)].map(([, link = '']) => link);

    expect(page.headers.get('content-type')).toMatch(/^text\/html/);
    expect(assets).toEqual(expect.arrayContaining([expect.stringContaining('swagger-ui-bundle.js')]));
    for (const link of assets) {
      const asset = await running.anonymous.get(new URL(link, `http://any${path}`).pathname);
      expect([link, asset.status]).toEqual([link, 200]);
    }
  });

  it('declares bearer authentication for Swagger UI', async () => {
    const { body } = await running.anonymous.get('/openapi.json');

    expect(body.components.securitySchemes.bearerAuth).toMatchObject({ type: 'http', scheme: 'bearer' });
  });

  it('responds to an unknown path with a problem document and 404', async () => {
    const { status, body } = await running.anonymous.get('/docs/package.json.map');

    expect(status).toBe(404);
    expect(body.code).toBe('not_found');
  });
});
