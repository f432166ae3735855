/** A reference to a shared resource, which stays open until every reference is released. */
export interface Reference {
  /** A second call has no effect. */
  release(): void;
}

/** Counts the references to a resource and closes it when the last one is released. */
export class ReferenceCounter {
  private count = 0;
  private closed = false;

  constructor(private readonly close: () => void) {}

  /** @throws Error when the resource is closed already */
  acquire(): Reference {
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
