import { ARGUMENT_START } from '../language-files/messages';

/** Properties of a text that decide which checks have to look at it more closely. */
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
  bracket: 1 << 10,
  backslash: 1 << 11,
  /** A character outside ASCII that may be a digit or a bracket. */
  other: 1 << 12,
} as const;

const TABLE = new Uint16Array(128);
for (const [characters, flag] of [
  ['{}', Flag.brace],
  ['%', Flag.percent],
  ['$', Flag.dollar],
  ['<>', Flag.angle],
  ['&', Flag.ampersand],
  ['@', Flag.at],
  [':', Flag.colon],
  ['0123456789', Flag.digit],
  ['\n\r', Flag.newline],
  ['()[]', Flag.bracket],
  ['\\', Flag.backslash],
] as const) {
  for (const character of characters) TABLE[character.charCodeAt(0)] = flag;
}

const SPACE = 0x20;
const ARGUMENT = ARGUMENT_START.charCodeAt(0);
/** The first code unit of digits outside ASCII: Arabic-Indic. */
const FIRST_OTHER_DIGIT = 0x660;

/** Returns the flags of a text, by one pass over its code units. */
export function readFlags(text: string): number {
  let flags = 0;
  let before = 0;
  for (let i = 0; i < text.length; i++) {
    const unit = text.charCodeAt(i);
    if (unit < 128) {
      flags |= TABLE[unit] ?? 0;
      if (unit === SPACE && before === SPACE) flags |= Flag.doubleSpace;
    } else if (unit >= FIRST_OTHER_DIGIT) flags |= unit === ARGUMENT ? Flag.brace : Flag.other;
    before = unit;
  }
  return flags;
}
