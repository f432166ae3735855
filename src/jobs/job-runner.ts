import { setTimeout as delay } from 'node:timers/promises';
import { type BeforeApplicationShutdown, Injectable, Logger, type OnApplicationBootstrap } from '@nestjs/common';
import type { Job } from './job';
import { JobLeases } from './job-leases';

/** Milliseconds between two looks for jobs that are due. */
const CHECK_MS = 60_000;
/** Milliseconds after which a run extends its lease. */
const RENEW_MS = 15_000;
/** The pause after a step, in multiples of its duration. */
const PAUSE_FACTOR = 1;

/** Runs the jobs that the features add. Of several replicas, one runs a job at a time. */
@Injectable()
export class JobRunner implements OnApplicationBootstrap, BeforeApplicationShutdown {
  private readonly logger = new Logger('Jobs');
  private readonly stopping = new AbortController();
  private readonly jobs: Job[] = [];
  private timer: NodeJS.Timeout | undefined;
  private running: Promise<void> | undefined;

  constructor(private readonly leases: JobLeases) {}

  /** Adds a job to those that are run from time to time. */
  add(job: Job): void {
    this.jobs.push(job);
  }

  onApplicationBootstrap(): void {
    this.timer = setInterval(() => {
      this.running ??= this.runAll().finally(() => (this.running = undefined));
    }, CHECK_MS).unref();
  }

  /** Ends the running job after its current step; another replica can go on. */
  async beforeApplicationShutdown(): Promise<void> {
    this.stopping.abort();
    clearInterval(this.timer);
    await this.running;
  }

  /**
   * Runs a job to its end if it is due and no other replica runs it.
   *
   * @returns whether this replica ran it
   */
  async run(job: Job): Promise<boolean> {
    if (this.stopping.signal.aborted || !(await this.leases.take(job.name))) return false;
    try {
      await this.runSteps(job);
    } finally {
      await this.leases.release(job.name, this.stopping.signal.aborted ? 0 : job.intervalMs);
    }
    return true;
  }

  private async runAll(): Promise<void> {
    for (const job of this.jobs) {
      await this.run(job).catch((error: unknown) => {
        this.logger.warn(`${job.name} failed: ${error instanceof Error ? error.message : String(error)}`);
      });
    }
  }

  private async runSteps(job: Job): Promise<void> {
    const { signal } = this.stopping;
    let renewedAt = performance.now();
    let startedAt = renewedAt;
    let rows = 0;
    for await (const written of job.run()) {
      rows += written;
      const now = performance.now();
      if (now - renewedAt > RENEW_MS) {
        if (!(await this.leases.renew(job.name))) return;
        renewedAt = now;
      }
      await delay((now - startedAt) * PAUSE_FACTOR, undefined, { signal, ref: false }).catch(() => undefined);
      if (signal.aborted) return;
      startedAt = performance.now();
    }
    if (rows > 0) this.logger.debug(`${job.name}: ${rows} rows`);
  }
}
