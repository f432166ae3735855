import { existsSync } from 'node:fs';
import { join } from 'node:path';
import { isOutOfMemory, WorkerThread } from '../../background/worker-thread';
import { type ImportedFile, unpackFile } from './imported-file';
import { ProcessorBudget } from './processor-budget';
import { type ReadRequest, sizeOf } from './read-request';
import type { ThreadMessage } from './reader-thread';
import { RefusedFileError, tooExpensive } from './refused-file-error';
import { ThreadStatus } from './thread-status';

/** The compiled worker. It does not exist in a test runner that compiles on the fly. */
const THREAD_FILE = join(__dirname, 'reader-thread.js');

const MEBIBYTE = 1_048_576;

/** A thread keeps the memory of its last file until it reads others. After a file of more bytes, it ends instead. */
const MAX_KEPT_BYTES = 16 * MEBIBYTE;

/** A worker thread that reads files, one at a time. */
export class ThreadReader extends WorkerThread {
  static readonly isAvailable = existsSync(THREAD_FILE);

  private readonly status: ThreadStatus;

  /** @param heapBytes a file that needs more is refused */
  constructor(heapBytes: number) {
    const status = new ThreadStatus();
    super(THREAD_FILE, {
      heapMb: Math.floor(heapBytes / MEBIBYTE),
      youngGenerationMb: 16,
      workerData: status.memory,
    });
    this.status = status;
  }

  /** Reads a file in the thread, which must be usable. @throws RefusedFileError */
  async read(request: ReadRequest): Promise<ImportedFile> {
    const length = sizeOf(request);
    const { base, now } = request.versions ?? {};
    this.status.fileBytes = length + (base?.length ?? 0) + (now?.length ?? 0);
    const budget = new ProcessorBudget(this.status);
    const { signal } = budget;
    try {
      // The memory of the upload is transferred to the thread, not copied.
      const message = await this.request<ThreadMessage>(request, { memory: transferableMemory(request), signal });
      if (message.kind === 'refused') throw new RefusedFileError(message.refusal);
      if (message.kind === 'failed') throw message.error;
      return unpackFile(message.file);
    } catch (error) {
      if (signal.aborted) throw signal.reason;
      throw isOutOfMemory(error) ? tooExpensive('takes too much memory to read') : error;
    } finally {
      budget.end();
      // The thread is still busy with the file, or keeps the memory of a large one.
      if (signal.aborted || length > MAX_KEPT_BYTES) this.retire();
    }
  }
}

/** Returns the request's memory, without parts of Node's pool for small buffers. */
const transferableMemory = ({ bytes, files = [] }: ReadRequest): ArrayBuffer[] =>
  [bytes, ...files.map((file) => file.bytes)].flatMap(({ buffer }) =>
    buffer instanceof ArrayBuffer && buffer.byteLength > Buffer.poolSize ? [buffer] : [],
  );
