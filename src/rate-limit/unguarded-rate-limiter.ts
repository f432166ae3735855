import { Injectable } from '@nestjs/common';
import { InjectThrottlerStorage } from '@nestjs/throttler';
import type { FastifyReply, FastifyRequest } from 'fastify';
import { type Caller, identifyCallers } from './caller';
import { keepStricterHeaders, setRateLimitHeaders } from './rate-limit-headers';
import { type RateLimitResult, type RateLimitStorage, WINDOW_MS } from './rate-limit-storage';
import { RateLimitedError } from './rate-limited.error';

/** Applies the rate limits to requests that do not reach a guard: unknown paths, malformed requests and preflights. */
@Injectable()
export class UnguardedRateLimiter {
  constructor(@InjectThrottlerStorage() private readonly storage: RateLimitStorage) {}

  /**
   * Counts a request, sets the rate limit headers and refuses a request beyond the limit.
   *
   * @throws RateLimitedError
   */
  async enforce(request: FastifyRequest, reply: FastifyReply): Promise<void> {
    const { limit, isBlocked, timeToBlockExpire } = await this.count(request, reply);
    if (isBlocked) throw new RateLimitedError(limit, timeToBlockExpire);
  }

  /**
   * Counts a request and sets the rate limit headers, without refusing it. A preflight is not counted, since the
   * browser sends it, not the caller.
   */
  async count(request: FastifyRequest, reply: FastifyReply): Promise<RateLimitResult & { limit: number }> {
    const method = request.method === 'OPTIONS' ? 'peek' : 'increment';
    const [first, ...others] = identifyCallers(request);
    const count = async ({ tracker, limit }: Caller): Promise<RateLimitResult & { limit: number }> => {
      const result = await this.storage[method](tracker, WINDOW_MS, limit);
      setRateLimitHeaders(reply, limit, result);
      return { ...result, limit };
    };
    let counted = await count(first);
    for (const caller of others) {
      if (counted.isBlocked) break;
      counted = await keepStricterHeaders(reply, () => count(caller));
    }
    return counted;
  }
}
