import { Agent, request } from 'node:http';
import { AUTHORIZATION } from './servers';

const agent = new Agent({ keepAlive: true, maxSockets: 200 });

export interface Call {
  method?: string;
  headers?: Record<string, string>;
  body?: Buffer | string;
  /** Its bytes are counted and dropped. */
  discard?: boolean;
}

export interface CallResult {
  status: number;
  headers: NodeJS.Dict<string | string[]>;
  body: Buffer;
  /** Of the body. */
  size: number;
  /** From the first byte sent to the last one that came. */
  seconds: number;
}

/**
 * One request as the operator.
 * @throws Error where the answer is an error
 */
export function call(
  url: string,
  { method = 'GET', headers = {}, body, discard = false }: Call = {},
): Promise<CallResult> {
  const began = performance.now();
  return new Promise((resolve, reject) => {
    const length = body === undefined ? {} : { 'content-length': Buffer.byteLength(body) };
    const sent = request(url, { method, agent, headers: { ...AUTHORIZATION, ...length, ...headers } }, (answer) => {
      const chunks: Buffer[] = [];
      let size = 0;
      answer.on('data', (chunk: Buffer) => {
        size += chunk.length;
        if (!discard) chunks.push(chunk);
      });
      answer.on('error', reject);
      answer.on('end', () => {
        const result = { status: answer.statusCode ?? 0, headers: answer.headers, body: Buffer.concat(chunks), size };
        if (result.status < 400) resolve({ ...result, seconds: (performance.now() - began) / 1_000 });
        else reject(new Error(`${method} ${url}: ${result.status} ${result.body.subarray(0, 500).toString()}`));
      });
    });
    sent.on('error', reject);
    sent.end(body);
  });
}
