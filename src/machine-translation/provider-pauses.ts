import { Injectable } from '@nestjs/common';
import { LRUCache } from 'lru-cache';
import { ProviderClock } from './provider-clock';
import { ProviderPause } from './provider-pause';

/** The accounts whose pauses are known. An account beyond them is asked without a pause, and then says again that it is busy. */
const MAX_ACCOUNTS = 1_000;

/** The pauses of accounts at providers: a busy account does not stop the others. */
@Injectable()
export class ProviderPauses {
  private readonly pauses = new LRUCache<string, ProviderPause>({ max: MAX_ACCOUNTS });

  constructor(private readonly clock: ProviderClock) {}

  /** @param account its name within the process */
  of(account: string): ProviderPause {
    const known = this.pauses.get(account);
    if (known) return known;
    const pause = new ProviderPause(this.clock);
    this.pauses.set(account, pause);
    return pause;
  }
}
