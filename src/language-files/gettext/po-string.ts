// The strings of a PO file are C string literals (GNU gettext manual, "PO Files"). The accepted escapes are
// the escapes of gettext's lexer, po-lex.c.

const ESCAPES: ReadonlyMap<string, string> = new Map([
  ['\x07', '\\a'],
  ['\b', '\\b'],
  ['\t', '\\t'],
  ['\n', '\\n'],
  ['\v', '\\v'],
  ['\f', '\\f'],
  ['\r', '\\r'],
  ['"', '\\"'],
  ['\\', '\\\\'],
]);

const UNESCAPES: ReadonlyMap<string, string> = new Map([...ESCAPES].map(([char, escape]) => [escape.slice(1), char]));

/**
 * Decodes bytes that are written as escapes (`\303\251`); undefined where they are not valid in the charset of the
 * file.
 */
export type DecodeBytes = (bytes: Uint8Array) => string | undefined;

const BACKSLASH = 0x5c;

/**
 * Returns the literal with its quotes, on one line. Control characters without a named escape are written unescaped,
 * because few readers support `\001`.
 */
export function quotePo(text: string): string {
  return `"${text.replace(/["\\]|\p{Cc}/gu, (char) => ESCAPES.get(char) ?? char)}"`;
}

/** Returns the index of the quote that closes the literal opened at `start`, or -1 where none does. */
export function closingQuote(line: string, start: number): number {
  const quote = line.indexOf('"', start + 1);
  if (quote < 0 || line.charCodeAt(quote - 1) !== BACKSLASH) return quote;
  let index = start + 1;
  while (index < line.length) {
    const char = line[index];
    if (char === '"') return index;
    index += char === '\\' ? 2 : 1;
  }
  return -1;
}

/**
 * Resolves the escapes of a literal. As in gettext, `\x` consumes all hexadecimal digits that follow and keeps the low
 * byte.
 *
 * @param body the literal without its quotes
 * @returns undefined where an escape is unknown or its bytes are not valid in the charset of the file
 */
export function unescapePo(body: string, decode: DecodeBytes): string | undefined {
  if (!body.includes('\\')) return body;
  const parts: string[] = [];
  let start = 0;
  while (start < body.length) {
    const backslash = body.indexOf('\\', start);
    parts.push(body.slice(start, backslash < 0 ? body.length : backslash));
    if (backslash < 0) break;
    const escape = readEscape(body, backslash, decode);
    if (!escape) return undefined;
    parts.push(escape.text);
    start = escape.end;
  }
  return parts.join('');
}

interface Escape {
  text: string;
  /** The index after the escape. */
  end: number;
}

function readEscape(body: string, backslash: number, decode: DecodeBytes): Escape | undefined {
  const simple = UNESCAPES.get(body[backslash + 1] ?? '');
  if (simple !== undefined) return { text: simple, end: backslash + 2 };
  return readByteEscapes(body, backslash, decode);
}

const BYTE_ESCAPE = /\\(?:([0-7]{1,3})|x([0-9A-Fa-f]+))/y;

/** Reads all adjacent byte escapes at once, because a character may consist of several bytes. */
function readByteEscapes(body: string, start: number, decode: DecodeBytes): Escape | undefined {
  const bytes: number[] = [];
  let end = start;
  for (;;) {
    BYTE_ESCAPE.lastIndex = end;
    const match = BYTE_ESCAPE.exec(body);
    if (!match) break;
    end = BYTE_ESCAPE.lastIndex;
    bytes.push(match[1] === undefined ? parseInt((match[2] ?? '').slice(-2), 16) : parseInt(match[1], 8) % 256);
  }
  const text = bytes.length > 0 ? decode(Uint8Array.from(bytes)) : undefined;
  return text === undefined ? undefined : { text, end };
}
