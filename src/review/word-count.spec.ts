import fc from 'fast-check';
import { WordCounter } from './word-count';
import { samples } from '../../test/support/samples';

const segmented = (text: string, language = 'en'): number =>
  [...new Intl.Segmenter(language, { granularity: 'word' }).segment(text)].filter(({ isWordLike }) => isWordLike)
    .length;

describe('WordCounter', () => {
  it.each([
    ['en', 'Buy now', 2],
    ['en', "don't stop", 2],
    ['en', '3.14 and 1,000', 3],
    ['en', '', 0],
    ['en', '… – !', 0],
    ['en', '{count, plural, one {# file} other {# files of {owner}}}', 3],
    ['fr', 'L’écran « accueil » s’affiche', 3],
    ['ru', 'Добро пожаловать', 2],
    ['zh', '欢迎使用', 2],
    ['th', 'ยินดีต้อนรับ', 2],
    ['de', 'Über uns', 2],
  ])('counts the words in %s of %j', (language, text, words) => {
    expect(new WordCounter(language).count(text)).toBe(words);
  });

  it.each(['en', 'sv', 'ru'])('counts in %s as the segmenter does in texts that are no plurals', (language) => {
    const character = fc.oneof(
      { weight: 6, arbitrary: fc.constantFrom(...'ab1 .,:;\'"_-!?()/\n%{}@#$&’‘“…éßЖα·²\u00AD漢😀') },
      { weight: 1, arbitrary: fc.integer({ min: 1, max: 0x23ff }).map((code) => String.fromCharCode(code)) },
    );
    const text = fc.array(character, { maxLength: 20 }).map((characters) => ` ${characters.join('')}`);
    const counter = new WordCounter(language);
    fc.assert(
      fc.property(text, (value) => {
        expect(counter.count(value)).toBe(segmented(value, language));
      }),
      { numRuns: samples(3_000) },
    );
  });
});
