import fc from 'fast-check';
import { MAX_ADDRESSES, ProcessRateLimitStorage } from './process-storage';
import { WINDOW_MS } from './rate-limit-storage';

describe('ProcessRateLimitStorage', () => {
  let now = 0;
  let storage: ProcessRateLimitStorage;
  beforeEach(() => {
    now = 1_000;
    storage = new ProcessRateLimitStorage(() => now);
  });
  const hit = (key: string, limit = 3) => storage.increment(key, WINDOW_MS, limit);

  it('admits as many requests per window as the limit allows', async () => {
    const results = [];
    for (let i = 0; i < 5; i++) results.push(await hit('org:a'));
    expect(results.map(({ isBlocked, totalHits }) => [isBlocked, totalHits])).toEqual([
      [false, 1],
      [false, 2],
      [false, 3],
      [true, 3],
      [true, 3],
    ]);
  });

  it('returns the seconds until the window ends, at least 1', async () => {
    expect(await hit('org:a')).toMatchObject({ timeToExpire: 60 });
    now += 59_999;
    expect(await hit('org:a')).toMatchObject({ timeToExpire: 1 });
  });

  it('returns at most the seconds of a window when the clock has fractions of a millisecond', async () => {
    for (let i = 0; i < 1_000; i++) {
      now = Math.random() * 1e7;
      expect(await hit(`org:${i}`)).toMatchObject({ timeToExpire: 60 });
    }
  });

  it('opens a new window when the first one has ended', async () => {
    for (let i = 0; i < 4; i++) await hit('org:a');
    now += WINDOW_MS;
    expect(await hit('org:a')).toMatchObject({ isBlocked: false, totalHits: 1, timeToExpire: 60 });
  });

  it('does not extend a window when refused requests continue', async () => {
    for (let i = 0; i < 4; i++) await hit('org:a');
    now += 30_000;
    expect(await hit('org:a')).toMatchObject({ isBlocked: true, timeToExpire: 30 });
  });

  it('admits more requests at once when the limit is raised, and does not count refused requests', async () => {
    for (let i = 0; i < 100; i++) await hit('org:a', 3);
    expect(await hit('org:a', 5)).toMatchObject({ isBlocked: false, totalHits: 4 });
  });

  it('refuses requests at once when the limit is lowered', async () => {
    for (let i = 0; i < 3; i++) await hit('org:a', 5);
    expect(await hit('org:a', 2)).toMatchObject({ isBlocked: true });
  });

  it('returns the state of a window without counting a request when it peeks', async () => {
    await hit('org:a');
    expect(await storage.peek('org:a', WINDOW_MS, 3)).toMatchObject({ totalHits: 1, isBlocked: false });
    expect(await storage.peek('org:b', WINDOW_MS, 3)).toMatchObject({ totalHits: 0, timeToExpire: 60 });
    expect(await hit('org:a')).toMatchObject({ totalHits: 2 });
  });

  it('counts each key separately', async () => {
    for (let i = 0; i < 4; i++) await hit('org:a');
    expect(await hit('ip:a')).toMatchObject({ isBlocked: false });
  });

  it('never admits more requests than the limit in any window, for any order of requests', async () => {
    const step = fc.record({ tracker: fc.constantFrom('org:a', 'org:b', 'ip:a'), wait: fc.nat(40_000) });
    await fc.assert(
      fc.asyncProperty(fc.array(step, { maxLength: 200 }), fc.integer({ min: 1, max: 5 }), async (steps, limit) => {
        storage = new ProcessRateLimitStorage(() => now);
        const served = new Map<string, number>();
        for (const { tracker, wait } of steps) {
          now += wait;
          const { isBlocked, timeToExpire, totalHits: count } = await hit(tracker, limit);
          const window = `${tracker} until ${Math.round((now + timeToExpire * 1_000) / 1_000)}`;
          if (!isBlocked) served.set(window, (served.get(window) ?? 0) + 1);
          expect(count).toBeLessThanOrEqual(limit);
        }
        for (const count of served.values()) expect(count).toBeLessThanOrEqual(limit);
      }),
    );
  });

  it('removes windows that have ended', async () => {
    for (let i = 0; i < 1_000; i++) await hit(`ip:${i}`);
    now += WINDOW_MS;
    for (let i = 0; i < 200; i++) await hit('org:a');
    for (let i = 0; i < 200; i++) await hit('ip:new');
    expect(storage.size).toBe(2);
  });

  it('bounds its memory under a flood of addresses, and keeps the counters of organizations', async () => {
    for (let i = 0; i < 4; i++) await hit('org:a');
    for (let i = 0; i < MAX_ADDRESSES + 1_000; i++) await hit(`ip:${i}`);
    expect(storage.size).toBe(MAX_ADDRESSES + 1);
    expect(await hit('org:a')).toMatchObject({ isBlocked: true });
  });
});
