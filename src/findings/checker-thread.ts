import { parentPort } from 'node:worker_threads';
import { checkTexts, type TextsToCheck } from './check-texts';

/** The answer of the thread: JSON of a list of `TextFinding`. */
export type CheckerMessage = { kind: 'checked'; findings: string } | { kind: 'failed'; error: unknown };

parentPort?.on('message', (texts: TextsToCheck) => parentPort?.postMessage(check(texts)));

function check(texts: TextsToCheck): CheckerMessage {
  try {
    return { kind: 'checked', findings: JSON.stringify([...checkTexts(texts)].flat()) };
  } catch (error) {
    return { kind: 'failed', error };
  }
}
