import { connect } from 'node:net';
import { splitResponses } from './support/raw-responses';
import { rawRequest } from './support/raw-request';
import { type RunningApp, startApp } from './support/start-app';

// The limits of production take minutes to pass.
jest.mock('../src/http/connections/connection-limits', () => ({
  ...jest.requireActual<object>('../src/http/connections/connection-limits'),
  HEADERS_TIMEOUT_MS: 1_000,
  REQUEST_TIMEOUT_MS: 2_000,
  CHECK_INTERVAL_MS: 100,
  LINGER_MS: 100,
}));

let running: RunningApp;
let project: string;
let secret: string;
beforeAll(async () => {
  running = await startApp();
  const given = await running.given.project();
  project = given.id;
  ({ secret } = given.organization);
});
afterAll(() => running.close());

/** Sends bytes one at a time until the service closes the connection. @returns everything that was received */
function trickle(head: string): Promise<string> {
  return new Promise((resolve, reject) => {
    let received = '';
    const socket = connect(Number(new URL(running.url).port), '127.0.0.1', () => {
      socket.write(head);
      const timer = setInterval(() => socket.write('x'), 50);
      socket.on('close', () => clearInterval(timer));
    });
    socket.on('data', (chunk) => (received += chunk.toString('latin1')));
    socket.on('end', () => resolve(received));
    socket.on('error', reject);
  });
}

/** Returns the problem document of the last response. */
function problemIn(received: string): object {
  const { responses, rest } = splitResponses(received, []);
  expect(rest).toBe('');
  const { status, head, body } = responses.at(-1) ?? { status: 0, head: '', body: '{}' };
  const problem = JSON.parse(body) as { requestId: string };
  const headers = new Map(head.split('\r\n').map((line) => line.toLowerCase().split(': ', 2) as [string, string]));
  expect(headers.get('content-type')).toBe('application/problem+json; charset=utf-8');
  expect(headers.get('x-content-type-options')).toBe('nosniff');
  expect(headers.get('x-request-id')).toBe(problem.requestId);
  return { ...problem, status };
}

const LIVE = 'GET /health/live HTTP/1.1\r\nHost: x\r\n\r\n';
const REQUEST_ID = expect.stringMatching(/^[\da-f-]{36}$/) as string;

describe('a request that the HTTP parser refuses is answered with a problem document and a request id', () => {
  it.each([
    ['a request line that is none', 'nonsense\r\n', 400, 'malformed_request'],
    ['a control character in the path', 'GET /\0 HTTP/1.1\r\nHost: x\r\n', 400, 'malformed_request'],
    ['a header without a name', 'GET / HTTP/1.1\r\nHost: x\r\n: x\r\n', 400, 'malformed_request'],
    [
      'two lengths',
      'POST / HTTP/1.1\r\nHost: x\r\nContent-Length: 1\r\nContent-Length: 2\r\n',
      400,
      'malformed_request',
    ],
    ['too large headers', `GET / HTTP/1.1\r\nHost: x\r\nX: ${'x'.repeat(70_000)}\r\n`, 431, 'headers_too_large'],
  ])('%s', async (_, head, status, code) => {
    const answer = await rawRequest(running.url, head);
    expect(problemIn(answer)).toMatchObject({ status, code, instance: '/', requestId: REQUEST_ID });
    expect(answer).toMatch(/\r\nconnection: close\r\n/i);
  });

  it('headers that do not end in time', async () => {
    expect(problemIn(await trickle('GET / HTTP/1.1\r\nHost: x\r\nX: '))).toMatchObject({
      status: 408,
      code: 'request_timeout',
      requestId: REQUEST_ID,
    });
  });

  it.each<[string, () => string, string?]>([
    ['of an import', () => `/api/v1/projects/${project}/import?format=json&language=en`],
    ['of a write', () => `/api/v1/projects/${project}/keys`],
    ['of a write that follows another request', () => `/api/v1/projects/${project}/keys`, LIVE],
  ])('a body %s that does not end in time, however slowly it comes', async (_, path, before = '') => {
    const head = [
      `POST ${path()} HTTP/1.1`,
      'Host: x',
      'X-Request-Id: slow-1',
      `Authorization: Bearer ${secret}`,
      'Content-Type: application/json',
      'Content-Length: 100000',
    ];
    expect(problemIn(await trickle(`${before}${head.join('\r\n')}\r\n\r\n`))).toMatchObject({
      status: 408,
      code: 'request_timeout',
      instance: path().split('?')[0],
      requestId: 'slow-1',
    });
  });

  it('nonsense behind a request, after the response to this request', async () => {
    const received = await rawRequest(running.url, 'GET /health/ready HTTP/1.1\r\nHost: x\r\n\r\n\0nonsense\r\n');
    const { responses } = splitResponses(received, []);
    expect(responses.map(({ status }) => status)).toEqual([200, 400]);
  });
});

describe('a request needs exactly one Host header', () => {
  it.each([
    ['two', 'GET /health/live HTTP/1.1\r\nHost: a\r\nHost: b\r\n'],
    ['two of the same value', 'GET /api/v1/me HTTP/1.1\r\nHost: a\r\nhost: a\r\n'],
    ['none', 'GET /health/live HTTP/1.1\r\n'],
    [
      'two with thousands of headers between',
      `GET /health/live HTTP/1.1\r\nHost: a\r\n${'X: y\r\n'.repeat(3_000)}Host: b\r\n`,
    ],
  ])('and %s are a 400', async (_, head) => {
    expect(problemIn(await rawRequest(running.url, head))).toMatchObject({ status: 400, code: 'malformed_request' });
  });

  it('but HTTP/1.0 needs none', async () => {
    expect(await rawRequest(running.url, 'GET /health/live HTTP/1.0\r\n')).toMatch(/^HTTP\/1\.1 200 /);
  });
});
