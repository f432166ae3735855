export interface FairSemaphoreOptions {
  /** The slots that running calls hold together, for instance a number of calls, or of bytes. */
  slots: number;
  /** The slots that the running calls of one group hold together. */
  slotsPerGroup: number;
  /**
   * The weight of the calls of one group that may wait together; one call of any weight may always wait. Default: no
   * limit.
   */
  maxWaiting?: number;
  /** Milliseconds that a call waits at most. Default: no limit. */
  timeoutMs?: number;
  /** Creates the error of a call that may not wait, or has waited for too long, by these limits. */
  createRefusal?: () => Error;
}

export interface TurnOptions {
  /** The slots that the call holds, at most the slots of a group. Default: 1. */
  size?: number;
  /** The share of the call in `maxWaiting`. Default: 1. */
  weight?: number;
  /** A call whose signal is aborted while it waits is rejected with the signal's reason and frees its place. */
  signal?: AbortSignal;
  /** Milliseconds that the call waits at most. Default: the limit of the semaphore. */
  timeoutMs?: number;
}

/** The slots of a running call. */
export interface Turn {
  /** Gives slots back that the call does not need any more. */
  shrinkTo(size: number): void;
  /** Gives all slots back. A second call has no effect. */
  release(): void;
}

interface Waiter {
  size: number;
  weight: number;
  start: () => void;
}

interface Group {
  id: string;
  /** The slots of its running calls. */
  held: number;
  /** In the order of their calls. */
  waiters: Set<Waiter>;
  waitingWeight: number;
}

/**
 * A semaphore that is fair to groups, for instance organizations: groups take turns (round-robin), and the calls of one
 * group run in their order. However many calls one group makes, it holds at most `slotsPerGroup` slots, and another
 * group waits for at most one call of each other group to start before its own. A call that needs more slots than are
 * free is not overtaken.
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
   * @param work may free its slots before it ends
   * @throws the refusal, or the reason of the signal; `work` has not been called then
   */
  async run<T>(groupId: string, work: (freeSlots: () => void) => Promise<T>, options: TurnOptions = {}): Promise<T> {
    const entered = this.enter(groupId, options);
    const turn = entered instanceof Promise ? await entered : entered;
    try {
      return await work(() => turn.release());
    } finally {
      turn.release();
    }
  }

  /**
   * Takes slots, at once if they are free and no other call waits for them, or else when it is the group's turn.
   *
   * @throws the refusal, or the reason of the signal
   */
  enter(groupId: string, options: TurnOptions = {}): Turn | Promise<Turn> {
    options.signal?.throwIfAborted();
    const entered = this.tryEnter(groupId, options.size);
    if (entered) return entered;
    const group = this.groupOf(groupId);
    const size = this.sizeOf(options.size);
    return this.wait(group, size, options).then(() => this.turnOf(group, size));
  }

  /** Takes slots if they are free and no other call waits for them. @param size as in `TurnOptions` */
  tryEnter(groupId: string, size?: number): Turn | undefined {
    const group = this.groups.get(groupId);
    const taken = this.sizeOf(size);
    if (this.turns.size > 0 || taken > this.free || (group && !this.hasRoom(group, taken))) return undefined;
    const entered = this.groupOf(groupId);
    this.take(entered, taken);
    return this.turnOf(entered, taken);
  }

  private sizeOf(size = 1): number {
    return Math.min(size, this.options.slotsPerGroup);
  }

  private groupOf(id: string): Group {
    const group = this.groups.get(id) ?? { id, held: 0, waiters: new Set(), waitingWeight: 0 };
    this.groups.set(id, group);
    return group;
  }

  /** Whether the group may hold so many slots more. */
  private hasRoom(group: Group, size: number): boolean {
    return group.held + size <= this.options.slotsPerGroup;
  }

  private take(group: Group, size: number): void {
    this.free -= size;
    group.held += size;
  }

  private turnOf(group: Group, size: number): Turn {
    let held = size;
    const shrinkTo = (rest: number): void => {
      if (rest >= held) return;
      this.free += held - rest;
      group.held -= held - rest;
      held = rest;
      this.startNext();
      this.forgetIfUnused(group);
    };
    return { shrinkTo, release: () => shrinkTo(0) };
  }

  /** Starts waiting calls in the order of the turns, up to the first one for which only free slots are missing. */
  private startNext(): void {
    for (let next = this.next(); next; next = this.next()) {
      const [group, waiter] = next;
      if (waiter.size > this.free) return;
      this.take(group, waiter.size);
      this.remove(group, waiter);
      // The group's next turn comes after the turns of the other groups.
      if (this.turns.delete(group)) this.turns.add(group);
      waiter.start();
    }
  }

  /** Returns the next call of a group that may hold its slots. */
  private next(): [Group, Waiter] | undefined {
    for (const group of this.turns) {
      const [waiter] = group.waiters;
      if (waiter && this.hasRoom(group, waiter.size)) return [group, waiter];
    }
    return undefined;
  }

  private wait(group: Group, size: number, turn: TurnOptions): Promise<void> {
    const { maxWaiting = Infinity, createRefusal = () => new Error('too many calls wait') } = this.options;
    const { weight = 1, signal, timeoutMs = this.options.timeoutMs } = turn;
    if (group.waiters.size > 0 && group.waitingWeight + weight > maxWaiting) return Promise.reject(createRefusal());
    return new Promise((resolve, reject) => {
      const settle = (settled: () => void): void => {
        clearTimeout(timer);
        signal?.removeEventListener('abort', abort);
        settled();
      };
      const waiter: Waiter = { size, weight, start: () => settle(resolve) };
      const leave = (error: Error): void => {
        this.remove(group, waiter);
        this.startNext();
        this.forgetIfUnused(group);
        settle(() => reject(error));
      };
      const abort = (): void => leave(signal?.reason as Error);
      const timer = timeoutMs === undefined ? undefined : setTimeout(() => leave(createRefusal()), timeoutMs);
      signal?.addEventListener('abort', abort);
      group.waiters.add(waiter);
      group.waitingWeight += weight;
      this.turns.add(group);
      this.startNext();
    });
  }

  private remove(group: Group, waiter: Waiter): void {
    group.waiters.delete(waiter);
    group.waitingWeight -= waiter.weight;
    if (group.waiters.size === 0) this.turns.delete(group);
  }

  private forgetIfUnused(group: Group): void {
    if (group.held === 0 && group.waiters.size === 0) this.groups.delete(group.id);
  }
}
