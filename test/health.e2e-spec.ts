import { DataSource } from 'typeorm';
import type { ApiResponse } from './support/client';
import { version } from '../package.json';
import { Database } from '../src/database/database';
import { Metrics } from '../src/health/metrics';
import { rawRequest } from './support/raw-request';
import { createDatabase, dropDatabase, databaseUrlFor, serverLocation } from './support/server-database';
import { until } from './support/receiver';
import { type RunningApp, startApp } from './support/start-app';
import { Tunnel } from './support/tunnel';

const server = process.env.DATABASE_URL;
const TOKEN = 'a-token-for-the-metrics';

/** Version and database, as /health/ready reports them. */
const place = () => ({
  version,
  ...(server
    ? {
        databaseKind: 'server',
        databaseHost: expect.stringMatching(/^[\w.]+:\d+$/),
        databaseName: expect.stringMatching(/^glossa_test_/),
      }
    : { databaseKind: 'embedded', databaseHost: null, databaseName: null }),
});

const metricsText = ({ bytes }: ApiResponse): string => bytes.toString();

describe('health', () => {
  let running: RunningApp;
  beforeAll(async () => {
    running = await startApp({ redisUrl: undefined });
  });
  afterAll(() => running.close());

  it('returns 200 for /health/live without an API key', async () => {
    const response = await running.anonymous.get('/health/live');
    expect(response).toMatchObject({ status: 200, body: { status: 'ok' } });
    expect(response.headers.get('x-ratelimit-limit')).toBeNull();
  });

  it('returns 200 for /health/ready without an API key', async () => {
    const { status, body } = await running.anonymous.get('/health/ready');
    expect([status, body]).toEqual([200, { status: 'ok', database: 'ok', redis: 'unused', ...place() }]);
  });

  it.each(['/health/live', '/health/ready', '/metrics'])('responds to HEAD %s with 200 and no body', async (path) => {
    const { status, bytes } = await running.anonymous.send('HEAD', path);
    expect([status, bytes.length]).toEqual([200, 0]);
  });

  it('returns 200 for /health/ready while all connections are in use, without waiting for one', async () => {
    const runners = Array.from({ length: server ? 10 : 1 }, () => running.app.get(DataSource).createQueryRunner());
    await Promise.all(runners.map((runner) => runner.connect()));
    try {
      // The connections are released after the response.
      expect((await running.anonymous.get('/health/ready')).status).toBe(200);
    } finally {
      await Promise.all(runners.map((runner) => runner.release()));
    }
  });
});

describe('health without Redis', () => {
  it('reports degraded with status 200 when Redis cannot be reached', async () => {
    const running = await startApp({ redisUrl: 'redis://127.0.0.1:1' });
    try {
      const { status, body } = await running.anonymous.get('/health/ready');
      expect([status, body]).toMatchObject([200, { status: 'degraded', database: 'ok', redis: 'away' }]);
      expect(metricsText(await running.anonymous.get('/metrics'))).toMatch(/^glossa_redis_degraded 1$/m);
    } finally {
      await running.close();
    }
  });
});

(server ? describe : describe.skip)('health without the database', () => {
  it('returns 503 for /health/ready until the database can be reached again', async () => {
    const name = `glossa_test_health_${process.pid}`;
    await createDatabase(server ?? '', name);
    const url = new URL(databaseUrlFor(server ?? '', name));
    const tunnel = new Tunnel(url, 5_432);
    const port = await tunnel.open();
    const through = new URL(url);
    through.host = `127.0.0.1:${port}`;
    const running = await startApp({}, { ...serverLocation(server ?? '', name), databaseUrl: through.href });
    const reachable = async (): Promise<string | undefined> =>
      /^glossa_database_reachable (\d)$/m.exec(metricsText(await running.anonymous.get('/metrics')))?.[1];
    try {
      expect((await running.anonymous.get('/health/ready')).status).toBe(200);
      expect(await reachable()).toBe('1');
      await tunnel.cut();
      expect(await reachable()).toBe('0');
      const away = await running.anonymous.get('/health/ready');
      expect(away).toMatchObject({ status: 503, body: { code: 'not_ready', status: 503 } });
      expect(away.headers.get('content-type')).toMatch('application/problem+json');
      expect((await running.anonymous.get('/health/live')).status).toBe(200);
      await tunnel.open(port);
      expect((await running.anonymous.get('/health/ready')).status).toBe(200);
      expect(await reachable()).toBe('1');
    } finally {
      await running.close();
      await tunnel.cut();
      await dropDatabase(server ?? '', name);
    }
  });
});

describe('metrics', () => {
  let running: RunningApp;
  beforeAll(async () => {
    running = await startApp({ metricsToken: TOKEN });
  });
  afterAll(() => running.close());
  const metrics = async (): Promise<string> => metricsText(await running.anonymous.as(TOKEN).get('/metrics'));

  it.each([
    ['no token', null],
    ['another token', `${TOKEN}s`],
    ['an API key', 'operator-secret-of-the-test-suite-0001'],
  ])('returns 401 for a request with %s', async (_, secret) => {
    const response = await running.anonymous.as(secret).get('/metrics');
    expect(response).toMatchObject({ status: 401, body: { code: 'unauthenticated' } });
    expect(response.headers.get('www-authenticate')).toBe('Bearer');
  });

  it('counts a request that takes an idle connection at once as not waiting, such as the reading of metrics itself', async () => {
    const { pool } = running.app.get(Database);
    (await pool.connect()).release();
    const taken = pool.connect();
    const waiting = running.app.get(Metrics).registry.getSingleMetric('glossa_database_waiting')?.get();
    (await taken).release();
    expect((await waiting)?.values).toMatchObject([{ value: 0 }]);
  });

  it('returns the text format of Prometheus with all documented metrics', async () => {
    const { status, headers } = await running.anonymous.as(TOKEN).get('/metrics');
    expect([status, headers.get('content-type')]).toEqual([200, 'text/plain; version=0.0.4; charset=utf-8']);
    for (const name of [
      'glossa_build_info',
      'http_request_duration_seconds',
      'glossa_database_reachable',
      'glossa_database_connections',
      'glossa_database_connections_idle',
      'glossa_database_waiting',
      'glossa_redis_degraded',
      'glossa_rate_limit_counted_in_process_total',
      'glossa_rate_limit_refusals_total',
      'glossa_rendition_cache_hits_total',
      'glossa_rendition_cache_misses_total',
      'glossa_rendition_cache_bytes',
      'glossa_exports_continued_total',
      'glossa_kept_entries_bytes',
      'glossa_searches_indexed_total',
      'glossa_searches_scanned_total',
      'glossa_search_index_builds_total',
      'glossa_search_index_bytes',
      'glossa_history_rows_written_total',
      'glossa_history_rows_pruned_total',
      'glossa_database_bytes',
      'glossa_table_bytes',
      'glossa_table_dead_rows',
      'nodejs_eventloop_lag_seconds',
      'nodejs_eventloop_utilization',
      'process_resident_memory_bytes',
    ]) {
      expect(await metrics()).toContain(`# TYPE ${name} `);
    }
  });

  it('counts requests by method, route and status, and reveals no tenant', async () => {
    const { id, api, organization } = await running.given.project();
    const countsIn = (text: string): number[] =>
      [
        ['/api/v1/projects/:id/export', 200],
        ['none', 404],
      ].map(([route, status]) => {
        const name = `http_request_duration_seconds_count{method="GET",route="${route}",status="${status}"} `;
        const line = text.split('\n').find((each) => each.startsWith(name)) ?? `${name}0`;
        return Number(line.slice(name.length));
      });
    const before = countsIn(await metrics());
    await api.get(`projects/${id}/export`);
    await api.get(`projects/${id}/export`);
    await api.get('no-such-path');
    await rawRequest(running.url, 'GET /api/v1/%ZZ HTTP/1.1\r\nHost: x\r\n');
    const text = await metrics();
    expect(countsIn(text).map((count, i) => count - (before[i] ?? 0))).toEqual([2, 2]);
    expect(text).not.toContain(organization.id);
    expect(text).not.toContain(id);
  });

  it('names the version and the database', async () => {
    const { version, databaseKind, databaseHost, databaseName } = (await running.anonymous.get('/health/ready')).body;
    expect(await metrics()).toContain(
      `glossa_build_info{version="${version}",node="${process.versions.node}",database_kind="${databaseKind}",` +
        `database_host="${databaseHost ?? ''}",database_name="${databaseName ?? ''}"} 1`,
    );
  });

  it('counts cache hits and misses of exports', async () => {
    const { id, api } = await running.given.project({ keys: [{ name: 'a', value: 'A' }] });
    const counts = async () => {
      const text = await metrics();
      return ['hits_total', 'misses_total', 'bytes'].map((name) =>
        Number(new RegExp(`^glossa_rendition_cache_${name} (\\d+)$`, 'm').exec(text)?.[1]),
      );
    };
    const [hits = 0, misses = 0, bytes = 0] = await counts();
    await api.get(`projects/${id}/export`);
    await api.get(`projects/${id}/export`);
    const [hitsAfter, missesAfter, bytesAfter = 0] = await counts();
    expect([hitsAfter, missesAfter]).toEqual([hits + 1, misses + 1]);
    expect(bytesAfter).toBeGreaterThan(bytes);
  });

  it('reports the bytes of the database and of each table', async () => {
    let text = '';
    const bytesOf = (name: string) => Number(new RegExp(`^${name} (\\d+)$`, 'm').exec(text)?.[1]);

    // A scrape waits at most a second for the sizes.
    await until(async () => {
      text = await metrics();
      return bytesOf('glossa_database_bytes') > 0;
    });
    expect(bytesOf('glossa_table_bytes{table="translations"}')).toBeGreaterThan(0);
    expect(bytesOf('glossa_database_bytes')).toBeGreaterThan(bytesOf('glossa_table_bytes{table="translations"}'));
  });

  it('counts requests refused by the rate limit', async () => {
    const { api } = await running.given.organization({ plan: 'enterprise', rateLimit: 1 });
    await api.get('me');
    await api.get('me');
    expect(await metrics()).toMatch(/^glossa_rate_limit_refusals_total\{caller="organization"\} 1$/m);
  });
});
