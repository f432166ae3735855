import type { FastifyInstance, FastifyReply, FastifyRequest } from 'fastify';
import type { Authenticator } from './authenticator';
import { whenKnown } from '../common/scheduling/when-known';
import { isApiRequest } from '../http/api-path';
import { preventCaching } from '../http/responses/response-headers';
import { hasRateLimitHeaders } from '../rate-limit/rate-limit-headers';
import type { UnguardedRateLimiter } from '../rate-limit/unguarded-rate-limiter';
import { dependsOnSession } from '../sessions/session-cookie';

/**
 * Fastify hooks of all API requests. They authenticate the caller as a request arrives, before its body is read, and
 * count the requests that do not reach a guard.
 */
export class ApiRequestHooks {
  constructor(
    private readonly authenticator: Authenticator,
    private readonly rateLimiter: UnguardedRateLimiter,
  ) {}

  installOn(fastify: FastifyInstance): void {
    fastify.addHook('onRequest', (request, reply, done) => {
      if (!isApiRequest(request)) return done();
      const begun = whenKnown(this.authenticator.authenticate(request), (authentication) => {
        Object.assign(request, authentication);
        // An unknown path has no guard. A preflight is never refused.
        const isUnguarded = request.is404 && request.method !== 'OPTIONS';
        return isUnguarded ? this.rateLimiter.enforce(request, reply) : undefined;
      });
      if (begun === undefined) return done();
      begun.then(() => done(), done);
    });
    fastify.addHook('onSend', (request, reply, payload, done) => {
      protectFromCaches(request, reply);
      if (hasRateLimitHeaders(reply) || !isApiRequest(request)) return done(null, payload);
      this.rateLimiter.count(request, reply).then(
        () => done(null, payload),
        (error: Error) => done(error),
      );
    });
  }
}

function protectFromCaches(request: FastifyRequest, reply: FastifyReply): void {
  if (isApiRequest(request) && dependsOnSession(request)) preventCaching(reply);
}
