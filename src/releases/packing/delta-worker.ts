import { existsSync } from 'node:fs';
import { join } from 'node:path';
import { Injectable, type OnApplicationShutdown } from '@nestjs/common';
import { ThreadPool } from '../../background/thread-pool';
import { WorkerThread } from '../../background/worker-thread';
import type { DeltaMessage } from './delta-thread';
import { doDeltaTask, type PackTask, type ReadTask } from './delta-work';

/** The compiled worker. It does not exist in a test runner that compiles on the fly. */
const THREAD_FILE = join(__dirname, 'delta-thread.js');
const IS_AVAILABLE = existsSync(THREAD_FILE);

/** The bytes of a task that takes less time than a thread. */
const MAX_INLINE_BYTES = 65_536;

class DeltaThread extends WorkerThread {
  constructor() {
    // Buffers are outside of the heap.
    super(THREAD_FILE, { heapMb: 128, youngGenerationMb: 4 });
  }

  async do(task: PackTask | ReadTask): Promise<Buffer | undefined> {
    const message = await this.request<DeltaMessage>(task);
    if (message.kind === 'failed') throw message.error;
    return message.bytes && Buffer.from(message.bytes.buffer, message.bytes.byteOffset, message.bytes.byteLength);
  }
}

/** Makes and applies deltas in a worker thread, so that the event loop stays free. Callers limit how many run at a time. */
@Injectable()
export class DeltaWorker implements OnApplicationShutdown {
  private readonly threads = new ThreadPool(() => new DeltaThread(), 1);

  /** @throws DeltaError if bytes do not have their SHA-256 */
  async pack(task: Omit<PackTask, 'kind'>): Promise<Buffer | undefined> {
    return this.do({ ...task, kind: 'pack' }, task.base.bytes + task.target.bytes);
  }

  /** @throws DeltaError if the bytes do not have their SHA-256 */
  async read(task: Omit<ReadTask, 'kind'>): Promise<Buffer> {
    const bytes = task.deltas.reduce((sum, delta) => sum + delta.bytes, task.base.bytes);
    const content = await this.do({ ...task, kind: 'read' }, bytes);
    if (!content) throw new Error('a content was not read');
    return content;
  }

  onApplicationShutdown(): Promise<void> {
    return this.threads.close();
  }

  private async do(task: PackTask | ReadTask, bytes: number): Promise<Buffer | undefined> {
    return bytes <= MAX_INLINE_BYTES || !IS_AVAILABLE
      ? doDeltaTask(task)
      : this.threads.run((thread) => thread.do(task));
  }
}
