import { parentPort } from 'node:worker_threads';
import type { ImportedFile, ImportedKey, ImportedPair } from './imported-file';
import { readImport, type ReadRequest } from './read-import';
import { type FileRefusal, refusalOfFile } from './refused-file-error';

/** What the thread is told: a file to read, then to send the next part of what it read. */
export type ThreadOrder = ReadRequest | 'next';

/** What the thread answers: parts that the main thread takes in at a few milliseconds each, then the end. */
export type ThreadMessage =
  | { kind: 'keys'; keys: readonly ImportedKey[] }
  | { kind: 'pairs'; pairs: readonly ImportedPair[] }
  | ({ kind: 'end' } & Omit<ImportedFile, 'keys' | 'pairs'>)
  | { kind: 'refused'; refusal: FileRefusal }
  | { kind: 'failed'; error: unknown };

const PART = 2_000;

/** A worker thread that reads one file, then the next. Parts are sent as they are asked for: all at once, they would be taken in at once. */
let parts: Iterator<ThreadMessage> = [][Symbol.iterator]();

parentPort?.on('message', (order: ThreadOrder) => {
  if (order === 'next') return sendNext();
  readImport(order).then(
    (file) => {
      parts = partsOf(file);
      sendNext();
    },
    (error: unknown) => {
      const refusal = refusalOfFile(error);
      send(refusal ? { kind: 'refused', refusal } : { kind: 'failed', error });
    },
  );
});

function sendNext(): void {
  const next = parts.next();
  if (next.done) return;
  send(next.value);
  // What was read is let go of with its last part.
  if (next.value.kind === 'end') parts = [][Symbol.iterator]();
}

function send(message: ThreadMessage): void {
  parentPort?.postMessage(message);
}

function* partsOf({ keys, pairs, ...rest }: ImportedFile): Generator<ThreadMessage> {
  for (const part of slices(keys)) yield { kind: 'keys', keys: part };
  for (const part of slices(pairs)) yield { kind: 'pairs', pairs: part };
  yield { kind: 'end', ...rest };
}

function* slices<T>(list: readonly T[]): Generator<readonly T[]> {
  for (let start = 0; start < list.length; start += PART) yield list.slice(start, start + PART);
}
