import { on } from 'node:events';
import { existsSync } from 'node:fs';
import { join } from 'node:path';
import { Worker } from 'node:worker_threads';
import { Injectable, type OnApplicationShutdown } from '@nestjs/common';
import { Semaphore } from 'async-mutex';
import type { ImportedFile, ImportedKey, ImportedPair } from './imported-file';
import type { ThreadMessage } from './parse-thread';
import { readImport, type ReadRequest } from './read-import';
import { RefusedFileError } from './refused-file-error';

/** Files up to this size are read where they are: a thread would cost more than it spares. */
const INLINE_BYTES = 64 * 1024;
const THREADS = 2;
const MAX_HEAP_MB = 1_024;
const MAX_MS = 120_000;

/** Compiled. A test runner that compiles as it goes has no such file; there, all is read in place. */
const THREAD_FILE = join(__dirname, 'parse-thread.js');

/** Reads the files of imports: large ones in threads, so that nobody else waits, in bounded memory and time. */
@Injectable()
export class FileReader implements OnApplicationShutdown {
  private readonly turns = new Semaphore(THREADS);
  private readonly idle: Worker[] = [];
  private readonly hasThreads = existsSync(THREAD_FILE);

  /** @throws RefusedFileError */
  async read(request: ReadRequest): Promise<ImportedFile> {
    if (!this.hasThreads || request.bytes.length <= INLINE_BYTES) return readImport(request);
    return this.turns.runExclusive(() => this.readInThread(request));
  }

  async onApplicationShutdown(): Promise<void> {
    await Promise.all(this.idle.splice(0).map((worker) => worker.terminate()));
  }

  private async readInThread(request: ReadRequest): Promise<ImportedFile> {
    const worker =
      this.idle.pop() ?? new Worker(THREAD_FILE, { resourceLimits: { maxOldGenerationSizeMb: MAX_HEAP_MB } });
    try {
      const file = await exchange(worker, request);
      this.idle.push(worker);
      return file;
    } catch (error) {
      await worker.terminate();
      throw error;
    }
  }
}

/** One file through a thread. The thread may go on when this resolves, and must not when it rejects. */
async function exchange(worker: Worker, request: ReadRequest): Promise<ImportedFile> {
  const [keys, pairs]: [ImportedKey[], ImportedPair[]] = [[], []];
  const over = new AbortController();
  const timer = setTimeout(() => over.abort(tooCostly(`takes longer than ${MAX_MS / 1_000} s to read`)), MAX_MS);
  worker.ref();
  // Its memory goes to the thread: two copies of a large upload would be one too many.
  worker.postMessage(request, ownedMemoryOf(request));
  try {
    for await (const [message] of on(worker, 'message', { signal: over.signal }) as AsyncIterable<[ThreadMessage]>) {
      if (message.kind === 'keys') keys.push(...message.keys);
      else if (message.kind === 'pairs') pairs.push(...message.pairs);
      else if (message.kind === 'refused') throw new RefusedFileError(message.refusal);
      else if (message.kind === 'failed') throw message.error;
      else {
        const { languageMetas, metaId, warnings } = message;
        return { keys, pairs, languageMetas, metaId, warnings };
      }
      worker.postMessage('next');
    }
    throw new Error('a parse thread ended without a word');
  } catch (error) {
    throw over.signal.aborted ? over.signal.reason : explained(error);
  } finally {
    clearTimeout(timer);
    worker.unref();
  }
}

const ownedMemoryOf = ({ bytes }: ReadRequest): ArrayBuffer[] =>
  bytes.buffer instanceof ArrayBuffer && bytes.byteLength === bytes.buffer.byteLength ? [bytes.buffer] : [];

const explained = (error: unknown): unknown =>
  error instanceof Error && 'code' in error && error.code === 'ERR_WORKER_OUT_OF_MEMORY'
    ? tooCostly('takes too much memory to read')
    : error;

function tooCostly(detail: string): RefusedFileError {
  return new RefusedFileError({ code: 'limit_exceeded', detail: `the file ${detail}; import it in parts`, errors: [] });
}
