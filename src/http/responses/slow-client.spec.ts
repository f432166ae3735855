import { once } from 'node:events';
import { createServer, type Server } from 'node:http';
import { type AddressInfo, connect, type Socket } from 'node:net';
import { Readable } from 'node:stream';
import { setTimeout as wait } from 'node:timers/promises';
import { disconnectSlowClient, type MinimumPace } from './slow-client';

const BLOCK = Buffer.alloc(65_536);
const BLOCKS = 1_600;

/** More bytes than the buffers of a connection hold. */
const body = (): Readable => Readable.from(Array.from({ length: BLOCKS }, () => BLOCK));

describe('disconnectSlowClient', () => {
  let server: Server;
  let sent: Readable;
  let pace: MinimumPace;
  let source: () => Readable;

  beforeEach(async () => {
    source = body;
    server = createServer((_request, response) => {
      disconnectSlowClient(response, pace);
      sent = source();
      sent.pipe(response).once('close', () => sent.destroy());
    }).listen(0, '127.0.0.1');
    await once(server, 'listening');
  });
  afterEach(() => new Promise((resolve) => server.close(resolve)));

  function client(): Socket {
    const socket = connect((server.address() as AddressInfo).port, '127.0.0.1');
    socket.write('GET / HTTP/1.0\r\n\r\n');
    return socket;
  }

  it('ends the connection of a client that receives nothing', async () => {
    pace = { bytes: 1_024, ms: 50 };
    const socket = client();
    await once(socket, 'readable');
    await once(sent, 'close');
    expect(sent.readableEnded).toBe(false);
    socket.destroy();
  });

  it('lets a client that waits for a slow source receive the whole body', async () => {
    pace = { bytes: 1_024, ms: 50 };
    source = () =>
      Readable.from(
        (async function* () {
          yield 'first';
          await wait(300);
          yield 'last';
        })(),
      );
    let received = '';
    const socket = client().on('data', (chunk: Buffer) => (received += chunk.toString()));
    await once(socket, 'close');
    expect(received).toMatch(/first[^]*last/);
  });

  it('lets a client that keeps reading receive the whole body', async () => {
    pace = { bytes: 1, ms: 2_000 };
    let received = 0;
    const socket = client().on('data', (chunk: Buffer) => (received += chunk.length));
    await once(socket, 'close');
    expect(received).toBeGreaterThan(BLOCKS * BLOCK.length);
  });
});
