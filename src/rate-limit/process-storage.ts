import { isAddress } from './caller';
import { type RateLimitStorage, type RateLimitResult, standing } from './rate-limit-storage';

/** Of client addresses, which anyone can make up; organizations are as many as there are. */
export const MAX_ADDRESSES = 100_000;
/** More than one goes for each that comes, and no request pays for many. */
const DROPPED_AT_ONCE = 8;

interface Window {
  served: number;
  endsAt: number;
}

/** One counter a tracker, in this process. */
export class ProcessRateLimitStorage implements RateLimitStorage {
  // Windows are equally long, so the order in which they were opened is that in which they end.
  private readonly organizations = new Map<string, Window>();
  private readonly addresses = new Map<string, Window>();

  /** @param now a clock that never goes back, in milliseconds */
  constructor(private readonly now: () => number = () => performance.now()) {}

  /** Trackers that are held in memory. */
  get size(): number {
    return this.organizations.size + this.addresses.size;
  }

  increment(tracker: string, windowMs: number, limit: number): Promise<RateLimitResult> {
    const now = this.now();
    const windows = this.windowsOf(tracker);
    dropEnded(windows, now);
    const window = liveWindow(windows, tracker, now) ?? open(windows, tracker, now + windowMs);
    const isBlocked = window.served >= limit;
    if (!isBlocked) window.served++;
    return Promise.resolve(standing(window.served, isBlocked, window.endsAt - now));
  }

  look(tracker: string, windowMs: number, limit: number): Promise<RateLimitResult> {
    const now = this.now();
    const { served, endsAt } = liveWindow(this.windowsOf(tracker), tracker, now) ?? {
      served: 0,
      endsAt: now + windowMs,
    };
    return Promise.resolve(standing(served, served >= limit, endsAt - now));
  }

  private windowsOf(tracker: string): Map<string, Window> {
    return isAddress(tracker) ? this.addresses : this.organizations;
  }
}

function liveWindow(windows: Map<string, Window>, tracker: string, now: number): Window | undefined {
  const window = windows.get(tracker);
  return window && window.endsAt > now ? window : undefined;
}

function open(windows: Map<string, Window>, tracker: string, endsAt: number): Window {
  // Deleted first, so that it stands at the end of the order.
  windows.delete(tracker);
  const window = { served: 0, endsAt };
  windows.set(tracker, window);
  if (isAddress(tracker) && windows.size > MAX_ADDRESSES) {
    for (const [oldest] of windows) {
      windows.delete(oldest);
      break;
    }
  }
  return window;
}

function dropEnded(windows: Map<string, Window>, now: number): void {
  let dropped = 0;
  for (const [tracker, { endsAt }] of windows) {
    if (endsAt > now || dropped++ >= DROPPED_AT_ONCE) return;
    windows.delete(tracker);
  }
}
