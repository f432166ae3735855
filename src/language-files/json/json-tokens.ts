import { FileLimitError } from '../model/format-errors';

/**
 * Maximum length of a token as written, in UTF-16 code units; leaves room for the longest text with each character
 * escaped.
 */
export const MAX_TOKEN_LENGTH = 1_000_000;

const QUOTE = 0x22;
const BACKSLASH = 0x5c;
const SPACE = 0x20;
const TAB = 0x09;
const LF = 0x0a;
const CR = 0x0d;

/**
 * Refuses the first string, or run of spaces and tabs, that is longer than `MAX_TOKEN_LENGTH`.
 * jsonc-parser builds both character by character: a run of fifty million spaces would take gigabytes of memory.
 *
 * @throws FileLimitError with line and column
 */
export function assertTokenLengths(text: string): void {
  const oversized = findOversizedToken(text);
  if (oversized === -1) return;
  const lines = text.slice(0, oversized).split(/\r\n|[\r\n]/);
  const position = { line: lines.length, column: (lines.at(-1)?.length ?? 0) + 1 };
  const message = `a string or a run of white space is longer than ${MAX_TOKEN_LENGTH} characters`;
  throw new FileLimitError(message, position);
}

/** Returns the offset of the token, or -1 if there is none. */
function findOversizedToken(text: string): number {
  let offset = 0;
  while (offset < text.length) {
    const start = offset;
    offset = findTokenEnd(text, start);
    if (offset - start > MAX_TOKEN_LENGTH) return start;
  }
  return -1;
}

function findTokenEnd(text: string, start: number): number {
  const unit = text.charCodeAt(start);
  if (unit === QUOTE) return findStringEnd(text, start + 1);
  let end = start + 1;
  if (isBlank(unit)) while (isBlank(text.charCodeAt(end))) end++;
  return end;
}

/** Returns the offset after the closing quote, or of the line end: JSON strings cannot contain one. */
function findStringEnd(text: string, start: number): number {
  for (let offset = start; offset < text.length; offset++) {
    const unit = text.charCodeAt(offset);
    if (unit === BACKSLASH) offset++;
    else if (unit === QUOTE) return offset + 1;
    else if (unit === LF || unit === CR) return offset;
  }
  return text.length;
}

const isBlank = (unit: number): boolean => unit === SPACE || unit === TAB;
