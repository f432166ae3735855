import type { FastifyReply } from 'fastify';
import type { RateLimitResult } from './rate-limit-storage';

const LIMIT = 'X-RateLimit-Limit';
const REMAINING = 'X-RateLimit-Remaining';
const RESET = 'X-RateLimit-Reset';

/** Sets the three headers of a rate limit. */
export function setRateLimitHeaders(reply: FastifyReply, limit: number, result: RateLimitResult): void {
  setRawHeader(reply, LIMIT, limit);
  setRawHeader(reply, REMAINING, Math.max(0, limit - result.totalHits));
  setRawHeader(reply, RESET, result.timeToExpire);
}

/** Sets a header on Node's response, so that it is also sent if a stream takes over the response from Fastify. */
export function setRawHeader({ raw }: FastifyReply, name: string, value: string | number): void {
  if (!raw.headersSent) raw.setHeader(name, value);
}

/** Whether the request has been counted: every counted request has the headers. */
export const hasRateLimitHeaders = ({ raw }: FastifyReply): boolean => raw.hasHeader(LIMIT);
