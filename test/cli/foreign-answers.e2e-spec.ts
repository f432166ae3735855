import { createServer, type IncomingMessage, type ServerResponse } from 'node:http';
import type { AddressInfo } from 'node:net';
import { isOfGlossa } from '../../cli/src/api/foreign-answer';
import { toCommandError } from '../../cli/src/exit-code';
import { Output } from '../../cli/src/terminal/output';
import { hideSecret } from '../../cli/src/terminal/secrets';
import { COMMON_HEADERS } from '../../src/http/responses/response-headers';
import { json, JSON_RULES } from './given-repository';
import { Repository } from './repository';

const KEY = 'key-of-an-operator-0123456789abcdef';
/** The input of glossa mcp. */
const PING = JSON.stringify({ jsonrpc: '2.0', id: 1, method: 'ping' });

describe('an answer that is none of Glossa', () => {
  /** Starts a server, and runs a command that takes it for Glossa. @param path of the address behind the origin */
  const run = async (
    answer: (request: IncomingMessage, response: ServerResponse) => void,
    args: string[],
    path = '',
  ): Promise<{ code: number | null; stdout: string; stderr: string; server: string }> => {
    const listener = createServer((request, response) => {
      request.resume().on('end', () => answer(request, response));
    });
    await new Promise<void>((resolve) => listener.listen(0, '127.0.0.1', resolve));
    const server = `http://127.0.0.1:${(listener.address() as AddressInfo).port}${path}`;
    const files = { 'glossa.json': json({ project: 'p', files: JSON_RULES }), 'locales/en.json': json({ a: 'A' }) };
    const repository = Repository.create({ GLOSSA_API_KEY: KEY, GLOSSA_SERVER: server }, files);
    try {
      return { ...(await repository.glossa(args, { input: PING })), server };
    } finally {
      listener.closeAllConnections();
      await new Promise((resolve) => listener.close(resolve));
    }
  };
  const redirectTo =
    (location: (request: IncomingMessage) => string, status: number) =>
    (request: IncomingMessage, response: ServerResponse): void =>
      void response.writeHead(status, { Location: location(request), 'Content-Type': 'text/html' }).end('<html>');

  it.each([301, 302, 303, 307, 308])(
    'a redirect with %i is not followed, and the error names the address',
    async (status) => {
      const requests: string[] = [];
      const moved = ({ url = '' }: IncomingMessage): string => {
        requests.push(url);
        return `https://glossa.example.com/base${url.slice('/old'.length)}`;
      };
      // log sends a GET, and mcp a POST.
      for (const args of [['log'], ['mcp']]) {
        const { stdout, stderr, server } = await run(redirectTo(moved, status), args, '/old');
        expect(stdout + stderr).toContain(
          `${server} redirects to another address: https://glossa.example.com/base/api/v1/`,
        );
        expect(stderr).toContain('Write the address https://glossa.example.com/base into glossa.json');
      }
      expect(requests).toHaveLength(2);
    },
  );

  it('a redirect to the same server is not followed either, and the query of a target is not shown', async () => {
    const { code, stderr } = await run(
      redirectTo(() => '/sign-in?state=secret', 302),
      ['log'],
    );
    expect([code, stderr]).toEqual([
      5,
      expect.stringContaining('/sign-in\nCheck the address. A proxy that asks people'),
    ]);
  });

  it.each([
    [413, 'text/html', 4, 'client_max_body_size'],
    [413, 'text/plain', 4, 'client_max_body_size'],
    [413, undefined, 4, 'client_max_body_size'],
    [403, 'text/html', 4, 'the rules of the proxy'],
    [401, 'text/html', 4, 'the rules of the proxy'],
    [500, 'text/html', 5, 'the rules of the proxy'],
    [404, 'text/html', 5, 'Check the address: '],
    [405, 'text/plain', 5, 'Check the address: '],
    [200, 'text/html', 5, 'Check the address: '],
  ])('an answer %s as %s ends with %s', async (status, type, expected, hint) => {
    const { code, stderr } = await run(
      (_, response) =>
        void response.writeHead(status, type === undefined ? {} : { 'Content-Type': type }).end('<html>'),
      ['push', '--json'],
    );
    expect([code, stderr]).toEqual([expected, expect.stringContaining(hint)]);
    expect(stderr).toContain(`it answered ${status}`);
  });

  it.each([
    [200, 'application/json', 'null', {}],
    [200, 'application/json', '{}', {}],
    [200, 'application/json', '{"status":"ok"}', { 'X-Request-Id': '1' }],
    [200, 'application/json', '[]', { 'X-Request-Id': '1' }],
    [200, 'application/json', '{"broken', { 'X-Request-Id': '1' }],
    [200, 'text/plain', 'It works!', {}],
    [200, 'text/plain', 'It works!', { 'X-Request-Id': '1' }],
    [204, undefined, '', {}],
    [404, 'application/json', '{"message":"Not Found"}', { 'X-Request-Id': '1' }],
  ])('the document %s of another server is named: %s %s', async (status, type, body, headers) => {
    const answer = (_: IncomingMessage, response: ServerResponse): void =>
      void response.writeHead(status, { ...headers, ...(type !== undefined && { 'Content-Type': type }) }).end(body);
    for (const args of [['check'], ['log']]) {
      const { code, stderr, server } = await run(answer, args);
      expect([args, code, stderr]).toEqual([
        args,
        5,
        `error: ${server} did not answer as a Glossa server: it answered ${status}\n` +
          'Check the address: it is the address of the dashboard, without a path behind it.\n',
      ]);
    }
    const { stdout, server } = await run(answer, ['mcp']);
    expect(JSON.parse(stdout)).toMatchObject({
      error: { message: `${server} did not answer as a Glossa server: it answered ${status}` },
    });
  });

  it('a document of Glossa with another content is a defect, which ends with 6', async () => {
    const headers = {
      'Content-Type': 'application/json',
      'Content-Security-Policy': `default-src 'none'; frame-ancestors 'none'`,
    };
    const { code, stdout, stderr } = await run(
      (_, response) => void response.writeHead(200, headers).end('null'),
      ['check', '--json'],
    );
    expect([code, stderr]).toEqual([6, expect.stringMatching(/^error: .+\nThis is a defect of glossa.*\n +at /)]);
    expect(JSON.parse(stdout)).toMatchObject({ exitCode: 6, error: { message: expect.any(String) } });
  });
});

it('knows the answers of a server by a header that the server sends', () => {
  const headers = new Headers(COMMON_HEADERS);
  expect(isOfGlossa(new Response('{}', { headers }))).toBe(true);
});

it('an unexpected error is shown without the API key', () => {
  const shown: unknown[] = [];
  jest.spyOn(process.stdout, 'write').mockImplementation((text) => shown.push(text) > 0);
  jest.spyOn(process.stderr, 'write').mockImplementation((text) => shown.push(text) > 0);
  hideSecret(KEY);
  new Output(true).error(toCommandError(new TypeError(`"Bearer ${KEY}" is an invalid header value`)));
  jest.restoreAllMocks();
  expect(shown).toHaveLength(2);
  expect(shown.join('')).toContain('"Bearer …" is an invalid header value');
  expect(shown.join('')).not.toContain(KEY);
});
