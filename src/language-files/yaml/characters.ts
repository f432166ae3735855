export const TAB = 0x09;
const LF = 0x0a;
const CR = 0x0d;
export const SPACE = 0x20;
export const EXCLAMATION_MARK = 0x21;
export const DOUBLE_QUOTE = 0x22;
export const HASH = 0x23;
export const AMPERSAND = 0x26;
export const SINGLE_QUOTE = 0x27;
export const ASTERISK = 0x2a;
export const COMMA = 0x2c;
export const HYPHEN = 0x2d;
export const COLON = 0x3a;
export const QUESTION_MARK = 0x3f;
export const BRACKET = 0x5b;
export const BACKSLASH = 0x5c;
export const CLOSING_BRACKET = 0x5d;
export const BRACE = 0x7b;
export const CLOSING_BRACE = 0x7d;

/** Whether a line, or the text, ends at an offset. */
export function isLineEnd(text: string, offset: number): boolean {
  const unit = text.charCodeAt(offset);
  return unit === LF || unit === CR || offset >= text.length;
}

/** Returns the offset of the first character at or behind an offset that is not a space. */
export function spaceEnd(text: string, start: number): number {
  let offset = start;
  while (text.charCodeAt(offset) === SPACE) offset++;
  return offset;
}

/** Returns the offset of the first character at or behind an offset that is neither a space nor a line break. */
export function blankEnd(text: string, start: number): number {
  let offset = start;
  while (text.charCodeAt(offset) === SPACE || (offset < text.length && isLineEnd(text, offset))) offset++;
  return offset;
}

/** Returns the offset of the first character at or behind an offset that is neither a space nor a tab. */
export function gapEnd(text: string, start: number): number {
  let offset = start;
  while (text.charCodeAt(offset) === SPACE || text.charCodeAt(offset) === TAB) offset++;
  return offset;
}

/** Whether a character is a space, a tab or a line break. */
export const isWhite = (unit: number): boolean => unit === SPACE || unit === LF || unit === TAB || unit === CR;

/** Returns the offset of the first character at or behind an offset that is not white space. */
export function whiteEnd(text: string, start: number): number {
  let offset = start;
  while (isWhite(text.charCodeAt(offset))) offset++;
  return offset;
}

/** Whether white space is at an offset, or the text ends there. */
export const endsWord = (text: string, offset: number): boolean =>
  offset >= text.length || isWhite(text.charCodeAt(offset));

/** Whether a character separates or encloses the elements of a flow collection. */
export const isFlowSign = (unit: number): boolean =>
  unit === COMMA || unit === BRACKET || unit === CLOSING_BRACKET || unit === BRACE || unit === CLOSING_BRACE;

/** Whether a document starts or ends at an offset: `---` or `...` at the start of a line. */
export const isDocumentMarker = (text: string, offset: number): boolean =>
  (text.startsWith('---', offset) || text.startsWith('...', offset)) &&
  (offset === 0 || text.charCodeAt(offset - 1) === LF) &&
  endsWord(text, offset + 3);
