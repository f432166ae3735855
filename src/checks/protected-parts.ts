import { literalSpans } from '../language-files/messages';
import { Flag, readFlags } from './character-flags';
import { Message } from './message';
import { MAX_PLACEHOLDERS, scanPlaceholders, type Span } from './placeholders';
import { TAG } from './tags';
import { ESCAPE, REFERENCE } from './text-facts';

/** A part of a text that is no words. */
export interface ProtectedPart extends Span {
  /** A placeholder, a tag or syntax of ICU. Otherwise a character that is written as a reference or an escape. */
  readonly isFixed: boolean;
}

/** `% s` of `100% sicher` is a percentage: who means a placeholder with a space writes no word behind it. */
const PERCENTAGE = /^% [a-z]$/i;
const LETTER = /^\p{L}/u;

/**
 * Finds the parts of a text that translators do not change: placeholders of all styles, tags, the syntax of an ICU message,
 * references and escapes. They are in their order, and do not overlap. Takes linear time and never throws.
 */
export function protectedParts(text: string): ProtectedPart[] {
  const flags = readFlags(text);
  const message = new Message(text);
  const literals = message.isIcu ? literalSpans(text) : [{ start: 0, end: text.length }];
  // What a damaged message shows is not known.
  if (!Array.isArray(literals)) return [{ start: 0, end: text.length, isFixed: true }];
  const parts: ProtectedPart[] = [];
  let end = 0;
  for (const literal of literals) {
    if (literal.start > end) parts.push({ start: end, end: literal.start, isFixed: true });
    addPlaceholders(text.slice(literal.start, literal.end), literal.start, message.isIcu, parts);
    ({ end } = literal);
  }
  if (end < text.length) parts.push({ start: end, end: text.length, isFixed: true });
  if ((flags & Flag.angle) !== 0) addMatches(text, TAG, true, parts);
  if ((flags & Flag.ampersand) !== 0) addMatches(text, REFERENCE, false, parts);
  if ((flags & Flag.backslash) !== 0) addMatches(text, ESCAPE, false, parts);
  if ((flags & Flag.percent) !== 0) addMatches(text, /%%/g, false, parts);
  return merged(parts);
}

function addPlaceholders(literal: string, offset: number, isIcuForm: boolean, into: ProtectedPart[]): void {
  const { spans } = scanPlaceholders(literal, readFlags(literal), '', isIcuForm);
  for (const { start, end } of spans) {
    if (PERCENTAGE.test(literal.slice(start, end)) && LETTER.test(literal.slice(end, end + 2))) continue;
    into.push({ start: offset + start, end: offset + end, isFixed: true });
  }
  // Nobody has searched for the others.
  const last = spans[MAX_PLACEHOLDERS - 1];
  if (last) into.push({ start: offset + last.end, end: offset + literal.length, isFixed: true });
}

function addMatches(text: string, pattern: RegExp, isFixed: boolean, into: ProtectedPart[]): void {
  for (const { index, 0: match } of text.matchAll(pattern))
    into.push({ start: index, end: index + match.length, isFixed });
}

/** Sorts parts, and joins parts that overlap. */
function merged(parts: ProtectedPart[]): ProtectedPart[] {
  const joined: ProtectedPart[] = [];
  for (const part of parts.sort((one, other) => one.start - other.start || one.end - other.end)) {
    const last = joined.at(-1);
    if (!last || last.end <= part.start) joined.push(part);
    else
      joined[joined.length - 1] = {
        start: last.start,
        end: Math.max(last.end, part.end),
        isFixed: last.isFixed || part.isFixed,
      };
  }
  return joined;
}
