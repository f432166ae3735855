import { BoundedMap } from '../dashboard/src/bounded-map';

describe('a bounded map, in which the pages remember what they have seen', () => {
  it('forgets the entry that was set longest ago', () => {
    const map = new BoundedMap<string, number>(2);
    map.set('a', 1);
    map.set('b', 2);
    map.set('a', 3);
    map.set('c', 4);
    expect(['a', 'b', 'c'].map((key) => map.get(key))).toEqual([3, undefined, 4]);
    expect(map.has('b')).toBe(false);
  });

  it('has as many entries as it may have, however many are set', () => {
    const map = new BoundedMap<number, number>(100);
    for (let key = 0; key < 10_000; key++) map.set(key, key);
    expect(map.size).toBe(100);
    map.clear();
    expect(map.size).toBe(0);
  });
});
