/** Throws a MalformedFileError for a place in the source. */
export type Refuse = (message: string, offset: number) => never;

/** What a literal stands for, and the offset behind it. */
export interface PhpString {
  text: string;
  end: number;
}

/** `'…'`: only `\\` and `\'` are escapes. @param start the offset of the quote */
export function readSingleQuoted(source: string, start: number, refuse: Refuse): PhpString {
  const end = closingQuote(source, start, "'", refuse);
  return { text: source.slice(start + 1, end).replace(/\\([\\'])/g, '$1'), end: end + 1 };
}

/** `"…"`. @param start the offset of the quote */
export function readDoubleQuoted(source: string, start: number, refuse: Refuse): PhpString {
  const end = closingQuote(source, start, '"', refuse);
  return { text: unescaped(source.slice(start + 1, end), start + 1, true, refuse), end: end + 1 };
}

function closingQuote(source: string, start: number, quote: string, refuse: Refuse): number {
  const pattern = quote === "'" ? /[\\']/g : /[\\"]/g;
  pattern.lastIndex = start + 1;
  for (let match = pattern.exec(source); match; match = pattern.exec(source)) {
    if (match[0] === quote) return match.index;
    pattern.lastIndex++;
  }
  return refuse('the string has no end', start);
}

export interface HeredocStart {
  /** The offset of the first line. */
  start: number;
  label: string;
  /** A nowdoc, in which nothing is an escape. */
  raw: boolean;
}

/** `<<<LABEL` and `<<<'LABEL'`, as PHP 7.3 and later read them: the end may be indented, and takes its indentation away. */
export function readHeredoc(source: string, { start, label, raw }: HeredocStart, refuse: Refuse): PhpString {
  const closing = closingLabel(source, start, label, refuse);
  const body = source.slice(start, Math.max(start, closing.line)).replace(/(?:\r\n|\n|\r)$/, '');
  const text = outdented(body, start, closing.indentation, refuse);
  return { text: raw ? text : unescaped(text, start, false, refuse), end: closing.end };
}

function closingLabel(
  source: string,
  start: number,
  label: string,
  refuse: Refuse,
): { line: number; indentation: string; end: number } {
  const line = /([ \t]*)([a-zA-Z_\u0080-\uffff][\w\u0080-\uffff]*)?[^\r\n]*(?:\r\n|\n|\r|$)/y;
  for (let at = start; at < source.length; at = line.lastIndex) {
    line.lastIndex = at;
    const [, indentation = '', name] = line.exec(source) ?? [];
    if (name === label) return { line: at, indentation, end: at + indentation.length + label.length };
  }
  return refuse(`the string has no end: no line starts with ${label}`, start);
}

function outdented(body: string, start: number, indentation: string, refuse: Refuse): string {
  if (indentation === '') return body;
  const mixed = indentation.includes(' ') && indentation.includes('\t');
  const width = indentation.length;
  const foreign = indentation.startsWith(' ') ? '\t' : ' ';
  return body.replace(/(^|\r\n|\n|\r)([ \t]*)/g, (match: string, end: string, blank: string, at: number) => {
    const isEmpty = /^[\r\n]?$/.test(body.charAt(at + match.length));
    if (mixed || blank.slice(0, width).includes(foreign) || (blank.length < width && !isEmpty))
      refuse('the line is indented less than the end of its string, or not in the same way', start + at + end.length);
    return end + blank.slice(width);
  });
}

const ESCAPE =
  /\\(?:([nrtvef\\$])|([0-7]{1,3})|[xX]([0-9a-fA-F]{1,2})|u\{([^}]*)\}|(")|(\{)|u\{)|\$(?=[a-zA-Z_{\u0080-\uffff])|\{(?=\$)/g;
const NAMED: ReadonlyMap<string, string> = new Map([
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
 * PHP's escapes. Octal and `\x` ones are bytes, so that `"\xC3\xA9"` is one letter: texts that have them go through bytes.
 * A backslash before anything else stays, before a quote too where no quote ends the string (heredoc).
 */
function unescaped(text: string, start: number, quoted: boolean, refuse: Refuse): string {
  const parts: (string | number)[] = [];
  let at = 0;
  for (const match of text.matchAll(ESCAPE)) {
    const [source, named, octal, hex, point, quote, brace] = match;
    parts.push(text.slice(at, match.index));
    at = match.index + source.length;
    if (named !== undefined) parts.push(NAMED.get(named) ?? '');
    else if (octal !== undefined) parts.push(parseInt(octal, 8) & 0xff);
    else if (hex !== undefined) parts.push(parseInt(hex, 16));
    else if (point !== undefined) parts.push(codePoint(point) ?? refuse('no such code point', start + match.index));
    else if (quote !== undefined) parts.push(quoted ? '"' : source);
    else if (brace !== undefined) parts.push(source);
    else refuse('only literals are read, no variables in strings', start + match.index);
  }
  parts.push(text.slice(at));
  return joined(parts) ?? refuse('the bytes of this string are no UTF-8', start);
}

function codePoint(hex: string): string | undefined {
  const point = /^[0-9a-fA-F]{1,}$/.test(hex) ? parseInt(hex, 16) : Infinity;
  return point > 0x10ffff || (point >= 0xd800 && point <= 0xdfff) ? undefined : String.fromCodePoint(point);
}

function joined(parts: readonly (string | number)[]): string | undefined {
  if (parts.every((part) => typeof part === 'string' || part < 0x80))
    return parts.map((part) => (typeof part === 'string' ? part : String.fromCharCode(part))).join('');
  const bytes = Buffer.concat(
    parts.map((part) => (typeof part === 'string' ? Buffer.from(part) : Buffer.from([part]))),
  );
  try {
    return new TextDecoder('utf-8', { fatal: true, ignoreBOM: true }).decode(bytes);
  } catch {
    return undefined;
  }
}
