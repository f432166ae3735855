import type { FastifyReply, FastifyRequest } from 'fastify';
import type { ErrorCode } from '../../common/errors/catalogue';

declare module 'fastify' {
  interface FastifyRequest {
    /** The error with which the request was refused, or failed. */
    failure?: unknown;
    /** The code of the problem document that was sent for it. */
    problemCode?: ErrorCode;
  }
}

/** The status of a request whose client disconnected before the response began, as nginx logs it. */
const CLIENT_CLOSED_REQUEST = 499;

/** Those of the service, of Fastify and of the stream of a response. */
const MAX_LISTENERS = 30;

/** A request whose response was sent, or whose client disconnected. */
export interface CompletedRequest {
  request: FastifyRequest;
  status: number;
  /** Milliseconds from the arrival of the request to the last byte of the response. */
  ms: number;
  /** Whether the whole response was sent. */
  responseComplete: boolean;
}

export type RequestObserver = (request: CompletedRequest) => void;

/**
 * Reports each request to its observers, once, when it is completed. Fastify's own hook `onResponse` is not called for
 * a client that disconnected, nor for a malformed URL.
 */
export class ResponseWatch {
  constructor(private readonly observers: readonly RequestObserver[]) {}

  /** Starts the time of a request that has just arrived. */
  watch(request: FastifyRequest, { raw }: FastifyReply): void {
    const started = performance.now();
    // The parts of a request that wait for its end are more than Node takes for a leak.
    raw.setMaxListeners(MAX_LISTENERS);
    raw.once('close', () => {
      const responseComplete = raw.writableFinished;
      const status = responseComplete || raw.headersSent ? raw.statusCode : CLIENT_CLOSED_REQUEST;
      const ms = performance.now() - started;
      for (const observe of this.observers) observe({ request, status, ms, responseComplete });
    });
  }
}
