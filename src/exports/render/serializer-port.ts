import { existsSync } from 'node:fs';
import { join } from 'node:path';
import type { PooledThread } from '../../background/thread-pool';
import { isOutOfMemory, WorkerThread } from '../../background/worker-thread';
import { memoryLimit, writerHeap } from '../../config/memory-limit';
import { FormatError } from '../../language-files';
import { DRAINED, Serializer, type SerializerMessage, type SerializerRequest } from './serializer';

/** The compiled worker. It does not exist in a test runner that compiles on the fly. */
const THREAD_FILE = join(__dirname, 'serializer-thread.js');

const MEBIBYTE = 1_048_576;
/** Bytes of the heap of a serializer. */
export const HEAP_BYTES = writerHeap(memoryLimit());
const HEAP_MB = Math.floor(HEAP_BYTES / MEBIBYTE);
/**
 * The thread keeps the templates that it has read, and a small young generation would copy them several times. The
 * default is 48.
 */
const YOUNG_GENERATION_MB = Math.min(96, Math.floor(HEAP_MB / 4));

/** A serializer, which handles requests in their order. What it kept is lost when it is not usable any more. */
export interface SerializerPort extends PooledThread {
  send(request: SerializerRequest): void;
  /** Waits until the serializer has handled what was sent. @throws FormatError if that takes too much memory */
  drained(): Promise<void>;
  /** Sends a request for a block. @throws FormatError if the file takes too much memory */
  ask(request: SerializerRequest): Promise<SerializerMessage>;
  /** Has the serializer terminated instead of used again. */
  retire(): void;
}

/** Whether serializers run in threads of their own. */
export const HAS_THREADS = existsSync(THREAD_FILE);

export const openSerializer = (): SerializerPort => (HAS_THREADS ? new ThreadPort() : new InlinePort());

class ThreadPort extends WorkerThread implements SerializerPort {
  constructor() {
    super(THREAD_FILE, { heapMb: HEAP_MB, youngGenerationMb: YOUNG_GENERATION_MB });
  }

  override send(request: SerializerRequest): void {
    super.send(request);
  }

  async drained(): Promise<void> {
    await this.answerTo(DRAINED);
  }

  ask(request: SerializerRequest): Promise<SerializerMessage> {
    return this.answerTo<SerializerMessage>(request);
  }

  private async answerTo<Answer>(message: unknown): Promise<Answer> {
    try {
      return await this.request<Answer>(message);
    } catch (error) {
      if (!isOutOfMemory(error)) throw error;
      throw new FormatError(
        'limit_exceeded',
        'the file takes too much memory to write; try layout=canonical, or one namespace at a time',
      );
    }
  }
}

/** A serializer in this thread. */
class InlinePort implements SerializerPort {
  isUsable = true;
  private readonly serializer = new Serializer();

  send(request: SerializerRequest): void {
    this.serializer.handle(request);
  }

  drained(): Promise<void> {
    return Promise.resolve();
  }

  ask(request: SerializerRequest): Promise<SerializerMessage> {
    const message = this.serializer.handle(request);
    return message ? Promise.resolve(message) : Promise.reject(new Error(`${request.kind} has no answer`));
  }

  setBusy(): void {
    return undefined;
  }

  retire(): void {
    this.isUsable = false;
  }

  terminate(): Promise<void> {
    this.retire();
    return Promise.resolve();
  }
}
