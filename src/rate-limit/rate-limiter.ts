import { Injectable } from '@nestjs/common';
import { InjectThrottlerStorage } from '@nestjs/throttler';
import type { FastifyReply, FastifyRequest } from 'fastify';
import { callerOf } from './caller';
import { type RateCounters, type Standing, WINDOW_MS } from './rate-counters';
import { RateLimitedError } from './rate-limited.error';

const LIMIT = 'X-RateLimit-Limit';

/** Counts the answers that no guard sees: to unknown paths, to broken requests, to preflights. */
@Injectable()
export class RateLimiter {
  constructor(@InjectThrottlerStorage() private readonly counters: RateCounters) {}

  /** @throws RateLimitedError */
  async admit(request: FastifyRequest, reply: FastifyReply): Promise<void> {
    const { limit, isBlocked, timeToBlockExpire } = await this.note(request, reply);
    if (isBlocked) throw new RateLimitedError(limit, timeToBlockExpire);
  }

  /** Writes the headers. Preflights are the browser's, not the caller's: they are not counted. */
  async note(request: FastifyRequest, reply: FastifyReply): Promise<Standing & { limit: number }> {
    const { tracker, limit } = callerOf(request);
    const count = request.method === 'OPTIONS' ? 'look' : 'increment';
    const record = await this.counters[count](tracker, WINDOW_MS, limit);
    writeHeaders(reply, limit, record);
    return { ...record, limit };
  }
}

/** On the raw answer, where whatever ends it (a stream that took it over, too) finds them. */
export function writeHeaders(
  { raw }: FastifyReply,
  limit: number,
  { totalHits, timeToExpire }: Pick<Standing, 'totalHits' | 'timeToExpire'>,
): void {
  if (raw.headersSent) return;
  raw.setHeader(LIMIT, limit);
  raw.setHeader('X-RateLimit-Remaining', Math.max(0, limit - totalHits));
  raw.setHeader('X-RateLimit-Reset', timeToExpire);
}

/** Whether somebody has counted the request already. */
export const isCounted = ({ raw }: FastifyReply): boolean => raw.hasHeader(LIMIT);
