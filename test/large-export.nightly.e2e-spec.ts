import { createHash } from 'node:crypto';
import { connect, type Socket } from 'node:net';
import { PROCESS_FILE_SPACE } from '../src/exports/render/file-space';
import { RenditionCache } from '../src/exports/cache/rendition-cache';
import { until } from './support/receiver';
import { type RunningApp, startApp } from './support/start-app';

const KEYS = 600;
/** The texts of all keys together are larger than a rendering that stays in memory. */
const TEXT = 'Text, ünïcode 😀 and \\ "quotes". '.repeat(1_900);

describe('export that is too large for memory', () => {
  let running: RunningApp;
  let project: Awaited<ReturnType<RunningApp['given']['project']>>;
  let file: Buffer;

  beforeAll(async () => {
    running = await startApp();
    project = await running.given.project({ targetLanguages: ['de'] });
    const lines = Array.from(
      { length: KEYS },
      (_, i) => `  "k${String(i).padStart(4, '0')}": ${JSON.stringify(TEXT + i)}`,
    );
    file = Buffer.from(`{\n${lines.join(',\n')}\n}\n`);
    const { status, body } = await project.api.send('POST', `projects/${project.id}/import?language=en&format=json`, {
      body: new Uint8Array(file),
    });
    expect(body).toEqual({ imported: KEYS, updated: 0, skipped: 0 });
    expect(status).toBe(200);
  });
  afterAll(() => running.close());

  const path = (): string => `projects/${project.id}/export`;

  /** Opens a connection that requests the export and reads nothing of it. */
  async function silentReader(): Promise<Socket> {
    const { hostname, port } = new URL(running.url);
    const socket = connect(Number(port), hostname);
    socket.write(
      `GET /api/v1/${path()} HTTP/1.1\r\nHost: x\r\nAuthorization: Bearer ${project.organization.secret}\r\n\r\n`,
    );
    await new Promise((resolve) => socket.once('readable', resolve));
    return socket;
  }

  it('returns the imported bytes with their hash as the entity tag', async () => {
    const { status, headers, bytes } = await project.api.get(path(), { headers: { 'accept-encoding': 'identity' } });
    expect(status).toBe(200);
    expect(headers.get('content-length')).toBe(String(file.length));
    expect(bytes.equals(file)).toBe(true);
    expect(headers.get('etag')).toBe(`"${createHash('sha256').update(file).digest('hex')}"`);
  });

  it('compresses the body as it is sent when the client accepts gzip', async () => {
    const { headers, bytes } = await project.api.get(path(), { headers: { 'accept-encoding': 'br, gzip' } });
    expect(headers.get('content-encoding')).toBe('gzip');
    expect(headers.get('content-length')).toBeNull();
    expect(headers.get('etag')).toBe(`"${createHash('sha256').update(file).digest('hex')}-gzip"`);
    expect(bytes.equals(file)).toBe(true);
  });

  it('returns the headers of GET and no body for HEAD', async () => {
    const { headers, bytes } = await project.api.send('HEAD', path(), { headers: { 'accept-encoding': 'gzip' } });
    expect([headers.get('content-encoding'), bytes.length]).toEqual(['gzip', 0]);
  });

  it('responds with 304 to a client that has the bytes', async () => {
    const { headers } = await project.api.get(path());
    const again = await project.api.get(path(), { headers: { 'if-none-match': headers.get('etag') ?? '' } });
    expect([again.status, again.bytes.length]).toEqual([304, 0]);
  });

  it('blocks neither readers nor writers while clients read slowly', async () => {
    const slow = await Promise.all(Array.from({ length: 20 }, silentReader));
    const [read, written] = await Promise.all([
      project.api.get('projects'),
      project.api.post(`projects/${project.id}/keys`, { name: `new.${Date.now()}`, value: 'x' }),
    ]);
    expect([read.status, written.status]).toEqual([200, 201]);
    expect((await project.api.get(path())).bytes.length).toBeGreaterThan(file.length);
    for (const socket of slow) socket.destroy();
    // The other tests compare the export with the file.
    await project.api.delete(`keys/${written.body.key.id}`);
  });

  it('stays available to other clients after one disconnected half way', async () => {
    (await silentReader()).destroy();
    expect((await project.api.get(path())).status).toBe(200);
  });

  it('frees the disk space of evicted renderings when their last response has ended', async () => {
    const reader = await silentReader();
    running.app.get(RenditionCache).clear();
    expect(PROCESS_FILE_SPACE.bytes).toBeGreaterThanOrEqual(file.length);
    reader.destroy();
    await until(() => PROCESS_FILE_SPACE.bytes === 0);
  });
});
