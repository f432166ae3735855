/** What a pool needs to know of a thread: see `WorkerThread`. */
export interface PooledThread {
  /** False when the thread has ended or is to be terminated. */
  readonly isUsable: boolean;
  /** A busy thread keeps the process alive, an idle one does not. */
  setBusy(isBusy: boolean): void;
  terminate(): Promise<void>;
}

/**
 * Threads of one program. They are started when they are needed, and kept for later tasks. Callers limit how many run
 * at a time.
 */
export class ThreadPool<Thread extends PooledThread> {
  private readonly idle: Thread[] = [];

  /** @param maxIdle the most threads that are kept */
  constructor(
    private readonly start: () => Thread,
    private readonly maxIdle = Infinity,
  ) {}

  /** Runs a task in a thread. */
  async run<T>(task: (thread: Thread) => Promise<T>): Promise<T> {
    const thread = this.take();
    try {
      return await task(thread);
    } finally {
      await this.giveBack(thread);
    }
  }

  /** Takes a thread for a task that `run` cannot express. The caller gives it back. */
  take(): Thread {
    let thread = this.idle.pop();
    while (thread && !thread.isUsable) thread = this.idle.pop();
    thread ??= this.start();
    thread.setBusy(true);
    return thread;
  }

  async giveBack(thread: Thread): Promise<void> {
    thread.setBusy(false);
    if (thread.isUsable && this.idle.length < this.maxIdle) this.idle.push(thread);
    else await thread.terminate();
  }

  /** Whether a thread waits for its next task. */
  isIdle(thread: Thread): boolean {
    return thread.isUsable && this.idle.includes(thread);
  }

  /** Terminates the idle threads. */
  async close(): Promise<void> {
    await Promise.all(this.idle.splice(0).map((thread) => thread.terminate()));
  }
}
