import { parentPort } from 'node:worker_threads';
import { GlossaryTooLargeError, TermFileError } from '../glossary-errors';
import { readTerms, type TermFile } from './read-terms';
import type { ReadTerms } from './term-pages';

/** The answer of the thread to a file. */
export type TermReaderMessage =
  | { kind: 'read'; terms: ReadTerms }
  | { kind: 'refused'; detail: string; line: number | undefined }
  | { kind: 'tooLarge'; terms: number }
  | { kind: 'failed'; error: unknown };

parentPort?.on('message', (file: TermFile) => parentPort?.postMessage(answer(file)));

function answer(file: TermFile): TermReaderMessage {
  try {
    return { kind: 'read', terms: readTerms(file) };
  } catch (error) {
    if (error instanceof TermFileError) return { kind: 'refused', detail: error.reason, line: error.line };
    if (error instanceof GlossaryTooLargeError) return { kind: 'tooLarge', terms: error.terms };
    return { kind: 'failed', error };
  }
}
