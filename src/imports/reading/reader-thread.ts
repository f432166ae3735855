import { parentPort } from 'node:worker_threads';
import type { ImportedFile, ImportedKey, TranslationUnit } from './imported-file';
import { readImport } from './read-import';
import type { ReadRequest } from './read-request';
import { type FileRefusal, toFileRefusal } from './refused-file-error';

/** A message to the thread: a file to read, or a request for the next part of the result. */
export type ThreadRequest = ReadRequest | 'next';

/** A message from the thread: parts that the main thread takes in within a few milliseconds each, then the end. */
export type ThreadMessage =
  | { kind: 'keys'; keys: readonly ImportedKey[] }
  | { kind: 'units'; units: readonly TranslationUnit[] }
  | ({ kind: 'end' } & Omit<ImportedFile, 'keys' | 'units'>)
  | { kind: 'refused'; refusal: FileRefusal }
  | { kind: 'failed'; error: unknown };

const PART_LENGTH = 2_000;

/**
 * The parts of the current result that have not been sent. Each part is sent on request: parts that arrive together would be
 * deserialized together, which blocks the event loop of the main thread.
 */
let parts: Iterator<ThreadMessage> = [][Symbol.iterator]();

parentPort?.on('message', (request: ThreadRequest) => {
  if (request === 'next') return sendNext();
  readImport(request).then(
    (file) => {
      parts = splitIntoParts(file);
      sendNext();
    },
    (error: unknown) => {
      const refusal = toFileRefusal(error);
      send(refusal ? { kind: 'refused', refusal } : { kind: 'failed', error });
    },
  );
});

function sendNext(): void {
  const next = parts.next();
  if (next.done) return;
  send(next.value);
  // Releases the memory of the result.
  if (next.value.kind === 'end') parts = [][Symbol.iterator]();
}

function send(message: ThreadMessage): void {
  parentPort?.postMessage(message);
}

function* splitIntoParts({ keys, units, ...rest }: ImportedFile): Generator<ThreadMessage> {
  for (const part of slices(keys)) yield { kind: 'keys', keys: part };
  for (const part of slices(units)) yield { kind: 'units', units: part };
  yield { kind: 'end', ...rest };
}

function* slices<T>(list: readonly T[]): Generator<readonly T[]> {
  for (let start = 0; start < list.length; start += PART_LENGTH) yield list.slice(start, start + PART_LENGTH);
}
