import type { Job } from '../../src/jobs/job';

/** Runs a job now, whether or not it is due: the service itself looks for due jobs every minute. */
export async function runToEnd(job: Pick<Job, 'run'>): Promise<void> {
  const steps = job.run();
  while (!(await steps.next()).done);
}
