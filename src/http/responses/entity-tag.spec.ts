import { EntityTags } from './entity-tag';

describe('EntityTags', () => {
  it.each([
    ['"a"', true],
    ['"b", "a"', true],
    [' "b" ,, "a" ', true],
    ['"b",W/"c","a"', true],
    ['*', true],
    [' * ', true],
    ['W/"a"', false],
    ['"b"', false],
    ['"A"', false],
    ['a', false],
    ['"a', false],
    ['', false],
    ['*, "b"', false],
    ['"*"', false],
  ])('compare %j strongly with "a": %j', (header, isIncluded) => {
    expect(new EntityTags(header).includeStrong('a')).toBe(isIncluded);
  });

  it.each([
    ['W/"a"', true],
    ['"a-br"', true],
    ['*', true],
    ['W/"b", "c"', false],
    ['a', false],
  ])('compare %j weakly with "a" and "a-br": %j', (header, isIncluded) => {
    expect(new EntityTags(header).includeAny(['a', 'a-br'])).toBe(isIncluded);
  });
});
