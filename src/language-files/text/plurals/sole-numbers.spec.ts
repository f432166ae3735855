import { soleNumbers } from './sole-numbers';

describe('soleNumbers', () => {
  it.each([
    ['en', { one: 1 }],
    ['de', { one: 1 }],
    ['es', { one: 1 }],
    ['pt-PT', { one: 1 }],
    ['fr', {}],
    ['pt', {}],
    ['ru', {}],
    ['ja', {}],
    // Decimals have the category too.
    ['da', {}],
    ['hi', {}],
    ['lv', {}],
    ['he', { two: 2 }],
    ['lag', { zero: 0 }],
    ['ga', { one: 1, two: 2 }],
    ['ar', { zero: 0, one: 1, two: 2 }],
    ['cy', { zero: 0, one: 1, two: 2, few: 3, many: 6 }],
    ['tlh', {}],
  ])('knows the categories of %s that stand for one number', (language, numbers) => {
    expect(Object.fromEntries(soleNumbers(language))).toEqual(numbers);
  });

  it('leaves decimals out for a format that selects a form for an integer', () => {
    expect(Object.fromEntries(soleNumbers('da', 'cardinal', 'integers'))).toEqual({ one: 1 });
    expect(Object.fromEntries(soleNumbers('fr', 'cardinal', 'integers'))).toEqual({});
  });

  it('has rules of their own for ordinals', () => {
    expect(Object.fromEntries(soleNumbers('fr', 'ordinal'))).toEqual({ one: 1 });
    expect(Object.fromEntries(soleNumbers('en', 'ordinal'))).toEqual({});
  });
});
