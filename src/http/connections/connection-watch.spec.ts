import { once } from 'node:events';
import { type AddressInfo, connect, type Socket } from 'node:net';
import { setTimeout as wait } from 'node:timers/promises';
import fastify, { type FastifyInstance } from 'fastify';
import { ConnectionWatch } from './connection-watch';

const SILENCE_MS = 100;

jest.mock('./connection-limits', () => ({ SILENCE_MS: 100, MAX_HANDLING_MS: 3_000 }));

/** More than the buffers of a connection hold. */
const LARGE = Buffer.alloc(32 * 1_048_576);

describe('ConnectionWatch', () => {
  let server: FastifyInstance;
  let socket: Socket;
  let received: string;
  let logged: string[];

  beforeEach(async () => {
    logged = [];
    received = '';
    const stream = { write: (line: string) => logged.push(line) };
    server = fastify({ connectionTimeout: SILENCE_MS, logger: { level: 'error', stream } });
    const connections = new ConnectionWatch(server.server);
    server.addHook('onRequest', (request, reply, done) => {
      connections.watch(request, reply);
      done();
    });
    server.get('/slow', async () => {
      await wait(3 * SILENCE_MS);
      return 'slow';
    });
    server.get('/never', () => new Promise(() => undefined));
    server.get('/large', () => LARGE);
    await server.listen({ host: '127.0.0.1', port: 0 });
    socket = connect((server.server.address() as AddressInfo).port, '127.0.0.1');
    await once(socket, 'connect');
  });
  afterEach(() => {
    socket.destroy();
    return server.close();
  });

  const request = (path: string): void => {
    socket.write(`GET ${path} HTTP/1.1\r\nHost: x\r\n\r\n`);
  };

  it('leaves a handler the time to respond', async () => {
    socket.on('data', (chunk) => (received += chunk.toString()));
    request('/slow');
    while (!received.endsWith('slow')) await once(socket, 'data');
    expect(received).toMatch(/^HTTP\/1.1 200 /);
  });

  it('closes the connection of a handler that does not respond, and logs it', async () => {
    request('/never');
    socket.resume();
    await once(socket, 'close');
    expect(logged.join()).toMatch(/no response was produced in time/);
  });

  it('closes the connection of a client that does not read its response', async () => {
    const arrived = once(server.server, 'request');
    request('/large');
    const [{ socket: accepted }] = (await arrived) as [{ socket: Socket }];
    await once(accepted, 'close');
    expect(logged).toEqual([]);
  });
});
