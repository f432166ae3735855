import type { Job } from '../../src/background/job';

/** Runs a job now, whether or not it is due: the service itself polls for due jobs every minute. */
export async function runToEnd(job: Pick<Job, 'run'>): Promise<void> {
  const steps = job.run();
  while (!(await steps.next()).done);
}
