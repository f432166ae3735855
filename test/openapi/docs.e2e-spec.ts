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

const CODINGS: [coding: string | null, accepted: string][] = [
  ['br', 'br, gzip'],
  ['gzip', 'gzip'],
  [null, 'identity'],
];

it.each(CODINGS)('sends the document coded as %s, and 304 to its entity tag', async (coding, accepted) => {
  const headers = { 'accept-encoding': accepted };
  const first = await running.anonymous.get('/openapi.json', { headers });
  const tag = first.headers.get('etag') ?? '';
  const again = await running.anonymous.get('/openapi.json', { headers: { ...headers, 'if-none-match': tag } });

  expect(first.headers.get('content-encoding')).toBe(coding);
  expect(first.headers.get('cache-control')).toBe('no-cache');
  expect(first.headers.get('vary')).toBe('Accept-Encoding');
  expect(first.body.openapi).toBe('3.1.0');
  expect([again.status, again.bytes.length, again.headers.get('etag')]).toEqual([304, 0, tag]);
});

describe('GET /docs', () => {
  const assetsOf = (html: string): string[] =>
    [...html.matchAll(/(?:src|href)="([^"]+)"/g)].map(([, link = '']) => link);

  it.each(['/docs', '/docs/'])('serves Swagger UI at %s, with all assets of its page', async (path) => {
    const page = await running.anonymous.get(path);

    expect(page.headers.get('content-type')).toMatch(/^text\/html/);
    for (const link of assetsOf(page.bytes.toString())) {
      const asset = await running.anonymous.get(new URL(link, `http://any${path}`).pathname);
      expect([link, asset.status]).toEqual([link, 200]);
    }
  });

  it.each(CODINGS)(
    'has a page that is revalidated, and assets that are kept, coded as %s',
    async (coding, accepted) => {
      const headers = { 'accept-encoding': accepted };
      const page = await running.anonymous.get('/docs', { headers });
      const tag = page.headers.get('etag') ?? '';
      // As browsers revalidate; fetch sends `no-cache` otherwise, which asks for the page itself.
      const revalidating = { ...headers, 'if-none-match': tag, 'cache-control': 'max-age=0' };
      const again = await running.anonymous.get('/docs', { headers: revalidating });

      expect(page.headers.get('cache-control')).toBe('no-cache');
      expect([again.status, again.bytes.length]).toEqual([304, 0]);
      for (const link of assetsOf(page.bytes.toString())) {
        const asset = await running.anonymous.get(link, { headers });
        expect([link, asset.headers.get('content-encoding')]).toEqual([link, coding]);
        expect(asset.headers.get('cache-control')).toBe('public, max-age=31536000, immutable');
      }
    },
  );

  it('loads at most 600 kB first, compressed with gzip', async () => {
    const headers = { 'accept-encoding': 'gzip' };
    const { bytes } = await running.anonymous.get('/docs', { headers });
    const links = assetsOf(bytes.toString());
    const loaded = await Promise.all(
      [...links, '/openapi.json', '/docs'].map((link) => running.anonymous.send('HEAD', link, { headers })),
    );
    const sizes = loaded.map((response) => Number(response.headers.get('content-length')));

    expect(links.length).toBeGreaterThan(1);
    expect(sizes.every((size) => size > 0)).toBe(true);
    expect(sizes.reduce((sum, size) => sum + size, 0)).toBeLessThan(600_000);
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
