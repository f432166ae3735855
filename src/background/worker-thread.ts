import { once } from 'node:events';
import { type Transferable, Worker } from 'node:worker_threads';
import type { PooledThread } from './thread-pool';

export interface WorkerThreadOptions {
  /** MiB of the heap. A task that needs more ends the thread: see `isOutOfMemory`. */
  heapMb: number;
  /** MiB of the young generation: a small one costs little time, and saves memory of each thread that was ever used. */
  youngGenerationMb: number;
  workerData?: unknown;
}

/** A worker thread that does one task at a time. A feature adds the messages of its program. */
export class WorkerThread implements PooledThread {
  private readonly worker: Worker;
  private end: Error | undefined;

  /** @param file the compiled program */
  protected constructor(file: string, { heapMb, youngGenerationMb, workerData }: WorkerThreadOptions) {
    const resourceLimits = { maxOldGenerationSizeMb: heapMb, maxYoungGenerationSizeMb: youngGenerationMb };
    this.worker = new Worker(file, { workerData, resourceLimits });
    this.worker.on('error', (error) => (this.end = error));
    this.worker.on('exit', () => this.retire());
  }

  get isUsable(): boolean {
    return this.end === undefined;
  }

  /** Has the thread terminated instead of used again. */
  retire(): void {
    this.end ??= new Error('the thread has ended');
  }

  setBusy(isBusy: boolean): void {
    if (isBusy) this.worker.ref();
    else this.worker.unref();
  }

  async terminate(): Promise<void> {
    await this.worker.terminate();
  }

  /** @param memory is transferred, not copied */
  protected send(message: unknown, memory: readonly Transferable[] = []): void {
    this.worker.postMessage(message, memory);
  }

  /**
   * Sends a message, and waits for the next one of the thread.
   *
   * @param signal ends the wait; the thread remains busy
   * @throws the error that has ended the thread, or the reason of the signal
   */
  protected async request<Answer>(
    message: unknown,
    { memory, signal }: { memory?: readonly Transferable[]; signal?: AbortSignal } = {},
  ): Promise<Answer> {
    if (this.end) throw this.end;
    this.send(message, memory);
    const [answer] = (await once(this.worker, 'message', { signal })) as [Answer];
    return answer;
  }
}

/** Whether a task needed more memory than the heap of its thread. */
export const isOutOfMemory = (error: unknown): boolean =>
  error instanceof Error && 'code' in error && error.code === 'ERR_WORKER_OUT_OF_MEMORY';
