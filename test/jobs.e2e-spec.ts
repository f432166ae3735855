import { setTimeout as delay } from 'node:timers/promises';
import { Database } from '../src/database/database';
import { prepared } from '../src/database/statements';
import type { Job } from '../src/background/job';
import { JobRunner } from '../src/background/job-runner';
import { JobLeases } from '../src/background/job-leases';
import { removeInSteps } from '../src/background/remove-in-steps';
import { type Replicas, startReplicas } from './support/replicas';
import { startApp } from './support/start-app';

const HOUR = 3_600_000;

describe('jobs', () => {
  let replicas: Replicas;
  let database: Database;
  let runners: JobRunner[];
  beforeAll(async () => {
    replicas = await startReplicas();
    database = replicas.one.app.get(Database);
    // On the embedded database, the other replica is a second holder of leases in the same process.
    const other =
      replicas.other === replicas.one ? new JobRunner(new JobLeases(database)) : replicas.other.app.get(JobRunner);
    runners = [replicas.one.app.get(JobRunner), other];
  });
  afterAll(() => replicas.close());

  let count = 0;
  /** Makes a job that counts its steps and runs at most one at a time. */
  function given(steps: number, step: () => Promise<unknown> = () => delay(2)): Job & { done: number; runs: number } {
    let isRunning = false;
    const job = {
      name: `job ${++count}`,
      intervalMs: HOUR,
      done: 0,
      runs: 0,
      async *run() {
        expect(isRunning).toBe(false);
        isRunning = true;
        job.runs++;
        try {
          for (let i = 0; i < steps; i++) {
            await step();
            job.done++;
            yield 1;
          }
        } finally {
          isRunning = false;
        }
      },
    };
    return job;
  }
  const runBoth = (job: Job) => Promise.all(runners.map((runner) => runner.run(job)));
  const pass = (job: Job, seconds: number) =>
    database.rows(`UPDATE job_leases SET until = until - $2::int * interval '1 second' WHERE name = $1`, [
      job.name,
      seconds,
    ]);

  it('are run by one replica at a time', async () => {
    const job = given(10);
    expect((await runBoth(job)).filter(Boolean)).toHaveLength(1);
    expect([job.runs, job.done]).toEqual([1, 10]);
  });

  it('are due again after their interval, for any replica', async () => {
    const job = given(1);
    expect(await runners[0]?.run(job)).toBe(true);
    expect(await runBoth(job)).toEqual([false, false]);
    await pass(job, HOUR / 1_000);
    expect(await runners[1]?.run(job)).toBe(true);
    expect(job.runs).toBe(2);
  });

  it('are taken over from a replica that has crashed', async () => {
    const job = given(1);
    const crashed = new JobLeases(database);
    const lease = await crashed.take(job.name);
    expect(lease).toEqual(expect.any(String));
    expect(await runBoth(job)).toEqual([false, false]);
    await pass(job, 60);
    expect((await runBoth(job)).filter(Boolean)).toHaveLength(1);
    expect(await crashed.renew(job.name, lease ?? '')).toBe(false);
  });

  it('end after their step when another replica has taken the lease', async () => {
    const now = performance.now.bind(performance);
    let passedMs = 0;
    const clock = jest.spyOn(performance, 'now').mockImplementation(() => now() + passedMs);
    const other = new JobLeases(database);
    let taken: string | undefined;
    const job = given(3, async () => {
      // The process did nothing for more than a minute.
      passedMs += 61_000;
      await pass(job, 61);
      taken ??= await other.take(job.name);
    });
    await runners[0]?.run(job).finally(() => clock.mockRestore());
    expect(job.done).toBe(1);
    expect(await other.renew(job.name, taken ?? '')).toBe(true);
  });

  it('are due again after their interval when they fail, and the error is passed on', async () => {
    const job = given(1, () => Promise.reject(new Error('broken')));
    await expect(runners[0]?.run(job)).rejects.toThrow('broken');
    expect(await runBoth(job)).toEqual([false, false]);
    await pass(job, HOUR / 1_000);
    await expect(runners[1]?.run(job)).rejects.toThrow('broken');
  });

  it('end after their step when the service shuts down, and another replica goes on at once', async () => {
    const runner = new JobRunner(new JobLeases(database));
    let shutdown: Promise<void> | undefined;
    const job = given(10, async () => {
      if (job.done === 2) shutdown = runner.beforeApplicationShutdown();
      await delay(1);
    });
    await runner.run(job);
    await shutdown;
    expect([job.runs, job.done]).toEqual([1, 3]);
    expect(await runners[0]?.run(job)).toBe(true);
    expect(job.runs).toBe(2);
  });

  it('remove rows in transactions that grow while they are short', async () => {
    await database.rows('CREATE TABLE old_rows AS SELECT i FROM generate_series(1, 3000) i', []);
    const statement = prepared(
      'DELETE FROM old_rows WHERE i IN (SELECT i FROM old_rows WHERE i <= $1 ORDER BY i LIMIT $2)',
    );
    const removed: number[] = [];
    for await (const step of removeInSteps(database, statement, [2_500])) removed.push(step);
    expect(removed.reduce((sum, step) => sum + step, 0)).toBe(2_500);
    expect(removed[0]).toBe(10);
    expect(removed.length).toBeGreaterThan(3);
    expect(await database.rows('SELECT min(i) FROM old_rows', [])).toEqual([{ min: 2_501 }]);
  });
});

it('the service removes what has expired, and old history, by jobs', async () => {
  const running = await startApp({ historyDays: 1 });
  try {
    const { jobs } = running.app.get<unknown, { jobs: Job[] }>(JobRunner);
    const names = [
      'answer-expiry',
      'assignment-expiry',
      'attempt-count-expiry',
      'audit-expiry',
      'comment-expiry',
      'delivery-expiry',
      'history-pruning',
      'link-expiry',
      'mail-expiry',
      'oidc-attempt-expiry',
      'paid-translation-expiry',
      'passkey-challenge-expiry',
      'release-expiry',
      'release-packing',
      'screenshot-expiry',
      'session-expiry',
    ];
    expect(jobs.map(({ name }) => name).sort()).toEqual(names);
    expect(jobs.filter(({ name }) => /^delivery-|^history-/.test(name)).map(({ intervalMs }) => intervalMs)).toEqual([
      600_000, 600_000,
    ]);
  } finally {
    await running.close();
  }
});
