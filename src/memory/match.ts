import { MARK_WEIGHT, type Token, type TokenizedText, WORD_WEIGHT } from './tokens';

/** Matches are compared with limits in ten-thousandths, as integers. */
const WHOLE = 10_000;
/** The least match that is offered, in ten-thousandths. */
export const LEAST_MATCH = 6_000;
/** The match of the same text in the same place. */
export const SAME_PLACE_MATCH = 1.01;
/** The match of a text that differs in white space only. */
const SAME_TOKENS_MATCH = 0.99;

/** A limit above which only the same text matches. */
const LAST_OF_OTHERS = SAME_TOKENS_MATCH * WHOLE;

/** Returns a match as it is shown: with four digits. */
export const shownMatch = (match: number): number => Math.round(match * WHOLE) / WHOLE;

/** Returns a limit that no match is below which is shown as at least so much. */
export const limitOf = (minMatch: number): number =>
  Math.max(LEAST_MATCH, Math.min(WHOLE, Math.floor(minMatch * WHOLE) - 1));

/** Whether only the same text reaches a limit. */
export const isOfSameText = (limit: number): boolean => limit > LAST_OF_OTHERS;

/** The cost of one token in the place of another with the same fold. */
const VARIANT_COST = 1;

/** Returns the cost of adding or removing a token. */
export const weightOf = ({ kind }: Token): number => (kind === 'mark' ? MARK_WEIGHT : WORD_WEIGHT);

/** Returns the cost of a token in the place of another one: of a word in the place of punctuation, both weights. */
export function costOf(one: Token, other: Token): number {
  if (one.fold === other.fold) return one.raw === other.raw ? 0 : VARIANT_COST;
  return weightOf(one) === weightOf(other) ? WORD_WEIGHT : WORD_WEIGHT + MARK_WEIGHT;
}

/**
 * Compares two texts: 1 for the same text, else 1 − (edit distance of the tokens ÷ weight of the heavier text). A token
 * that is added or removed costs its weight, another word in its place 10, and 1 where only case, the number, the
 * placeholder, the tag or the punctuation differs.
 *
 * @param least the least match that counts
 * @returns 0 if the match is less
 */
export function matchOf(one: TokenizedText, other: TokenizedText, least = LEAST_MATCH): number {
  if (one.text === other.text) return 1;
  if (isOfSameText(least) || !one.isComparable || !other.isComparable) return 0;
  const weight = Math.max(one.weight, other.weight);
  const limit = Math.floor((weight * (WHOLE - least)) / WHOLE);
  if (Math.abs(one.weight - other.weight) > limit) return 0;
  const distance = distanceOf(one.tokens, other.tokens, limit);
  if (distance > limit) return 0;
  return distance === 0 ? SAME_TOKENS_MATCH : Math.min(SAME_TOKENS_MATCH, 1 - distance / weight);
}

/** Returns the edit distance; if it is greater than the limit, any number that is greater. */
function distanceOf(one: readonly Token[], other: readonly Token[], limit: number): number {
  let before = new Int32Array(other.length + 1);
  let row = new Int32Array(other.length + 1);
  other.forEach((token, column) => (before[column + 1] = (before[column] ?? 0) + weightOf(token)));
  for (const token of one) {
    const removal = weightOf(token);
    let least = (row[0] = (before[0] ?? 0) + removal);
    for (let column = 0; column < other.length; column++) {
      const added = other[column];
      if (!added) break;
      const cost = Math.min(
        (before[column] ?? 0) + costOf(token, added),
        (before[column + 1] ?? 0) + removal,
        (row[column] ?? 0) + weightOf(added),
      );
      row[column + 1] = cost;
      if (cost < least) least = cost;
    }
    if (least > limit) return least;
    [before, row] = [row, before];
  }
  return before[other.length] ?? 0;
}

/**
 * Returns the least number of words that a text shares with any other that matches by their folds, if the longer one has so many words.
 *
 * Each word that has no partner of the same fold costs 10 or more, so that the longer text with n words shares at least
 * n − distance ÷ 10 of them. For a least match of 0.6, the distance is at most 0.4 of the heavier weight, and a text has at most one `mark`
 * more than words: a weight of at most 11n + 1. So it shares at least n − (4.4n + 0.4) ÷ 10 = 0.56n − 0.04 words.
 */
export const leastShared = (words: number, least = LEAST_MATCH): number =>
  Math.ceil((10 * WHOLE * words - (WHOLE - least) * (11 * words + 1)) / (10 * WHOLE));

/** Returns the weights of the texts that can match one of a weight: the lighter text has at least the least match of the heavier one's. */
export const weightsOfMatches = (weight: number, least = LEAST_MATCH): [least: number, most: number] => [
  Math.ceil((weight * least) / WHOLE),
  Math.floor((weight * WHOLE) / least),
];
