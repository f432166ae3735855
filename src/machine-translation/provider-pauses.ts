import { Injectable } from '@nestjs/common';
import { ProviderClock } from './provider-clock';
import { ProviderPause } from './provider-pause';

/** The accounts whose pauses are known. An account beyond them is asked without a pause, and then says again that it is busy. */
const MAX_ACCOUNTS = 1_000;

/** The pauses of accounts at providers: a busy account does not stop the others. */
@Injectable()
export class ProviderPauses {
  /** The pause that was used last is the last one. */
  private readonly pauses = new Map<string, ProviderPause>();

  constructor(private readonly clock: ProviderClock) {}

  /** @param account its name within the process */
  of(account: string): ProviderPause {
    const pause = this.pauses.get(account) ?? new ProviderPause(this.clock);
    this.pauses.delete(account);
    this.pauses.set(account, pause);
    for (const oldest of this.pauses.keys()) {
      if (this.pauses.size <= MAX_ACCOUNTS) break;
      this.pauses.delete(oldest);
    }
    return pause;
  }
}
