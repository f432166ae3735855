// gettext breaks lines by the Unicode line breaking algorithm (UAX #14). This is the part of it that matters in texts
// of programs.

const WIDE_RANGES =
  '\\u1100-\\u115f\\u2e80-\\u303e\\u3041-\\ua4cf\\uac00-\\ud7a3\\uf900-\\ufaff\\ufe30-\\ufe6f\\uff01-\\uff60\\uffe0-\\uffe6' +
  '\\u{1f300}-\\u{1f64f}\\u{1f900}-\\u{1f9ff}\\u{20000}-\\u{3fffd}';
const WIDE = new RegExp(`[${WIDE_RANGES}]`, 'u');
const ZERO_WIDTH = /[\p{Mn}\p{Me}\p{Cf}]/u;
/** All characters before the soft hyphen have one column. */
const FIRST_SPECIAL = '\u00ad';

/** Returns the number of columns that a text takes in a terminal. */
export function displayWidth(text: string): number {
  if (/^[\x20-\x7e]*$/.test(text)) return text.length;
  let width = 0;
  for (const char of text) width += char < FIRST_SPECIAL ? 1 : WIDE.test(char) ? 2 : ZERO_WIDTH.test(char) ? 0 : 1;
  return width;
}

/** A wide character that must not be at the end of a line: an opening bracket. */
const OPENING = '（「『【〈《〔｛［';
/** Characters that must not be at the start of a line: closing brackets, punctuation, small kana. */
const CLOSING = `\\s!%),.:;?\\]}»’”…、。，．：；！？）」』】〉》〕｝］・ー々ゝゞヽヾぁぃぅぇぉっゃゅょゎァィゥェォッャュョヮヵヶ‐゠–〜％`;
/**
 * Matches the text before a place where a line can be broken: white space, punctuation before a letter, an ideograph.
 */
const BEFORE_BREAK = new RegExp(
  [
    ' (?! )',
    '[-‐–/.?:;,](?=\\p{L})',
    `(?![${OPENING}])[${WIDE_RANGES}](?![${CLOSING}])`,
    `[\\p{L}\\p{N}!%),.:;?\\]}](?=[${WIDE_RANGES}])(?![${CLOSING}])`,
  ].join('|'),
  'gu',
);

/** Breaks a line into parts of at most `width` columns, where it can be broken. */
export function breakLine(text: string, width: number): string[] {
  const parts: string[] = [];
  let [part, partWidth] = ['', 0];
  for (const piece of pieces(text)) {
    const pieceWidth = displayWidth(piece);
    if (part !== '' && partWidth + pieceWidth > width) {
      parts.push(part);
      [part, partWidth] = ['', 0];
    }
    part += piece;
    partWidth += pieceWidth;
  }
  return [...parts, part];
}

function* pieces(text: string): Generator<string> {
  let start = 0;
  for (const { index, 0: last } of text.matchAll(BEFORE_BREAK)) {
    yield text.slice(start, index + last.length);
    start = index + last.length;
  }
  if (start < text.length) yield text.slice(start);
}
