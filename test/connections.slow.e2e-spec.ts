import { connect, type Socket } from 'node:net';
import { setTimeout as wait } from 'node:timers/promises';
import { seededRandom } from '../src/language-files/contract/mutants.contract';
import { type FuzzTarget, generateConnection, playConnection } from './support/connection-fuzzer';
import { splitResponses } from './support/raw-responses';
import { type RunningApp, startApp } from './support/start-app';

// The limits of production take a minute to pass.
jest.mock('../src/http/connections/connection-limits', () => ({
  HEADERS_TIMEOUT_MS: 1_500,
  CHECK_INTERVAL_MS: 250,
  REQUEST_TIMEOUT_MS: 900_000,
  IDLE_MS: 1_000,
  BODY_STALL_MS: 1_000,
  SILENCE_MS: 3_000,
  MAX_HANDLING_MS: 900_000,
  MAX_DISCARDED_BYTES: 8_000_000,
  MAX_DISCARDING_MS: 10_000,
  DISCARDING_STALL_MS: 2_000,
}));

const MAX_UPLOAD_BYTES = 100_000;
/** Longer than each of the limits; a busy machine included. */
const PATIENCE_MS = 60_000;

describe('connections', () => {
  let running: RunningApp;
  let target: FuzzTarget;
  beforeAll(async () => {
    running = await startApp({ maxUploadBytes: MAX_UPLOAD_BYTES });
    const { id, organization, keyIds } = await running.given.project({ keys: [{ name: 'a', value: 'A' }] });
    target = {
      url: running.url,
      secret: organization.secret,
      projectId: id,
      keyId: keyIds[0] ?? '',
      maxUploadBytes: MAX_UPLOAD_BYTES,
    };
  });
  afterAll(() => running.close());

  /** A connection whose client writes what it likes. */
  class RawClient {
    private received = '';
    private readonly socket: Socket;
    private readonly closed: Promise<void>;

    constructor() {
      this.socket = connect(Number(new URL(running.url).port), '127.0.0.1');
      this.socket.setNoDelay();
      this.socket.on('data', (chunk) => (this.received += chunk.toString('latin1')));
      this.socket.on('error', () => undefined);
      this.closed = new Promise((resolve) => this.socket.once('close', () => resolve()));
    }

    write(bytes: string | Buffer): Promise<void> {
      return new Promise((resolve) => this.socket.write(bytes, () => resolve()));
    }

    get statuses(): number[] {
      return splitResponses(this.received, []).responses.map(({ status }) => status);
    }

    /** Resolves when there are so many responses, or the service has closed the connection. */
    async receive(count: number): Promise<number[]> {
      const end = performance.now() + PATIENCE_MS;
      while (this.statuses.length < count && !this.socket.destroyed && performance.now() < end) await wait(10);
      return this.statuses;
    }

    /** Resolves when the service closes the connection. */
    async waitForClose(): Promise<'closed' | 'open'> {
      return Promise.race([
        this.closed.then(() => 'closed' as const),
        wait(PATIENCE_MS, 'open' as const, { ref: false }),
      ]);
    }

    destroy(): void {
      this.socket.destroy();
    }
  }

  const withClient = async (test: (client: RawClient) => Promise<void>): Promise<void> => {
    const client = new RawClient();
    try {
      await test(client);
    } finally {
      client.destroy();
    }
  };
  const head = (method: string, path: string, ...headers: string[]): string =>
    [`${method} ${path} HTTP/1.1`, 'Host: x', `Authorization: Bearer ${target.secret}`, ...headers, '', ''].join(
      '\r\n',
    );
  const LIVE = 'GET /health/live HTTP/1.1\r\nHost: x\r\n\r\n';
  const importPath = (): string => `/api/v1/projects/${target.projectId}/import?format=json&language=de`;
  const form = (size: number): Buffer =>
    Buffer.from(
      `--b\r\nContent-Disposition: form-data; name="file"; filename="de.json"\r\n\r\n${'x'.repeat(size)}\r\n--b--\r\n`,
    );

  it.each<[string, () => string, string, Buffer]>([
    ['a form', importPath, 'Content-Type: multipart/form-data; boundary=b', form(2_000_000)],
    [
      'a form with an epilogue',
      importPath,
      'Content-Type: multipart/form-data; boundary=b',
      Buffer.concat([form(10), Buffer.alloc(2_000_000)]),
    ],
    ['a form without a boundary', importPath, 'Content-Type: multipart/form-data', form(2_000_000)],
    ['a raw file', importPath, 'Content-Type: text/plain', Buffer.alloc(2_000_000)],
    [
      'JSON',
      () => `/api/v1/projects/${target.projectId}/keys`,
      'Content-Type: application/json',
      Buffer.alloc(3_000_000),
    ],
    ['an unknown path', () => '/api/v1/unknown', 'Content-Type: text/plain', Buffer.alloc(2_000_000)],
  ])('serves the next request after the refused body of %s', async (_name, path, type, body) => {
    for (const chunked of [false, true]) {
      await withClient(async (client) => {
        const framing = chunked ? 'Transfer-Encoding: chunked' : `Content-Length: ${body.length}`;
        await client.write(head('POST', path(), type, framing));
        if (chunked) await client.write(`${body.length.toString(16)}\r\n`);
        await client.write(body);
        if (chunked) await client.write('\r\n0\r\n\r\n');
        await client.write(LIVE);
        const [first, second] = await client.receive(2);
        expect(first).toBeGreaterThanOrEqual(400);
        expect(second).toBe(200);
      });
    }
  });

  it('closes the connection when the rest of a refused body does not arrive', () =>
    withClient(async (client) => {
      await client.write(head('POST', '/api/v1/unknown', 'Content-Length: 100000'));
      await client.write(`some bytes${LIVE}`);
      expect(await client.waitForClose()).toBe('closed');
      expect(client.statuses).toEqual([404]);
    }));

  it('closes the connection when the rest of a refused body is too large', () =>
    withClient(async (client) => {
      await client.write(head('POST', '/api/v1/unknown', 'Content-Length: 5000000000'));
      const closed = client.waitForClose();
      const sending = (async () => {
        while ((await Promise.race([closed, client.write(Buffer.alloc(65_536))])) !== 'closed') await wait(2);
      })();
      expect(await closed).toBe('closed');
      await sending;
      expect(client.statuses).toEqual([404]);
    }));

  it('closes the connection after a request with an Upgrade, whose successor in the same packet is lost', () =>
    withClient(async (client) => {
      await client.write(head('GET', '/health/live', 'Connection: Upgrade', 'Upgrade: websocket') + LIVE);
      expect(await client.waitForClose()).toBe('closed');
      expect(client.statuses).toEqual([200]);
    }));

  it('reads the body of a request with an Upgrade', () =>
    withClient(async (client) => {
      const body = '{"name":"upgraded","value":"x"}';
      const upgrade = ['Connection: Upgrade, HTTP2-Settings', 'Upgrade: h2c', 'HTTP2-Settings: AAMAAABk'];
      const path = `/api/v1/projects/${target.projectId}/keys`;
      const type = ['Content-Type: application/json', `Content-Length: ${body.length}`];
      await client.write(head('POST', path, ...upgrade, ...type) + body);
      expect(await client.waitForClose()).toBe('closed');
      expect(client.statuses).toEqual([201]);
    }));

  it('closes an idle connection, also if empty lines arrive on it', () =>
    withClient(async (client) => {
      await client.write(LIVE);
      expect(await client.receive(1)).toEqual([200]);
      await client.write('\r\n');
      expect(await client.waitForClose()).toBe('closed');
    }));

  it.each(['', 'GET /health/live HTTP/1.1\r\nHost: x\r\n'])('closes a connection that stops after %j', (start) =>
    withClient(async (client) => {
      await client.write(start);
      expect(await client.waitForClose()).toBe('closed');
    }),
  );

  it('answers and closes when a body stops that the service is reading', () =>
    withClient(async (client) => {
      await client.write(`${head('POST', importPath(), 'Content-Length: 1000')}{"a":`);
      expect(await client.waitForClose()).toBe('closed');
      expect(client.statuses).toEqual([400]);
    }));

  const count = process.env.FUZZ !== undefined ? 5_000 : 150;
  it(
    'answers each request of generated connections or closes the connection',
    async () => {
      const unanswered: string[] = [];
      let seed = 0;
      const play = async (): Promise<void> => {
        while (seed < count) {
          const current = ++seed;
          const connection = generateConnection(seededRandom(current), target);
          const { responses, closed } = await playConnection(target, connection, PATIENCE_MS);
          if (closed || responses.length >= connection.requests.length) continue;
          const labels = connection.requests.map(({ label }, i) => `${responses[i]?.status ?? '---'} ${label}`);
          unanswered.push([`seed ${current}`, ...labels].join('\n  '));
        }
      };
      await Promise.all(Array.from({ length: 16 }, play));
      expect(unanswered).toEqual([]);
    },
    count * 200 + 30_000,
  );
});
