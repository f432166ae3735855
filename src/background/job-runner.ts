import { setTimeout as delay } from 'node:timers/promises';
import { type BeforeApplicationShutdown, Injectable, Logger, type OnApplicationBootstrap } from '@nestjs/common';
import type { Job } from './job';
import { JobLeases } from './job-leases';
import { Poller } from './poller';

/** Milliseconds between two polls for jobs that are due. */
const POLL_MS = 60_000;
/** Milliseconds after which a run extends its lease. */
const RENEW_MS = 15_000;
/** The pause after a step, in multiples of its duration. */
const PAUSE_FACTOR = 1;

/** A job that this replica runs. */
interface JobRun {
  job: Job;
  lease: string;
}

/** Runs the jobs that the features add, one after another. Of several replicas, one runs a job at a time. */
@Injectable()
export class JobRunner implements OnApplicationBootstrap, BeforeApplicationShutdown {
  private readonly logger = new Logger('Jobs');
  private readonly stopping = new AbortController();
  private readonly jobs: Job[] = [];
  private readonly poller = new Poller<JobRun>(this.logger, {
    name: 'jobs',
    intervalMs: POLL_MS,
    take: (running) => (running.length > 0 ? Promise.resolve([]) : this.takeFirst()),
    run: (run) => this.runLeased(run),
    describe: ({ job }) => job.name,
  });

  constructor(private readonly leases: JobLeases) {}

  /** Adds a job, which is run from time to time. */
  add(job: Job): void {
    this.jobs.push(job);
  }

  onApplicationBootstrap(): void {
    this.poller.start();
  }

  /** Ends the running job after its current step; another replica can go on. */
  async beforeApplicationShutdown(): Promise<void> {
    this.stopping.abort();
    await this.poller.stop();
  }

  /**
   * Runs a job to its end if it is due and no other replica runs it.
   *
   * @returns whether this replica ran it
   */
  async run(job: Job): Promise<boolean> {
    const run = await this.take(job);
    if (run) await this.runLeased(run);
    return run !== undefined;
  }

  private async takeFirst(): Promise<JobRun[]> {
    for (const job of this.jobs) {
      const run = await this.take(job);
      if (run) return [run];
    }
    return [];
  }

  private async take(job: Job): Promise<JobRun | undefined> {
    if (this.stopping.signal.aborted) return undefined;
    const lease = await this.leases.take(job.name);
    return lease === undefined ? undefined : { job, lease };
  }

  private async runLeased(run: JobRun): Promise<void> {
    const { name, intervalMs } = run.job;
    try {
      await this.runSteps(run);
    } finally {
      await this.leases.release(name, run.lease, this.stopping.signal.aborted ? 0 : intervalMs);
    }
  }

  private async runSteps({ job, lease }: JobRun): Promise<void> {
    const { signal } = this.stopping;
    let renewedAt = performance.now();
    let startedAt = renewedAt;
    let rows = 0;
    for await (const written of job.run()) {
      rows += written;
      const now = performance.now();
      if (now - renewedAt > RENEW_MS) {
        if (!(await this.leases.renew(job.name, lease))) return;
        renewedAt = now;
      }
      await delay((now - startedAt) * PAUSE_FACTOR, undefined, { signal, ref: false }).catch(() => undefined);
      if (signal.aborted) return;
      startedAt = performance.now();
    }
    if (rows > 0) this.logger.debug(`${job.name}: ${rows} rows`);
  }
}
