import { type ExecutionContext, Injectable } from '@nestjs/common';
import { ThrottlerGuard, type ThrottlerLimitDetail, type ThrottlerModuleOptions } from '@nestjs/throttler';
import type { FastifyReply, FastifyRequest } from 'fastify';
import { isApiRequest } from '../common/http/api-path';
import { callerOf } from './caller';
import { type RateCounters, WINDOW_MS } from './rate-counters';
import { RateLimitedError } from './rate-limited.error';
import { writeHeaders } from './rate-limiter';

const requestOf = (context: ExecutionContext): FastifyRequest => context.switchToHttp().getRequest<FastifyRequest>();

/** One budget for all routes (the throttler's own keys give each handler its own), sized by plan. */
export const throttlerOptions = (storage: RateCounters): ThrottlerModuleOptions => ({
  storage,
  throttlers: [{ ttl: WINDOW_MS, limit: (context) => callerOf(requestOf(context)).limit }],
  getTracker: (_, context) => callerOf(requestOf(context)).tracker,
  generateKey: (_, tracker) => tracker,
});

/** Before the access guard, so that those it refuses are counted too. */
@Injectable()
export class PlanThrottlerGuard extends ThrottlerGuard {
  protected override shouldSkip(context: ExecutionContext): Promise<boolean> {
    return Promise.resolve(!isApiRequest(requestOf(context)));
  }

  /** As `writeHeaders`: on the raw answer. */
  protected override setResponseHeader(reply: FastifyReply, name: string, value: string | number): void {
    reply.raw.setHeader(name, value);
  }

  /** The stock one leaves the limit's headers out. */
  protected override throwThrottlingException(context: ExecutionContext, detail: ThrottlerLimitDetail): Promise<void> {
    writeHeaders(context.switchToHttp().getResponse<FastifyReply>(), detail.limit, detail);
    throw new RateLimitedError(detail.limit, detail.timeToBlockExpire);
  }
}
