import type { Ending, Mark } from '../ending';
import type { LanguageTraits, TraitsOfPair } from '../language-traits';
import type { TextFacts } from '../text-facts';

/** An abbreviation (`tel.`, `Nr.`, `z. B.`) or an ordinal (`3.`), whose full stop does not end a sentence. */
const ABBREVIATED = /(?:^|[\s\p{P}])[\p{L}\p{M}]{1,3}$|[\p{N}\uFFFC]$/u;

const SMILEY = /[:;]-?[()DPp]$/;

/** A single word with a full stop is an abbreviation. */
const isWord = (text: string): boolean => !/\s/.test(text.trim());

/** Compares the marks at the ends of texts, each in the script of its language. */
export function findEndPunctuation(source: TextFacts, target: TextFacts, languages: TraitsOfPair): string | undefined {
  const [expected, found] = [source.ending, target.ending];
  const [a, b] = [meaning(expected.mark, languages.source), meaning(found.mark, languages.target)];
  if (a === b || isAllowed(a, b, expected, found, languages)) return undefined;
  if (source.isIdentifier || SMILEY.test(source.text) || SMILEY.test(target.text)) return undefined;
  if (b === undefined) return `the source ends with ${a}, the translation without`;
  return a === undefined
    ? `the translation ends with ${b}, the source without`
    : `the source ends with ${a}, the translation with ${b}`;
}

function meaning(mark: Mark | undefined, traits: LanguageTraits): Mark | undefined {
  if (mark === 'a semicolon' && traits.semicolonAsks) return 'a question mark';
  if (mark === 'a colon' && traits.colonStops) return 'a full stop';
  return mark;
}

function isAllowed(
  source: Mark | undefined,
  target: Mark | undefined,
  expected: Ending,
  found: Ending,
  languages: TraitsOfPair,
): boolean {
  if (expected.before.trim() === '' || found.before.trim() === '') return true;
  const pair = [source, target];
  const either = (mark: Mark | undefined): boolean => pair.includes(mark);
  // A sentence that is called out in one language is said in another.
  if (either('a full stop') && either('an exclamation mark')) return true;
  if (languages.target.omitsFullStop && source === 'an exclamation mark' && target === undefined) return true;
  if (either('a full stop') && either(undefined)) {
    const traits = source === undefined ? languages.source : languages.target;
    const other = source === undefined ? found : expected;
    return traits.omitsFullStop || ABBREVIATED.test(other.before) || isWord(other.before);
  }
  const { marksInside } = languages.target;
  return marksInside && (source === 'a question mark' || source === 'an exclamation mark');
}
