import { TAG_MARK } from './marks';
import { isInvisible, isSpace } from './white-space';

export type Mark =
  'a full stop' | 'a question mark' | 'an exclamation mark' | 'a colon' | 'a semicolon' | 'a comma' | 'an ellipsis';

/** By code unit. */
const MARKS = new Map<number, Mark>(
  (
    [
      ['a full stop', '.。．｡।॥։۔።။។᠃'],
      ['a question mark', '?？؟՞፧⸮\u037E'],
      ['an exclamation mark', '!！՜'],
      ['a colon', ':：︓፦'],
      ['a semicolon', ';；؛፤'],
      ['a comma', ',，、،፣՝'],
      ['an ellipsis', '…⋯᠁'],
    ] as const
  ).flatMap(([mark, characters]) => [...characters].map((character) => [character.charCodeAt(0), mark] as const)),
);

/** Closing quotes and brackets, behind which some languages write the mark and others before. */
const CLOSING = new Set(
  Array.from(`)]}）】］｝〉》」』»«”“’‘"'｣›‹*_\`${TAG_MARK}`, (character) => character.charCodeAt(0)),
);
const DOTS = /(?:\.\s?\.|。。|．．|··)$/;
/** The last code units of `DOTS`. */
const DOT = new Set(Array.from('.。．·', (character) => character.charCodeAt(0)));

/** The end of a text: its mark, if it has one, and what stands before. */
export interface Ending {
  readonly mark: Mark | undefined;
  /** The text before the mark. */
  readonly before: string;
}

/** Only the end is read, so that the time does not depend on the length. */
const MAX_END = 60;

/** @param plain the text with `TAG_MARK` for tags */
export function readEnding(plain: string): Ending {
  const tail = plain.length > MAX_END ? plain.slice(-MAX_END) : plain;
  let end = tail.length;
  while (end > 0 && isSkipped(tail.charCodeAt(end - 1))) end--;
  const text = tail.slice(0, end);
  const last = text.charCodeAt(end - 1);
  const mark = DOT.has(last) && DOTS.test(text) ? 'an ellipsis' : MARKS.get(last);
  return { mark, before: mark === undefined ? text : text.slice(0, -1) };
}

const isSkipped = (unit: number): boolean => isSpace(unit) || isInvisible(unit) || CLOSING.has(unit);
