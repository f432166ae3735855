/** Milliseconds for which a computation may run before it gives way. */
const SLICE_MS = 4;

/** The computations that have given way, in their order. */
const paused: (() => void)[] = [];

/**
 * Resumes one computation per turn of the event loop, so that requests wait for one slice, however many computations
 * there are.
 */
function resumeNext(): void {
  paused.shift()?.();
  if (paused.length > 0) setImmediate(resumeNext);
}

function pause(): Promise<void> {
  return new Promise((resolve) => {
    if (paused.push(resolve) === 1) setImmediate(resumeNext);
  });
}

/**
 * Interrupts a long computation for other tasks of the event loop, once per time slice of a few milliseconds. All
 * computations of the process take turns.
 */
export class EventLoopYielder {
  private sliceStart = performance.now();

  /** @returns a promise to await when the time slice is over; otherwise undefined, which need not be awaited */
  yieldIfDue(): Promise<void> | undefined {
    if (performance.now() - this.sliceStart < SLICE_MS) return undefined;
    return pause().then(() => {
      this.sliceStart = performance.now();
    });
  }

  /** Maps a list as `Array.map` does, and gives way between items. */
  async map<T, U>(items: readonly T[], toResult: (item: T) => U): Promise<U[]> {
    const results: U[] = [];
    for (const item of items) {
      results.push(toResult(item));
      const due = this.yieldIfDue();
      if (due) await due;
    }
    return results;
  }
}
