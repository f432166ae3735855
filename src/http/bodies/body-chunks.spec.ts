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
  const read = async (message: IncomingMessage, stallMs?: number): Promise<string> => {
    let body = '';
    for await (const chunk of bodyChunks(message, stallMs)) body += chunk.toString();
    return body;
  };

  it('gives the whole body', async () => {
    const [message] = await post('Content-Length: 5\r\n\r\nab');
    setTimeout(() => socket.write('cde'), 20);
    expect(await read(message)).toBe('abcde');
  });

  it('gives up a body that stops, and can still answer', async () => {
    const [message, response] = await post('Content-Length: 5\r\n\r\nab');
    await expect(read(message, 50)).rejects.toThrow(IncompleteBodyError);
    response.end('answer');
    const [answer] = (await once(socket, 'data')) as [Buffer];
    expect(answer.toString()).toMatch(/answer$/);
  });

  it('is patient with one that goes on', async () => {
    const [message] = await post('Content-Length: 5\r\n\r\n');
    for (let i = 0; i < 5; i++) setTimeout(() => socket.write('x'), 60 * (i + 1));
    expect(await read(message, 200)).toBe('xxxxx');
  });

  it('knows when the client has gone', async () => {
    const [message] = await post('Content-Length: 5\r\n\r\nab');
    setTimeout(() => socket.destroy(), 20);
    await expect(read(message)).rejects.toThrow(IncompleteBodyError);
  });
});
