import { setTimeout as delay } from 'node:timers/promises';
import { Injectable } from '@nestjs/common';
import { AttemptCounts } from './attempt-counts';

/** The time for which attempts count, since the first of them. */
const WINDOW_MS = 15 * 60_000;
/** The attempts of an account in this time that are not delayed. */
const FREE_ATTEMPTS = 10;
const MAX_DELAY_MS = 30_000;

/**
 * Delays attempts to sign in to an account after the first wrong ones, the right password too, so that nobody is locked out by others.
 * It counts by the address, whether or not it has an account, for all replicas.
 */
@Injectable()
export class SignInDelays {
  /** The attempts that wait on this replica, by address. */
  private readonly waiting = new Map<string, Set<AbortController>>();

  constructor(private readonly counts: AttemptCounts) {}

  /** Counts an attempt, and waits until it may be made: attempts at the same time are counted, too. */
  async begin(email: string): Promise<void> {
    for (;;) {
      const ms = delayOf((await this.counts.add(partyOf(email), WINDOW_MS)) - 1);
      if (ms === 0 || !(await this.isEnded(email, ms))) return;
    }
  }

  /** Forgets the attempts of an account; attempts that wait on this replica are counted anew. */
  async succeeded(email: string): Promise<void> {
    await this.counts.forget(partyOf(email));
    for (const waiting of this.waiting.get(email) ?? []) waiting.abort();
  }

  /** Waits. @returns whether a success has ended the wait */
  private async isEnded(email: string, ms: number): Promise<boolean> {
    const ended = new AbortController();
    const waiting = this.waiting.get(email) ?? new Set();
    this.waiting.set(email, waiting.add(ended));
    try {
      return await delay(ms, false, { signal: ended.signal }).catch(() => true);
    } finally {
      waiting.delete(ended);
      if (waiting.size === 0 && this.waiting.get(email) === waiting) this.waiting.delete(email);
    }
  }
}

/** Returns the delay of an attempt in milliseconds. @param before the number of attempts before it */
export const delayOf = (before: number): number =>
  before < FREE_ATTEMPTS ? 0 : Math.min(MAX_DELAY_MS, 1_000 * 2 ** Math.min(10, before - FREE_ATTEMPTS));

const partyOf = (email: string): string => `sign-in ${email}`;
