import type { LanguageTraits, TraitsOfPair } from '../language-traits';
import { TAG_MARK, type TextFacts } from '../text-facts';
import { isSpace } from './spaces';

type Mark =
  'a full stop' | 'a question mark' | 'an exclamation mark' | 'a colon' | 'a semicolon' | 'a comma' | 'an ellipsis';

const MARKS = new Map<string, Mark>(
  (
    [
      ['a full stop', '.。．｡।॥։۔።។။᠃'],
      ['a question mark', '?？؟՞፧⸮\u037E'],
      ['an exclamation mark', '!！՜'],
      ['a colon', ':：︓፦'],
      ['a semicolon', ';；؛፤'],
      ['a comma', ',，、،፣՝'],
      ['an ellipsis', '…⋯᠁'],
    ] as const
  ).flatMap(([mark, characters]) => [...characters].map((character) => [character, mark] as const)),
);

/** Closing quotes and brackets, behind which some languages write the mark and others before. */
const CLOSING = new Set(`)]}）】］｝〉》」』»«”“’‘"'｣›‹*_\`${TAG_MARK}`);
const DOTS = /(?:\.\s?\.|。。|．．|··)$/;

/** The end of a text: its mark, if it has one, and what stands before. */
interface Ending {
  mark: Mark | undefined;
  /** The text before the mark. */
  before: string;
}

/** Only the end is looked at, so that the time does not depend on the length. */
const MAX_END = 60;

export function readEnding(plain: string): Ending {
  const tail = plain.length > MAX_END ? plain.slice(-MAX_END) : plain;
  let end = tail.length;
  while (end > 0 && isSkipped(tail, end - 1)) end--;
  const text = tail.slice(0, end);
  const mark = DOTS.test(text) ? 'an ellipsis' : MARKS.get(text.slice(-1));
  return { mark, before: mark === undefined ? text : text.slice(0, -1) };
}

function isSkipped(text: string, index: number): boolean {
  const unit = text.charCodeAt(index);
  if (isSpace(unit) || (unit >= 0x200b && unit <= 0x200f) || (unit >= 0x202a && unit <= 0x202e)) return true;
  return (unit >= 0x2066 && unit <= 0x2069) || CLOSING.has(text.charAt(index));
}

/** An abbreviation (`tel.`, `Nr.`, `z. B.`) or an ordinal (`3.`), whose full stop does not end a sentence. */
const ABBREVIATED = /(?:^|[\s\p{P}])[\p{L}\p{M}]{1,3}$|[\p{N}\uFFFC]$/u;

const SMILEY = /[:;]-?[()DPp]$/;

/** A single word with a full stop is an abbreviation. */
const isWord = (text: string): boolean => !/\s/.test(text.trim());

/** Compares the marks at the ends of texts, each in the script of its language. */
export function findEndPunctuation(source: TextFacts, target: TextFacts, languages: TraitsOfPair): string | undefined {
  if (source.isIdentifier || SMILEY.test(source.text) || SMILEY.test(target.text)) return undefined;
  const wanted = readEnding(source.plain);
  const found = readEnding(target.plain);
  const [a, b] = [meaning(wanted.mark, languages.source), meaning(found.mark, languages.target)];
  if (a === b || isAllowed(a, b, wanted, found, languages)) return undefined;
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
  wanted: Ending,
  found: Ending,
  languages: TraitsOfPair,
): boolean {
  if (wanted.before.trim() === '' || found.before.trim() === '') return true;
  const pair = [source, target];
  const either = (mark: Mark | undefined): boolean => pair.includes(mark);
  // A sentence that is called out in one language is said in another.
  if (either('a full stop') && either('an exclamation mark')) return true;
  if (languages.target.omitsFullStop && source === 'an exclamation mark' && target === undefined) return true;
  if (either('a full stop') && either(undefined)) {
    const traits = source === undefined ? languages.source : languages.target;
    const other = source === undefined ? found : wanted;
    return traits.omitsFullStop || ABBREVIATED.test(other.before) || isWord(other.before);
  }
  const { marksInside } = languages.target;
  return marksInside && (source === 'a question mark' || source === 'an exclamation mark');
}
