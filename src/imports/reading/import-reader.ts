import { on } from 'node:events';
import { existsSync } from 'node:fs';
import { join } from 'node:path';
import { Worker } from 'node:worker_threads';
import { Injectable, type OnApplicationShutdown } from '@nestjs/common';
import { Semaphore } from 'async-mutex';
import type { ImportedFile, ImportedKey, TranslationUnit } from './imported-file';
import { readImport } from './read-import';
import type { ReadRequest } from './read-request';
import type { ThreadMessage } from './reader-thread';
import { RefusedFileError } from './refused-file-error';

/** Files up to this size are read on the main thread: passing them to a worker thread would take longer. */
const INLINE_BYTES = 64 * 1024;
const MAX_THREADS = 2;
const MAX_HEAP_MB = 1_024;
const TIMEOUT_MS = 120_000;

/** The compiled worker. It does not exist in a test runner that compiles on the fly, which reads all files on the main thread. */
const THREAD_FILE = join(__dirname, 'reader-thread.js');

/** Reads the files of imports. Large files are read in worker threads, in bounded time and memory, so that the event loop stays free. */
@Injectable()
export class ImportReader implements OnApplicationShutdown {
  private readonly slots = new Semaphore(MAX_THREADS);
  private readonly idle: Worker[] = [];
  private readonly hasThreads = existsSync(THREAD_FILE);

  /** @throws RefusedFileError if the file cannot be imported */
  async read(request: ReadRequest): Promise<ImportedFile> {
    if (!this.hasThreads || request.bytes.length <= INLINE_BYTES) return readImport(request);
    return this.slots.runExclusive(() => this.readInThread(request));
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

/** Passes one file to a worker thread and collects the result. The thread can be used again unless this rejects. */
async function exchange(worker: Worker, request: ReadRequest): Promise<ImportedFile> {
  const [keys, units]: [ImportedKey[], TranslationUnit[]] = [[], []];
  const timeout = new AbortController();
  const timer = setTimeout(
    () => timeout.abort(tooExpensive(`takes longer than ${TIMEOUT_MS / 1_000} s to read`)),
    TIMEOUT_MS,
  );
  worker.ref();
  // The memory of the upload is transferred to the thread, not copied.
  worker.postMessage(request, transferableMemory(request));
  try {
    for await (const [message] of on(worker, 'message', { signal: timeout.signal }) as AsyncIterable<[ThreadMessage]>) {
      if (message.kind === 'keys') keys.push(...message.keys);
      else if (message.kind === 'units') units.push(...message.units);
      else if (message.kind === 'refused') throw new RefusedFileError(message.refusal);
      else if (message.kind === 'failed') throw message.error;
      else {
        const { languageMetas, metaId, warnings } = message;
        return { keys, units, languageMetas, metaId, warnings };
      }
      worker.postMessage('next');
    }
    throw new Error('a reader thread ended without a result');
  } catch (error) {
    throw timeout.signal.aborted ? timeout.signal.reason : toRefusal(error);
  } finally {
    clearTimeout(timer);
    worker.unref();
  }
}

/** Returns the request's memory if the request is its only user. */
const transferableMemory = ({ bytes }: ReadRequest): ArrayBuffer[] =>
  bytes.buffer instanceof ArrayBuffer && bytes.byteLength === bytes.buffer.byteLength ? [bytes.buffer] : [];

const toRefusal = (error: unknown): unknown =>
  error instanceof Error && 'code' in error && error.code === 'ERR_WORKER_OUT_OF_MEMORY'
    ? tooExpensive('takes too much memory to read')
    : error;

function tooExpensive(reason: string): RefusedFileError {
  return new RefusedFileError({ code: 'limit_exceeded', detail: `the file ${reason}; import it in parts`, errors: [] });
}
