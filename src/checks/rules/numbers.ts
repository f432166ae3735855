import { Flag } from '../character-flags';
import { listNames } from '../list-names';
import type { TextFacts } from '../text-facts';

/** Numbers with the separators of any language: `1,234.5`, `1.234,5`, `1 234`, `١٬٢٣٤`; the parts of a version or a list are numbers. */
const NUMBER =
  /\p{Nd}{1,3}(?:[.,'’٬\u00a0\u202f ]\p{Nd}{3})+(?!\p{Nd})(?:[.,٫]\p{Nd}+(?![.,]?\p{Nd}))?|\p{Nd}+[.,٫]\p{Nd}+(?![.,]?\p{Nd})|\p{Nd}+/gu;
/** A setting that languages have of their own, such as the first day of the week. */
const SINGLE_DIGIT = /^\s*\p{Nd}\s*$/u;
const ZERO_DECIMALS = /[.,]0{1,2}$/;
const DIGIT = /\p{Nd}/gu;
/** A number with a word for thousands or millions, or another way to write it, is not compared. */
const MULTIPLE =
  /\p{Nd}\s?(?:[kKMGбkмт%]?[万億亿萬만억兆千百]|[kKMG](?![\p{L}])|th(?:ousand)|mil|Mio|Mrd|tys|tis|тыс|млн|тис|lakh|crore|लाख|करोड़|हज़ार|ล้าน|พัน|หมื่น|ألف|مليون)/u;
/** Times of 12 hours: 5:00 PM is 17:00 elsewhere. */
const TIME = /\p{Nd}\s?(?:[AaPp]\.?[Mm]\b|[::٫]\p{Nd}\p{Nd})/u;

/**
 * Compares the numbers of texts, in digits of any script and whatever the separators. A number that is only in one of the texts
 * counts if no one would write it as a word; if each text has one of its own, it always counts.
 */
export function findNumberMismatch(source: TextFacts, target: TextFacts): string | undefined {
  // A translation may explain with numbers: "Angle (0-359)".
  if (!mayHaveDigits(source) || source.isIdentifier || SINGLE_DIGIT.test(source.text)) return undefined;
  const [wanted, found] = [source.plain, target.plain];
  if (wanted === found) return undefined;
  const [ours, theirs] = [readNumbers(wanted), readNumbers(found)];
  const missing = [...ours].filter(([number]) => !theirs.has(number));
  const added = [...theirs].filter(([number]) => !ours.has(number));
  // The same digits, grouped in another way: `1,2` and `1, 2`.
  if (joinDigits(missing) === joinDigits(added)) return undefined;
  const isExchanged = missing.length > 0 && added.length > 0;
  if (!isExchanged && [...missing, ...added].every(([number]) => isWord(number))) return undefined;
  if (MULTIPLE.test(wanted) || MULTIPLE.test(found) || TIME.test(wanted) || TIME.test(found)) return undefined;
  const list = (numbers: [string, string][]): string => listNames(numbers.map(([, raw]) => raw));
  if (missing.length === 0) return `the source does not have the number ${list(added)}`;
  if (added.length === 0) return `the number ${list(missing)} of the source is missing`;
  return `the source has the number ${list(missing)}, the translation ${list(added)}`;
}

const mayHaveDigits = (facts: TextFacts): boolean =>
  facts.has(Flag.digit) || (facts.has(Flag.other) && hasDigit(facts.plain));
const hasDigit = (text: string): boolean => /\p{Nd}/u.test(text);

const joinDigits = (numbers: [string, string][]): string => numbers.map(([number]) => number).join('');

/** Returns the numbers of a text by their digits in ASCII, without leading zeros, with the way they are written. */
function readNumbers(text: string): Map<string, string> {
  const numbers = new Map<string, string>();
  for (const [raw] of text.matchAll(NUMBER)) {
    let digits = '';
    for (const [digit] of raw.replace(ZERO_DECIMALS, '').matchAll(DIGIT)) digits += digitValue(digit);
    numbers.set(digits.replace(/^0+(?=\d)/, ''), raw);
  }
  return numbers;
}

/** The digits of a script have ten code points in a row, whose first is that of zero. */
function digitValue(digit: string): number {
  const point = digit.codePointAt(0) ?? 0;
  if (point < 128) return point - 0x30;
  let zero = point;
  while (point - zero < 9 && /\p{Nd}/u.test(String.fromCodePoint(zero - 1))) zero--;
  return point - zero;
}

/** Numbers that are written as words, or as the names of months: up to 31, and powers of ten. */
const isWord = (number: string): boolean => Number(number) <= 31 || /^10+$/.test(number);
