import { type BeforeApplicationShutdown, Injectable, Logger, type OnApplicationBootstrap } from '@nestjs/common';
import { KeptAnswers } from './kept-answers';

const INTERVAL_MS = 10 * 60_000;
/** Answers for each statement, so that no transaction is long. */
const BATCH = 500;

/** Removes expired answers from time to time. Replicas that do it at the same time remove different ones. */
@Injectable()
export class Expiry implements OnApplicationBootstrap, BeforeApplicationShutdown {
  private readonly logger = new Logger(Expiry.name);
  private timer: NodeJS.Timeout | undefined;
  private running: Promise<void> | undefined;
  private isClosing = false;

  constructor(private readonly answers: KeptAnswers) {}

  onApplicationBootstrap(): void {
    this.timer = setInterval(() => void (this.running ??= this.runInBackground()), INTERVAL_MS);
    this.timer.unref();
  }

  async beforeApplicationShutdown(): Promise<void> {
    this.isClosing = true;
    clearInterval(this.timer);
    await this.running;
  }

  /** Removes all expired answers. @returns their number */
  async run(): Promise<number> {
    for (let total = 0; ;) {
      const removed = await this.answers.removeExpired(BATCH);
      total += removed;
      if (removed < BATCH || this.isClosing) return total;
    }
  }

  private async runInBackground(): Promise<void> {
    try {
      const removed = await this.run();
      if (removed > 0) this.logger.debug(`removed ${removed} expired answers`);
    } catch (error) {
      this.logger.warn(`expired answers were not removed: ${String(error)}`);
    } finally {
      this.running = undefined;
    }
  }
}
