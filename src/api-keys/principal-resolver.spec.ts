import type { Database } from '../database/database';
import { CACHE_TTL_MS, PrincipalResolver } from './principal-resolver';
import { generateSecret } from './secret';

const row = {
  apiKeyId: 'k1',
  ownRateLimit: null,
  organizationId: 'o1',
  organizationName: 'Acme',
  plan: 'free',
  rateLimit: null,
  bootstrap: false,
  scopes: ['projects:read'],
  projectIds: null,
  expiresAt: null,
};

describe('PrincipalResolver', () => {
  const query = jest.fn<Promise<object[]>, [string, unknown[]]>();
  const secret = generateSecret();
  let resolver: PrincipalResolver;

  beforeEach(() => {
    jest.useFakeTimers();
    query.mockReset().mockResolvedValue([row]);
    resolver = new PrincipalResolver({ rows: query } as unknown as Database);
  });
  afterEach(() => jest.useRealTimers());

  it('reads the database once for concurrent requests with the same secret', async () => {
    const found = await Promise.all(Array.from({ length: 50 }, async () => resolver.resolve(secret)));
    expect(found.every((principal) => principal?.apiKeyId === 'k1')).toBe(true);
    expect(query).toHaveBeenCalledTimes(1);
  });

  it('caches a principal for less than 5 s', async () => {
    await resolver.resolve(secret);
    jest.advanceTimersByTime(CACHE_TTL_MS - 1);
    await resolver.resolve(secret);
    expect(query).toHaveBeenCalledTimes(1);
    query.mockResolvedValue([]);
    jest.advanceTimersByTime(1);
    expect(await resolver.resolve(secret)).toBeUndefined();
    expect(CACHE_TTL_MS).toBeLessThan(5_000);
  });

  it('counts the lifetime of an entry from the start of the read, not from its end', async () => {
    query.mockImplementation(async () => {
      await new Promise((resolve) => setTimeout(resolve, CACHE_TTL_MS));
      return [row];
    });
    const first = resolver.resolve(secret);
    await jest.advanceTimersByTimeAsync(CACHE_TTL_MS);
    await first;
    query.mockResolvedValue([]);
    expect(await resolver.resolve(secret)).toBeUndefined();
  });

  it('caches unknown secrets too', async () => {
    query.mockResolvedValue([]);
    for (let i = 0; i < 3; i++) expect(await resolver.resolve(secret)).toBeUndefined();
    expect(query).toHaveBeenCalledTimes(1);
  });

  it('does not evict valid secrets during a flood of unknown ones', async () => {
    await resolver.resolve(secret);
    query.mockResolvedValue([]);
    for (let i = 0; i < 11_000; i++)
      await resolver.resolve(`unknown secret number`.replaceAll(' ', '-') + `-${i}-`.padEnd(32, 'x'));
    const asked = query.mock.calls.length;
    await resolver.resolve(secret);
    expect(query).toHaveBeenCalledTimes(asked);
  });

  it('does not read the database for a mistyped secret', async () => {
    expect(await resolver.resolve(secret.replace(/.$/, (last) => (last === 'a' ? 'b' : 'a')))).toBeUndefined();
    expect(query).not.toHaveBeenCalled();
  });

  it('checks the expiry of an API key at each request', async () => {
    query.mockResolvedValue([{ ...row, expiresAt: new Date(Date.now() + 1_000) }]);
    expect(await resolver.resolve(secret)).toBeDefined();
    jest.advanceTimersByTime(1_000);
    expect(await resolver.resolve(secret)).toBeUndefined();
    expect(query).toHaveBeenCalledTimes(1);
  });

  it.each([
    ['the API key', () => resolver.invalidateApiKey('k1')],
    ['the organization', () => resolver.invalidateOrganization('o1')],
  ])('reads the database again after %s has changed', async (_, forget) => {
    await resolver.resolve(secret);
    query.mockResolvedValue([]);
    forget();
    expect(await resolver.resolve(secret)).toBeUndefined();
  });

  it('keeps the entries of other API keys and organizations when one changes', async () => {
    await resolver.resolve(secret);
    resolver.invalidateApiKey('k2');
    resolver.invalidateOrganization('o2');
    await resolver.resolve(secret);
    expect(query).toHaveBeenCalledTimes(1);
  });

  it('neither shares nor caches a result that was read before a change', async () => {
    let respond: (rows: object[]) => void = () => undefined;
    query.mockImplementationOnce(() => new Promise((resolve) => (respond = resolve)));
    const early = resolver.resolve(secret);
    resolver.invalidateApiKey('k1');
    query.mockResolvedValue([]);
    expect(await resolver.resolve(secret)).toBeUndefined();
    respond([row]);
    await early;
    expect(await resolver.resolve(secret)).toBeUndefined();
  });

  it('reads the database again after a failed read', async () => {
    query.mockRejectedValueOnce(new Error('no connection'));
    await expect(resolver.resolve(secret)).rejects.toThrow('no connection');
    expect(await resolver.resolve(secret)).toBeDefined();
  });

  it("ignores the operator's scope in a tenant's row, and unknown scopes", async () => {
    query.mockResolvedValue([{ ...row, scopes: ['organizations:manage', 'projects:read', 'of:tomorrow'] }]);
    expect([...((await resolver.resolve(secret))?.scopes ?? [])]).toEqual(['projects:read']);
  });
});
