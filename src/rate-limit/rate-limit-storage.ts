/** Limits are requests a minute. */
export const WINDOW_MS = 60_000;

/** How a tracker stands. */
export interface RateLimitResult {
  /** Requests of its window, this one included. */
  served: number;
  /** This request is refused. */
  isBlocked: boolean;
  /** Until the window ends; at least one. */
  secondsLeft: number;
}

/** Counts requests in fixed windows that begin with a tracker's first request. What is refused is not counted. */
export interface RateLimitStorage {
  increment(tracker: string, windowMs: number, limit: number): Promise<RateLimitResult>;
  /** As it stands, without counting. */
  look(tracker: string, windowMs: number, limit: number): Promise<RateLimitResult>;
}

export const RATE_COUNTERS = Symbol('rate counters');

/** @param served requests of the window, this one included */
export function standing(served: number, isBlocked: boolean, msLeft: number): RateLimitResult {
  // Rounded first: the clock has fractions of a millisecond, and a sum of them may lie a trace beyond the window.
  return { served, isBlocked, secondsLeft: Math.max(1, Math.ceil(Math.round(msLeft) / 1_000)) };
}
