export interface FairSemaphoreOptions {
  /** The number of calls that run at once. */
  slots: number;
  /** The number of calls of one group that run at once. */
  slotsPerGroup: number;
  /** The weight of the calls of one group that may wait together; one call of any weight may always wait. Default: no limit. */
  maxWaiting?: number;
  /** Milliseconds that a call waits at most. Default: no limit. */
  timeoutMs?: number;
  /** Creates the error of a call that may not wait, or has waited for too long. */
  createRefusal: () => Error;
}

export interface TurnOptions {
  /** The share of the call in `maxWaiting`. Default: 1. */
  weight?: number;
  /** A call whose signal is aborted while it waits is rejected with the signal's reason and frees its place. */
  signal?: AbortSignal;
}

interface Waiter {
  weight: number;
  start: () => void;
}

interface Group {
  id: string;
  running: number;
  /** In the order of their calls. */
  waiters: Set<Waiter>;
  waitingWeight: number;
}

/**
 * A semaphore that is fair to groups, for instance organizations: groups take turns (round-robin), and the calls of one group run
 * in their order. However many calls one group makes, it holds at most `slotsPerGroup` slots, and another group waits for at most
 * one call of each other group to start before its own.
 */
export class FairSemaphore {
  private readonly groups = new Map<string, Group>();
  /** The groups with waiting calls, in the order of their next turns. */
  private readonly turns = new Set<Group>();
  private free: number;

  constructor(private readonly options: FairSemaphoreOptions) {
    this.free = options.slots;
  }

  /**
   * Runs `work` as soon as a slot is free and it is the group's turn.
   *
   * @throws the refusal, or the reason of the signal; `work` has not been called then
   */
  async run<T>(groupId: string, work: () => Promise<T>, options: TurnOptions = {}): Promise<T> {
    options.signal?.throwIfAborted();
    const group = this.groupOf(groupId);
    if (this.canStart(group)) this.take(group);
    else await this.wait(group, options);
    try {
      return await work();
    } finally {
      this.release(group);
    }
  }

  private groupOf(id: string): Group {
    const group = this.groups.get(id) ?? { id, running: 0, waiters: new Set(), waitingWeight: 0 };
    this.groups.set(id, group);
    return group;
  }

  private canStart(group: Group): boolean {
    return this.free > 0 && group.running < this.options.slotsPerGroup;
  }

  private take(group: Group): void {
    this.free--;
    group.running++;
  }

  private release(group: Group): void {
    this.free++;
    group.running--;
    this.startNext();
    this.forgetIfUnused(group);
  }

  private startNext(): void {
    for (const group of this.turns) {
      const [waiter] = group.waiters;
      if (!waiter || !this.canStart(group)) continue;
      this.take(group);
      this.remove(group, waiter);
      // The group's next turn comes after those of the other groups.
      if (this.turns.delete(group)) this.turns.add(group);
      return waiter.start();
    }
  }

  private wait(group: Group, { weight = 1, signal }: TurnOptions): Promise<void> {
    const { maxWaiting = Infinity, timeoutMs, createRefusal } = this.options;
    if (group.waiters.size > 0 && group.waitingWeight + weight > maxWaiting) return Promise.reject(createRefusal());
    return new Promise((resolve, reject) => {
      const settle = (settled: () => void): void => {
        clearTimeout(timer);
        signal?.removeEventListener('abort', abort);
        settled();
      };
      const waiter: Waiter = { weight, start: () => settle(resolve) };
      const leave = (error: Error): void => {
        this.remove(group, waiter);
        this.forgetIfUnused(group);
        settle(() => reject(error));
      };
      const abort = (): void => leave(signal?.reason as Error);
      const timer = timeoutMs === undefined ? undefined : setTimeout(() => leave(createRefusal()), timeoutMs);
      signal?.addEventListener('abort', abort);
      group.waiters.add(waiter);
      group.waitingWeight += weight;
      this.turns.add(group);
    });
  }

  private remove(group: Group, waiter: Waiter): void {
    group.waiters.delete(waiter);
    group.waitingWeight -= waiter.weight;
    if (group.waiters.size === 0) this.turns.delete(group);
  }

  private forgetIfUnused(group: Group): void {
    if (group.running === 0 && group.waiters.size === 0) this.groups.delete(group.id);
  }
}
