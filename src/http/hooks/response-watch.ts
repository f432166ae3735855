import type { FastifyReply, FastifyRequest } from 'fastify';

declare module 'fastify' {
  interface FastifyRequest {
    /** What the request was refused with, or failed with. */
    failure?: unknown;
  }
}

/** The status of a request whose client went away before there was one, as proxies log it. */
const CLIENT_GONE = 499;

/** A request that is over: answered, or given up by its client. */
export interface CompletedRequest {
  request: FastifyRequest;
  status: number;
  /** From its arrival to the last byte of the answer. */
  ms: number;
  /** Whether all of the answer went out. */
  whole: boolean;
}

export type ResponseObserver = (response: CompletedRequest) => void;

/**
 * Sees every request out, once. Fastify's own `onResponse` does not run where a client went away, or where a URL is none.
 */
export class ResponseWatch {
  constructor(private readonly observers: readonly ResponseObserver[]) {}

  /** To be called as the request arrives. */
  watch(request: FastifyRequest, { raw }: FastifyReply): void {
    const started = performance.now();
    raw.once('close', () => {
      const whole = raw.writableFinished;
      const status = whole || raw.headersSent ? raw.statusCode : CLIENT_GONE;
      for (const observe of this.observers) observe({ request, status, ms: performance.now() - started, whole });
    });
  }
}
