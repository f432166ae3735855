import { parentPort } from 'node:worker_threads';
import { doDeltaTask, type PackTask, type ReadTask } from './delta-work';

/** The answer of the thread to a task. */
export type DeltaMessage = { kind: 'done'; bytes: Uint8Array | undefined } | { kind: 'failed'; error: unknown };

parentPort?.on('message', (task: PackTask | ReadTask) => parentPort?.postMessage(answer(task)));

function answer(task: PackTask | ReadTask): DeltaMessage {
  try {
    return { kind: 'done', bytes: doDeltaTask(task) };
  } catch (error) {
    return { kind: 'failed', error };
  }
}
