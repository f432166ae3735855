import { type ProtectedPart, protectedParts } from '../../checks/protected-parts';
import { MAX_TEXT_CHARACTERS } from '../../common/validation/text-rules';
import type { TextSearch } from './text-search';

/** A text in which something was replaced. */
export interface ReplacedText {
  /** Only its beginning if it is too long for a key. */
  after: string;
  /** Whether the placeholders, tags and ICU syntax are what they were, in their order. */
  keepsPlaceholders: boolean;
}

/** Code units that no text of a key has: its characters have at most two. */
const TOO_MANY_UNITS = 2 * MAX_TEXT_CHARACTERS + 1;

/** Replaces what is found in a text. @returns undefined if nothing is found. */
export function replaceText(text: string, search: TextSearch, replacement: string): ReplacedText | undefined {
  const found = search.find(text);
  if (!found) return undefined;
  let after = '';
  let from = 0;
  for (const [start, end] of found.hits) {
    after += text.slice(from, start) + replacement;
    if (after.length >= TOO_MANY_UNITS) return { after, keepsPlaceholders: true };
    from = end;
  }
  after += text.slice(from);
  return { after, keepsPlaceholders: fixedOf(text, found.parts) === fixedOf(after, protectedParts(after)) };
}

/** Returns what identifies the fixed parts of a text. Texts contain no U+0000. */
const fixedOf = (text: string, parts: readonly ProtectedPart[]): string =>
  parts
    .filter(({ isFixed }) => isFixed)
    .map(({ start, end }) => text.slice(start, end))
    .join('\0');
