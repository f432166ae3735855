const SPACE = 0x20;
const LF = 0x0a;
const CR = 0x0d;
export const TAB = 0x09;
export const HASH = 0x23;

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
