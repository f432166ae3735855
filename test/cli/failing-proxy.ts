import { createServer, request, type IncomingMessage, type Server, type ServerResponse } from 'node:http';
import type { AddressInfo } from 'node:net';

/** What the proxy does with a request: it passes it on, or more. */
export type Failure =
  /** It passes the request on, and breaks the connection instead of answering. */
  | 'lose answer'
  /** It passes half of the answer. */
  | 'cut answer'
  /** It does not pass the request on. */
  | 'refuse'
  | 'bad gateway'
  | 'too many'
  /** The service has lost its database for a while. */
  | 'database lost'
  /** It has lost it for a day. */
  | 'database lost for long';

/** A proxy in front of a service that fails as a test says. */
export class FailingProxy {
  /** The requests, as `GET /api/v1/…` without a query. */
  readonly requests: string[] = [];
  /** Decides on each request. */
  fails: (request: string, count: number) => Failure | undefined = () => undefined;

  private constructor(private readonly server: Server) {}

  static async start(target: string): Promise<FailingProxy> {
    const server = createServer((sent, answer) => void proxy.handle(sent, answer, target));
    const proxy = new FailingProxy(server);
    await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
    return proxy;
  }

  get url(): string {
    return `http://127.0.0.1:${(this.server.address() as AddressInfo).port}`;
  }

  /** Forgets the requests. */
  reset(fails: FailingProxy['fails'] = () => undefined): void {
    this.requests.length = 0;
    this.fails = fails;
  }

  async close(): Promise<void> {
    this.server.closeAllConnections();
    await new Promise((resolve) => this.server.close(resolve));
  }

  private async handle(sent: IncomingMessage, answer: ServerResponse, target: string): Promise<void> {
    const name = `${sent.method} ${(sent.url ?? '').replace(/\?.*/, '').replace(/projects\/[^/]+/, 'projects/:id')}`;
    this.requests.push(name);
    const failure = this.fails(name, this.requests.filter((each) => each === name).length);
    const body: Buffer[] = [];
    try {
      for await (const chunk of sent) body.push(chunk as Buffer);
    } catch (error) {
      // A client that was killed needs no answer.
      if (sent.readableAborted) return;
      throw error;
    }
    if (failure === 'refuse') return void sent.socket.destroy();
    if (failure === 'bad gateway') return void answer.writeHead(502).end('<html>bad gateway</html>');
    if (failure === 'too many') {
      const problem = {
        type: 'about:blank',
        title: 'Too Many Requests',
        status: 429,
        code: 'rate_limited',
        detail: 'slow down',
      };
      answer.writeHead(429, { 'Retry-After': '1', 'Content-Type': 'application/problem+json' });
      return void answer.end(JSON.stringify(problem));
    }
    if (failure === 'database lost' || failure === 'database lost for long') {
      const problem = {
        type: 'about:blank',
        title: 'Internal Server Error',
        status: 500,
        code: 'database_unavailable',
        detail: 'the database cannot be reached at the moment',
      };
      const seconds = failure === 'database lost' ? '1' : '86400';
      answer.writeHead(500, { 'Retry-After': seconds, 'Content-Type': 'application/problem+json' });
      return void answer.end(JSON.stringify(problem));
    }
    const { status, headers, bytes } = await forward(target, sent, Buffer.concat(body));
    if (failure === 'lose answer') return void sent.socket.destroy();
    answer.writeHead(status, headers);
    if (failure !== 'cut answer') return void answer.end(bytes);
    answer.write(bytes.subarray(0, bytes.length / 2), () => sent.socket.destroy());
  }
}

function forward(target: string, { method, url, headers }: IncomingMessage, body: Buffer) {
  const rest = { ...headers };
  delete rest['transfer-encoding'];
  return new Promise<{ status: number; headers: IncomingMessage['headers']; bytes: Buffer }>((resolve, reject) => {
    const options = { method, headers: { ...rest, ...(body.length > 0 && { 'content-length': body.length }) } };
    const sent = request(`${target}${url}`, options, (response) => {
      const chunks: Buffer[] = [];
      response.on('data', (chunk: Buffer) => chunks.push(chunk));
      response.on('end', () => {
        const bytes = Buffer.concat(chunks);
        const headers = { ...response.headers, 'content-length': String(bytes.length), connection: 'close' };
        delete headers['transfer-encoding'];
        resolve({ status: response.statusCode ?? 0, headers, bytes });
      });
    });
    sent.on('error', reject);
    sent.end(body);
  });
}
