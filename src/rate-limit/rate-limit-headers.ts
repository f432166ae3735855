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

/** Keeps the headers of an earlier limit of the same request, if fewer requests remain there than of the limit that `count` counts. */
export async function keepStricterHeaders<T>(reply: FastifyReply, count: () => Promise<T>): Promise<T> {
  const earlier = [LIMIT, REMAINING, RESET].map((name) => [name, reply.getHeader(name)] as const);
  const result = await count();
  const [, [, remaining]] = earlier as [unknown, readonly [string, unknown]];
  if (remaining !== undefined && Number(remaining) < Number(reply.getHeader(REMAINING))) {
    for (const [name, value] of earlier) void reply.header(name, value);
  }
  return result;
}

/** Whether the request has been counted: every counted request has the headers. */
export const hasRateLimitHeaders = (reply: FastifyReply): boolean => reply.hasHeader(LIMIT);
