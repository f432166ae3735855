/**
 * The strings of a PO file: C string literals (GNU gettext manual, "PO Files"; what is accepted is what gettext's own lexer,
 * po-lex.c, accepts).
 */

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

/** Bytes given as `\303\251` are in the charset of the file; undefined where they are none of it. */
export type DecodeBytes = (bytes: Uint8Array) => string | undefined;

/** The literal with its quotes, on one line. All other control characters are written as they are: few readers know `\001`. */
export function quotePo(text: string): string {
  return `"${text.replace(/["\\]|\p{Cc}/gu, (char) => ESCAPES.get(char) ?? char)}"`;
}

/**
 * The lines of a field as gettext writes them: one, or, with line ends inside the text, one literal a line.
 * Long lines are never wrapped.
 */
export function poField(keyword: string, text: string): string[] {
  const inside = text.indexOf('\n');
  if (inside < 0 || inside === text.length - 1) return [`${keyword} ${quotePo(text)}`];
  return [`${keyword} ""`, ...text.split(/(?<=\n)/).map(quotePo)];
}

/** Where the literal that opens at `start` closes: the index of its last quote, or -1 where it does not close. */
export function closingQuote(line: string, start: number): number {
  let at = start + 1;
  while (at < line.length) {
    const char = line[at];
    if (char === '"') return at;
    at += char === '\\' ? 2 : 1;
  }
  return -1;
}

/**
 * The text between the quotes. As in gettext, `\x` takes all hexadecimal digits that follow and keeps the low byte.
 *
 * @returns undefined where an escape is unknown or its bytes are not of the file's charset
 */
export function unescapePo(body: string, decode: DecodeBytes): string | undefined {
  if (!body.includes('\\')) return body;
  const parts: string[] = [];
  let at = 0;
  while (at < body.length) {
    const backslash = body.indexOf('\\', at);
    const plainEnd = backslash < 0 ? body.length : backslash;
    parts.push(body.slice(at, plainEnd));
    if (backslash < 0) break;
    const escape = readEscape(body, backslash, decode);
    if (!escape) return undefined;
    parts.push(escape.text);
    at = escape.end;
  }
  return parts.join('');
}

interface Escape {
  text: string;
  end: number;
}

function readEscape(body: string, backslash: number, decode: DecodeBytes): Escape | undefined {
  const simple = UNESCAPES.get(body[backslash + 1] ?? '');
  if (simple !== undefined) return { text: simple, end: backslash + 2 };
  return readBytes(body, backslash, decode);
}

const BYTE_ESCAPE = /\\(?:([0-7]{1,3})|x([0-9A-Fa-f]+))/y;

/** Escapes that follow each other are one run of bytes: a character may need several. */
function readBytes(body: string, start: number, decode: DecodeBytes): Escape | undefined {
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
