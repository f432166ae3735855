import { isAddressKey } from './caller';
import { RateLimitHealth } from './rate-limit-health';
import { type RateLimitResult, type RateLimitStorage, toRateLimitResult } from './rate-limit-storage';

/** The most client addresses that are counted at a time. Organizations are not bounded: a client cannot invent them. */
export const MAX_ADDRESSES = 100_000;
/** The most expired windows that one request removes: more than the one it may add, and few enough to cost nothing. */
const MAX_EXPIRED_PER_REQUEST = 8;

interface Window {
  totalHits: number;
  endsAt: number;
}

/** Keeps the counters in this process. */
export class ProcessRateLimitStorage implements RateLimitStorage {
  readonly health = new RateLimitHealth('process');
  // All windows have the same length, so the insertion order of a map is the order in which its windows end.
  private readonly organizations = new Map<string, Window>();
  private readonly addresses = new Map<string, Window>();

  /** @param now a monotonic clock in milliseconds */
  constructor(private readonly now: () => number = () => performance.now()) {}

  /** The number of windows in memory. */
  get size(): number {
    return this.organizations.size + this.addresses.size;
  }

  increment(key: string, ttl: number, limit: number): Promise<RateLimitResult> {
    const now = this.now();
    const windows = this.windowsFor(key);
    removeExpired(windows, now);
    const window = findActive(windows, key, now) ?? openWindow(windows, key, now + ttl);
    const isBlocked = window.totalHits >= limit;
    if (!isBlocked) window.totalHits++;
    return Promise.resolve(toRateLimitResult(window.totalHits, isBlocked, window.endsAt - now));
  }

  peek(key: string, ttl: number, limit: number): Promise<RateLimitResult> {
    const now = this.now();
    const { totalHits, endsAt } = findActive(this.windowsFor(key), key, now) ?? { totalHits: 0, endsAt: now + ttl };
    return Promise.resolve(toRateLimitResult(totalHits, totalHits >= limit, endsAt - now));
  }

  private windowsFor(key: string): Map<string, Window> {
    return isAddressKey(key) ? this.addresses : this.organizations;
  }
}

function findActive(windows: Map<string, Window>, key: string, now: number): Window | undefined {
  const window = windows.get(key);
  return window && window.endsAt > now ? window : undefined;
}

function openWindow(windows: Map<string, Window>, key: string, endsAt: number): Window {
  // A key that is set again keeps its old position in a map unless it is deleted first.
  windows.delete(key);
  const window = { totalHits: 0, endsAt };
  windows.set(key, window);
  if (isAddressKey(key) && windows.size > MAX_ADDRESSES) {
    const [oldest] = windows.keys();
    if (oldest !== undefined) windows.delete(oldest);
  }
  return window;
}

function removeExpired(windows: Map<string, Window>, now: number): void {
  let removed = 0;
  for (const [key, { endsAt }] of windows) {
    if (endsAt > now || removed++ >= MAX_EXPIRED_PER_REQUEST) return;
    windows.delete(key);
  }
}
