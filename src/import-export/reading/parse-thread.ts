import { parentPort } from 'node:worker_threads';
import type { ImportedKey, ImportedPair } from './imported-file';
import { readImport, type ReadRequest } from './read-import';
import { type FileRefusal, refusalOfFile } from './refused-file-error';
import type { Warning } from '../formats/codec';

/** What the thread answers: parts that the main thread takes in at a few milliseconds each, then the end. */
export type ThreadMessage =
  | { kind: 'keys'; keys: readonly ImportedKey[] }
  | { kind: 'pairs'; pairs: readonly ImportedPair[] }
  | { kind: 'warnings'; warnings: readonly Warning[] }
  | { kind: 'end'; languageMetas: Map<string, string>; metaId: string }
  | { kind: 'refused'; refusal: FileRefusal }
  | { kind: 'failed'; error: unknown };

const PART = 2_000;

/** A worker thread that reads one file, then the next. */
parentPort?.on('message', (request: ReadRequest) => {
  const send = (message: ThreadMessage): void => parentPort?.postMessage(message);
  readImport(request).then(
    ({ keys, pairs, warnings, languageMetas, metaId }) => {
      for (let start = 0; start < keys.length; start += PART)
        send({ kind: 'keys', keys: keys.slice(start, start + PART) });
      for (let start = 0; start < pairs.length; start += PART)
        send({ kind: 'pairs', pairs: pairs.slice(start, start + PART) });
      for (let start = 0; start < warnings.length; start += PART)
        send({ kind: 'warnings', warnings: warnings.slice(start, start + PART) });
      send({ kind: 'end', languageMetas, metaId });
    },
    (error: unknown) => {
      const refusal = refusalOfFile(error);
      send(refusal ? { kind: 'refused', refusal } : { kind: 'failed', error });
    },
  );
});
