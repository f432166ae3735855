import { stateToNumber, TRANSLATION_STATES, type TranslationState } from '../common/translation-state';
import { codecById, type StateSupport } from '../language-files';
import { isOtherState, otherStates } from './other-state';

const supportOf = (format: string): StateSupport | undefined => codecById(format)?.states;

describe('isOtherState', () => {
  it.each<[string, TranslationState, TranslationState, boolean]>([
    ['xliff', 'reviewed', 'reviewed', false],
    ['xliff', 'translated', 'reviewed', true],
    ['po', 'translated', 'reviewed', false],
    ['po', 'draft', 'reviewed', true],
    ['po', 'translated', 'draft', true],
    ['po', 'reviewed', 'translated', true],
    ['po', 'reviewed', 'reviewed', false],
    ['json', 'translated', 'reviewed', true],
    ['json', 'reviewed', 'reviewed', false],
  ])('compares a file in %s, which says %s, with a text that is %s: %s', (format, given, ofText, expected) => {
    expect(isOtherState(given, ofText, supportOf(format))).toBe(expected);
  });
});

describe('otherStates', () => {
  it.each(['xliff', 'po', 'json'])('has each pair of states of %s at the place that SQL looks up', (format) => {
    const table = otherStates(supportOf(format));
    for (const given of TRANSLATION_STATES)
      for (const ofText of TRANSLATION_STATES)
        expect(table[stateToNumber(given) * TRANSLATION_STATES.length + stateToNumber(ofText)]).toBe(
          isOtherState(given, ofText, supportOf(format)),
        );
  });
});
