import { createHash } from 'node:crypto';
import type { FileHandle } from 'node:fs/promises';
import { buffer } from 'node:stream/consumers';
import { setImmediate as nextTurn } from 'node:timers/promises';
import { brotliDecompressSync, gunzipSync } from 'node:zlib';
import { ClientDisconnectedError } from '../../http/connections/client-signal';
import { createWarnings } from '../../language-files';
import { FileSpace } from '../render/file-space';
import type { Rendition } from './rendition';
import type { RenditionContent } from './rendition';
import { RenditionCache, type RenditionKey } from './rendition-cache';
import { Spool, type SpooledContent } from './spool';
import { SpooledFile } from './spooled-file';

const KEY: RenditionKey = { projectId: 'p', revision: '1', options: 'json' };

const inMemory = (text: string): SpooledContent => ({
  hash: createHash('sha256').update(text).digest('hex'),
  content: Buffer.from(text),
});

const rendered = (content: SpooledContent, revision = '1'): RenditionContent => ({
  ...content,
  revision,
  mediaType: 'application/json',
  warnings: createWarnings(),
});

const render =
  (text: string, revision = '1') =>
  (): Promise<RenditionContent> =>
    Promise.resolve(rendered(inMemory(text), revision));

const identity = <T>(value: T): Promise<T> => Promise.resolve(value);

describe('RenditionCache', () => {
  let cache: RenditionCache;
  beforeEach(() => {
    cache = new RenditionCache();
  });

  it('renders once for requests that arrive together', async () => {
    const once = jest.fn(render('x'));
    const all = await Promise.all(Array.from({ length: 100 }, () => cache.use(KEY, once, identity)));
    expect(once).toHaveBeenCalledTimes(1);
    expect(new Set(all).size).toBe(1);
  });

  it('renders again for another revision, other options or another project', async () => {
    const counted = jest.fn(render('x'));
    await cache.use(KEY, counted, identity);
    await cache.use({ ...KEY, revision: '2' }, render('y', '2'), identity);
    await cache.use({ ...KEY, options: 'po' }, counted, identity);
    await cache.use({ ...KEY, projectId: 'q' }, counted, identity);
    await cache.use(KEY, counted, identity);
    expect(counted).toHaveBeenCalledTimes(3);
  });

  it('keeps a rendition under the revision of the snapshot, not the requested one', async () => {
    await cache.use(KEY, render('newer', '2'), identity);
    const never = jest.fn();
    expect((await cache.use({ ...KEY, revision: '2' }, never, identity)).hash).toBe(inMemory('newer').hash);
    expect(never).not.toHaveBeenCalled();
  });

  it('renders again after a rendering failed', async () => {
    await expect(cache.use(KEY, () => Promise.reject(new Error('away')), identity)).rejects.toThrow('away');
    await expect(cache.use(KEY, render('x'), identity)).resolves.toBeDefined();
  });

  describe('when clients disconnect', () => {
    const untilAborted = (signal: AbortSignal): Promise<never> =>
      new Promise((_, reject) => signal.addEventListener('abort', () => reject(signal.reason as Error)));

    it('abandons a rendering that has not begun when the last of its clients has left', async () => {
      const clients = [1, 2].map(() => new AbortController());
      const signals: AbortSignal[] = [];
      const renderLater = (signal: AbortSignal): Promise<RenditionContent> => {
        signals.push(signal);
        return untilAborted(signal);
      };
      const uses = clients.map(({ signal }) => cache.use(KEY, renderLater, identity, () => signal));
      clients[0]?.abort(new ClientDisconnectedError());
      expect(signals.map(({ aborted }) => aborted)).toEqual([false]);
      clients[1]?.abort(new ClientDisconnectedError());
      expect(signals.map(({ aborted }) => aborted)).toEqual([true]);
      for (const use of uses) await expect(use).rejects.toThrow(ClientDisconnectedError);
    });

    it('renders for a client that joined a rendering in the moment in which it was abandoned', async () => {
      const client = new AbortController();
      const renderings = [untilAborted, render('x')];
      const next = (signal: AbortSignal): Promise<RenditionContent> => (renderings.shift() ?? untilAborted)(signal);
      const left = cache.use(KEY, next, identity, () => client.signal);
      client.abort(new ClientDisconnectedError());
      const joined = cache.use(KEY, next, identity);
      await expect(left).rejects.toThrow(ClientDisconnectedError);
      expect((await joined).hash).toBe(inMemory('x').hash);
    });
  });

  it('compresses once per coding and counts the compressed bytes', async () => {
    const text = 'Hello, world! '.repeat(1_000);
    const rendition = await cache.use(KEY, render(text), identity);
    const before = cache.bytes;
    const [once, again] = await Promise.all([rendition.body('br'), rendition.body('br')]);
    expect(once).toBe(again);
    expect(brotliDecompressSync(once as Buffer).toString()).toBe(text);
    expect(gunzipSync((await rendition.body('gzip')) as Buffer).toString()).toBe(text);
    expect(cache.bytes).toBeGreaterThan(before);
  });

  it('evicts entries when they exceed the memory limit', async () => {
    const mebibyte = 'x'.repeat(1_048_576);
    for (let i = 0; i < 300; i++)
      await cache.use({ ...KEY, revision: String(i) }, render(mebibyte, String(i)), identity);
    expect(cache.bytes).toBeLessThanOrEqual(128 * 1_048_576);
    expect(cache.bytes).toBeGreaterThan(100 * 1_048_576);
  });
});

describe('renditions in files', () => {
  const GIBIBYTE = 1_073_741_824;
  let cache: RenditionCache;
  let space: FileSpace;
  beforeEach(() => {
    cache = new RenditionCache();
    space = new FileSpace(100 * GIBIBYTE);
  });

  /** Renders a file that has a size but no content. */
  const renderSize = (size: number, revision: string) => (): Promise<RenditionContent> => {
    space.reserve(size);
    const handle = { close: () => Promise.resolve() } as FileHandle;
    return Promise.resolve(rendered({ hash: revision, content: new SpooledFile(handle, size, space) }, revision));
  };
  const use = (size: number, revision: string, kept = renderSize(size, revision)) =>
    cache.use({ ...KEY, revision }, kept, identity);

  it('are evicted, the least recently used first, when they exceed 4 GiB together', async () => {
    for (const revision of ['1', '2', '3', '4']) await use(GIBIBYTE, revision);
    expect(space.bytes).toBe(4 * GIBIBYTE);
    await use(GIBIBYTE, '1');
    await use(1, '5');
    expect(space.bytes).toBe(3 * GIBIBYTE + 1);
    const evicted = jest.fn(renderSize(1, '2'));
    for (const revision of ['1', '3', '4', '5', '2']) await use(GIBIBYTE, revision, evicted);
    expect(evicted).toHaveBeenCalledTimes(1);
  });

  it('are kept when one alone exceeds 4 GiB, and nothing else is then', async () => {
    await use(1, '1');
    await use(5 * GIBIBYTE, '2');
    expect(space.bytes).toBe(5 * GIBIBYTE);
    await use(1, '3');
    expect(space.bytes).toBe(1);
  });
});

describe('references of renditions in files', () => {
  const CONTENT = Buffer.from('0123456789abcdef'.repeat(65_536));
  let cache: RenditionCache;
  let space: FileSpace;
  beforeEach(() => {
    cache = new RenditionCache();
    space = new FileSpace(10 * CONTENT.length);
  });

  async function renderFile(revision = '1'): Promise<RenditionContent> {
    const spool = new Spool(space, 1_024);
    await spool.write(CONTENT);
    return rendered(await spool.end(), revision);
  }

  async function read(rendition: Rendition): Promise<Buffer> {
    const body = await rendition.body('identity');
    if (Buffer.isBuffer(body)) throw new Error('the rendition is in memory');
    return buffer(body.open());
  }

  async function evictAfter(microtasks: number): Promise<void> {
    for (let i = 0; i < microtasks; i++) await Promise.resolve();
    cache.clear();
  }

  it('keep the file of an evicted rendition open until the work is done', async () => {
    const bytes = await cache.use(
      KEY,
      () => renderFile(),
      async (rendition) => {
        cache.clear();
        await nextTurn();
        expect(space.bytes).toBe(CONTENT.length);
        return read(rendition);
      },
    );
    expect(bytes.equals(CONTENT)).toBe(true);
    expect(space.bytes).toBe(0);
  });

  it('keep the file open for each of several users, and close it with the last one', async () => {
    const finish: (() => void)[] = [];
    const uses = [1, 2, 3].map(() =>
      cache.use(
        KEY,
        () => renderFile(),
        () => new Promise<void>((resolve) => finish.push(resolve)),
      ),
    );
    while (finish.length < 3) await nextTurn();
    cache.clear();
    for (const [index, resolve] of finish.entries()) {
      expect(space.bytes).toBe(CONTENT.length);
      resolve();
      await uses[index];
    }
    expect(space.bytes).toBe(0);
  });

  it('keep the file open for every request that waits for a rendering that is evicted as it completes', async () => {
    // The eviction runs at every microtask around the microtask that adds the entry.
    for (let microtasks = 0; microtasks < 12; microtasks++) {
      const renderAndEvict = async (): Promise<RenditionContent> => {
        const result = await renderFile();
        void evictAfter(microtasks);
        return result;
      };
      const all = await Promise.all(Array.from({ length: 5 }, () => cache.use(KEY, renderAndEvict, read)));
      expect(all.every((bytes) => bytes.equals(CONTENT))).toBe(true);
      cache.clear();
      expect(space.bytes).toBe(0);
    }
  });

  it('end when the work fails', async () => {
    const failure = cache.use(
      KEY,
      () => renderFile(),
      () => Promise.reject(new Error('the client left')),
    );
    await expect(failure).rejects.toThrow('the client left');
    expect(space.bytes).toBe(CONTENT.length);
    cache.clear();
    expect(space.bytes).toBe(0);
  });

  it('close the file of a rendering whose revision is in the cache already', async () => {
    await cache.use({ ...KEY, revision: '2' }, () => renderFile('2'), identity);
    const bytes = await cache.use(KEY, () => renderFile('2'), read);
    expect(bytes.equals(CONTENT)).toBe(true);
    expect(space.bytes).toBe(CONTENT.length);
    cache.clear();
    expect(space.bytes).toBe(0);
  });

  it('cannot be acquired after the work is done and the rendition is evicted', async () => {
    const rendition = await cache.use(KEY, () => renderFile(), identity);
    cache.clear();
    expect(() => rendition.acquire()).toThrow('closed');
  });

  it('end at once when the application stops', async () => {
    await cache.use(KEY, () => renderFile(), identity);
    cache.onApplicationShutdown();
    expect(space.bytes).toBe(0);
  });
});
