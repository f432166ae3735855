import { identifyCallers, toNetwork } from './caller';
import type { Principal } from '../common/access/principal';

describe('identifyCallers', () => {
  const ip = '192.0.2.1';
  const principal = { apiKeyId: 'k', organizationId: 'a', rateLimit: 1_000, ownRateLimit: null } as Principal;

  it('counts all API keys of an organization together, with the limit of the organization', () => {
    expect(identifyCallers({ principal, ip })).toEqual([{ tracker: 'org:a', limit: 1_000 }]);
  });

  it('counts an API key with a limit of its own first by itself', () => {
    expect(identifyCallers({ principal: { ...principal, ownRateLimit: 60 }, ip })).toEqual([
      { tracker: 'key:k', limit: 60 },
      { tracker: 'org:a', limit: 1_000 },
    ]);
  });

  it('counts callers without a valid API key by address, with the limit of the plan Free', () => {
    expect(identifyCallers({ principal: undefined, ip })).toEqual([{ tracker: 'ip:192.0.2.1', limit: 100 }]);
  });
});

describe('toNetwork', () => {
  it.each([
    ['192.0.2.1', '192.0.2.1'],
    ['::ffff:192.0.2.1', '192.0.2.1'],
    ['::ffff:c000:201', '192.0.2.1'],
    ['2001:db8:1:2:3:4:5:6', '2001:db8:1:2::/64'],
    ['2001:0DB8:0001:0002::1', '2001:db8:1:2::/64'],
    ['2001:db8::1:2:3:4', '2001:db8::/64'],
    ['fe80::1%eth0', 'fe80::/64'],
    ['::1', '::1'],
    ['', 'unknown'],
    ['unknown', 'unknown'],
    ['_hidden', 'unknown'],
    ['192.0.2.1:4711', 'unknown'],
    ['192.0.2', 'unknown'],
  ])('counts the client address "%s" as %s', (ip, network) => {
    expect(toNetwork(ip)).toBe(network);
  });
});
