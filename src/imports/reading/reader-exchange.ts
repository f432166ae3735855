import { once } from 'node:events';
import type { Worker } from 'node:worker_threads';
import { type ImportedFile, unpackFile } from './imported-file';
import type { ReadRequest } from './read-request';
import type { ThreadMessage } from './reader-thread';
import { RefusedFileError, tooExpensive } from './refused-file-error';

/**
 * Passes one file to a worker thread and receives the result.
 *
 * @param signal aborts the wait for a thread that remains busy with the file
 * @throws RefusedFileError, or the reason of the signal
 */
export async function exchange(worker: Worker, request: ReadRequest, signal: AbortSignal): Promise<ImportedFile> {
  worker.ref();
  // The memory of the upload is transferred to the thread, not copied.
  worker.postMessage(request, transferableMemory(request));
  try {
    const [message] = (await once(worker, 'message', { signal })) as [ThreadMessage];
    if (message.kind === 'refused') throw new RefusedFileError(message.refusal);
    if (message.kind === 'failed') throw message.error;
    return unpackFile(message.file);
  } catch (error) {
    throw signal.aborted ? signal.reason : toRefusal(error);
  } finally {
    worker.unref();
  }
}

/** Returns the request's memory, unless it is a part of Node's pool for small buffers. */
const transferableMemory = ({ bytes: { buffer } }: ReadRequest): ArrayBuffer[] =>
  buffer instanceof ArrayBuffer && buffer.byteLength > Buffer.poolSize ? [buffer] : [];

const toRefusal = (error: unknown): unknown =>
  error instanceof Error && 'code' in error && error.code === 'ERR_WORKER_OUT_OF_MEMORY'
    ? tooExpensive('takes too much memory to read')
    : error;
