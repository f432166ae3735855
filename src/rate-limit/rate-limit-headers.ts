import type { FastifyReply } from 'fastify';
import type { RateLimitResult } from './rate-limit-storage';

const LIMIT = 'X-RateLimit-Limit';
const REMAINING = 'X-RateLimit-Remaining';
const RESET = 'X-RateLimit-Reset';

/** Sets the three headers of a rate limit. */
export function setRateLimitHeaders(reply: FastifyReply, limit: number, result: RateLimitResult): void {
  void reply
    .header(LIMIT, limit)
    .header(REMAINING, Math.max(0, limit - result.totalHits))
    .header(RESET, result.timeToExpire);
}

/** Whether the request has been counted: every counted request has the headers. */
export const hasRateLimitHeaders = (reply: FastifyReply): boolean => reply.hasHeader(LIMIT);
