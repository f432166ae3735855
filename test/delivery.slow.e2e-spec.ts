import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { chmodSync, existsSync, mkdtempSync, readdirSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { setTimeout as delay } from 'node:timers/promises';
import { IntlMessageFormat } from 'intl-messageformat';
import { HotDelivery } from '../src/delivery/hot-delivery';
import { describeWith } from './oracles/oracle';
import { aapt2, gnustep } from './oracles/readers';
import { blocksOf, readPage } from './support/documented-code';
import { givenChannel } from './support/given-channel';
import { freePort } from './support/postgres-cluster';
import { type RunningApp, startApp } from './support/start-app';

const NGINX = '/usr/sbin/nginx';
const [CACHE_BLOCK = ''] = blocksOf(readPage('docs/delivery.md'), 'nginx');
const DAY = 86_400;

/** nginx with the block of docs/delivery.md, in front of a service. */
class Cache {
  private constructor(
    private readonly folder: string,
    private readonly port: number,
    private readonly child: ReturnType<typeof spawn>,
  ) {}

  static async start(service: string): Promise<Cache> {
    const folder = mkdtempSync(join(tmpdir(), 'glossa-cache-'));
    // The processes of an nginx that root starts are of another user.
    chmodSync(folder, 0o755);
    const port = await freePort();
    const paths = ['client_body', 'proxy', 'fastcgi', 'uwsgi', 'scgi'].map(
      (name) => `${name}_temp_path ${folder}/${name};`,
    );
    const block = CACHE_BLOCK.replace('/var/cache/nginx/glossa', `${folder}/cache`).replace(
      'server {',
      `server {\n  listen 127.0.0.1:${port};`,
    );
    const lines = [
      'daemon off;',
      `pid ${folder}/pid;`,
      'events {}',
      `http { access_log off; ${paths.join(' ')}`,
      `upstream glossa { server ${new URL(service).host} max_fails=0; }`,
      block,
      '}',
    ];
    writeFileSync(join(folder, 'nginx.conf'), lines.join('\n'));
    const args = ['-e', join(folder, 'error.log'), '-c', join(folder, 'nginx.conf')];
    const cache = new Cache(folder, port, spawn(NGINX, args, { stdio: 'ignore' }));
    while (!(await cache.get('/').catch(() => undefined))) await delay(50);
    return cache;
  }

  /** Returns the status, the state of the cache, and the body. */
  async get(path: string, headers: Record<string, string> = {}) {
    const answer = await fetch(`http://127.0.0.1:${this.port}${path}`, { headers });
    return { status: answer.status, cache: answer.headers.get('x-cache'), body: await answer.text(), answer };
  }

  /**
   * Makes all files of the cache older: nginx keeps in each of them the time until which it is valid. The times for which it may be
   * used later are relative to that.
   */
  age(seconds: number): void {
    const folder = join(this.folder, 'cache');
    const files = readdirSync(folder, { recursive: true, withFileTypes: true }).filter((entry) => entry.isFile());
    expect(files.length).toBeGreaterThan(0);
    for (const { parentPath, name } of files) {
      const path = join(parentPath, name);
      const bytes = readFileSync(path);
      // ngx_http_file_cache_header_t: the version of the layout, then `valid_sec`.
      expect(bytes.readBigUInt64LE(0)).toBe(5n);
      bytes.writeBigInt64LE(bytes.readBigInt64LE(8) - BigInt(seconds), 8);
      writeFileSync(path, bytes);
    }
  }

  async stop(): Promise<void> {
    this.child.kill('SIGTERM');
    await once(this.child, 'exit');
    rmSync(this.folder, { recursive: true, force: true });
  }
}

const describeWithNginx = existsSync(NGINX) || process.env.CI ? describe : describe.skip;

describeWithNginx('the nginx block of docs/delivery.md', () => {
  let running: RunningApp;
  let cache: Cache;
  let stopped: Promise<void> | undefined;
  const stopService = (): Promise<void> => (stopped ??= running.close());
  // Each test has a service that it may stop.
  beforeEach(async () => {
    stopped = undefined;
    running = await startApp();
    cache = await Cache.start(running.url);
  });
  afterEach(async () => {
    await cache.stop();
    await stopService();
  });

  it('asks again by the entity tag, and passes it on to clients', async () => {
    const { address, publish, setText } = await givenChannel(running, { format: 'json' });
    const path = new URL(`${address}/de.json`).pathname;
    const first = await cache.get(path);
    const tag = first.answer.headers.get('etag') ?? '';
    expect(tag).toMatch(/^"[0-9a-f]{64}"$/);
    // The channel serves the same bytes since another time.
    await setText('cart.pay', 'en', 'Pay');
    await publish();
    await running.anonymous.get(path);
    const { counters } = running.app.get(HotDelivery);
    const before = { ...counters };
    cache.age(61);
    expect((await cache.get(path)).cache).toBe('STALE');
    let shown = await cache.get(path);
    while (shown.cache !== 'HIT') shown = await cache.get(path);
    expect([shown.body, shown.answer.headers.get('etag')]).toEqual([first.body, tag]);
    // A 304: no bytes were sent.
    expect([counters.memory - before.memory, counters.bytes - before.bytes]).toEqual([1, 0]);
    const unchanged = await cache.get(path, { 'if-none-match': tag });
    expect([unchanged.status, unchanged.cache]).toEqual([304, 'HIT']);
  });

  it('serves files from its cache, new ones after a minute, and old ones for a week while the service is stopped', async () => {
    const { address, setText, publish } = await givenChannel(running, { format: 'json', fallback: 'auto' });
    const path = new URL(`${address}/de.json`).pathname;
    const title = async (headers?: Record<string, string>) => {
      const { status, cache: state, body } = await cache.get(path, headers);
      return [status, state, status === 200 ? JSON.parse(body)['cart.title'] : undefined];
    };
    expect(await title()).toEqual([200, 'MISS', 'Warenkorb']);
    // One file for all origins.
    expect(await title({ origin: 'https://shop.example.com' })).toEqual([200, 'HIT', 'Warenkorb']);
    expect((await cache.get(path)).answer.headers.get('access-control-allow-origin')).toBe('*');

    await setText('cart.title', 'de', 'Einkaufswagen');
    await publish();
    expect(await title()).toEqual([200, 'HIT', 'Warenkorb']);
    cache.age(61);
    expect(await title()).toEqual([200, 'STALE', 'Warenkorb']);
    // The request in the background brings the new file.
    let shown = await title();
    while (shown[1] !== 'HIT') shown = await title();
    expect(shown).toEqual([200, 'HIT', 'Einkaufswagen']);

    await stopService();
    cache.age(6 * DAY);
    expect(await title()).toEqual([200, 'STALE', 'Einkaufswagen']);
    cache.age(2 * DAY);
    expect(await title()).toEqual([502, 'EXPIRED', undefined]);
  });
});

describe('files for applications that compile them', () => {
  let running: RunningApp;
  beforeAll(async () => {
    running = await startApp();
  });
  afterAll(() => running.close());

  const load = async (format: string, extension: string, release = {}): Promise<Buffer> => {
    const { token } = await givenChannel(running, { format, ...release });
    const { status, bytes } = await running.anonymous.get(`/delivery/${token}/production/de.${extension}`);
    expect(status).toBe(200);
    return bytes;
  };

  describeWith(['aapt', 'android-framework-res'], 'for Android', () => {
    it('are compiled by aapt2', async () => {
      expect(aapt2.read(await load('android', 'xml'))).toContainEqual(['cart.title', 'Warenkorb']);
    });
  });

  describeWith(['python3', 'gnustep-base-runtime'], 'for Apple', () => {
    it('are read as a property list by GNUstep', async () => {
      expect(gnustep.read(await load('strings', 'strings'))).toContainEqual(['cart.title', 'Warenkorb']);
    });
  });

  it('for Flutter are messages of ICU', async () => {
    const texts = JSON.parse((await load('arb', 'arb')).toString());
    expect(texts).toMatchObject({ '@@locale': 'de', 'cart.title': 'Warenkorb' });
    expect(new IntlMessageFormat(texts['cart.items'], 'de').format({ count: 2, name: 'Zoë' })).toBe(
      '2 Artikel für Zoë',
    );
  });
});
