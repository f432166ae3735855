import { once } from 'node:events';
import { existsSync } from 'node:fs';
import { join } from 'node:path';
import { Worker } from 'node:worker_threads';
import { EventLoopYielder } from '../../common/scheduling/event-loop-yielder';
import { type EntryToWrite, type FormatCodec, FormatError, forwardWarnings } from '../../language-files';
import { toColumns } from './entry-columns';
import type { SerializerMessage, SerializerRequest } from './serializer-thread';
import type { StoredFileFacts } from './stored-template';

/** The compiled worker. It does not exist in a test runner that compiles on the fly. */
const THREAD_FILE = join(__dirname, 'serializer-thread.js');

const MAX_HEAP_MB = 1_024;

/** The thread keeps the templates that it has read, and a small young generation would copy them several times. The default is 48. */
const MAX_YOUNG_MB = 96;

/** One idle thread is kept, because starting one takes some hundred milliseconds. */
let idle: ThreadSerializer | undefined;

/** A worker thread in which codecs write files that need all of their entries first. */
export class ThreadSerializer {
  static readonly isAvailable = existsSync(THREAD_FILE);

  private readonly worker = new Worker(THREAD_FILE, {
    resourceLimits: { maxOldGenerationSizeMb: MAX_HEAP_MB, maxYoungGenerationSizeMb: MAX_YOUNG_MB },
  });
  /** The reason why the thread has ended. */
  private end: Error | undefined;

  private constructor() {
    this.worker.on('error', (error) => (this.end = error));
    this.worker.on('exit', () => (this.end ??= new Error('the thread has ended')));
  }

  /** Writes a file in a thread, block by block. @throws FormatError */
  static async *serialize(
    codec: FormatCodec,
    file: StoredFileFacts,
    pages: AsyncIterable<EntryToWrite[]>,
  ): AsyncGenerator<Uint8Array> {
    const thread = idle && !idle.end ? idle : new ThreadSerializer();
    idle = undefined;
    let isReusable = false;
    thread.worker.ref();
    try {
      yield* thread.write(codec, file, pages);
      isReusable = true;
    } catch (error) {
      isReusable = error instanceof FormatError && !thread.end;
      throw error;
    } finally {
      thread.worker.unref();
      if (isReusable && !idle) idle = thread;
      else await thread.worker.terminate();
    }
  }

  private async *write(
    codec: FormatCodec,
    { warn, ...head }: StoredFileFacts,
    pages: AsyncIterable<EntryToWrite[]>,
  ): AsyncGenerator<Uint8Array> {
    const yielder = new EventLoopYielder();
    this.send({ kind: 'file', codecId: codec.id, head });
    for await (const page of pages) {
      this.send({ kind: 'entries', columns: toColumns(page) });
      const due = yielder.yieldIfDue();
      if (due) await due;
    }
    let message = await this.request({ kind: 'end' });
    for (; message.kind === 'block'; message = await this.request({ kind: 'next' })) yield message.bytes;
    if (message.kind === 'refused') {
      const { code, message: detail, position } = message.refusal;
      throw new FormatError(code, detail, position);
    }
    if (message.kind === 'failed') throw message.error;
    forwardWarnings(message.warnings, warn);
  }

  private send(request: SerializerRequest): void {
    this.worker.postMessage(request);
  }

  private async request(request: SerializerRequest): Promise<SerializerMessage> {
    this.send(request);
    try {
      if (this.end) throw this.end;
      const [message] = (await once(this.worker, 'message')) as [SerializerMessage];
      return message;
    } catch (error) {
      if (!(error instanceof Error && 'code' in error && error.code === 'ERR_WORKER_OUT_OF_MEMORY')) throw error;
      throw new FormatError(
        'limit_exceeded',
        'the file takes too much memory to write; try layout=canonical, or one namespace at a time',
      );
    }
  }
}
