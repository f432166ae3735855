import * as fc from 'fast-check';
import { inLinesOf } from './kept-lines';

const same = (word: string): string => word;
const OLD = '\n  one two\n  three  four\n  five\n';

describe('inLinesOf', () => {
  it.each([
    ['a word', 'one two drei four five', OLD.replace('three', 'drei')],
    ['words in several lines', 'eins two three vier five', OLD.replace('one', 'eins').replace('four', 'vier')],
    ['a new word', 'one two three and four five', OLD.replace('three ', 'three and ')],
    ['a new word at the start of a line', 'one two then three four five', OLD.replace('three', 'then three')],
    ['new words at the end', 'one two three four five and six', OLD.replace('five', 'five and six')],
    ['a word that is gone', 'one two four five', OLD.replace('three  ', '')],
    ['a line that is gone', 'one two five', OLD.replace('  three  four\n', '')],
    ['an empty text', '', '\n  \n'],
  ])('changes only the line of %s', (_name, text, expected) => {
    const words = (lines: string): string[] => lines.split('\n').map((line) => line.trim().replace(/\s+/g, ' '));
    expect(words(inLinesOf(OLD, text, same)).filter(Boolean)).toEqual(words(expected).filter(Boolean));
    if (text !== '') expect(inLinesOf(OLD, text, same).split('\n').length).toBe(expected.split('\n').length);
  });

  it('has the words of the text', () => {
    const text = fc
      .array(fc.constantFrom('a', 'b', 'c', 'd', ' ', '\n  ', ' a '), { maxLength: 120 })
      .map((all) => all.join(''));
    fc.assert(
      fc.property(text, text, (old, next) => {
        expect(inLinesOf(old, next, same).split(/\s+/).filter(Boolean)).toEqual(next.split(/\s+/).filter(Boolean));
      }),
    );
  });
});
