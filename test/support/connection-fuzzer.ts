import { connect } from 'node:net';
import { setTimeout as wait } from 'node:timers/promises';
import { splitResponses, type RawResponse } from './raw-responses';

/** Returns a number from 0 to below 1. */
type Random = () => number;

export interface GeneratedRequest {
  method: string;
  /** Request line and headers, the empty line included; Latin-1. */
  head: string;
  /** The bytes behind the head. They may be shorter or longer than the head announces. */
  body: Buffer;
  /** The kind of the request, for messages of failed tests. */
  label: string;
}

export interface GeneratedConnection {
  requests: GeneratedRequest[];
  /** Whether the client writes all requests without waiting for responses. */
  pipelined: boolean;
  /** The sizes, in bytes, of the pieces in which the client writes; used in turn. */
  pieceSizes: number[];
}

/** The project and the API key that generated requests use. */
export interface FuzzTarget {
  url: string;
  secret: string;
  projectId: string;
  keyId: string;
  /** The largest upload that the service takes, in bytes. */
  maxUploadBytes: number;
}

/** The record of one connection. */
export interface ConnectionRecord {
  responses: RawResponse[];
  /** Received bytes after the last complete response. */
  rest: string;
  /** Whether the service closed the connection. */
  closed: boolean;
  /** The longest time between two events (bytes sent, bytes received) in milliseconds. */
  silenceMs: number;
}

/** Generates a connection with up to eight requests. */
export function generateConnection(random: Random, target: FuzzTarget): GeneratedConnection {
  const generator = new RequestGenerator(random, target);
  const count = 2 + Math.floor(random() * 7);
  return {
    requests: Array.from({ length: count }, () => generator.next()),
    pipelined: random() < 0.5,
    pieceSizes: random() < 0.5 ? [65_536] : Array.from({ length: 5 }, () => 1 + Math.floor(random() ** 3 * 20_000)),
  };
}

class RequestGenerator {
  constructor(
    private readonly random: Random,
    private readonly target: FuzzTarget,
  ) {}

  next(): GeneratedRequest {
    const [method, path] = this.pick(this.operations());
    const headers = [`Host: ${this.pick(['x', 'x:80', 'example.com'])}`, ...this.authorization()];
    const labels = [method, path.split('?', 1)[0] ?? ''];
    for (let count = this.below(3); count > 0; count--) {
      const header = this.pick(ODD_HEADERS);
      headers.push(header);
      labels.push(header.slice(0, 40));
    }
    const { headers: bodyHeaders, body, label } = this.body(method);
    labels.push(label);
    const version = this.random() < 0.03 ? 'HTTP/1.0' : 'HTTP/1.1';
    const url = this.random() < 0.05 ? `http://example.com${path}` : path;
    const head = [`${method} ${url} ${version}`, ...this.shuffled([...headers, ...bodyHeaders]), '', ''].join('\r\n');
    return { method, head, body, label: labels.join(' | ') };
  }

  private operations(): [method: string, path: string][] {
    const { projectId, keyId } = this.target;
    const api = '/api/v1';
    return [
      ['GET', `${api}/projects`],
      ['HEAD', `${api}/projects`],
      ['GET', `${api}/projects/${projectId}/export?format=json&language=en`],
      ['HEAD', `${api}/projects/${projectId}/export?format=json&language=en`],
      ['GET', `${api}/projects/${projectId}/translations?limit=1`],
      ['GET', `${api}/unknown`],
      ['GET', '/api/v1/projects/%zz'],
      ['GET', '/health/live'],
      ['OPTIONS', `${api}/projects`],
      ['POST', `${api}/projects/${projectId}/keys`],
      ['POST', `${api}/unknown`],
      ['PUT', `${api}/keys/${keyId}`],
      ['PATCH', `${api}/projects/${projectId}`],
      ['DELETE', `${api}/keys/${projectId}`],
      ['POST', `${api}/projects/${projectId}/import?format=json&language=de`],
      ['POST', `${api}/projects/${projectId}/import?format=json&language=de&dryRun=true`],
      ['POST', `${api}/projects/${projectId}/import?format=nonsense`],
      ['POST', `${api}/projects/${keyId}/import?format=json&language=de`],
    ];
  }

  private authorization(): string[] {
    const choice = this.random();
    if (choice < 0.7) return [`Authorization: Bearer ${this.target.secret}`];
    if (choice < 0.8) return [`Authorization: Bearer ${this.target.secret}`, 'Authorization: Bearer x'];
    return choice < 0.9 ? ['Authorization: Bearer glossa_wrong'] : [];
  }

  private body(method: string): { headers: string[]; body: Buffer; label: string } {
    const none = method === 'GET' || method === 'HEAD' || method === 'DELETE' || method === 'OPTIONS';
    if (this.random() < (none ? 0.7 : 0.1)) return { headers: [], body: Buffer.of(), label: 'no body' };
    const [type, content, kind] = this.content();
    const headers = type === '' ? [] : [`Content-Type: ${type}`];
    const framed = this.random() < 0.35 ? this.chunked(content) : this.counted(content);
    return { headers: [...headers, ...framed.headers], body: framed.body, label: `${kind}, ${framed.label}` };
  }

  private content(): [type: string, content: Buffer, kind: string] {
    const { maxUploadBytes } = this.target;
    const size = this.pick([
      2,
      200,
      15_000,
      17_000,
      70_000,
      maxUploadBytes - 20,
      maxUploadBytes + 1,
      400_000,
      1_200_000,
    ]);
    const json = Buffer.from(`{"a":"${'x'.repeat(size)}"}`);
    const form = Buffer.concat([
      Buffer.from('--b\r\nContent-Disposition: form-data; name="file"; filename="de.json"\r\n\r\n'),
      json,
      Buffer.from('\r\n--b--\r\n'),
    ]);
    const cut = form.subarray(0, this.below(form.length));
    const kinds: [string, Buffer, string][] = [
      ['application/json', json, 'JSON'],
      ['application/json', Buffer.from('{"name":"k","value":"v"}'), 'key'],
      ['application/json', Buffer.from('{"name":'), 'broken JSON'],
      ['text/plain', json, 'text'],
      ['', json, 'no type'],
      ['nonsense', json, 'broken type'],
      ['multipart/form-data; boundary=b', form, 'form'],
      ['multipart/form-data; boundary=b', cut, 'cut form'],
      ['multipart/form-data', form, 'form without boundary'],
      ['multipart/form-data; boundary=b', Buffer.concat([form, json]), 'form with an epilogue'],
    ];
    const [type, content, kind] = this.pick(kinds);
    return [type, content, `${kind} of ${content.length}`];
  }

  private counted(content: Buffer): { headers: string[]; body: Buffer; label: string } {
    const length = content.length;
    const choice = this.random();
    if (choice < 0.75) return { headers: [`Content-Length: ${length}`], body: content, label: 'exact length' };
    if (choice < 0.85) {
      const sent = content.subarray(0, this.below(length));
      return { headers: [`Content-Length: ${length}`], body: sent, label: `truncated to ${sent.length}` };
    }
    if (choice < 0.9) return { headers: ['Content-Length: 5000000000'], body: content, label: 'huge length' };
    if (choice < 0.95) {
      return { headers: [`Content-Length: ${Math.max(0, length - 3)}`], body: content, label: 'oversized' };
    }
    const headers = this.pick([
      [`Content-Length: ${length}`, `Content-Length: ${length}`],
      [`Content-Length: ${length}`, 'Content-Length: 1'],
      ['Content-Length: -1'],
      ['Content-Length: 0x10'],
      [`Content-Length: +${length}`],
      [`Content-Length: ${length}`, 'Transfer-Encoding: chunked'],
      [`Content-Length: ${length}`, 'Transfer-Encoding: identity'],
    ]);
    return { headers, body: content, label: headers.join(', ') };
  }

  private chunked(content: Buffer): { headers: string[]; body: Buffer; label: string } {
    const extension = this.pick(['', '', ';a=b', ';a="x y"', ` ${';x'.repeat(20)}`]);
    const size = 1 + this.below(30_000);
    const pieces: Buffer[] = [];
    for (let at = 0; at < content.length; at += size) {
      const chunk = content.subarray(at, at + size);
      pieces.push(Buffer.from(`${chunk.length.toString(16)}${extension}\r\n`), chunk, Buffer.from('\r\n'));
    }
    const end = this.pick([
      '0\r\n\r\n',
      '0\r\n\r\n',
      '0\r\nX-Trailer: x\r\n\r\n',
      '0;x\r\n\r\n',
      '0\r\n',
      '',
      'zz\r\n',
    ]);
    const headers = this.pick([
      ['Transfer-Encoding: chunked'],
      ['Transfer-Encoding: chunked'],
      ['Transfer-Encoding: chunked'],
      ['Transfer-Encoding: Chunked', 'Trailer: X-Trailer'],
      ['Transfer-Encoding: gzip, chunked'],
      ['Transfer-Encoding: chunked, chunked'],
      ['Transfer-Encoding: x'],
    ]);
    const body = Buffer.concat([...pieces, Buffer.from(end)]);
    return { headers, body, label: `${headers.join(', ')} by ${size}, end ${JSON.stringify(end)}` };
  }

  private shuffled<T>(items: readonly T[]): T[] {
    return items
      .map((item) => ({ item, at: this.random() }))
      .sort((a, b) => a.at - b.at)
      .map(({ item }) => item);
  }

  private below(limit: number): number {
    return Math.floor(this.random() * limit);
  }

  private pick<T>(items: readonly T[]): T {
    return items[this.below(items.length)] as T;
  }
}

const ODD_HEADERS = [
  'Connection: keep-alive',
  'Connection: Keep-Alive, TE',
  'Connection: close',
  'Connection: x',
  'Connection:',
  'Connection: Upgrade\r\nUpgrade: websocket',
  'Connection: upgrade, close\r\nUpgrade: h2c',
  'Upgrade: websocket',
  'Keep-Alive: timeout=1',
  'Expect: 100-continue',
  'Expect: 100-Continue, x',
  'Expect: 200-ok',
  'Expect:',
  'TE: trailers',
  'Accept-Encoding: gzip;q=x',
  'Accept-Encoding: br',
  'If-None-Match: *',
  'If-None-Match: "',
  'Range: bytes=0-1',
  'Content-Encoding: gzip',
  'X-Request-Id: a b',
  'X-Forwarded-For: 1.2.3.4, ,',
  'Cookie: a=b; c',
  'Origin: null',
  'Host: y',
  `X-Long: ${'x'.repeat(9_000)}`,
  'X-Empty:',
  'X-Bytes: \x80\xff\t',
  'X-Folded: a\r\n b',
  'Content-Type: a/b',
  'Access-Control-Request-Method: GET',
];

/**
 * Plays a connection. It ends as soon as each request has its response or the service has closed the connection, and
 * when nothing has happened for `patienceMs`.
 */
export function playConnection(
  { url }: FuzzTarget,
  { requests, pipelined, pieceSizes }: GeneratedConnection,
  patienceMs: number,
): Promise<ConnectionRecord> {
  const { hostname, port } = new URL(url);
  const methods = requests.map(({ method }) => method);
  return new Promise((resolve) => {
    const chunks: Buffer[] = [];
    let record: ConnectionRecord = { responses: [], rest: '', closed: false, silenceMs: 0 };
    let last = performance.now();
    let resume: () => void = () => undefined;
    const socket = connect({ port: Number(port), host: hostname, noDelay: true });
    const note = (): void => {
      const now = performance.now();
      record.silenceMs = Math.max(record.silenceMs, now - last);
      last = now;
      timer.refresh();
    };
    const end = (closed: boolean): void => {
      clearTimeout(timer);
      record.closed ||= closed;
      socket.destroy();
      resume();
      resolve(record);
    };
    const timer = setTimeout(() => {
      note();
      end(false);
    }, patienceMs);
    socket.on('data', (chunk) => {
      note();
      chunks.push(chunk);
      record = { ...record, ...splitResponses(Buffer.concat(chunks).toString('latin1'), methods) };
      resume();
      if (record.responses.length >= requests.length) end(false);
    });
    socket.on('error', () => undefined);
    socket.on('close', () => end(true));
    const write = async (bytes: Buffer): Promise<void> => {
      for (let at = 0, turn = 0; at < bytes.length && !socket.destroyed; turn++) {
        const piece = bytes.subarray(at, (at += pieceSizes[turn % pieceSizes.length] ?? bytes.length));
        await new Promise<void>((written) => {
          resume = written;
          socket.write(piece, () => written());
        });
        note();
      }
    };
    const play = async (): Promise<void> => {
      if (pipelined)
        return write(Buffer.concat(requests.flatMap(({ head, body }) => [Buffer.from(head, 'latin1'), body])));
      for (const [index, { head, body }] of requests.entries()) {
        if (socket.destroyed) return;
        await write(Buffer.concat([Buffer.from(head, 'latin1'), body]));
        const deadline = performance.now() + 500;
        while (record.responses.length <= index && !socket.destroyed && performance.now() < deadline) {
          await Promise.race([wait(50), new Promise<void>((received) => (resume = received))]);
        }
      }
    };
    void play();
  });
}
