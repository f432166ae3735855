import { CHOICE_MARK } from '../../language-files/messages';
import { type Form, Message } from '../message';

const segmenter = new Intl.Segmenter(undefined, { granularity: 'grapheme' });

/**
 * Compares the length of a text with the longest one allowed, in grapheme clusters. A plural is as long as its longest
 * form; placeholders count as they are written.
 *
 * @param maxLength in grapheme clusters
 */
export function findTooLong(target: Message, maxLength: number | undefined): string | undefined {
  if (maxLength === undefined || target.text.length <= maxLength) return undefined;
  const enough = Math.max(maxLength, MAX_COUNTED);
  const length = lengthOf(target.root, enough);
  if (length <= maxLength) return undefined;
  const counted = length > enough ? `more than ${enough}` : length;
  return `the text has ${counted} characters, and ${maxLength} are allowed`;
}

/** Returns the length that `findTooLong` compares. It may stop to count texts that are longer than 2,000. */
export const countCharacters = (text: string): number => lengthOf(new Message(text).root, MAX_COUNTED);

/** Texts that are longer than this, and than allowed, are not counted to their end. */
const MAX_COUNTED = 2_000;

/** @param enough the length at which the count may stop */
function lengthOf({ facts, choices }: Form, enough: number): number {
  let length = countGraphemes(facts.text, enough);
  for (const { options } of choices) {
    if (length > enough) break;
    let longest = 0;
    for (const option of options.values()) longest = Math.max(longest, lengthOf(option, enough));
    length += longest - CHOICE_MARK.length;
  }
  return length;
}

const ASCII = /^[\x20-\x7e]*$/;

/** V8 copies the whole string for each segment, so that long texts are segmented in parts, in UTF-16 code units. */
const PART = 256;

/** Counts grapheme clusters. One of more than 256 code units counts for each 256. */
function countGraphemes(text: string, enough: number): number {
  if (ASCII.test(text)) return text.length;
  let count = 0;
  let start = 0;
  while (start < text.length && count <= enough) {
    const part = text.slice(start, start + PART);
    const isLast = start + part.length === text.length;
    let last = 0;
    for (const { index } of segmenter.segment(part)) {
      count++;
      last = index;
    }
    if (isLast) break;
    // The last cluster of a part may go on in the next one, where it is counted.
    if (last > 0) count--;
    start += last > 0 ? last : part.length;
  }
  return count;
}
