import type { ThrottlerStorage } from '@nestjs/throttler';
import type { RateLimitHealth } from './rate-limit-health';

/** The length of a window in milliseconds; limits are requests per minute. */
export const WINDOW_MS = 60_000;

/** The state of a window after a request: the record that `@nestjs/throttler` expects of a storage. */
export interface RateLimitResult {
  /** Requests that were admitted in this window, the current one included. */
  totalHits: number;
  /** Seconds until the window ends, at least 1. */
  timeToExpire: number;
  /** Whether the current request is refused. */
  isBlocked: boolean;
  /** Seconds until requests are admitted again; 0 if the current request is admitted. */
  timeToBlockExpire: number;
}

/**
 * Counts requests in fixed windows, one counter per key. A window begins with the first request of its key. Refused
 * requests are not counted, and a block ends with its window: `blockDuration` of `@nestjs/throttler` has no effect.
 */
export interface RateLimitStorage extends ThrottlerStorage {
  readonly health: RateLimitHealth;

  /** @param ttl the length of a window in milliseconds */
  increment(key: string, ttl: number, limit: number): Promise<RateLimitResult>;

  /** Returns the state of the window without counting a request. */
  peek(key: string, ttl: number, limit: number): Promise<RateLimitResult>;
}

/**
 * Converts a counter to the record of `@nestjs/throttler`.
 *
 * @param totalHits requests that were admitted in this window, the current one included
 * @param msLeft milliseconds until the window ends
 */
export function toRateLimitResult(totalHits: number, isBlocked: boolean, msLeft: number): RateLimitResult {
  // The clock has fractions of a millisecond, and their sum may exceed the window by a rounding error.
  const timeToExpire = Math.max(1, Math.ceil(Math.round(msLeft) / 1_000));
  return { totalHits, timeToExpire, isBlocked, timeToBlockExpire: isBlocked ? timeToExpire : 0 };
}
