import { once } from 'node:events';
import { createServer, type IncomingMessage, type Server, type ServerResponse } from 'node:http';
import { type AddressInfo, connect, type Socket } from 'node:net';
import { bodyChunks } from './body-chunks';
import { IncompleteBodyError } from './body-errors';

describe('bodyChunks', () => {
  let server: Server;
  let socket: Socket;
  beforeEach(async () => {
    server = createServer();
    await once(server.listen(0, '127.0.0.1'), 'listening');
    socket = connect((server.address() as AddressInfo).port, '127.0.0.1');
  });
  afterEach(() => {
    socket.destroy();
    server.close();
    server.closeAllConnections();
  });

  const post = async (head: string): Promise<[IncomingMessage, ServerResponse]> => {
    socket.write(`POST / HTTP/1.1\r\nHost: x\r\n${head}`);
    return (await once(server, 'request')) as [IncomingMessage, ServerResponse];
  };
  const read = async (message: IncomingMessage, timeoutMs?: number): Promise<string> => {
    let body = '';
    for await (const chunk of bodyChunks(message, timeoutMs)) body += chunk.toString();
    return body;
  };

  it('yields the whole body', async () => {
    const [message] = await post('Content-Length: 5\r\n\r\nab');
    setTimeout(() => socket.write('cde'), 20);
    expect(await read(message)).toBe('abcde');
  });

  it('throws when the client stops sending, and leaves the connection open for the response', async () => {
    const [message, response] = await post('Content-Length: 5\r\n\r\nab');
    await expect(read(message, 50)).rejects.toThrow(IncompleteBodyError);
    response.end('refused');
    const [received] = (await once(socket, 'data')) as [Buffer];
    expect(received.toString()).toMatch(/refused$/);
  });

  it('restarts the timeout with each chunk', async () => {
    const [message] = await post('Content-Length: 5\r\n\r\n');
    // The timers of the sockets are real.
    jest.useFakeTimers({ doNotFake: ['nextTick', 'setImmediate', 'clearImmediate', 'queueMicrotask', 'performance'] });
    try {
      const chunks = bodyChunks(message, 200);
      for (let i = 0; i < 5; i++) {
        const chunk = chunks.next();
        jest.advanceTimersByTime(150);
        socket.write('x');
        expect((await chunk).value?.toString()).toBe('x');
      }
      expect((await chunks.next()).done).toBe(true);
    } finally {
      jest.useRealTimers();
    }
  });

  it('throws when the client disconnects', async () => {
    const [message] = await post('Content-Length: 5\r\n\r\nab');
    setTimeout(() => socket.destroy(), 20);
    await expect(read(message)).rejects.toThrow(IncompleteBodyError);
  });
});
