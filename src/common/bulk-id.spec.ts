import { validate, version } from 'uuid';
import { bulkId } from './bulk-id';

describe('bulkId', () => {
  it('makes UUIDs of version 7, each another, beyond a filling of its random bytes', () => {
    const ids = Array.from({ length: 5_000 }, bulkId);
    expect(new Set(ids).size).toBe(5_000);
    expect(ids.filter((id) => !validate(id) || version(id) !== 7)).toEqual([]);
  });

  it('begins each id with the time of its making', () => {
    const before = Date.now();
    const [made] = [bulkId()].map((id) => parseInt(id.replace('-', '').slice(0, 12), 16));
    expect(made).toBeGreaterThanOrEqual(before);
    expect(made).toBeLessThanOrEqual(Date.now());
  });
});
