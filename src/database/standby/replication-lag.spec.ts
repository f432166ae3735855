import fc from 'fast-check';
import { ReplicationLag } from './replication-lag';

describe('ReplicationLag', () => {
  it('is unknown until the standby has replayed what the primary had written', () => {
    const lag = new ReplicationLag();
    expect(lag.at(5)).toBe(Infinity);
    lag.written(100n, 10);
    lag.replayed(99n);
    expect(lag.at(20)).toBe(Infinity);
  });

  it('is the time since the last position that the standby has replayed', () => {
    const lag = new ReplicationLag();
    lag.written(100n, 1_000);
    lag.written(200n, 2_000);
    lag.written(300n, 3_000);
    lag.replayed(250n);
    expect(lag.at(3_500)).toBe(1_500);
    lag.replayed(300n);
    expect(lag.at(3_500)).toBe(500);
  });

  it('does not grow while the primary writes nothing', () => {
    const lag = new ReplicationLag();
    for (const at of [1_000, 2_000, 3_000]) {
      lag.written(100n, at);
      lag.replayed(100n);
      expect(lag.at(at + 1)).toBe(1);
    }
  });

  it('is never less than the age of the data that the standby has', () => {
    // Each second the primary writes some bytes, and the standby replays some of them.
    const seconds = fc.array(fc.tuple(fc.nat(5), fc.nat(8)), { minLength: 1, maxLength: 30 });
    fc.assert(
      fc.property(seconds, (steps) => {
        const lag = new ReplicationLag();
        const positions: number[] = [];
        let [written, replayed] = [0, 0];
        for (const [second, [bytes, most]] of steps.entries()) {
          written += bytes;
          positions.push(written);
          lag.written(BigInt(written), second);
          replayed = Math.min(written, replayed + most);
          lag.replayed(BigInt(replayed));
          const newest = positions.findLastIndex((position) => position <= replayed);
          expect(lag.at(second)).toBe(newest === -1 ? Infinity : second - newest);
        }
      }),
    );
  });
});
