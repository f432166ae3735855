import { existsSync } from 'node:fs';
import { join } from 'node:path';
import { Worker } from 'node:worker_threads';
import type { ImportedFile } from './imported-file';
import { ProcessorBudget } from './processor-budget';
import type { ReadRequest } from './read-request';
import { exchange } from './reader-exchange';
import { ThreadStatus } from './thread-status';

/** The compiled worker. It does not exist in a test runner that compiles on the fly. */
const THREAD_FILE = join(__dirname, 'reader-thread.js');

/** A small young generation costs files little time, and saves 30 MB for each thread that was ever used. */
const YOUNG_GENERATION_MB = 16;
const MEBIBYTE = 1_048_576;

/** A thread keeps the memory of its last file until it reads others. After a file of more bytes, it ends instead. */
const MAX_KEPT_BYTES = 16 * MEBIBYTE;

/** A worker thread that reads files, one at a time. */
export class ThreadReader {
  static readonly isAvailable = existsSync(THREAD_FILE);

  private readonly status = new ThreadStatus();
  private readonly worker: Worker;
  private hasEnded = false;

  /** @param heapBytes a file that needs more is refused */
  constructor(heapBytes: number) {
    const resourceLimits = {
      maxOldGenerationSizeMb: Math.floor(heapBytes / MEBIBYTE),
      maxYoungGenerationSizeMb: YOUNG_GENERATION_MB,
    };
    this.worker = new Worker(THREAD_FILE, { workerData: this.status.memory, resourceLimits });
    // An idle thread does not keep the process alive.
    this.worker.unref();
    this.worker.on('error', () => (this.hasEnded = true));
    this.worker.on('exit', () => (this.hasEnded = true));
  }

  /** False when the thread has ended or is to be terminated, because it is still busy with a file or keeps the memory of one. */
  get isUsable(): boolean {
    return !this.hasEnded;
  }

  /** Reads a file in the thread, which must be usable. @throws RefusedFileError */
  async read(request: ReadRequest): Promise<ImportedFile> {
    const { length } = request.bytes;
    this.status.fileBytes = length;
    const budget = new ProcessorBudget(this.status);
    try {
      return await exchange(this.worker, request, budget.signal);
    } finally {
      budget.end();
      if (budget.signal.aborted || length > MAX_KEPT_BYTES) this.hasEnded = true;
    }
  }

  async terminate(): Promise<void> {
    await this.worker.terminate();
  }
}
