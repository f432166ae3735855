import { intlLocale, primarySubtag } from '../common/language-tag';
import type { Token, TokenizedText } from './tokens';

const DIGITS = /^[0-9]{1,15}$/;
/** The most digits of a fraction that Intl takes. */
const MAX_FRACTION = 20;

/** An ending in lower case: `5'ten`, `5-ös`, `5:ssä`. `3-Zimmer` is a compound, whose words do not depend on the number. */
const ENDING = /^['’ʼ:\-\u2011]\p{Ll}/u;
const ELIDED = /\p{L}['’ʼ]$/u;
/** Words before a number that depend on how it is spoken: `an 8` and `a 7`, `az 5` and `a 6`, `gli 8` and `i 7`. */
const ARTICLES: ReadonlyMap<string, RegExp> = new Map([
  ['en', /(?:^|\P{L})an?\s+$/iu],
  ['hu', /(?:^|\P{L})az?\s+$/iu],
  ['it', /(?:^|\P{L})(?:il|i|lo|gli|(?:a|da|de|ne|su)(?:l|llo|i|gli))\s+$/iu],
]);
const MAX_ARTICLE = 12;

/** Whether numbers are written alike, and take the same forms of words in the languages. */
export function takesSameForms(one: string, other: string, languages: readonly string[]): boolean {
  const shapeOf = (number: string): string => number.replace(/\p{N}+/gu, '0');
  if (shapeOf(one) !== shapeOf(other)) return false;
  const [before, after] = [readingsOf(one), readingsOf(other)];
  if (!before || !after) return shapeOf(one) !== '0';
  return languages.every((language) =>
    before.every((reading, index) => {
      const read = after[index];
      return read !== undefined && categoryOf(reading, language) === categoryOf(read, language);
    }),
  );
}

/** Whether a number is bound to words that depend on how it is spoken, and the source text does not have it so. */
export function isBoundToWords(
  number: Token,
  { text, language }: { text: string; language: string },
  source: TokenizedText,
): boolean {
  const before = text.slice(Math.max(0, number.start - MAX_ARTICLE), number.start);
  if (ARTICLES.get(primarySubtag(language))?.test(before)) return true;
  return (
    hasEnding(number, text) && !source.tokens.some((token) => token.raw === number.raw && hasEnding(token, source.text))
  );
}

const hasEnding = ({ start, end }: Token, text: string): boolean =>
  ENDING.test(text.slice(end, end + 3)) || ELIDED.test(text.slice(Math.max(0, start - 3), start));

interface Reading {
  value: number;
  fraction: number;
}

/** Returns what a number may be: an integer in groups, and a decimal number. */
function readingsOf(number: string): Reading[] | undefined {
  const parts = number.split(/\P{N}/u);
  const digits = parts.join('');
  if (!DIGITS.test(digits)) return undefined;
  const fraction = parts.length === 2 ? (parts[1]?.length ?? 0) : 0;
  const integer = { value: Number(digits), fraction: 0 };
  return fraction > 0 && fraction <= MAX_FRACTION ? [integer, { value: Number(parts.join('.')), fraction }] : [integer];
}

const categoryOf = ({ value, fraction }: Reading, language: string): Intl.LDMLPluralRule =>
  new Intl.PluralRules(intlLocale(language), {
    minimumFractionDigits: fraction,
    maximumFractionDigits: fraction,
  }).select(value);
