import * as fc from 'fast-check';
import { findChangedParts, textInPlaceOf } from './changed-parts';

describe('The changed parts of a text', () => {
  it.each([
    [['a', ' ', 'b'], 'a b', undefined],
    [['a', ' ', 'b'], 'x b', { first: 0, last: 0 }],
    [['a', ' ', 'b'], 'a x', { first: 2, last: 2 }],
    [['a', ' ', 'b'], 'ab', { first: 1, last: 1 }],
    [['a', ' ', 'b'], 'a xb', { first: 2, last: 2 }],
    [['a', ' ', 'b'], 'x y', { first: 0, last: 2 }],
    [['a', 'b', 'c'], 'xyc', { first: 0, last: 1 }],
    [['a', 'b', 'c'], 'ac', { first: 1, last: 1 }],
    [['aa', 'aa'], 'aaa', { first: 0, last: 0 }],
  ])('are from %j to %j: %j', (parts, changed, expected) => {
    expect(findChangedParts(parts, changed, (part) => part !== 1)).toEqual(expected);
  });

  it('make the changed text with those that stay', () => {
    const text = fc.string({ unit: fc.constantFrom('a', 'b', ' '), maxLength: 4 });
    fc.assert(
      fc.property(
        fc.array(text, { minLength: 1, maxLength: 5 }),
        fc.string({ unit: fc.constantFrom('a', 'b', ' ') }),
        (parts, changed) => {
          const found = findChangedParts(parts, changed, () => true);
          if (!found) return expect(parts.join('')).toBe(changed);
          const { first, last } = found;
          const joined = [...parts.slice(0, first), textInPlaceOf(found, parts, changed), ...parts.slice(last + 1)];
          expect(joined.join('')).toBe(changed);
        },
      ),
    );
  });
});
