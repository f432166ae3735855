import { Inject, Injectable } from '@nestjs/common';
import type { FastifyReply, FastifyRequest } from 'fastify';
import { identifyCaller } from './caller';
import { RATE_COUNTERS, type RateLimitStorage, type RateLimitResult, WINDOW_MS } from './rate-limit-storage';
import { RateLimitedError } from './rate-limited.error';

const LIMIT = 'X-RateLimit-Limit';

/** Counts requests: for the guard, and those that no guard sees (unknown paths, broken requests, preflights). */
@Injectable()
export class RateLimiter {
  constructor(@Inject(RATE_COUNTERS) private readonly counters: RateLimitStorage) {}

  /** @throws RateLimitedError */
  async admit(request: FastifyRequest, reply: FastifyReply): Promise<void> {
    const { limit, isBlocked, secondsLeft } = await this.note(request, reply);
    if (isBlocked) throw new RateLimitedError(limit, secondsLeft);
  }

  /** Writes the headers. Preflights are the browser's, not the caller's: they are not counted. */
  async note(request: FastifyRequest, reply: FastifyReply): Promise<RateLimitResult & { limit: number }> {
    const { tracker, limit } = identifyCaller(request);
    const count = request.method === 'OPTIONS' ? 'look' : 'increment';
    const record = await this.counters[count](tracker, WINDOW_MS, limit);
    writeHeaders(reply, limit, record);
    return { ...record, limit };
  }
}

/** On the raw answer, where whatever ends it (a stream that took it over, too) finds them. */
function writeHeaders({ raw }: FastifyReply, limit: number, { served, secondsLeft }: RateLimitResult): void {
  if (raw.headersSent) return;
  raw.setHeader(LIMIT, limit);
  raw.setHeader('X-RateLimit-Remaining', Math.max(0, limit - served));
  raw.setHeader('X-RateLimit-Reset', secondsLeft);
}

/** Whether somebody has counted the request already. */
export const isCounted = ({ raw }: FastifyReply): boolean => raw.hasHeader(LIMIT);
