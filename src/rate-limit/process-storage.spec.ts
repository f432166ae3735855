import fc from 'fast-check';
import { MAX_ADDRESSES, ProcessRateLimitStorage } from './process-storage';
import { WINDOW_MS } from './rate-limit-storage';

describe('counting in the process', () => {
  let now = 0;
  let counters: ProcessRateLimitStorage;
  beforeEach(() => {
    now = 1_000;
    counters = new ProcessRateLimitStorage(() => now);
  });
  const hit = (tracker: string, limit = 3) => counters.increment(tracker, WINDOW_MS, limit);

  it('lets a limit of requests through in a window, and no more', async () => {
    const answers = [];
    for (let i = 0; i < 5; i++) answers.push(await hit('org:a'));
    expect(answers.map(({ isBlocked, served }) => [isBlocked, served])).toEqual([
      [false, 1],
      [false, 2],
      [false, 3],
      [true, 3],
      [true, 3],
    ]);
  });

  it('tells the seconds until the window ends, never 0', async () => {
    expect(await hit('org:a')).toMatchObject({ secondsLeft: 60 });
    now += 59_999;
    expect(await hit('org:a')).toMatchObject({ secondsLeft: 1 });
  });

  it('never tells more seconds than a window has, whatever fractions the clock has', async () => {
    for (let i = 0; i < 1_000; i++) {
      now = Math.random() * 1e7;
      expect(await hit(`org:${i}`)).toMatchObject({ secondsLeft: 60 });
    }
  });

  it('begins another window where the first has ended', async () => {
    for (let i = 0; i < 4; i++) await hit('org:a');
    now += WINDOW_MS;
    expect(await hit('org:a')).toMatchObject({ isBlocked: false, served: 1, secondsLeft: 60 });
  });

  it('does not prolong the window of one who keeps knocking', async () => {
    for (let i = 0; i < 4; i++) await hit('org:a');
    now += 30_000;
    expect(await hit('org:a')).toMatchObject({ isBlocked: true, secondsLeft: 30 });
  });

  it('lets through at once what a larger plan adds, refused requests not counted', async () => {
    for (let i = 0; i < 100; i++) await hit('org:a', 3);
    expect(await hit('org:a', 5)).toMatchObject({ isBlocked: false, served: 4 });
  });

  it('refuses at once what a smaller plan takes away', async () => {
    for (let i = 0; i < 3; i++) await hit('org:a', 5);
    expect(await hit('org:a', 2)).toMatchObject({ isBlocked: true });
  });

  it('looks without counting', async () => {
    await hit('org:a');
    expect(await counters.look('org:a', WINDOW_MS, 3)).toMatchObject({ served: 1, isBlocked: false });
    expect(await counters.look('org:b', WINDOW_MS, 3)).toMatchObject({ served: 0, secondsLeft: 60 });
    expect(await hit('org:a')).toMatchObject({ served: 2 });
  });

  it('counts each tracker for itself', async () => {
    for (let i = 0; i < 4; i++) await hit('org:a');
    expect(await hit('ip:a')).toMatchObject({ isBlocked: false });
  });

  it('never lets more than the limit through in any window, whoever comes when', async () => {
    const step = fc.record({ tracker: fc.constantFrom('org:a', 'org:b', 'ip:a'), wait: fc.nat(40_000) });
    await fc.assert(
      fc.asyncProperty(fc.array(step, { maxLength: 200 }), fc.integer({ min: 1, max: 5 }), async (steps, limit) => {
        counters = new ProcessRateLimitStorage(() => now);
        const served = new Map<string, number>();
        for (const { tracker, wait } of steps) {
          now += wait;
          const { isBlocked, secondsLeft, served: count } = await hit(tracker, limit);
          const window = `${tracker} until ${Math.round((now + secondsLeft * 1_000) / 1_000)}`;
          if (!isBlocked) served.set(window, (served.get(window) ?? 0) + 1);
          expect(count).toBeLessThanOrEqual(limit);
        }
        for (const count of served.values()) expect(count).toBeLessThanOrEqual(limit);
      }),
    );
  });

  it('forgets windows that have ended', async () => {
    for (let i = 0; i < 1_000; i++) await hit(`ip:${i}`);
    now += WINDOW_MS;
    for (let i = 0; i < 200; i++) await hit('org:a');
    for (let i = 0; i < 200; i++) await hit('ip:new');
    expect(counters.size).toBe(2);
  });

  it('keeps memory bounded under a flood of addresses, and organizations counted', async () => {
    for (let i = 0; i < 4; i++) await hit('org:a');
    for (let i = 0; i < MAX_ADDRESSES + 1_000; i++) await hit(`ip:${i}`);
    expect(counters.size).toBe(MAX_ADDRESSES + 1);
    expect(await hit('org:a')).toMatchObject({ isBlocked: true });
  });
});
