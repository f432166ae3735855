import { setImmediate as nextTurn } from 'node:timers/promises';
import { Logger } from '@nestjs/common';
import type { Job } from './job';
import type { JobLeases } from './job-leases';
import { JobRunner } from './job-runner';

/** Waits for what comes within some turns of the event loop. @throws if it does not */
async function comes(condition: () => boolean): Promise<void> {
  for (let turns = 0; turns < 1_000 && !condition(); turns++) await nextTurn();
  expect(condition()).toBe(true);
}

describe('JobRunner', () => {
  let runner: JobRunner;
  /** The function that the interval of the polls calls. */
  let poll: () => void;
  let due: Set<string>;
  let steps: string[];
  let renew: () => Promise<boolean>;

  beforeEach(() => {
    jest.spyOn(globalThis, 'setInterval').mockImplementation((callback, ms) => {
      expect(ms).toBe(60_000);
      poll = callback;
      return { unref: () => ({}) } as NodeJS.Timeout;
    });
    jest.spyOn(Logger.prototype, 'debug').mockImplementation();
    [due, steps] = [new Set(), []];
    const leases = {
      take: (name: string) => Promise.resolve(due.delete(name) ? 'lease' : undefined),
      release: () => Promise.resolve(),
      renew: () => renew(),
    };
    runner = new JobRunner(leases as unknown as JobLeases);
  });
  afterEach(async () => {
    await runner.beforeApplicationShutdown();
    jest.restoreAllMocks();
  });

  const add = (name: string, error?: Error): void => {
    due.add(name);
    runner.add({
      name,
      intervalMs: 1_000,
      async *run() {
        steps.push(`${name} begins`);
        await nextTurn();
        yield 1;
        if (error) throw error;
        steps.push(`${name} ends`);
      },
    });
  };

  it('runs what is due at each poll, one job after another, and the next one where a job fails', async () => {
    const warn = jest.spyOn(Logger.prototype, 'warn').mockImplementation();
    add('one');
    add('broken', new Error('of the test'));
    add('other');
    runner.onApplicationBootstrap();
    for (let turns = 0; turns < 20; turns++) await nextTurn();
    expect(steps).toEqual([]);

    poll();
    await comes(() => steps.length === 5);
    expect(steps).toEqual(['one begins', 'one ends', 'broken begins', 'other begins', 'other ends']);
    expect(warn.mock.calls).toEqual([[expect.stringMatching(/broken failed.*of the test/)]]);

    due.add('one');
    poll();
    await comes(() => steps.length === 7);
    expect(steps.slice(5)).toEqual(['one begins', 'one ends']);
  });

  it('runs one job at a time, also where a poll comes during a run', async () => {
    add('one');
    add('other');
    runner.onApplicationBootstrap();
    poll();
    await comes(() => steps.length === 1);
    poll();
    await comes(() => steps.length === 4);
    expect(steps).toEqual(['one begins', 'one ends', 'other begins', 'other ends']);
  });

  it('extends the lease of a run 15 s after the last time, and goes on', async () => {
    // The begin of the run; then of each step its end, and the end of the pause behind it.
    const times = [0, 1, 15_000, 15_000, 15_001, 15_002, 30_000, 30_003];
    jest.spyOn(performance, 'now').mockImplementation(() => times.shift() ?? 30_003);
    const renewed: number[] = [];
    let done = 0;
    const job = {
      name: 'long',
      intervalMs: 1_000,
      async *run() {
        for (; done < 5; done++) yield await nextTurn(1);
      },
    };
    renew = () => {
      renewed.push(done);
      return Promise.resolve(true);
    };
    due.add('long');
    expect(await runner.run(job)).toBe(true);
    expect([done, renewed]).toEqual([5, [2, 3]]);
  });

  it('takes no job once the service shuts down', async () => {
    add('one');
    runner.onApplicationBootstrap();
    await runner.beforeApplicationShutdown();
    expect(await runner.run({ name: 'one' } as Job)).toBe(false);
    expect([...due, ...steps]).toEqual(['one']);
  });
});
