import { Flag } from '../character-flags';
import { listNames } from '../list-names';
import type { TextFacts } from '../text-facts';

/** A setting that languages have of their own, such as the first day of the week. */
const SINGLE_DIGIT = /^\s*\p{Nd}\s*$/u;
/** A number with a word for thousands or millions is not compared. */
const MULTIPLE =
  /\p{Nd}\s?(?:[万億亿萬만억兆千百]|[kKMG](?!\p{L})|thousand|mil|Mio|Mrd|tys|tis|тыс|млн|тис|lakh|crore|लाख|करोड़|हज़ार|ล้าน|พัน|หมื่น|ألف|مليون)/u;
/** Times and dates: 5:00 PM is 17:00 elsewhere, and 12/31/99 is 31.12.1999. */
const TIME = /\p{Nd}\s?[AaPp]\.?[Mm]\b|\p{Nd}:\p{Nd}{2}|\p{Nd}[/-]\p{Nd}{1,2}[/-]\p{Nd}/u;

/**
 * Compares the numbers of texts, in digits of any script and whatever the separators. A number that is only in one of
 * the texts counts if no one would write it as a word; if each text has one of its own, it always counts.
 */
export function findNumberMismatch(source: TextFacts, target: TextFacts): string | undefined {
  // A translation may explain with numbers: "Angle (0-359)".
  if (!mayHaveDigits(source) || hasSameKeys(source.numbers, target.numbers)) return undefined;
  if (source.isIdentifier || SINGLE_DIGIT.test(source.text)) return undefined;
  const missing = numbersOutside(source.numbers, target.numbers);
  const added = numbersOutside(target.numbers, source.numbers);
  // The same digits, grouped in another way: `1,2` and `1, 2`.
  if (joinDigits(missing) === joinDigits(added)) return undefined;
  const isExchanged = missing.length > 0 && added.length > 0;
  if (!isExchanged && [...missing, ...added].every(([digits]) => isWord(digits))) return undefined;
  if ([MULTIPLE, TIME].some((other) => other.test(source.plain) || other.test(target.plain))) return undefined;
  if (missing.length === 0) return `the source does not have the number ${list(added)}`;
  if (added.length === 0) return `the number ${list(missing)} of the source is missing`;
  return `the source has the number ${list(missing)}, the translation ${list(added)}`;
}

const mayHaveDigits = (facts: TextFacts): boolean =>
  facts.has(Flag.digit) || (facts.has(Flag.otherDigit) && hasDigit(facts.plain));
const hasDigit = (text: string): boolean => /\p{Nd}/u.test(text);

function hasSameKeys(one: TextFacts['numbers'], other: TextFacts['numbers']): boolean {
  if (one.size !== other.size) return false;
  for (const digits of one.keys()) if (!other.has(digits)) return false;
  return true;
}

/** Returns the numbers that another text does not have, with the way they are written. */
function numbersOutside(numbers: TextFacts['numbers'], others: TextFacts['numbers']): [digits: string, raw: string][] {
  const outside: [string, string][] = [];
  for (const number of numbers) if (!others.has(number[0])) outside.push(number);
  return outside;
}

const joinDigits = (numbers: [string, string][]): string => numbers.map(([digits]) => digits).join('');
const list = (numbers: [string, string][]): string => listNames(numbers.map(([, raw]) => raw));

/** Numbers that are written as words, or as the names of months: up to 31, and powers of ten. */
const isWord = (number: string): boolean => Number(number) <= 31 || /^10+$/.test(number);
