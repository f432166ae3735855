import { tooExpensive } from './refused-file-error';

/** Processor time that a file may take: 10 s for 10 MB, and 10 s for a smaller one. */
const MS_PER_BYTE = 0.001;
const MIN_BUDGET_MS = 10_000;

const CHECK_INTERVAL_MS = 250;

/** The state of a thread that reads a file, as the budget observes it. */
export interface ThreadUse {
  /** The size of the file; for a zip, it grows to the size of the unpacked files. */
  readonly fileBytes: number;
  /** Returns the processor time of the thread in milliseconds since an arbitrary moment. */
  readClock(): number;
}

/**
 * Bounds the processor time of one file: its signal is aborted with a refusal when a file of this size may take no
 * more.
 */
export class ProcessorBudget {
  private readonly controller = new AbortController();
  private readonly start: number;
  private readonly timer: NodeJS.Timeout;

  constructor(private readonly thread: ThreadUse) {
    this.start = thread.readClock();
    this.timer = setInterval(() => this.check(), CHECK_INTERVAL_MS);
  }

  get signal(): AbortSignal {
    return this.controller.signal;
  }

  end(): void {
    clearInterval(this.timer);
  }

  private check(): void {
    const limit = Math.max(MIN_BUDGET_MS, this.thread.fileBytes * MS_PER_BYTE);
    if (this.thread.readClock() - this.start <= limit) return;
    this.controller.abort(tooExpensive(`takes more than ${Math.ceil(limit / 1_000)} s of processor time to read`));
  }
}
