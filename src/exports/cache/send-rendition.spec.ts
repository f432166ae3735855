import { once } from 'node:events';
import { type AddressInfo, connect, type Socket } from 'node:net';
import { buffer } from 'node:stream/consumers';
import { setTimeout as wait } from 'node:timers/promises';
import fastify, { type FastifyInstance } from 'fastify';
import { sendRepresentation } from '../../http/responses/representation';
import { createWarnings } from '../../language-files';
import { FileSpace } from '../render/file-space';
import type { RenditionContent } from './rendition';
import { RenditionCache } from './rendition-cache';
import { Spool } from './spool';

/** More than the socket buffers of both sides hold. */
const CONTENT = Buffer.alloc(24 * 1_048_576, 'Glossa ');
const KEY = { projectId: 'p', revision: '1', options: 'json' };

describe('sending a rendition from a file', () => {
  let server: FastifyInstance;
  let cache: RenditionCache;
  let space: FileSpace;
  /** Runs between the cache look-up and the first byte of the response. */
  let beforeSend: () => void | Promise<void>;
  let hash: string;

  beforeEach(async () => {
    cache = new RenditionCache();
    space = new FileSpace(2 * CONTENT.length);
    beforeSend = () => undefined;
    server = fastify();
    server.get('/', (_request, reply) =>
      cache.use(KEY, renderFile, async (rendition) => {
        hash = rendition.hash;
        await beforeSend();
        await sendRepresentation(reply, rendition);
      }),
    );
    await server.listen({ port: 0, host: '127.0.0.1' });
  });
  afterEach(() => server.close());

  async function renderFile(): Promise<RenditionContent> {
    const spool = new Spool(space, 1_024);
    await spool.write(CONTENT);
    return { ...(await spool.end()), revision: '1', mediaType: 'application/json', warnings: createWarnings() };
  }

  function request(method = 'GET', headers = ''): Socket {
    const socket = connect((server.server.address() as AddressInfo).port, '127.0.0.1');
    socket.write(`${method} / HTTP/1.1\r\nHost: x\r\nConnection: close\r\n${headers}\r\n`);
    return socket;
  }

  const bodyOf = (response: Buffer): Buffer => response.subarray(response.indexOf('\r\n\r\n') + 4);

  /** Waits until all references but the references of the cache have ended, then evicts the rendition. */
  async function expectNoFileLeft(): Promise<void> {
    cache.clear();
    for (let turn = 0; turn < 6_000 && space.bytes > 0; turn++) await wait(10);
    expect(space.bytes).toBe(0);
  }

  it('sends all bytes of a rendition that is evicted while it is sent', async () => {
    const socket = request();
    await once(socket, 'readable');
    cache.clear();
    expect(space.bytes).toBe(CONTENT.length);
    expect(bodyOf(await buffer(socket)).equals(CONTENT)).toBe(true);
    await expectNoFileLeft();
  });

  it('sends all bytes of a rendition that is evicted between the look-up and the first byte', async () => {
    beforeSend = async () => {
      cache.clear();
      await wait(20);
    };
    expect(bodyOf(await buffer(request())).equals(CONTENT)).toBe(true);
    await expectNoFileLeft();
  });

  it.each(['', 'Accept-Encoding: gzip\r\n'])(
    'closes the file when the client leaves half way (%j)',
    async (headers) => {
      const socket = request('GET', headers);
      await once(socket, 'readable');
      socket.destroy();
      await expectNoFileLeft();
    },
  );

  it.each(['', 'Accept-Encoding: gzip\r\n'])(
    'closes the file when the client leaves before the first byte (%j)',
    async (headers) => {
      let left: Promise<unknown> | undefined;
      beforeSend = async () => {
        socket.destroy();
        left = once(socket, 'close');
        await left;
        await wait(50);
      };
      const socket = request('GET', headers);
      while (!left) await wait(5);
      await expectNoFileLeft();
    },
  );

  it('opens no stream for HEAD and has the headers of GET', async () => {
    const response = (await buffer(request('HEAD'))).toString();
    expect(response).toContain(`content-length: ${CONTENT.length}\r\n`);
    expect(response.endsWith('\r\n\r\n')).toBe(true);
    await expectNoFileLeft();
  });

  it('releases the file at once for a 304', async () => {
    await buffer(request());
    const response = (await buffer(request('GET', `If-None-Match: "${hash}"\r\n`))).toString();
    expect(response).toContain('304 Not Modified');
    await expectNoFileLeft();
  });

  it('releases the file when the response fails', async () => {
    beforeSend = () => Promise.reject(new Error('broken'));
    expect((await buffer(request())).toString()).toContain('500 Internal Server Error');
    await expectNoFileLeft();
  });
});
