import { existsSync } from 'node:fs';
import { join } from 'node:path';
import { WorkerThread } from '../background/worker-thread';
import type { TextsToCheck } from './check-texts';
import type { CheckerMessage } from './checker-thread';

/** The compiled worker. It does not exist in a test runner that compiles on the fly. */
const THREAD_FILE = join(__dirname, 'checker-thread.js');

/** A worker thread that checks texts, one set at a time. */
export class ThreadChecker extends WorkerThread {
  static readonly isAvailable = existsSync(THREAD_FILE);

  constructor() {
    super(THREAD_FILE, { heapMb: 1_024, youngGenerationMb: 16 });
  }

  /** @returns JSON of a list of `TextFinding` */
  async check(texts: TextsToCheck): Promise<string> {
    const message = await this.request<CheckerMessage>(texts);
    if (message.kind === 'failed') throw message.error;
    return message.findings;
  }
}
