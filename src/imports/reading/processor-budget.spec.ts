import { ProcessorBudget } from './processor-budget';

describe('ProcessorBudget', () => {
  let clock: number;
  beforeEach(() => {
    clock = 1_000;
    jest.useFakeTimers();
  });
  afterEach(() => jest.useRealTimers());

  /** Returns the detail of the refusal, or undefined when the time does not exceed the budget. */
  function refusalAfter(ms: number, ...sizes: number[]): string | undefined {
    const thread = { fileBytes: 0, readClock: () => clock };
    const budget = new ProcessorBudget(thread);
    for (thread.fileBytes of sizes) jest.advanceTimersByTime(1_000);
    clock += ms;
    jest.advanceTimersByTime(1_000);
    budget.end();
    return budget.signal.aborted ? (budget.signal.reason as Error).message : undefined;
  }

  it.each([
    [60_000, 10_000],
    [10_000_000, 10_000],
    [44_000_000, 44_000],
  ])('allows 1 s for each megabyte, and 10 s in any case: %d bytes, %d ms', (bytes, ms) => {
    expect(refusalAfter(ms, bytes)).toBeUndefined();
    expect(refusalAfter(ms + 1, bytes)).toBe(
      `the file takes more than ${ms / 1_000} s of processor time to read; import it in parts`,
    );
  });

  it('grows with the size of the unpacked files', () => {
    expect(refusalAfter(30_000, 1_000_000, 40_000_000)).toBeUndefined();
  });

  it('does not count time in which the thread does not compute', () => {
    expect(refusalAfter(0, ...Array.from({ length: 100 }, () => 1_000))).toBeUndefined();
  });
});
