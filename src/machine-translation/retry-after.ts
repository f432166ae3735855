/** The longest time that is believed: after it, the provider is asked again. */
export const MAX_RETRY_AFTER_MS = 60_000;

/**
 * Reads the header `Retry-After`: seconds or a date.
 *
 * @param now milliseconds since 1970
 * @returns milliseconds, at most one minute; undefined if there is no header, or nothing that can be read
 */
export function parseRetryAfter(header: string | string[] | undefined, now = Date.now()): number | undefined {
  const value = (Array.isArray(header) ? header[0] : header)?.trim();
  if (!value) return undefined;
  const milliseconds = /^\d+(\.\d+)?$/.test(value) ? Number(value) * 1_000 : Date.parse(value) - now;
  return Number.isNaN(milliseconds) ? undefined : Math.min(Math.max(milliseconds, 0), MAX_RETRY_AFTER_MS);
}
