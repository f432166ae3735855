import { Flag, flagsOf } from './character-flags';

/**
 * Numbers with the separators of any language: `1,234.5`, `1.234,5`, `1 234`, `١٬٢٣٤`; the parts of a version or a list
 * are numbers.
 */
const NUMBER =
  /\p{Nd}{1,3}(?:[.,'’٬\u00a0\u202f ]\p{Nd}{3})+(?!\p{Nd})(?:[.,٫]\p{Nd}+(?![.,]?\p{Nd}))?|\p{Nd}+[.,٫]\p{Nd}+(?![.,]?\p{Nd})|\p{Nd}+/uy;
const ZERO_DECIMALS = /[.,]0{1,2}$/;
const LEADING_ZEROS = /^0+(?=\d)/;
const ASCII_DIGITS = /^\d+$/;
const DIGIT = /\p{Nd}/gu;

/** Returns the numbers of a text by their digits in ASCII, without leading zeros, with the way they are written. */
export function readNumbers(text: string): ReadonlyMap<string, string> {
  const numbers = new Map<string, string>();
  for (let i = 0; i < text.length;) {
    const raw = (flagsOf(text.charCodeAt(i)) & DIGITS) === 0 ? undefined : numberAt(text, i);
    if (raw === undefined) {
      i++;
      continue;
    }
    const digits = ASCII_DIGITS.test(raw) ? raw : toAsciiDigits(raw.replace(ZERO_DECIMALS, ''));
    numbers.set(digits.startsWith('0') ? digits.replace(LEADING_ZEROS, '') : digits, raw);
    i += raw.length;
  }
  return numbers;
}

const DIGITS = Flag.digit | Flag.otherDigit;

function numberAt(text: string, index: number): string | undefined {
  NUMBER.lastIndex = index;
  return NUMBER.exec(text)?.[0];
}

function toAsciiDigits(number: string): string {
  let digits = '';
  for (const digit of number.match(DIGIT) ?? []) digits += digitValue(digit);
  return digits;
}

/** The digits of a script have ten code points in a row, whose first is zero. */
function digitValue(digit: string): number {
  const point = digit.codePointAt(0) ?? 0;
  if (point < 128) return point - 0x30;
  let zero = point;
  while (point - zero < 9 && /\p{Nd}/u.test(String.fromCodePoint(zero - 1))) zero--;
  return point - zero;
}
