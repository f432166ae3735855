import { type ExecutionContext, Injectable } from '@nestjs/common';
import { ThrottlerGuard, type ThrottlerLimitDetail, type ThrottlerOptions } from '@nestjs/throttler';
import type { FastifyReply, FastifyRequest } from 'fastify';
import { isApiRequest } from '../http/api-path';
import { type Caller, identifyCallers } from './caller';
import { PLAN_LIMITS } from './plan-limits';
import { keepStricterHeaders, setRateLimitHeaders } from './rate-limit-headers';
import { WINDOW_MS } from './rate-limit-storage';
import { RateLimitedError } from './rate-limited.error';

/** The one throttler of the service. Its limit is for callers without a valid API key. */
export const PLAN_THROTTLER = { name: 'default', ttl: WINDOW_MS, limit: PLAN_LIMITS.free } satisfies ThrottlerOptions;

const ADMITTED = Promise.resolve(true);

/**
 * Limits requests by the caller's plan. It runs before the access guard, so that requests which that guard refuses are
 * counted too.
 *
 * It calls `handleRequest` directly: `canActivate` of the package reads eight pieces of metadata per request, for
 * `@Throttle` and `@SkipThrottle`, which this service does not support (`ThrottleDecoratorCheck`).
 */
@Injectable()
export class PlanThrottlerGuard extends ThrottlerGuard {
  /** @throws RateLimitedError */
  override canActivate(context: ExecutionContext): Promise<boolean> {
    const request = context.switchToHttp().getRequest<FastifyRequest>();
    if (!isApiRequest(request)) return ADMITTED;
    const [first, ...others] = identifyCallers(request);
    const counted = this.count(context, first);
    return others.length === 0 ? counted : this.countOthers(context, others, counted);
  }

  private async countOthers(
    context: ExecutionContext,
    others: readonly Caller[],
    counted: Promise<boolean>,
  ): Promise<boolean> {
    await counted;
    const reply = context.switchToHttp().getResponse<FastifyReply>();
    for (const caller of others) await keepStricterHeaders(reply, () => this.count(context, caller));
    return true;
  }

  private count(context: ExecutionContext, { tracker, limit }: Caller): Promise<boolean> {
    return this.handleRequest({
      context,
      limit,
      ttl: WINDOW_MS,
      blockDuration: WINDOW_MS,
      throttler: PLAN_THROTTLER,
      getTracker: () => tracker,
      generateKey: () => tracker,
    });
  }

  /** The package sets the rate limit headers of admitted requests only. */
  protected override throwThrottlingException(
    context: ExecutionContext,
    { limit, ...result }: ThrottlerLimitDetail,
  ): Promise<void> {
    setRateLimitHeaders(context.switchToHttp().getResponse<FastifyReply>(), limit, result);
    return Promise.reject(new RateLimitedError(limit, result.timeToBlockExpire));
  }
}
