import { Flag } from '../character-flags';
import type { TraitsOfPair } from '../language-traits';
import type { TextFacts } from '../text-facts';
import { isInvisible, isSpace } from '../white-space';

/** Marks of direction and joiners, which take no place. */
const INVISIBLE = '\u200B-\u200F\u202A-\u202E\u2060\u2066-\u2069\uFEFF';
const LEADING = new RegExp(`^[${INVISIBLE}]*([\\s]*)`);
/** Characters of East Asia that have the space inside them, and scripts without spaces. */
const WIDE_END = /[\u3000-\u303F\uFF00-\uFF65\uFFE0-\uFFEF]$/;

/** Returns the white space at the start of a text. */
export const leadingSpace = (text: string): string => LEADING.exec(text)?.[1] ?? '';

/** Returns the white space at the end of a text. A regular expression would search from each space of the text. */
export function trailingSpace(text: string): string {
  let end = text.length;
  while (end > 0 && isInvisible(text.charCodeAt(end - 1))) end--;
  let start = end;
  while (start > 0 && isSpace(text.charCodeAt(start - 1))) start--;
  return text.slice(start, end);
}

/** French writes a space before `:`, and a translation may have none of the punctuation: `, and` is ` et`. */
const OPENS_WITH_PUNCTUATION = /^\s*[,;:!?]/;
/** A number of one digit, aligned with those of two. */
const ALIGNED_NUMBER = /^ \p{Nd}(?!\p{Nd})/u;
const LINE_END = /[\n\r\u2028\u2029]/;

export function findLeadingSpace(
  source: TextFacts,
  target: TextFacts,
  { target: { omitsSpaces } }: TraitsOfPair,
): string | undefined {
  if (OPENS_WITH_PUNCTUATION.test(source.text) || ALIGNED_NUMBER.test(target.text)) return undefined;
  return compareSpace(leadingSpace(source.text), leadingSpace(target.text), omitsSpaces, 'start');
}

export function findTrailingSpace(
  source: TextFacts,
  target: TextFacts,
  { target: { omitsSpaces } }: TraitsOfPair,
): string | undefined {
  return compareSpace(
    trailingSpace(source.text),
    trailingSpace(target.text),
    omitsSpaces || WIDE_END.test(target.text),
    'end',
  );
}

/** Line ends are the subject of another check. */
function compareSpace(source: string, target: string, mayOmit: boolean, place: 'start' | 'end'): string | undefined {
  if (source === target || LINE_END.test(source) || LINE_END.test(target)) return undefined;
  if (target === '') return mayOmit ? undefined : `the space at the ${place} of the source is missing`;
  // Several spaces align a text with others.
  return source === '' && target.length === 1 ? `the source has no space at the ${place}` : undefined;
}

const DOUBLE_SPACE = /\S( {2,})\S/;

/** Finds two spaces within a line, of a text whose source has none. */
export function findDoubleSpace(source: TextFacts, target: TextFacts): string | undefined {
  if (!target.has(Flag.doubleSpace) || source.has(Flag.doubleSpace)) return undefined;
  const match = DOUBLE_SPACE.exec(target.text);
  return match ? `there is more than one space at character ${match.index + 2}` : undefined;
}
