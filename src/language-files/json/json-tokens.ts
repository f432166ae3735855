/** Code units as written: six times the longest text that is kept, and some. */
const MAX_TOKEN = 1_000_000;

const QUOTE = 0x22;
const BACKSLASH = 0x5c;
const SPACE = 0x20;
const TAB = 0x09;
const LF = 0x0a;
const CR = 0x0d;

/**
 * Where the first string or run of blanks begins that is longer than any of a translation file; -1 where there is none.
 * jsonc-parser puts both together piece by piece: fifty million blanks would take it gigabytes.
 */
export function oversizedToken(text: string): number {
  let at = 0;
  while (at < text.length) {
    const start = at;
    at = endOfToken(text, start);
    if (at - start > MAX_TOKEN) return start;
  }
  return -1;
}

function endOfToken(text: string, start: number): number {
  const unit = text.charCodeAt(start);
  if (unit === QUOTE) return endOfString(text, start + 1);
  let at = start + 1;
  if (isBlank(unit)) while (isBlank(text.charCodeAt(at))) at++;
  return at;
}

/** Behind the closing quote, or where the line ends, which a string cannot hold. */
function endOfString(text: string, start: number): number {
  for (let at = start; at < text.length; at++) {
    const unit = text.charCodeAt(at);
    if (unit === BACKSLASH) at++;
    else if (unit === QUOTE) return at + 1;
    else if (unit === LF || unit === CR) return at;
  }
  return text.length;
}

const isBlank = (unit: number): boolean => unit === SPACE || unit === TAB;
