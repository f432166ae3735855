import { DeliveryLimits } from './delivery-limits';

const LIMIT = 3;

/** Returns how many of the requests of the addresses are within the limit. */
const admitted = (limits: DeliveryLimits, addresses: Iterable<string>): number =>
  [...addresses].filter((address) => limits.admits(address, 0)).length;

function* hostsOf(network: string, count: number): Generator<string> {
  for (let i = 0; i < count; i++) yield `${network}:${(i >> 16).toString(16)}:${(i & 0xffff).toString(16)}`;
}

describe('DeliveryLimits', () => {
  it('counts the requests of a network together, however many addresses send them', () => {
    const limits = new DeliveryLimits({ deliveryRateLimit: LIMIT });
    expect(admitted(limits, hostsOf('2001:db8:0:1:0:0', 110_000))).toBe(LIMIT);
    expect(admitted(limits, hostsOf('2001:db8:0:2:0:0', 2))).toBe(2);
  });

  it('counts all texts that are no address together', () => {
    const limits = new DeliveryLimits({ deliveryRateLimit: LIMIT });
    const texts = Array.from({ length: 10 }, (_, i) => `${i}`.padEnd(10_000, 'x'));
    expect(admitted(limits, texts)).toBe(LIMIT);
  });

  it('admits a network again in the next minute', () => {
    const limits = new DeliveryLimits({ deliveryRateLimit: LIMIT });
    expect(admitted(limits, hostsOf('2001:db8:0:1:0:0', 5))).toBe(LIMIT);
    expect(limits.retryAfter(0)).toBe(60);
    expect(limits.admits('2001:db8:0:1::1', 60_000)).toBe(true);
  });
});
