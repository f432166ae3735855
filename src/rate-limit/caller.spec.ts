import { identifyCaller, addressBlock } from './caller';
import type { Principal } from '../common/access/principal';

describe('whose requests are counted together', () => {
  it('takes all API keys of an organization together, at its own limit', () => {
    const principal = { organizationId: 'a', rateLimit: 1_000 } as Principal;
    expect(identifyCaller({ principal, ip: '192.0.2.1' })).toEqual({ tracker: 'org:a', limit: 1_000 });
  });

  it('takes callers without a valid API key by address, at the limit of Free', () => {
    expect(identifyCaller({ principal: undefined, ip: '192.0.2.1' })).toEqual({ tracker: 'ip:192.0.2.1', limit: 100 });
  });

  it.each([
    ['192.0.2.1', '192.0.2.1'],
    ['::ffff:192.0.2.1', '192.0.2.1'],
    ['::ffff:c000:201', '192.0.2.1'],
    ['2001:db8:1:2:3:4:5:6', '2001:db8:1:2::/64'],
    ['2001:0DB8:0001:0002::1', '2001:db8:1:2::/64'],
    ['fe80::1%eth0', 'fe80:0:0:0::/64'],
    ['::1', '0:0:0:0::/64'],
    ['', 'unknown'],
    ['unknown', 'unknown'],
    ['_hidden', 'unknown'],
  ])('counts %s as %s', (ip, network) => {
    expect(addressBlock(ip)).toBe(network);
  });
});
