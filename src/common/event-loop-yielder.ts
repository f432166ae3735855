import { setImmediate } from 'node:timers/promises';

const SLICE_MS = 8;

/** Lets others have their turn in a long computation: await it often, it gives way only when its slice is over. */
export class EventLoopYielder {
  private sliceBegan = performance.now();

  /** @returns undefined while the slice lasts, so that nothing is awaited */
  yieldIfDue(): Promise<void> | undefined {
    if (performance.now() - this.sliceBegan < SLICE_MS) return undefined;
    return setImmediate().then(() => {
      this.sliceBegan = performance.now();
    });
  }
}
