/** A hold on a shared resource, which stays open until every lease is released. */
export interface Lease {
  /** Ends the hold. A second call has no effect. */
  release(): void;
}

/** Counts the leases of a resource and closes it when the last one is released. */
export class LeaseCounter {
  private count = 0;
  private closed = false;

  constructor(private readonly close: () => void) {}

  /** @throws Error when the resource is closed already */
  acquire(): Lease {
    if (this.closed) throw new Error('the resource is closed');
    this.count++;
    let isHeld = true;
    return {
      release: () => {
        if (!isHeld) return;
        isHeld = false;
        this.count--;
        if (this.count > 0) return;
        this.closed = true;
        this.close();
      },
    };
  }
}
