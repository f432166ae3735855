import { once } from 'node:events';
import { existsSync } from 'node:fs';
import { join } from 'node:path';
import { Worker } from 'node:worker_threads';
import type { TextsToCheck } from './check-texts';
import type { CheckerMessage } from './checker-thread';

/** The compiled worker. It does not exist in a test runner that compiles on the fly. */
const THREAD_FILE = join(__dirname, 'checker-thread.js');

const MAX_HEAP_MB = 1_024;
/** A small young generation costs little time, and saves memory of each thread that was ever used. */
const YOUNG_GENERATION_MB = 16;

/** A worker thread that checks texts, one set at a time. */
export class ThreadChecker {
  static readonly isAvailable = existsSync(THREAD_FILE);

  private readonly worker = new Worker(THREAD_FILE, {
    resourceLimits: { maxOldGenerationSizeMb: MAX_HEAP_MB, maxYoungGenerationSizeMb: YOUNG_GENERATION_MB },
  });
  private hasEnded = false;

  constructor() {
    // An idle thread does not keep the process alive.
    this.worker.unref();
    this.worker.on('error', () => (this.hasEnded = true));
    this.worker.on('exit', () => (this.hasEnded = true));
  }

  get isUsable(): boolean {
    return !this.hasEnded;
  }

  /** @returns JSON of a list of `TextFinding` */
  async check(texts: TextsToCheck): Promise<string> {
    this.worker.ref();
    this.worker.postMessage(texts);
    try {
      const [message] = (await once(this.worker, 'message')) as [CheckerMessage];
      if (message.kind === 'failed') throw message.error;
      return message.findings;
    } finally {
      this.worker.unref();
    }
  }

  async terminate(): Promise<void> {
    await this.worker.terminate();
  }
}
