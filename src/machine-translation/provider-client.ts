import { type buildConnector, Client, type Dispatcher } from 'undici';
import { guardedConnector } from '../outgoing/guarded-connector';
import { AddressNotAllowedError, type AddressLookup } from '../outgoing/public-addresses';
import { type MachineFailure, ProviderError } from './machine-failure';
import { parseRetryAfter } from './retry-after';

/** The bytes of an answer that are read. */
const MAX_ANSWER_BYTES = 1_048_576;
const MAX_HEADER_BYTES = 16_384;
const CONNECT_MS = 5_000;

export interface ProviderClientOptions {
  isPrivateAllowed: boolean;
  /** Milliseconds that a provider has, from the look-up of its name to the end of its answer. */
  timeoutMs: number;
  /** Looks addresses up in place of the resolver. */
  lookup?: AddressLookup;
}

/** Sends requests to a provider, to checked addresses. Redirects are not followed. */
export class ProviderClient {
  private readonly connect: buildConnector.connector;

  constructor(private readonly options: ProviderClientOptions) {
    this.connect = guardedConnector({ ...options, timeoutMs: Math.min(CONNECT_MS, options.timeoutMs) });
  }

  /**
   * Sends a POST with JSON, and reads an answer with JSON. Only the timeout ends the request: a provider is paid for a request that was
   * sent, whether its answer is waited for or not.
   *
   * @returns the body of an answer with the status 200
   * @throws ProviderError
   */
  async post(url: string, headers: Record<string, string>, body: unknown): Promise<unknown> {
    const { origin, pathname, search } = new URL(url);
    const { timeoutMs } = this.options;
    const client = new Client(origin, {
      connect: this.connect,
      maxHeaderSize: MAX_HEADER_BYTES,
      headersTimeout: timeoutMs,
      bodyTimeout: timeoutMs,
    });
    const limit = AbortSignal.timeout(timeoutMs);
    try {
      const answer = await client.request({
        method: 'POST',
        path: pathname + search,
        headers: { 'content-type': 'application/json', accept: 'application/json', ...headers },
        body: JSON.stringify(body),
        reset: true,
        signal: limit,
      });
      const text = await readText(answer);
      const parsed = parseJson(text);
      if (answer.statusCode !== 200) {
        const { statusCode: status, headers } = answer;
        const refused = { status, retryAfterMs: parseRetryAfter(headers['retry-after']) };
        throw new ProviderError(failureOfStatus(status, parsed), {
          ...refused,
          isOfAccount: isOfAccount(status, parsed),
        });
      }
      if (parsed === undefined) throw new ProviderError('bad_answer');
      return parsed;
    } catch (error) {
      throw error instanceof ProviderError ? error : errorOf(error, limit);
    } finally {
      // This ends a connection that an aborted request was making, or the rest of its answer.
      await client.destroy();
    }
  }
}

async function readText({ body }: Dispatcher.ResponseData): Promise<string> {
  const chunks: Buffer[] = [];
  let bytes = 0;
  for await (const chunk of body as AsyncIterable<Buffer>) {
    bytes += chunk.length;
    if (bytes > MAX_ANSWER_BYTES) throw new ProviderError('bad_answer');
    chunks.push(chunk);
  }
  return Buffer.concat(chunks).toString();
}

function parseJson(text: string): unknown {
  try {
    return JSON.parse(text);
  } catch {
    return undefined;
  }
}

const FORBIDDEN = 403;
const TOO_MANY = 429;
const UNAVAILABLE = 503;
/** DeepL answers with this status if the characters of the account are used up. */
const QUOTA_EXCEEDED = 456;
/** Providers write this in the body of a 403 or 429 if the account is used up. */
const QUOTA = /insufficient_quota|dailyLimitExceeded|quotaExceeded|"code":403001/;
/** Google writes this in the body of a 403 if the characters or requests of a minute are used up. */
const RATE = /"(?:userRateLimitExceeded|rateLimitExceeded)"/;

function failureOfStatus(status: number, body: unknown): MachineFailure {
  if (status === QUOTA_EXCEEDED) return 'quota';
  const text = JSON.stringify(body) ?? '';
  if ((status === TOO_MANY || status === FORBIDDEN) && QUOTA.test(text)) return 'quota';
  if (status === TOO_MANY || status === UNAVAILABLE || (status === FORBIDDEN && RATE.test(text))) return 'busy';
  if (status >= 500) return 'failed';
  // A redirect is not followed: the address of the provider was chosen.
  return 'refused';
}

/** Statuses of answers to the texts and languages of a request. */
const OF_REQUEST: ReadonlySet<number> = new Set([400, 413, 422]);
/** Google writes this in the body of a 400 if the key is wrong. */
const WRONG_KEY = /"API_KEY_INVALID"/;

/** Whether a provider that answers so refuses all requests. */
const isOfAccount = (status: number, body: unknown): boolean =>
  !OF_REQUEST.has(status) || WRONG_KEY.test(JSON.stringify(body) ?? '');

/** Codes of connections that an address refuses, closes or does not answer, for instance while a provider is started again. */
const CONNECTION_LOST: ReadonlySet<string> = new Set([
  'ECONNREFUSED',
  'ECONNRESET',
  'ECONNABORTED',
  'EPIPE',
  'ETIMEDOUT',
  'EHOSTUNREACH',
  'ENETUNREACH',
  'EAI_AGAIN',
  'UND_ERR_SOCKET',
]);

function errorOf(error: unknown, limit: AbortSignal): ProviderError {
  if (error instanceof AddressNotAllowedError) return new ProviderError('address_not_allowed');
  const code = error instanceof Error && 'code' in error ? String(error.code) : '';
  if (limit.aborted || code.endsWith('_TIMEOUT')) return new ProviderError('timeout');
  return new ProviderError('unreachable', undefined, CONNECTION_LOST.has(code));
}
