import { MalformedFileError } from '../model/format-errors';
import type { Span } from '../template/file-template';
import type { PoFile } from './po-message';
import { PoMessageBuilder, type LinePrefix } from './po-message-builder';
import { closingQuote, unescapePo, type DecodeBytes } from './po-string';

/**
 * Parses the messages of a PO file (GNU gettext manual, "PO Files"). Comments inside a message are accepted and belong
 * to it, which gettext itself refuses; everything else is checked as strictly as gettext does.
 *
 * @param text without a byte order mark
 * @param decode decodes the byte escapes of strings
 * @throws MalformedFileError with line and column
 */
export function parsePo(text: string, decode: DecodeBytes): PoFile {
  const parser = new PoParser(decode);
  const lineEnd = text.includes('\n') ? '\n' : '\r';
  // In a file with CRLF line ends, CR is part of the line end. In other files it is part of a comment, or white space.
  const crlf = text[text.indexOf('\n') - 1] === '\r';
  let line = 0;
  for (let start = 0; start < text.length;) {
    const found = text.indexOf(lineEnd, start);
    const end = found < 0 ? text.length : found;
    const next = Math.min(end + 1, text.length);
    parser.parseLine(text.slice(start, crlf && text[end - 1] === '\r' ? end - 1 : end), ++line, { start, end: next });
    start = end + 1;
  }
  return parser.finish();
}

const PREFIX = /\s*(#~\||#~|#\|)?/y;
const TOKEN = /[ \t\r\v\f]*(?:(")|(#)|msgstr[ \t]*\[[ \t]*(\d{1,9})[ \t]*\]|([A-Za-z_]+))/y;
const BLANK = /[ \t\r\v\f]*$/y;
/** The start of most lines. */
const FIELD_START = /^[m"]/;
const NO_PREFIX: LinePrefix = { obsolete: false, previous: false };
const QUOTE = 0x22;

/** Splits lines into keywords, strings and comments, and passes them to the message builder. */
class PoParser {
  private readonly builder = new PoMessageBuilder();
  private line = 0;
  private lineStart = 0;

  constructor(private readonly decode: DecodeBytes) {}

  /** @param span of the line, with its line end */
  parseLine(text: string, line: number, span: Span): void {
    this.line = line;
    this.lineStart = span.start;
    this.builder.line = line;
    this.builder.lineEnd = span.end;
    if (FIELD_START.test(text)) return this.parseTokens(text, 0, NO_PREFIX);
    PREFIX.lastIndex = 0;
    const marker = PREFIX.exec(text)?.[1] ?? '';
    const index = PREFIX.lastIndex;
    const start = marker === '' ? undefined : span.start + index - marker.length;
    this.parseTokens(text, index, { obsolete: marker.includes('~'), previous: marker.includes('|'), start });
  }

  finish(): PoFile {
    return this.builder.finishFile();
  }

  private parseTokens(text: string, start: number, prefix: LinePrefix): void {
    let index = start;
    for (;;) {
      if (index === text.length) return;
      if (text.charCodeAt(index) === QUOTE) {
        index = this.parseString(text, index, prefix);
        continue;
      }
      BLANK.lastIndex = index;
      if (BLANK.test(text)) return;
      TOKEN.lastIndex = index;
      const match = TOKEN.exec(text);
      if (!match) throw this.error('expected a keyword, a string or a comment', index);
      index = TOKEN.lastIndex;
      const [, quote, hash, formIndex, keyword] = match;
      if (hash) return this.builder.addComment(text.slice(index - 1), this.lineStart + index - 1);
      if (quote) index = this.parseString(text, index - 1, prefix);
      else {
        const start = this.lineStart + match.index + match[0].search(/[^ \t\r\v\f]/);
        this.builder.addKeyword(keyword, formIndex, prefix, index, start);
        if (text.startsWith(' "', index)) index++;
      }
    }
  }

  /** @returns the index after the string's closing quote */
  private parseString(line: string, open: number, prefix: LinePrefix): number {
    const close = closingQuote(line, open);
    if (close < 0) throw this.error('the string is not closed on its line', open);
    const text = unescapePo(line.slice(open + 1, close), this.decode);
    if (text === undefined) {
      throw this.error('the string has an escape that is unknown or not valid in the charset of the file', open);
    }
    if (text.includes('\u0004')) {
      throw this.error('the string contains U+0004, which separates context and msgid', open);
    }
    this.builder.addString(text, prefix, open, this.lineStart + close + 1);
    return close + 1;
  }

  private error(message: string, index: number): MalformedFileError {
    return new MalformedFileError(message, { line: this.line, column: index + 1 });
  }
}
