import { Inject, Injectable, Optional } from '@nestjs/common';
import { type buildConnector, Client, type Dispatcher } from 'undici';
import { SETTINGS } from '../config/settings.module';
import type { Settings } from '../config/settings';
import { guardedConnector } from '../outgoing/guarded-connector';
import { AddressNotAllowedError, type AddressLookup } from '../outgoing/public-addresses';

/** Milliseconds that a receiver has, from the look-up of its name to the end of its answer. */
export const TIME_LIMIT_MS = 10_000;
/** The bytes of an answer that are read. */
export const MAX_ANSWER_BYTES = 65_536;
const MAX_HEADER_BYTES = 16_384;

/** Why an attempt failed. */
export const DELIVERY_FAILURES = [
  'timeout',
  'unreachable',
  'address_not_allowed',
  'redirect',
  'status',
  'secret_unreadable',
] as const;
export type DeliveryFailure = (typeof DELIVERY_FAILURES)[number];

/** The result of an attempt. It succeeded if `error` is null. */
export interface AttemptResult {
  /** Null if there was no answer. */
  responseStatus: number | null;
  error: DeliveryFailure | null;
}

/** Injection token of an `AddressLookup` in place of the resolver. */
const ADDRESS_LOOKUP = Symbol('address lookup');

/** Sends messages to receivers, each on a connection of its own, to checked addresses. Redirects are not followed. */
@Injectable()
export class WebhookClient {
  private readonly connect: buildConnector.connector;

  constructor(@Inject(SETTINGS) settings: Settings, @Optional() @Inject(ADDRESS_LOOKUP) lookup?: AddressLookup) {
    this.connect = guardedConnector({
      isPrivateAllowed: settings.webhookPrivateAddresses,
      timeoutMs: TIME_LIMIT_MS,
      lookup,
    });
  }

  /**
   * Sends a POST. It succeeds if the status of the answer is 2xx, whatever its body.
   *
   * @param signal ends the attempt before its time
   * @throws the reason of the signal
   */
  async post(url: string, headers: Record<string, string>, body: string, signal: AbortSignal): Promise<AttemptResult> {
    const { origin, pathname, search } = new URL(url);
    const client = new Client(origin, {
      connect: this.connect,
      maxHeaderSize: MAX_HEADER_BYTES,
      headersTimeout: TIME_LIMIT_MS,
      bodyTimeout: TIME_LIMIT_MS,
    });
    const limit = AbortSignal.any([signal, AbortSignal.timeout(TIME_LIMIT_MS)]);
    try {
      const answer = await client.request({
        method: 'POST',
        path: pathname + search,
        headers: { 'content-type': 'application/json', ...headers },
        body,
        reset: true,
        signal: limit,
      });
      await readAnswer(answer);
      return toResult(answer.statusCode);
    } catch (error) {
      signal.throwIfAborted();
      return { responseStatus: null, error: failureOf(error, limit) };
    } finally {
      // Ends what an aborted request has left: a connection that is being made, or the rest of an answer.
      await client.destroy();
    }
  }
}

/** Reads an answer up to its limit, so that a receiver can end it in an orderly way. Its content has no effect. */
async function readAnswer({ body }: Dispatcher.ResponseData): Promise<void> {
  let bytes = 0;
  try {
    for await (const chunk of body as AsyncIterable<Buffer>) {
      bytes += chunk.length;
      if (bytes > MAX_ANSWER_BYTES) return;
    }
  } catch {
    // The status has been received. An answer that is cut off or does not end is as good as one that is complete.
  }
}

function toResult(responseStatus: number): AttemptResult {
  if (responseStatus >= 200 && responseStatus < 300) return { responseStatus, error: null };
  return { responseStatus, error: responseStatus >= 300 && responseStatus < 400 ? 'redirect' : 'status' };
}

function failureOf(error: unknown, limit: AbortSignal): DeliveryFailure {
  if (error instanceof AddressNotAllowedError) return 'address_not_allowed';
  const code = error instanceof Error && 'code' in error ? String(error.code) : '';
  return limit.aborted || code.endsWith('_TIMEOUT') ? 'timeout' : 'unreachable';
}
