import { Inject, Injectable } from '@nestjs/common';
import type { Settings } from '../config/settings';
import { SETTINGS } from '../config/settings.module';
import { toNetwork } from '../rate-limit/caller';

const WINDOW_MS = 60_000;
/** Networks that are counted in a window. Beyond them, the window begins anew. */
const MAX_NETWORKS = 100_000;
/** Addresses whose network is known. */
const MAX_ADDRESSES = 100_000;
/** Longer text is no address. */
const MAX_ADDRESS_LENGTH = 45;

interface Counter {
  count: number;
}

/** Limits the requests of each client network for delivered files, by minutes of this process. */
@Injectable()
export class DeliveryLimits {
  readonly limit: number;
  private windowEnd = 0;
  private readonly byAddress = new Map<string, Counter>();
  private readonly byNetwork = new Map<string, Counter>();

  constructor(@Inject(SETTINGS) { deliveryRateLimit }: Pick<Settings, 'deliveryRateLimit'>) {
    this.limit = deliveryRateLimit;
  }

  /** Counts a request. @returns whether it is within the limit */
  admits(address: string, now: number): boolean {
    if (now >= this.windowEnd || this.byNetwork.size >= MAX_NETWORKS) this.beginWindow(now);
    const counter = this.byAddress.get(address) ?? this.find(address);
    return ++counter.count <= this.limit;
  }

  /** The seconds after which a refused request is within the limit again. */
  retryAfter(now: number): number {
    return Math.max(1, Math.ceil((this.windowEnd - now) / 1_000));
  }

  private find(address: string): Counter {
    const network = toNetwork(address);
    const counter = this.byNetwork.get(network) ?? { count: 0 };
    this.byNetwork.set(network, counter);
    // A network has any number of addresses: to forget them does not forget its requests.
    if (this.byAddress.size >= MAX_ADDRESSES) this.byAddress.clear();
    if (address.length <= MAX_ADDRESS_LENGTH) this.byAddress.set(address, counter);
    return counter;
  }

  private beginWindow(now: number): void {
    this.byAddress.clear();
    this.byNetwork.clear();
    this.windowEnd = now + WINDOW_MS;
  }
}
