import { parentPort, workerData } from 'node:worker_threads';
import { packFile, type PackedFile } from './imported-file';
import { readImport } from './read-import';
import type { ReadRequest } from './read-request';
import { type FileRefusal, toFileRefusal } from './refused-file-error';
import { ThreadStatus } from './thread-status';

/** The answer of the thread to a file. */
export type ThreadMessage =
  { kind: 'read'; file: PackedFile } | { kind: 'refused'; refusal: FileRefusal } | { kind: 'failed'; error: unknown };

const status = new ThreadStatus(workerData as Float64Array<SharedArrayBuffer>);
status.identifyThread();

parentPort?.on('message', (request: ReadRequest) => {
  readImport({ ...request, ownsMemory: true }, (bytes) => (status.fileBytes = bytes)).then(
    (read) => {
      const { file, memory } = packFile(read);
      send({ kind: 'read', file }, memory);
    },
    (error: unknown) => {
      const refusal = toFileRefusal(error);
      send(refusal ? { kind: 'refused', refusal } : { kind: 'failed', error });
    },
  );
});

function send(message: ThreadMessage, memory: ArrayBuffer[] = []): void {
  parentPort?.postMessage(message, memory);
}
