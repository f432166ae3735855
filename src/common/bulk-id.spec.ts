import { validate, version } from 'uuid';
import { bulkId } from './bulk-id';

describe('bulkId', () => {
  it('creates distinct UUIDs of version 7, also after the pool of random bytes is refilled', () => {
    const ids = Array.from({ length: 5_000 }, bulkId);
    expect(new Set(ids).size).toBe(5_000);
    expect(ids.filter((id) => !validate(id) || version(id) !== 7)).toEqual([]);
  });

  it('begins each id with the time of its creation', () => {
    const before = Date.now();
    const [createdAt] = [bulkId()].map((id) => parseInt(id.replace('-', '').slice(0, 12), 16));
    expect(createdAt).toBeGreaterThanOrEqual(before);
    expect(createdAt).toBeLessThanOrEqual(Date.now());
  });
});
