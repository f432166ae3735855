import { MalformedFileError } from '../model/format-errors';
import type { PoFile } from './po-message';
import { PoMessageBuilder, type LinePrefix } from './po-message-builder';
import { closingQuote, unescapePo, type DecodeBytes } from './po-string';

/**
 * Parses the messages of a PO file (GNU gettext manual, "PO Files"). Comments inside a message are accepted and belong to
 * it, which gettext itself refuses; everything else is checked as strictly as gettext does.
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
    parser.parseLine(text.slice(start, crlf && text[end - 1] === '\r' ? end - 1 : end), ++line);
    start = end + 1;
  }
  return parser.finish();
}

const PREFIX = /\s*(#~\||#~|#\|)?/y;
const TOKEN = /[ \t\r\v\f]*(?:(")|(#)|msgstr[ \t]*\[[ \t]*(\d{1,9})[ \t]*\]|([A-Za-z_]+))/y;
const BLANK = /[ \t\r\v\f]*$/y;

/** Splits lines into keywords, strings and comments, and passes them to the message builder. */
class PoParser {
  private readonly builder = new PoMessageBuilder();
  private line = 0;

  constructor(private readonly decode: DecodeBytes) {}

  parseLine(text: string, line: number): void {
    this.line = line;
    this.builder.line = line;
    PREFIX.lastIndex = 0;
    const marker = PREFIX.exec(text)?.[1] ?? '';
    this.parseTokens(text, PREFIX.lastIndex, { obsolete: marker.includes('~'), previous: marker.includes('|') });
  }

  finish(): PoFile {
    return this.builder.finishFile();
  }

  private parseTokens(text: string, start: number, prefix: LinePrefix): void {
    let index = start;
    for (;;) {
      BLANK.lastIndex = index;
      if (BLANK.test(text)) return;
      TOKEN.lastIndex = index;
      const match = TOKEN.exec(text);
      if (!match) throw this.error('expected a keyword, a string or a comment', index);
      index = TOKEN.lastIndex;
      const [, quote, hash, formIndex, keyword] = match;
      if (hash) return this.builder.addComment(text.slice(index - 1));
      if (quote) index = this.parseString(text, index - 1, prefix);
      else this.builder.addKeyword(keyword, formIndex, prefix, index);
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
    this.builder.addString(text, prefix, open);
    return close + 1;
  }

  private error(message: string, index: number): MalformedFileError {
    return new MalformedFileError(message, { line: this.line, column: index + 1 });
  }
}
