import { readFileSync, readlinkSync } from 'node:fs';
import type { ThreadUse } from './processor-budget';

/** Positions in the memory that a thread shares with its owner. */
const THREAD_ID = 0;
const FILE_BYTES = 1;

/** The thread's id where the kernel counts no time. The id is 0 until the thread runs. */
const NONE = -1;

/** Nanoseconds in a millisecond. */
const NANOSECONDS = 1e6;

/**
 * State that a worker thread shares with its owner, who can read it while the thread's code runs without a pause.
 *
 * Node has no function for the processor time of a thread. Linux counts it; on other systems, the clock measures the
 * time that has passed.
 */
export class ThreadStatus implements ThreadUse {
  private readonly created = performance.now();
  private lastKernelTime = 0;

  /** @param memory of a status that exists: the thread receives the memory of its owner */
  constructor(readonly memory = new Float64Array(new SharedArrayBuffer(2 * Float64Array.BYTES_PER_ELEMENT))) {}

  get fileBytes(): number {
    return this.memory[FILE_BYTES] ?? 0;
  }

  set fileBytes(bytes: number) {
    this.memory[FILE_BYTES] = bytes;
  }

  /** Stores the kernel's id of the current thread. */
  identifyThread(): void {
    try {
      readProcessorTime('thread-self');
      // For instance `123/task/130` (proc(5)).
      this.memory[THREAD_ID] = Number(readlinkSync('/proc/thread-self').split('/').at(-1));
    } catch {
      this.memory[THREAD_ID] = NONE;
    }
  }

  /** Begins at 0 when the thread is created, and stands still when it has ended. */
  readClock(): number {
    const { [THREAD_ID]: id = 0 } = this.memory;
    if (id === NONE) return performance.now() - this.created;
    try {
      if (id !== 0) this.lastKernelTime = readProcessorTime(`self/task/${id}`);
    } catch {
      // The thread has ended.
    }
    return this.lastKernelTime;
  }
}

/** The first number of the file is nanoseconds on a processor (Linux, Documentation/scheduler/sched-stats.rst). */
const readProcessorTime = (task: string): number =>
  Number.parseInt(readFileSync(`/proc/${task}/schedstat`, 'latin1')) / NANOSECONDS;
