import { setImmediate as nextTurn } from 'node:timers/promises';
import { Logger } from '@nestjs/common';
import type { Database } from '../database/database';
import type { FindingsRefresher } from '../findings/findings-refresher';
import { ChecksWatch } from './checks-watch';
import type { Dispatcher } from './dispatcher';

const PROJECT = { id: 'p', organizationId: 'o', isChanged: true };

/** Waits for what comes within some turns of the event loop. @throws if it does not */
async function comes(condition: () => boolean): Promise<void> {
  for (let turns = 0; turns < 1_000 && !condition(); turns++) await nextTurn();
  expect(condition()).toBe(true);
}

describe('a check run that fails', () => {
  let now: number;
  let watch: ChecksWatch;
  /** Whether each poll left the project out. */
  let polls: boolean[];
  let isDue: boolean;
  let runs: number;
  let fails: boolean;

  beforeEach(() => {
    jest.spyOn(Logger.prototype, 'warn').mockImplementation();
    [now, polls, isDue, runs, fails] = [Date.now(), [], true, 0, true];
    jest.spyOn(Date, 'now').mockImplementation(() => now);
    const rows = (_: unknown, [excluded]: [string[]]): Promise<object[]> => {
      polls.push(excluded.includes(PROJECT.id));
      return Promise.resolve(isDue && !excluded.includes(PROJECT.id) ? [PROJECT] : []);
    };
    const database = {
      transaction: (_: unknown, work: (tx: object) => Promise<unknown>) => work({ rows }),
      rows: () => Promise.resolve([]),
    };
    const refresher = {
      refresh: () => {
        runs++;
        if (fails) return Promise.reject(new Error('broken'));
        isDue = false;
        return Promise.resolve();
      },
    };
    watch = new ChecksWatch(
      database as unknown as Database,
      refresher as unknown as FindingsRefresher,
      {} as unknown as Dispatcher,
    );
    watch.onApplicationBootstrap();
  });
  afterEach(async () => {
    await watch.beforeApplicationShutdown();
    jest.restoreAllMocks();
  });

  /** Waits for the poll behind the next ones to be made. @returns whether it left the project out */
  const poll = async (): Promise<boolean | undefined> => {
    const before = polls.length;
    watch.wake();
    await comes(() => polls.length !== before);
    return polls.at(-1);
  };
  /** Waits for a check run, and for the poll after its end. */
  const run = async (): Promise<void> => {
    const before = runs;
    watch.wake();
    await comes(() => runs !== before);
    const made = polls.length;
    await comes(() => polls.length !== made);
  };

  it('is repeated after 2 s, then after twice the time of each failure, at most 5 min; after a success, from 2 s on', async () => {
    await run();
    for (const seconds of [2, 4, 8, 16, 32, 64, 128, 256, 300, 300]) {
      now += seconds * 1_000 - 1;
      expect([seconds, await poll()]).toEqual([seconds, true]);
      now += 1;
      await run();
    }
    expect(runs).toBe(11);

    fails = false;
    now += 300_000;
    await run();
    [fails, isDue] = [true, true];
    await run();
    now += 1_999;
    expect(await poll()).toBe(true);
    now += 1;
    await run();
  });
});

describe('the watch of checks', () => {
  it('asks for as many projects as may be checked at a time beside those that are, and for none beside 64', async () => {
    /** The projects of the next poll, and what the polls asked for: at most so many of an organization, and in all. */
    const [next, limits]: [object[], unknown[]] = [[], []];
    const ends: (() => void)[] = [];
    const rows = (_: unknown, values: unknown[]): Promise<object[]> => {
      limits.push(values.slice(-2));
      return Promise.resolve(next.splice(0));
    };
    const database = {
      transaction: (_: unknown, work: (tx: object) => Promise<unknown>) => work({ rows }),
      rows: () => Promise.resolve([]),
    };
    const refresher = { refresh: () => new Promise<void>((resolve) => ends.push(resolve)) };
    const watch = new ChecksWatch(
      database as unknown as Database,
      refresher as unknown as FindingsRefresher,
      {} as unknown as Dispatcher,
    );
    const give = (count: number) =>
      next.push(...Array.from({ length: count }, (_, i) => ({ ...PROJECT, id: `${ends.length + i}` })));
    const polled = (count: number): Promise<void> => comes(() => limits.length >= count);
    watch.onApplicationBootstrap();
    give(60);
    watch.wake();
    await polled(1);
    give(4);
    watch.wake();
    await polled(2);
    await comes(() => ends.length === 64);
    watch.wake();
    for (let turns = 0; turns < 20; turns++) await nextTurn();
    expect(limits).toEqual([
      [4, 64],
      [4, 4],
    ]);
    ends[0]?.();
    await polled(3);
    expect(limits.at(-1)).toEqual([4, 1]);
    for (const end of ends) end();
    await watch.beforeApplicationShutdown();
  });

  it('sends nothing where another replica has sent the findings meanwhile', async () => {
    const warn = jest.spyOn(Logger.prototype, 'warn').mockImplementation();
    const [wake, endWith] = [jest.fn(), jest.fn()];
    /** The transactions read the due project, then no findings, then no due project. */
    const results = [[{ ...PROJECT, isChanged: false }]];
    let transactions = 0;
    const database = {
      transaction: (_: unknown, work: (tx: object) => Promise<unknown>) => {
        transactions++;
        const found = results.shift() ?? [];
        return work({ rows: () => Promise.resolve(found), endWith });
      },
      // The findings are unsent when they are looked for.
      rows: () => Promise.resolve([{}]),
    };
    const watch = new ChecksWatch(
      database as unknown as Database,
      {} as unknown as FindingsRefresher,
      { wake } as unknown as Dispatcher,
    );
    watch.onApplicationBootstrap();
    watch.wake();
    await comes(() => transactions >= 3);
    await watch.beforeApplicationShutdown();
    expect(warn).not.toHaveBeenCalled();
    expect(endWith).not.toHaveBeenCalled();
    jest.restoreAllMocks();
  });
});
