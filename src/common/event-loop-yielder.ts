import { setImmediate } from 'node:timers/promises';

const SLICE_MS = 8;

/** Interrupts a long computation for other tasks of the event loop, once per time slice of 8 ms. */
export class EventLoopYielder {
  private sliceStart = performance.now();

  /** @returns a promise to await when the time slice is over; otherwise undefined, which need not be awaited */
  yieldIfDue(): Promise<void> | undefined {
    if (performance.now() - this.sliceStart < SLICE_MS) return undefined;
    return setImmediate().then(() => {
      this.sliceStart = performance.now();
    });
  }
}
