import type { Server } from 'node:http';
import { type FastifyHttpOptions, LogController } from 'fastify';
import { logDestination, logOptions } from '../common/logging/log-options';
import type { Settings } from '../config/settings';
import { routedUrl } from './api-path';
import {
  CHECK_INTERVAL_MS,
  HEADERS_TIMEOUT_MS,
  IDLE_MS,
  REQUEST_TIMEOUT_MS,
  SILENCE_MS,
} from './connections/connection-limits';
import { resolveRequestId } from './hooks/request-id';
import { parseQuery } from './queries/query-parser';

/** A key name has up to 8,192 bytes, and up to three times as many in a query. */
const MAX_HEADER_BYTES = 65_536;

/** The options with which Fastify is created. */
export const fastifyOptions = (settings: Settings) =>
  ({
    logger: { ...logOptions(settings.logLevel), stream: logDestination() },
    logController: new LogController({ disableRequestLogging: true, requestIdLogLabel: 'requestId' }),
    genReqId: resolveRequestId,
    trustProxy: trustProxy(settings.trustProxy),
    // Requests that arrive while the service shuts down are served: no operation documents a 503.
    return503OnClosing: false,
    requestTimeout: REQUEST_TIMEOUT_MS,
    connectionTimeout: SILENCE_MS,
    keepAliveTimeout: IDLE_MS,
    http: {
      maxHeaderSize: MAX_HEADER_BYTES,
      // Node refuses a request without a Host with an empty 400; see `assertOneHost`.
      requireHostHeader: false,
      headersTimeout: HEADERS_TIMEOUT_MS,
      connectionsCheckingInterval: CHECK_INTERVAL_MS,
    },
    // An id of any length is a 404 of its resource. Fastify would refuse a long one before routing.
    rewriteUrl: ({ url = '/' }) => routedUrl(url),
    routerOptions: { maxParamLength: MAX_HEADER_BYTES, querystringParser: parseQuery },
  }) satisfies FastifyHttpOptions<Server>;

/**
 * Fastify accepts no number of trusted proxies, because it cannot verify that a request passed through all of them. The
 * operator, who sets the number, can.
 */
export function trustProxy(
  trusted: Settings['trustProxy'],
): boolean | string[] | ((address: string, hop: number) => boolean) {
  return typeof trusted === 'number' ? (_address, hop) => hop < trusted : (trusted ?? false);
}
