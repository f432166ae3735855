import fc from 'fast-check';
import { WordCounter } from './word-count';

const segmented = (text: string): number =>
  [...new Intl.Segmenter('en', { granularity: 'word' }).segment(text)].filter(({ isWordLike }) => isWordLike).length;

describe('WordCounter', () => {
  it.each([
    ['en', 'Buy now', 2],
    ['en', "don't stop", 2],
    ['en', '3.14 and 1,000', 3],
    ['en', '', 0],
    ['en', '… – !', 0],
    ['en', '{count, plural, one {# file} other {# files of {owner}}}', 3],
    ['zh', '欢迎使用', 2],
    ['th', 'ยินดีต้อนรับ', 2],
    ['de', 'Über uns', 2],
  ])('counts the words in %s of %j', (language, text, words) => {
    expect(new WordCounter(language).count(text)).toBe(words);
  });

  it('counts as the segmenter does in texts that are no plurals', () => {
    const text = fc.string({ unit: fc.constantFrom(...'ab1 .,:;\'"_-!?()/\n%{}@#$&é漢'), maxLength: 30 });
    const counter = new WordCounter('en');
    fc.assert(
      fc.property(text, (value) => {
        expect(counter.count(` ${value}`)).toBe(segmented(` ${value}`));
      }),
      { numRuns: 2_000 },
    );
  });
});
