import type { LookupAddress, LookupOptions } from 'node:dns';
import { Inject, Injectable, Optional } from '@nestjs/common';
import { buildConnector, Client, type Dispatcher } from 'undici';
import { SETTINGS } from '../config/settings.module';
import type { Settings } from '../config/settings';
import {
  AddressNotAllowedError,
  type AddressLookup,
  isPublicAddress,
  literalAddress,
  resolvePrivateName,
  resolvePublicName,
} from './public-addresses';

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

type LookupCallback = (error: Error | null, address: string | LookupAddress[], family?: number) => void;

/**
 * Sends messages to receivers, each on a connection of its own. Every address is checked as the connection is made, so
 * that a name that changes its address between a check and the connection gains nothing. Redirects are not followed.
 */
@Injectable()
export class WebhookClient {
  private readonly isPrivateAllowed: boolean;
  private readonly resolve: AddressLookup;
  private readonly connector: buildConnector.connector;

  constructor(@Inject(SETTINGS) settings: Settings, @Optional() @Inject(ADDRESS_LOOKUP) lookup?: AddressLookup) {
    this.isPrivateAllowed = settings.webhookPrivateAddresses;
    this.resolve = lookup ?? (this.isPrivateAllowed ? resolvePrivateName : resolvePublicName);
    this.connector = buildConnector({
      timeout: TIME_LIMIT_MS,
      maxCachedSessions: 0,
      lookup: (hostname: string, options: LookupOptions, callback: LookupCallback) =>
        void this.lookUp(hostname, options, callback),
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
      connect: (options, callback) => this.connect(options, callback),
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

  /** An address in a URL is not looked up, so it is checked here. */
  private connect(options: buildConnector.Options, callback: buildConnector.Callback): void {
    const literal = literalAddress(options.hostname);
    if (literal !== undefined && !this.isAllowed(literal)) callback(new AddressNotAllowedError(), null);
    else this.connector(options, callback);
  }

  /** The `lookup` of a socket: the socket connects to the addresses that it returns, and to no others. */
  private async lookUp(hostname: string, { all }: LookupOptions, callback: LookupCallback): Promise<void> {
    let addresses: LookupAddress[];
    try {
      addresses = await this.resolve(hostname);
      if (!addresses.every(({ address }) => this.isAllowed(address))) throw new AddressNotAllowedError();
    } catch (error) {
      callback(error as Error, []);
      return;
    }
    const [first] = addresses;
    if (all || !first) callback(null, addresses);
    else callback(null, first.address, first.family);
  }

  private isAllowed(address: string): boolean {
    return this.isPrivateAllowed || isPublicAddress(address);
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
