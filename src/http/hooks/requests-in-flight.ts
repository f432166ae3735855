import type { FastifyInstance, FastifyRequest } from 'fastify';
import { keepAnswerOnly } from '../memory/memory.guard';
import type { CompletedRequest } from './response-watch';

declare module 'fastify' {
  interface FastifyRequest {
    /** Whether the handler has produced a response, which may not be sent yet. */
    isHandled: boolean;
  }
}

/**
 * The requests on which the service works: from their arrival until the response is sent. If the client disconnects
 * first, until the handler has finished, because it may be writing.
 */
export class RequestsInFlight {
  private readonly requests = new Set<FastifyRequest>();
  private onIdle: () => void = () => undefined;

  installOn(fastify: FastifyInstance): void {
    fastify.decorateRequest('isHandled', false);
    fastify.addHook('onRequest', (request, _reply, done) => {
      this.requests.add(request);
      done();
    });
    fastify.addHook('onSend', (request, reply, payload, done) => {
      request.isHandled = true;
      keepAnswerOnly(request, payload);
      if (reply.raw.closed) this.remove(request);
      done(null, payload);
    });
  }

  /** Must be called when the connection has sent the response, or is closed. */
  readonly complete = ({ request }: CompletedRequest): void => {
    if (request.isHandled) this.remove(request);
  };

  list(): FastifyRequest[] {
    return [...this.requests];
  }

  has(request: FastifyRequest): boolean {
    return this.requests.has(request);
  }

  /** Resolves when there is no request. Each call replaces the previous call. */
  idle(): Promise<void> {
    return new Promise((resolve) => {
      this.onIdle = resolve;
      if (this.requests.size === 0) resolve();
    });
  }

  private remove(request: FastifyRequest): void {
    request.memory?.release();
    this.requests.delete(request);
    if (this.requests.size === 0) this.onIdle();
  }
}
