/** Throws a MalformedFileError for an offset of the source. */
export type Refuse = (message: string, offset: number) => never;

/** A string literal. */
export interface PhpString {
  /** The value of the string. */
  text: string;
  /** The offset after the literal. */
  end: number;
}

/**
 * Reads `'…'`, in which only `\\` and `\'` are escapes.
 *
 * @param start the offset of the opening quote
 */
export function readSingleQuoted(source: string, start: number, refuse: Refuse): PhpString {
  const end = findClosingQuote(source, start, "'", refuse);
  return { text: source.slice(start + 1, end).replace(/\\([\\'])/g, '$1'), end: end + 1 };
}

/**
 * Reads `"…"`.
 *
 * @param start the offset of the opening quote
 */
export function readDoubleQuoted(source: string, start: number, refuse: Refuse): PhpString {
  const end = findClosingQuote(source, start, '"', refuse);
  return { text: unescapePhp(source.slice(start + 1, end), start + 1, true, refuse), end: end + 1 };
}

function findClosingQuote(source: string, start: number, quote: string, refuse: Refuse): number {
  const pattern = quote === "'" ? /[\\']/g : /[\\"]/g;
  pattern.lastIndex = start + 1;
  for (; pattern.test(source); pattern.lastIndex++) {
    const end = pattern.lastIndex - 1;
    if (source[end] === quote) return end;
  }
  return refuse('the string is not closed', start);
}

export interface HeredocStart {
  /** The offset of the first line of the text. */
  start: number;
  label: string;
  /** True for a nowdoc, which has no escapes. */
  isNowdoc: boolean;
}

/**
 * Reads the text of `<<<LABEL` and `<<<'LABEL'` by the rules of PHP 7.3 and later: the indentation of the closing label
 * is removed from every line.
 */
export function readHeredoc(source: string, { start, label, isNowdoc }: HeredocStart, refuse: Refuse): PhpString {
  const closing = findClosingLabel(source, start, label, refuse);
  const body = source.slice(start, Math.max(start, closing.lineStart)).replace(/(?:\r\n|\n|\r)$/, '');
  const text = removeIndentation(body, start, closing.indentation, refuse);
  return { text: isNowdoc ? text : unescapePhp(text, start, false, refuse), end: closing.end };
}

function findClosingLabel(
  source: string,
  start: number,
  label: string,
  refuse: Refuse,
): { lineStart: number; indentation: string; end: number } {
  const line = /([ \t]*)([a-zA-Z_\u0080-\uffff][\w\u0080-\uffff]*)?[^\r\n]*(?:\r\n|\n|\r|$)/y;
  for (let lineStart = start; lineStart < source.length; lineStart = line.lastIndex) {
    line.lastIndex = lineStart;
    const [, indentation = '', name] = line.exec(source) ?? [];
    if (name === label) return { lineStart, indentation, end: lineStart + indentation.length + label.length };
  }
  return refuse(`the string is not closed: no line starts with ${label}`, start);
}

function removeIndentation(body: string, start: number, indentation: string, refuse: Refuse): string {
  if (indentation === '') return body;
  const isMixed = indentation.includes(' ') && indentation.includes('\t');
  const width = indentation.length;
  const otherBlank = indentation.startsWith(' ') ? '\t' : ' ';
  return body.replace(/(?<=^|\n|\r(?!\n))[ \t]*/g, (blank, offset: number) => {
    const isEmptyLine = /^[\r\n]?$/.test(body.charAt(offset + blank.length));
    if (isMixed || blank.slice(0, width).includes(otherBlank) || (blank.length < width && !isEmptyLine)) {
      refuse('the line must be indented at least like the closing label', start + offset);
    }
    return blank.slice(width);
  });
}

const ESCAPE =
  /\\(?:([nrtvef\\$])|([0-7]{1,3})|[xX]([0-9a-fA-F]{1,2})|u\{([^}]*)\}|(")|(\{)|u\{)|\$(?=[a-zA-Z_{\u0080-\uffff])|\{(?=\$)/g;
const LETTER_ESCAPES: ReadonlyMap<string, string> = new Map([
  ['n', '\n'],
  ['r', '\r'],
  ['t', '\t'],
  ['v', '\v'],
  ['e', '\u001b'],
  ['f', '\f'],
  ['\\', '\\'],
  ['$', '$'],
]);

/**
 * Resolves PHP's escapes. Octal and `\x` escapes are bytes of UTF-8, so `"\xC3\xA9"` is one letter. A backslash before
 * any other character stays; so does one before `"` in a heredoc, where that quote does not end the string.
 *
 * @param start the offset of the text in the source, for errors
 */
function unescapePhp(text: string, start: number, isQuoted: boolean, refuse: Refuse): string {
  const parts: (string | number)[] = [];
  let offset = 0;
  for (const match of text.matchAll(ESCAPE)) {
    const [source, letter, octal, hex, codePoint, quote, brace] = match;
    parts.push(text.slice(offset, match.index));
    offset = match.index + source.length;
    if (letter !== undefined) parts.push(LETTER_ESCAPES.get(letter) ?? '');
    else if (octal !== undefined) parts.push(parseInt(octal, 8) & 0xff);
    else if (hex !== undefined) parts.push(parseInt(hex, 16));
    else if (codePoint !== undefined) {
      parts.push(toCharacter(codePoint) ?? refuse('the code point does not exist', start + match.index));
    } else if (quote !== undefined) parts.push(isQuoted ? '"' : source);
    else if (brace !== undefined) parts.push(source);
    else refuse('variables in strings are not supported', start + match.index);
  }
  parts.push(text.slice(offset));
  return joinParts(parts) ?? refuse('the string is not valid UTF-8', start);
}

function toCharacter(hex: string): string | undefined {
  const codePoint = /^[0-9a-fA-F]{1,}$/.test(hex) ? parseInt(hex, 16) : Infinity;
  const isSurrogate = codePoint >= 0xd800 && codePoint <= 0xdfff;
  return codePoint > 0x10ffff || isSurrogate ? undefined : String.fromCodePoint(codePoint);
}

/**
 * Joins texts and bytes of UTF-8.
 *
 * @returns undefined if the result is not valid UTF-8
 */
function joinParts(parts: readonly (string | number)[]): string | undefined {
  if (parts.every((part) => typeof part === 'string' || part < 0x80)) {
    return parts.map((part) => (typeof part === 'string' ? part : String.fromCharCode(part))).join('');
  }
  const bytes = Buffer.concat(
    parts.map((part) => (typeof part === 'string' ? Buffer.from(part) : Buffer.from([part]))),
  );
  try {
    return new TextDecoder('utf-8', { fatal: true, ignoreBOM: true }).decode(bytes);
  } catch {
    return undefined;
  }
}
