import type { FastifyInstance, FastifyReply, FastifyRequest } from 'fastify';
import type { Authenticator } from './authenticator';
import { sendProblem } from '../http/problems/problem.filter';
import { isApiRequest } from '../http/api-path';
import { isCounted, type RateLimiter } from '../rate-limit/rate-limiter';

/**
 * What befalls every request of the API outside the guards: callers are identified as they arrive, before their bodies are
 * read, and no answer goes out uncounted.
 */
export class ApiRequestHooks {
  constructor(
    private readonly authenticator: Authenticator,
    private readonly limiter: RateLimiter,
  ) {}

  installOn(fastify: FastifyInstance): void {
    fastify.addHook('onRequest', async (request, reply) => {
      if (!isApiRequest(request)) return;
      await this.identify(request);
      // No guard stands before a path that does not exist. A preflight is never refused.
      if (request.is404 && request.method !== 'OPTIONS') await this.limiter.admit(request, reply);
    });
    fastify.addHook('onSend', (request, reply, payload, done) => {
      if (isCounted(reply) || !isApiRequest(request)) return done(null, payload);
      this.limiter.note(request, reply).then(
        () => done(null, payload),
        (error: Error) => done(error),
      );
    });
  }

  /** What the framework refuses before it has a route (an URL that is none): no hook sees that. */
  async refuse(error: unknown, request: FastifyRequest, reply: FastifyReply): Promise<void> {
    try {
      void reply.header('X-Request-Id', request.id);
      if (isApiRequest(request)) {
        await this.identify(request);
        await this.limiter.admit(request, reply);
      }
      sendProblem(error, request, reply);
    } catch (refusal) {
      sendProblem(refusal, request, reply);
    }
  }

  private async identify(request: FastifyRequest): Promise<void> {
    request.principal = await this.authenticator.identify(request.headers.authorization);
  }
}
