import { Agent, request } from 'node:http';
import { AUTHORIZATION } from './servers';

const agent = new Agent({ keepAlive: true, maxSockets: 200 });

export interface Call {
  method?: string;
  headers?: Record<string, string>;
  body?: Buffer | string;
  /** Whether the bytes of the response body are only counted, not kept. */
  discard?: boolean;
}

export interface CallResult {
  status: number;
  headers: NodeJS.Dict<string | string[]>;
  body: Buffer;
  /** Size of the body in bytes. */
  size: number;
  /** Seconds from the first byte sent to the last byte received. */
  seconds: number;
}

/**
 * Sends one request as the operator.
 * @throws Error where the status is 400 or above
 */
export function call(
  url: string,
  { method = 'GET', headers = {}, body, discard = false }: Call = {},
): Promise<CallResult> {
  const start = performance.now();
  return new Promise((resolve, reject) => {
    const length = body === undefined ? {} : { 'content-length': Buffer.byteLength(body) };
    const sent = request(url, { method, agent, headers: { ...AUTHORIZATION, ...length, ...headers } }, (response) => {
      const chunks: Buffer[] = [];
      let size = 0;
      response.on('data', (chunk: Buffer) => {
        size += chunk.length;
        if (!discard) chunks.push(chunk);
      });
      response.on('error', reject);
      response.on('end', () => {
        const result = {
          status: response.statusCode ?? 0,
          headers: response.headers,
          body: Buffer.concat(chunks),
          size,
        };
        if (result.status < 400) resolve({ ...result, seconds: (performance.now() - start) / 1_000 });
        else reject(new Error(`${method} ${url}: ${result.status} ${result.body.subarray(0, 500).toString()}`));
      });
    });
    sent.on('error', reject);
    sent.end(body);
  });
}
