import type { Database } from '../database/database';
import { CACHE_TTL_MS, PrincipalResolver } from './principal-resolver';
import { generateSecret } from './secret';

const row = {
  apiKeyId: 'k1',
  organizationId: 'o1',
  organizationName: 'Acme',
  plan: 'free',
  rateLimit: null,
  bootstrap: false,
  scopes: ['projects:read'],
  projectIds: null,
  expiresAt: null,
};

describe('whom a secret speaks for', () => {
  const query = jest.fn<Promise<object[]>, [string, unknown[]]>();
  const secret = generateSecret();
  let principalResolver: PrincipalResolver;

  beforeEach(() => {
    jest.useFakeTimers();
    query.mockReset().mockResolvedValue([row]);
    principalResolver = new PrincipalResolver({ rows: query } as unknown as Database);
  });
  afterEach(() => jest.useRealTimers());

  it('asks the database once for requests that arrive together', async () => {
    const found = await Promise.all(Array.from({ length: 50 }, () => principalResolver.find(secret)));
    expect(found.every((principal) => principal?.apiKeyId === 'k1')).toBe(true);
    expect(query).toHaveBeenCalledTimes(1);
  });

  it('believes an answer for less than 5 seconds', async () => {
    await principalResolver.find(secret);
    jest.advanceTimersByTime(CACHE_TTL_MS - 1);
    await principalResolver.find(secret);
    expect(query).toHaveBeenCalledTimes(1);
    query.mockResolvedValue([]);
    jest.advanceTimersByTime(1);
    expect(await principalResolver.find(secret)).toBeUndefined();
    expect(CACHE_TTL_MS).toBeLessThan(5_000);
  });

  it('counts the seconds from when it asked, not from when the answer came', async () => {
    query.mockImplementation(async () => {
      await new Promise((resolve) => setTimeout(resolve, CACHE_TTL_MS));
      return [row];
    });
    const first = principalResolver.find(secret);
    await jest.advanceTimersByTimeAsync(CACHE_TTL_MS);
    await first;
    query.mockResolvedValue([]);
    expect(await principalResolver.find(secret)).toBeUndefined();
  });

  it('remembers unknown secrets too', async () => {
    query.mockResolvedValue([]);
    for (let i = 0; i < 3; i++) expect(await principalResolver.find(secret)).toBeUndefined();
    expect(query).toHaveBeenCalledTimes(1);
  });

  it('does not let a flood of unknown secrets push out the known ones', async () => {
    await principalResolver.find(secret);
    query.mockResolvedValue([]);
    for (let i = 0; i < 11_000; i++)
      await principalResolver.find(`unknown secret number`.replaceAll(' ', '-') + `-${i}-`.padEnd(32, 'x'));
    const asked = query.mock.calls.length;
    await principalResolver.find(secret);
    expect(query).toHaveBeenCalledTimes(asked);
  });

  it('asks nobody about a mistyped secret', async () => {
    expect(await principalResolver.find(secret.replace(/.$/, (last) => (last === 'a' ? 'b' : 'a')))).toBeUndefined();
    expect(query).not.toHaveBeenCalled();
  });

  it('checks the expiry at each request', async () => {
    query.mockResolvedValue([{ ...row, expiresAt: new Date(Date.now() + 1_000) }]);
    expect(await principalResolver.find(secret)).toBeDefined();
    jest.advanceTimersByTime(1_000);
    expect(await principalResolver.find(secret)).toBeUndefined();
    expect(query).toHaveBeenCalledTimes(1);
  });

  it.each([
    ['its API key', () => principalResolver.forgetApiKey('k1')],
    ['its organization', () => principalResolver.forgetOrganization('o1')],
  ])('asks anew as soon as %s has changed', async (_, forget) => {
    await principalResolver.find(secret);
    query.mockResolvedValue([]);
    forget();
    expect(await principalResolver.find(secret)).toBeUndefined();
  });

  it('keeps what has not changed', async () => {
    await principalResolver.find(secret);
    principalResolver.forgetApiKey('k2');
    principalResolver.forgetOrganization('o2');
    await principalResolver.find(secret);
    expect(query).toHaveBeenCalledTimes(1);
  });

  it('neither hands on nor keeps what was read before a change', async () => {
    let answer: (rows: object[]) => void = () => undefined;
    query.mockImplementationOnce(() => new Promise((resolve) => (answer = resolve)));
    const early = principalResolver.find(secret);
    principalResolver.forgetApiKey('k1');
    query.mockResolvedValue([]);
    expect(await principalResolver.find(secret)).toBeUndefined();
    answer([row]);
    await early;
    expect(await principalResolver.find(secret)).toBeUndefined();
  });

  it('asks again after a failure', async () => {
    query.mockRejectedValueOnce(new Error('no connection'));
    await expect(principalResolver.find(secret)).rejects.toThrow('no connection');
    expect(await principalResolver.find(secret)).toBeDefined();
  });

  it("gives a tenant no operator's scope, whatever its row says, and nobody an unknown one", async () => {
    query.mockResolvedValue([{ ...row, scopes: ['organizations:manage', 'projects:read', 'of:tomorrow'] }]);
    expect([...((await principalResolver.find(secret))?.scopes ?? [])]).toEqual(['projects:read']);
  });
});
