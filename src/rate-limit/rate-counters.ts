import type { ThrottlerStorage } from '@nestjs/throttler';

/** Limits are requests a minute. */
export const WINDOW_MS = 60_000;

/** How a tracker stands: requests served in its window, seconds until that ends, whether this request is refused. */
export type Standing = Awaited<ReturnType<ThrottlerStorage['increment']>>;

/** Counts requests in fixed windows that begin with a tracker's first request. What is refused is not counted. */
export interface RateCounters extends ThrottlerStorage {
  increment(tracker: string, ttlMs: number, limit: number): Promise<Standing>;
  /** As it stands, without counting. */
  look(tracker: string, ttlMs: number, limit: number): Promise<Standing>;
}

/** @param served requests of the window, this one included */
export function standing(served: number, isBlocked: boolean, msLeft: number): Standing {
  // Rounded first: the clock has fractions of a millisecond, and a sum of them may lie a trace beyond the window.
  const seconds = Math.max(1, Math.ceil(Math.round(msLeft) / 1_000));
  return { totalHits: served, timeToExpire: seconds, isBlocked, timeToBlockExpire: isBlocked ? seconds : 0 };
}
