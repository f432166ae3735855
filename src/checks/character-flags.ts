import { ARGUMENT_START } from '../language-files/messages';

/** Properties of a text that decide which checks have to examine it. */
export const Flag = {
  brace: 1 << 0,
  percent: 1 << 1,
  dollar: 1 << 2,
  angle: 1 << 3,
  ampersand: 1 << 4,
  at: 1 << 5,
  colon: 1 << 6,
  digit: 1 << 7,
  newline: 1 << 8,
  doubleSpace: 1 << 9,
  /** Any bracket but an ASCII brace. */
  bracket: 1 << 10,
  backslash: 1 << 11,
  /** A digit outside ASCII, or the first half of a surrogate pair, which may be one. */
  otherDigit: 1 << 12,
  hash: 1 << 13,
} as const;

const CODE_UNITS = 1 << 16;

/** The flags of each code unit. */
const TABLE = new Uint16Array(CODE_UNITS);
for (const [characters, flag] of [
  ['{}' + ARGUMENT_START, Flag.brace],
  ['%', Flag.percent],
  ['$', Flag.dollar],
  ['<>', Flag.angle],
  ['&', Flag.ampersand],
  ['#', Flag.hash],
  ['@', Flag.at],
  [':', Flag.colon],
  ['\n\r', Flag.newline],
  ['()[]（）﹙﹚［］｛｝【】', Flag.bracket],
  ['\\', Flag.backslash],
] as const) {
  for (const character of characters) TABLE[character.charCodeAt(0)] = flag;
}
const [FIRST_SURROGATE, FIRST_LOW_SURROGATE, LAST_SURROGATE] = [0xd800, 0xdc00, 0xdfff];
const DIGITS = 10;
const isDigit = (unit: number): boolean => /\p{Nd}/u.test(String.fromCharCode(unit));
// The ten digits of a script are in a row, so that one of any eight units is tested.
for (let unit = 0; unit < CODE_UNITS; unit += 8) {
  if ((unit >= FIRST_SURROGATE && unit <= LAST_SURROGATE) || !isDigit(unit)) continue;
  let zero = unit;
  while (isDigit(zero - 1)) zero--;
  TABLE.fill(zero < 128 ? Flag.digit : Flag.otherDigit, zero, zero + DIGITS);
}
TABLE.fill(Flag.otherDigit, FIRST_SURROGATE, FIRST_LOW_SURROGATE);

const SPACE = 0x20;

/** Returns the flags of a code unit. */
export const flagsOf = (unit: number): number => TABLE[unit] ?? 0;

/** Returns the flags of a text, by one pass over its code units. */
export function readFlags(text: string): number {
  let flags = 0;
  let before = 0;
  for (let i = 0; i < text.length; i++) {
    const unit = text.charCodeAt(i);
    flags |= flagsOf(unit);
    if (unit === SPACE && before === SPACE) flags |= Flag.doubleSpace;
    before = unit;
  }
  return flags;
}
