const SECOND = 1_000;
const MINUTE = 60 * SECOND;
const HOUR = 60 * MINUTE;

/** Times between a failed attempt and the next; the last one repeats. */
const DELAYS = [5 * SECOND, 30 * SECOND, 2 * MINUTE, 10 * MINUTE, 30 * MINUTE, HOUR, 2 * HOUR, 4 * HOUR];

/** Hours after the first failed attempt of the last one, after which the webhook is paused. */
export const RETRY_HOURS = 24;

/** The share by which a delay differs at most, so that webhooks that failed together are not attempted together. */
const JITTER = 0.2;

/**
 * Returns the milliseconds until the next attempt.
 *
 * @param failures failed attempts in a row, at least 1
 * @param random from 0 to 1
 */
export function retryDelay(failures: number, random = Math.random()): number {
  const delay = DELAYS[Math.min(failures, DELAYS.length) - 1] ?? 0;
  return Math.round(delay * (1 + JITTER * (2 * random - 1)));
}
