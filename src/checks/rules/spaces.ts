import { Flag } from '../character-flags';
import type { TraitsOfPair } from '../language-traits';
import type { TextFacts } from '../text-facts';

/** French writes a space before `:`, and a translation may have none of the punctuation: `, and` is ` et`. */
const OPENS_WITH_PUNCTUATION = /^\s*[,;:!?]/;
/** A number of one digit, aligned with numbers of two. */
const ALIGNED_NUMBER = /^ \p{Nd}(?!\p{Nd})/u;
/** Characters of East Asia that have the space inside them, and scripts without spaces. */
const WIDE = /[\u3000-\u303F\uFF00-\uFF65\uFFE0-\uFFEF]/;
const LINE_END = /[\n\r\u2028\u2029]/;

export function findLeadingSpace(
  source: TextFacts,
  target: TextFacts,
  { target: { omitsSpaces } }: TraitsOfPair,
): string | undefined {
  const [expected, found] = [source.leadingSpace, target.leadingSpace];
  if (expected === found || OPENS_WITH_PUNCTUATION.test(source.text) || ALIGNED_NUMBER.test(target.text))
    return undefined;
  return compareSpace(expected, found, omitsSpaces, 'start');
}

export function findTrailingSpace(
  source: TextFacts,
  target: TextFacts,
  { target: { omitsSpaces } }: TraitsOfPair,
): string | undefined {
  const [expected, found] = [source.trailingSpace, target.trailingSpace];
  if (expected === found) return undefined;
  return compareSpace(expected, found, omitsSpaces || WIDE.test(target.text.slice(-1)), 'end');
}

/** Line ends are the subject of another check. */
function compareSpace(source: string, target: string, mayOmit: boolean, place: 'start' | 'end'): string | undefined {
  if (LINE_END.test(source) || LINE_END.test(target)) return undefined;
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
