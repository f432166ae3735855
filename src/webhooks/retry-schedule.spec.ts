import fc from 'fast-check';
import { RETRY_HOURS, retryDelay } from './retry-schedule';

describe('retryDelay', () => {
  it('grows from 5 s by 30 s and 2 min to 4 h', () => {
    const seconds = Array.from({ length: 10 }, (_, i) => retryDelay(i + 1, 0.5) / 1_000);
    expect(seconds).toEqual([5, 30, 120, 600, 1_800, 3_600, 7_200, 14_400, 14_400, 14_400]);
  });

  it('differs by at most a fifth', () => {
    fc.assert(
      fc.property(
        fc.integer({ min: 1, max: 1_000 }),
        fc.double({ min: 0, max: 1, noNaN: true }),
        (failures, random) => {
          const share = retryDelay(failures, random) / retryDelay(failures, 0.5);
          expect(share).toBeGreaterThanOrEqual(0.8);
          expect(share).toBeLessThanOrEqual(1.2);
        },
      ),
    );
    expect([retryDelay(1, 0), retryDelay(1, 1)]).toEqual([4_000, 6_000]);
  });

  it('leaves between 10 and 20 attempts in the time for which a delivery is repeated', () => {
    let [attempts, ms] = [1, 0];
    while (ms < RETRY_HOURS * 3_600_000) ms += retryDelay(attempts++, 0.5);
    expect(attempts).toBeGreaterThan(10);
    expect(attempts).toBeLessThan(20);
  });
});
