import { setTimeout as delay } from 'node:timers/promises';
import { Injectable } from '@nestjs/common';

/** The time and the chance by which a busy provider is asked again. */
@Injectable()
export class ProviderClock {
  /** Returns milliseconds. */
  now(): number {
    return performance.now();
  }

  /** @throws an AbortError */
  async delay(milliseconds: number, signal: AbortSignal): Promise<void> {
    await delay(milliseconds, undefined, { signal });
  }

  /** Returns a number from 0 to 1. */
  random(): number {
    return Math.random();
  }
}
