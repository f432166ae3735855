import { validate, version } from 'uuid';
import { bulkId } from './bulk-id';

/** Returns the milliseconds with which an id begins. */
const timeOf = (id: string): number => parseInt(id.replace('-', '').slice(0, 12), 16);

/** A time in the future, later than all that were returned before. Ids ascend, so an earlier time would not be used. */
let future = Date.now();
const futureTime = (): number => (future += 3_600_000);

describe('bulkId', () => {
  afterEach(() => jest.restoreAllMocks());

  it('creates distinct, ascending UUIDs of version 7, also after the pool of random bytes is refilled', () => {
    const ids = Array.from({ length: 50_000 }, bulkId);
    expect(new Set(ids).size).toBe(50_000);
    expect(ids).toEqual([...ids].sort());
    expect(ids.filter((id) => !validate(id) || version(id) !== 7)).toEqual([]);
  });

  it('begins ids with the time of their creation, and with the next millisecond when the counter overflows', () => {
    const now = futureTime();
    jest.spyOn(Date, 'now').mockReturnValue(now);
    const ids = Array.from({ length: 1_025 }, bulkId);
    expect(ids.map(timeOf)).toEqual([...Array.from({ length: 1_024 }, () => now), now + 1]);
    jest.spyOn(Date, 'now').mockReturnValue(now + 5);
    expect(timeOf(bulkId())).toBe(now + 5);
  });

  it('begins 64 ids of a millisecond with the same 7 bytes', () => {
    jest.spyOn(Date, 'now').mockReturnValue(futureTime());
    const sizes = new Map<string, number>();
    for (let i = 0; i < 1_024; i++) {
      const prefix = bulkId().slice(0, 16);
      sizes.set(prefix, (sizes.get(prefix) ?? 0) + 1);
    }
    expect([...sizes.values()]).toEqual(Array.from({ length: 16 }, () => 64));
  });
});
