import { createHash } from 'node:crypto';
import { brotliDecompressSync, gunzipSync } from 'node:zlib';
import { createWarnings } from '../../language-files';
import { type Rendered, RenditionCache } from './rendition-cache';

const rendered = (text: string, revision = '1'): Rendered => ({
  revision,
  mediaType: 'application/json',
  hash: createHash('sha256').update(text).digest('hex'),
  content: Buffer.from(text),
  warnings: createWarnings(),
});

describe('renderings that are kept', () => {
  let cache: RenditionCache;
  beforeEach(() => {
    cache = new RenditionCache();
  });

  it('are made once for requests that arrive together', async () => {
    const render = jest.fn(() => Promise.resolve(rendered('x')));
    const all = await Promise.all(Array.from({ length: 100 }, () => cache.get('p', '1', 'json', render)));
    expect(render).toHaveBeenCalledTimes(1);
    expect(new Set(all).size).toBe(1);
  });

  it('are made anew for another revision, other options, another project', async () => {
    const render = jest.fn(() => Promise.resolve(rendered('x')));
    await cache.get('p', '1', 'json', render);
    await cache.get('p', '2', 'json', () => Promise.resolve(rendered('y', '2')));
    await cache.get('p', '1', 'po', render);
    await cache.get('q', '1', 'json', render);
    await cache.get('p', '1', 'json', render);
    expect(render).toHaveBeenCalledTimes(3);
  });

  it('stand under the revision that the snapshot had, not the one that was asked for', async () => {
    await cache.get('p', '1', 'json', () => Promise.resolve(rendered('newer', '2')));
    const never = jest.fn();
    expect((await cache.get('p', '2', 'json', never)).hash).toBe(rendered('newer').hash);
    expect(never).not.toHaveBeenCalled();
  });

  it('are not remembered when they failed', async () => {
    await expect(cache.get('p', '1', 'json', () => Promise.reject(new Error('away')))).rejects.toThrow('away');
    await expect(cache.get('p', '1', 'json', () => Promise.resolve(rendered('x')))).resolves.toBeDefined();
  });

  it('are compressed once a coding, and count with what they then weigh', async () => {
    const text = 'Hello, world! '.repeat(1_000);
    const rendition = await cache.get('p', '1', 'json', () => Promise.resolve(rendered(text)));
    const before = cache.bytes;
    const [once, again] = await Promise.all([rendition.bytes('br'), rendition.bytes('br')]);
    expect(once).toBe(again);
    expect(brotliDecompressSync(once as Buffer).toString()).toBe(text);
    expect(gunzipSync((await rendition.bytes('gzip')) as Buffer).toString()).toBe(text);
    expect(cache.bytes).toBeGreaterThan(before);
  });

  it('never weigh more than they may', async () => {
    const mebibyte = 'x'.repeat(1_048_576);
    for (let i = 0; i < 300; i++)
      await cache.get('p', String(i), 'json', () => Promise.resolve(rendered(mebibyte, String(i))));
    expect(cache.bytes).toBeLessThanOrEqual(192 * 1_048_576);
    expect(cache.bytes).toBeGreaterThan(150 * 1_048_576);
  });
});
