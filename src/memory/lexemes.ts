import { createHash } from 'node:crypto';
import { LEAST_MATCH, leastShared, weightsOfMatches } from './match';
import { MAX_LENGTH, MAX_WORDS, type TokenizedText } from './tokens';

/** The characters of a text that the index reads. */
export const READ_CHARACTERS = MAX_LENGTH + 1;

/** The organization and the language whose texts are compared with each other. */
export interface MemoryScope {
  organizationId: string;
  /** The language of the source texts. */
  language: string;
}

/** Hashes words into lexemes of one scope, which lexemes of other scopes differ from. */
export class Lexemes {
  private readonly seed: number;

  constructor({ organizationId, language }: MemoryScope) {
    this.seed = createHash('sha256').update(`${organizationId} ${language}`).digest().readUInt32BE();
  }

  /** Returns the lexeme of a whole text, or of all texts with its beginning. */
  ofText(text: string): string {
    const hash = createHash('sha256').update(String(this.seed)).update(beginningOf(text));
    return `t${hash.digest('hex').slice(0, 16)}`;
  }

  /** Returns the words of a text as hashes, each once: a word that it has twice has a second hash. */
  wordsOf({ tokens, isComparable }: TokenizedText): string[] {
    if (!isComparable) return [];
    const counts = new Map<string, number>();
    const hashes = new Set<string>();
    for (const { kind, fold } of tokens) {
      if (kind === 'mark') continue;
      const count = (counts.get(fold) ?? 0) + 1;
      counts.set(fold, count);
      hashes.add(hash53(`${count} ${fold}`, this.seed).toString(36));
    }
    return [...hashes];
  }

  /** Returns all lexemes of a text: of the whole, and of its words with its length. */
  of(text: TokenizedText): string[] {
    const bucket = bucketOf(text.words);
    return [this.ofText(text.text), ...this.wordsOf(text).map((word) => lexemeOf(word, bucket))];
  }
}

/** The last number of words that has a bucket of its own. */
const LAST_SINGLE = 20;
const BUCKET_WIDTH = 5;

/** Returns the bucket of texts with so many words: few texts have the same word and the same length. */
const bucketOf = (words: number): number =>
  words <= LAST_SINGLE ? words : LAST_SINGLE + Math.ceil((words - LAST_SINGLE) / BUCKET_WIDTH);

/** Returns the least and the greatest number of words of a bucket. */
const rangeOf = (bucket: number): [least: number, most: number] =>
  bucket <= LAST_SINGLE
    ? [bucket, bucket]
    : [
        LAST_SINGLE + (bucket - LAST_SINGLE - 1) * BUCKET_WIDTH + 1,
        LAST_SINGLE + (bucket - LAST_SINGLE) * BUCKET_WIDTH,
      ];

const lexemeOf = (word: string, bucket: number): string => `${word}N${bucket}`;

/** Returns the first characters of a text: all of a text that is compared by words. */
const beginningOf = (text: string): string =>
  text.length <= READ_CHARACTERS
    ? text
    : Array.from(text.slice(0, 2 * READ_CHARACTERS))
        .slice(0, READ_CHARACTERS)
        .join('');

/** Combinations of words that a query may have. */
const MAX_COMBINATIONS = 20;

/** How texts are found that share words with a text. */
export interface WordQuery {
  /** A `tsquery` that the index of lexemes answers quickly. It finds a superset of the texts. */
  query: string;
  /** The lexemes of the words of the text, of which a text must have so many. */
  lexemes: readonly string[];
  shared: number;
}

/**
 * Returns a query for each length that a text which matches can have. Together, they find a superset of the matches.
 *
 * Two texts that match, of which the longer one has n words, share at least k = `leastShared(n)` of them. Of any j words more
 * than the words of a text less k, the other one has at least j: the rarest are asked for, with the greatest j whose combinations are few.
 *
 * @param byRarity the words of the text as hashes, the rarest first
 * @param leastMatch in ten-thousandths
 */
export function queriesOf(
  byRarity: readonly string[],
  { words, weight }: TokenizedText,
  leastMatch = LEAST_MATCH,
): WordQuery[] {
  const [lightest, heaviest] = weightsOfMatches(weight, leastMatch);
  const queries: WordQuery[] = [];
  // A text of n words weighs 10n to 11n + 1.
  const [first, last] = [Math.max(1, Math.ceil((lightest - 1) / 11)), Math.min(MAX_WORDS, Math.floor(heaviest / 10))];
  for (let bucket = bucketOf(first); bucket <= bucketOf(last); bucket++) {
    const [least, most] = rangeOf(bucket);
    const shared = leastShared(Math.max(words, least), leastMatch);
    if (shared > Math.min(words, most)) continue;
    const lexemes = byRarity.map((word) => lexemeOf(word, bucket));
    queries.push({ query: queryOf(lexemes, shared), lexemes, shared });
  }
  return queries;
}

/** Returns a query of texts that may have so many of the lexemes: all of those that do, and few others. */
function queryOf(byRarity: readonly string[], shared: number): string {
  const spare = byRarity.length - shared;
  let least = Math.max(1, Math.min(shared, 2));
  while (least < shared && combinations(spare + least + 1, least + 1) <= MAX_COMBINATIONS) least++;
  const asked = byRarity.slice(0, spare + least);
  const isLarge = least === 2 && combinations(asked.length, least) > MAX_COMBINATIONS;
  return isLarge ? atLeastTwo(asked) : atLeast(least, asked);
}

function combinations(of: number, taken: number): number {
  let count = 1;
  for (let i = 1; i <= taken; i++) count = (count * (of - taken + i)) / i;
  return count;
}

/** Returns the query of texts with at least so many of the lexemes. */
function atLeast(count: number, lexemes: readonly string[]): string {
  if (count === 1) return `(${lexemes.join(' | ')})`;
  if (count >= lexemes.length) return `(${lexemes.join(' & ')})`;
  const [first = '', ...others] = lexemes;
  return `((${first} & ${atLeast(count - 1, others)}) | ${atLeast(count, others)})`;
}

/** Does the same for two of many: their places differ in a bit, so that one of the bits has a lexeme on either side. */
function atLeastTwo(lexemes: readonly string[]): string {
  const parts: string[] = [];
  for (let bit = 1; bit < lexemes.length; bit *= 2) {
    const side = (isSet: boolean): string => lexemes.filter((_, place) => ((place & bit) !== 0) === isSet).join(' | ');
    parts.push(`((${side(false)}) & (${side(true)}))`);
  }
  return parts.join(' | ');
}

/** Returns a number of 53 bits. Texts whose words have the same one are compared in vain: nothing else follows. */
function hash53(text: string, seed: number): number {
  let [high, low] = [0xdeadbeef ^ seed, 0x41c6ce57 ^ seed];
  for (let i = 0; i < text.length; i++) {
    const unit = text.charCodeAt(i);
    high = Math.imul(high ^ unit, 2_654_435_761);
    low = Math.imul(low ^ unit, 1_597_334_677);
  }
  high = Math.imul(high ^ (high >>> 16), 2_246_822_507) ^ Math.imul(low ^ (low >>> 13), 3_266_489_909);
  low = Math.imul(low ^ (low >>> 16), 2_246_822_507) ^ Math.imul(high ^ (high >>> 13), 3_266_489_909);
  return 4_294_967_296 * (0x1fffff & low) + (high >>> 0);
}
