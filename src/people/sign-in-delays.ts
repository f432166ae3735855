import { hash } from 'node:crypto';
import { setMaxListeners } from 'node:events';
import { setTimeout as delay } from 'node:timers/promises';
import { Injectable } from '@nestjs/common';
import { LRUCache } from 'lru-cache';

/** The time for which attempts count, since the first of them. */
const WINDOW_MS = 15 * 60_000;
/** The attempts of an account in this time that are not delayed. */
const FREE_ATTEMPTS = 10;
const MAX_DELAY_MS = 30_000;
/** The most accounts whose attempts are counted. */
const MAX_ACCOUNTS = 100_000;

/** The attempts of an account since its last success. */
interface Attempts {
  count: number;
  /** Ends the delays: a person has signed in. */
  success: AbortController;
}

/**
 * Delays attempts to sign in to an account after the first wrong ones, the right password too, so that nobody is locked out by others.
 * It counts by the address, whether or not it has an account. Each replica counts by itself.
 */
@Injectable()
export class SignInDelays {
  private readonly attempts = new LRUCache<string, Attempts>({ max: MAX_ACCOUNTS, ttl: WINDOW_MS });

  /** Counts an attempt, and waits until it may be made: attempts at the same time are counted, too. */
  async begin(email: string): Promise<void> {
    for (;;) {
      const attempts = this.attemptsOf(keyOf(email));
      const ms = delayOf(attempts.count++);
      if (ms === 0 || !(await isAborted(ms, attempts.success.signal))) return;
    }
  }

  /** Forgets the attempts of an account; attempts that wait are counted anew. */
  succeeded(email: string): void {
    const account = keyOf(email);
    const attempts = this.attempts.get(account);
    this.attempts.delete(account);
    attempts?.success.abort();
  }

  private attemptsOf(account: string): Attempts {
    const known = this.attempts.get(account);
    if (known) return known;
    const attempts = { count: 0, success: new AbortController() };
    setMaxListeners(0, attempts.success.signal);
    this.attempts.set(account, attempts);
    return attempts;
  }
}

/** Returns the delay of an attempt in milliseconds. @param before the number of attempts before it */
export const delayOf = (before: number): number =>
  before < FREE_ATTEMPTS ? 0 : Math.min(MAX_DELAY_MS, 1_000 * 2 ** Math.min(10, before - FREE_ATTEMPTS));

const isAborted = (ms: number, signal: AbortSignal): Promise<boolean> => delay(ms, false, { signal }).catch(() => true);

const keyOf = (email: string): string => hash('sha256', email, 'base64');
