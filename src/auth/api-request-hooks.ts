import type { FastifyInstance, FastifyReply, FastifyRequest } from 'fastify';
import type { Authenticator } from './authenticator';
import { sendProblem } from '../http/problems/send-problem';
import { isApiRequest } from '../http/api-path';
import { hasRateLimitHeaders } from '../rate-limit/rate-limit-headers';
import type { UnguardedRateLimiter } from '../rate-limit/unguarded-rate-limiter';

/**
 * Fastify hooks of all API requests. They authenticate the caller as a request arrives, before its body is read, and count
 * the requests that do not reach a guard.
 */
export class ApiRequestHooks {
  constructor(
    private readonly authenticator: Authenticator,
    private readonly rateLimiter: UnguardedRateLimiter,
  ) {}

  installOn(fastify: FastifyInstance): void {
    fastify.addHook('onRequest', async (request, reply) => {
      if (!isApiRequest(request)) return;
      await this.authenticate(request);
      // An unknown path has no guard. A preflight is never refused.
      if (request.is404 && request.method !== 'OPTIONS') await this.rateLimiter.enforce(request, reply);
    });
    fastify.addHook('onSend', (request, reply, payload, done) => {
      if (hasRateLimitHeaders(reply) || !isApiRequest(request)) return done(null, payload);
      this.rateLimiter.count(request, reply).then(
        () => done(null, payload),
        (error: Error) => done(error),
      );
    });
  }

  /** Responds to a request that Fastify refuses before routing it (a malformed URL): no hook runs for such a request. */
  async handleFrameworkError(error: unknown, request: FastifyRequest, reply: FastifyReply): Promise<void> {
    try {
      void reply.header('X-Request-Id', request.id);
      if (isApiRequest(request)) {
        await this.authenticate(request);
        await this.rateLimiter.enforce(request, reply);
      }
      sendProblem(error, request, reply);
    } catch (refusal) {
      sendProblem(refusal, request, reply);
    }
  }

  private async authenticate(request: FastifyRequest): Promise<void> {
    Object.assign(request, await this.authenticator.authenticate(request));
  }
}
