import type { IncomingMessage, RequestListener, Server, ServerResponse } from 'node:http';
import { randomUUID } from 'node:crypto';
import proxyAddr from '@fastify/proxy-addr';
import { Inject, Injectable } from '@nestjs/common';
import { LRUCache } from 'lru-cache';
import type { Settings } from '../config/settings';
import { SETTINGS } from '../config/settings.module';
import type { ConnectionWatch } from '../http/connections/connection-watch';
import { trustProxy } from '../http/fastify-options';
import { removeForwardedPorts } from '../http/forwarded-addresses';
import { PROBLEM_MEDIA_TYPE, toProblemResponse } from '../http/problems/problem';
import { type ContentCoding, matchesEntityTag, negotiateCoding } from '../http/responses/representation';
import { RateLimitedError } from '../rate-limit/rate-limited.error';
import { createHead, type DeliveredFile, type Head, OPEN_HEADERS, PREFLIGHT_HEADERS } from './delivered-file';
import { DELIVERY_PREFIX, type DeliveryAddress } from './delivery-address';
import { DeliveryFiles, maxKnownFiles } from './delivery-files';
import { DeliveryLimits } from './delivery-limits';
import { DeliveryUsageLog } from './delivery-usage-log';
import type { Delivered } from './delivery.service';
import { isUsable, type ServedChannel } from './served-channel';
import { ServedChannels } from './served-channels';

/**
 * Milliseconds until a request beyond the limit is refused, so that a client that sends the next one when it has the answer takes no time
 * from others. Beyond some held requests, others are refused at once.
 */
const [HOLD_MS, MAX_HELD] = [200, 10_000];
/** Refusals of requests that came together are spread over this many moments, so that they do not delay the answers to others. */
const [MOMENTS, MOMENT_MS] = [32, 6];
/** Longer addresses are not kept. */
const MAX_URL_LENGTH = 1_024;

/** The answer to an address, as long as the channel serves the same release. */
interface HotAnswer {
  address: DeliveryAddress;
  channel: ServedChannel;
  movedAt: Date | undefined;
  file: DeliveredFile;
  heads: Partial<Record<ContentCoding, Head>>;
}

/**
 * Answers requests for delivered files that are in memory, before Fastify sees them: at the speed of a static file. It also limits the
 * requests of each client network, and answers preflights. All other requests pass on: files that must be read, the end of the service,
 * and other methods.
 */
@Injectable()
export class HotDelivery {
  readonly counters = { memory: 0, database: 0, refused: 0, bytes: 0 };
  /** The addresses that were answered lately. */
  private readonly hot: LRUCache<string, HotAnswer>;
  private held = 0;
  private moment = 0;
  private readonly addressOf: (message: IncomingMessage) => string;

  constructor(
    private readonly channels: ServedChannels,
    private readonly files: DeliveryFiles,
    private readonly limits: DeliveryLimits,
    private readonly usage: DeliveryUsageLog,
    @Inject(SETTINGS) settings: Pick<Settings, 'trustProxy' | 'deliveryCacheBytes'>,
  ) {
    this.hot = new LRUCache({ max: maxKnownFiles(settings.deliveryCacheBytes) });
    this.addressOf = clientAddress(trustProxy(settings.trustProxy));
  }

  /** Puts itself before the only listener of the server. */
  installOn(server: Server, connections: ConnectionWatch): void {
    const [next] = server.listeners('request') as RequestListener[];
    if (!next) throw new Error('the server has no listener');
    server.removeAllListeners('request');
    server.on('request', (message: IncomingMessage, response: ServerResponse) => {
      if (!this.answer(message, response, connections)) next(message, response);
    });
  }

  /** Keeps an answer that was read from the database, so that the next one is sent from memory. */
  keep(url: string, address: DeliveryAddress, { channel, movedAt, file }: Delivered): void {
    this.counters.database++;
    if (url.length > MAX_URL_LENGTH) return;
    const known = this.hot.get(url);
    const isSame = known?.channel === channel && known.movedAt === movedAt && known.file === file;
    // Most files that do not fit into the memory are not asked for again before they leave it: their headers are made at the second request.
    if (!isSame) this.hot.set(url, { address, channel, movedAt, file, heads: {} });
  }

  private answer(message: IncomingMessage, response: ServerResponse, connections: ConnectionWatch): boolean {
    const { url = '', method, headers } = message;
    if (!url.startsWith(DELIVERY_PREFIX)) return false;
    const now = performance.now();
    if (!this.limits.admits(this.addressOf(message), now)) {
      connections.markUsed(message.socket);
      if (connections.isEnding || this.held >= MAX_HELD) this.refuse(message, response, now);
      else this.hold(message, response, now);
      return true;
    }
    if (method === 'OPTIONS') {
      connections.markUsed(message.socket);
      response.writeHead(204, PREFLIGHT_HEADERS).end();
      return true;
    }
    const isRead = method === 'GET' || method === 'HEAD';
    if (!isRead || headers.upgrade !== undefined || hasBody(message) || connections.isEnding) return false;
    const answer = this.hot.get(url);
    if (!answer) return false;
    const { channel, file } = answer;
    this.channels.keepFresh(channel, answer.address, now);
    if (!isUsable(channel, now) || channel.release?.movedAt !== answer.movedAt) return false;
    const coding = negotiateCoding(headers['accept-encoding'], file.codings);
    const body = this.files.cached(file, coding);
    if (!body) return false;
    const head = (answer.heads[coding] ??= createHead(file, coding, body.length, answer.movedAt));
    connections.markUsed(message.socket);
    this.counters.memory++;
    const { 'if-none-match': known } = headers;
    if (known !== undefined && (known === head.tag || matchesEntityTag(known, file.sha256))) {
      response.writeHead(304, head.notModified).end();
      this.usage.count(channel.usage, 0);
      return true;
    }
    response.writeHead(200, head.ok);
    if (method === 'HEAD') response.end();
    else {
      response.end(body);
      this.counters.bytes += body.length;
    }
    this.usage.count(channel.usage, method === 'HEAD' ? 0 : body.length);
    return true;
  }

  private hold(message: IncomingMessage, response: ServerResponse, now: number): void {
    this.held++;
    this.moment = (this.moment + 1) % MOMENTS;
    const refuse = (): void => {
      this.held--;
      this.refuse(message, response, now);
    };
    setTimeout(refuse, HOLD_MS + this.moment * MOMENT_MS);
  }

  private refuse({ url = '' }: IncomingMessage, response: ServerResponse, now: number): void {
    this.counters.refused++;
    const error = new RateLimitedError(this.limits.limit, this.limits.retryAfter(now));
    const id = randomUUID();
    const { problem, headers } = toProblemResponse(error, { id, originalUrl: url });
    const body = JSON.stringify(problem);
    response
      .writeHead(problem.status, {
        ...OPEN_HEADERS,
        ...headers,
        'Cache-Control': 'no-store',
        'Content-Type': PROBLEM_MEDIA_TYPE,
        'Content-Length': Buffer.byteLength(body),
        'X-Request-Id': id,
      })
      .end(body);
  }
}

/** Returns whether a body follows the headers (RFC 9112 §6.3). */
const hasBody = ({ headers }: IncomingMessage): boolean =>
  headers['transfer-encoding'] !== undefined || (headers['content-length'] ?? '0') !== '0';

/** Returns the function that finds the address of the client, as Fastify does. */
function clientAddress(trusted: ReturnType<typeof trustProxy>): (message: IncomingMessage) => string {
  if (trusted === false) return ({ socket }) => socket.remoteAddress ?? '';
  const trust = typeof trusted === 'function' ? trusted : trusted === true ? () => true : proxyAddr.compile(trusted);
  return (message) => {
    removeForwardedPorts(message);
    return proxyAddr(message, trust);
  };
}
