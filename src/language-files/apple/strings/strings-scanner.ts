import type { Span } from '../../template/file-template';
import { MalformedFileError } from '../../model/format-errors';
import { unescapeStrings } from './strings-escapes';

/** 1-based; the column in UTF-16 code units. */
export interface Position {
  line: number;
  column: number;
}

/** A token with its span and the position of its first character. */
export type StringsToken = Span & TokenContent;

type TokenContent = { position: Position } & (
  | { kind: 'text'; text: string }
  | { kind: 'punctuation'; character: string }
  /** `lastLine`: the line on which the comment ends. `endsLine`: nothing but white space follows it on that line. */
  | { kind: 'comment'; text: string; lastLine: number; endsLine: boolean }
  | { kind: 'end' }
);

const WHITE_SPACE = /[\t-\r \u2028\u2029]*/y;
const LINE_COMMENT = /\/\/[^\n\r\u2028\u2029]*/y;
const UNQUOTED_TEXT = /[A-Za-z0-9_$/:.-]+/y;
const END_OF_LINE = /[ \t]*(?:[\r\n]|$)/y;

/** Splits an old-style property list into tokens: quoted and unquoted texts, comments and punctuation. */
export class StringsScanner {
  private offset = 0;
  private line = 1;
  private lineStart = 0;

  constructor(private readonly source: string) {}

  /** @throws MalformedFileError for an unclosed text or comment, and for an invalid escape */
  next(): StringsToken {
    this.match(WHITE_SPACE);
    const start = this.offset;
    const token = this.scan();
    return { ...token, start, end: this.offset };
  }

  private scan(): TokenContent {
    const position = { line: this.line, column: this.offset - this.lineStart + 1 };
    const first = this.source[this.offset];
    if (first === undefined) return { kind: 'end', position };
    if (this.source.startsWith('/*', this.offset)) return this.commentToken(this.blockComment(position), position);
    if (this.source.startsWith('//', this.offset)) return this.commentToken(this.lineComment(), position);
    if (first === '"' || first === "'") return { kind: 'text', text: this.quotedText(first, position), position };
    const text = this.match(UNQUOTED_TEXT);
    if (text !== undefined) return { kind: 'text', text, position };
    this.advanceTo(this.offset + 1);
    return { kind: 'punctuation', character: first, position };
  }

  private lineComment(): string {
    return (this.match(LINE_COMMENT) ?? '').slice(2);
  }

  private blockComment(position: Position): string {
    const end = this.source.indexOf('*/', this.offset + 2);
    if (end < 0) throw new MalformedFileError('the comment is not closed', position);
    const text = this.source.slice(this.offset + 2, end);
    this.advanceTo(end + 2);
    return text.endsWith(' ') && text !== ' ' ? text.slice(0, -1) : text;
  }

  private commentToken(text: string, position: Position): TokenContent {
    END_OF_LINE.lastIndex = this.offset;
    const endsLine = END_OF_LINE.test(this.source);
    return { kind: 'comment', text: text.replace(/^ /, ''), lastLine: this.line, endsLine, position };
  }

  private quotedText(quote: string, position: Position): string {
    const start = this.offset + 1;
    const end = this.findClosingQuote(quote, start);
    if (end === undefined) throw new MalformedFileError('the quoted text is not closed', position);
    const text = unescapeStrings(this.source.slice(start, end));
    if (text === undefined) throw new MalformedFileError('\\U must be followed by hexadecimal digits', position);
    this.advanceTo(end + 1);
    return text;
  }

  /** Uses a loop because a regular expression would need stack space for each of a million escapes. */
  private findClosingQuote(quote: string, start: number): number | undefined {
    for (let i = start; i < this.source.length; i += this.source[i] === '\\' ? 2 : 1) {
      if (this.source[i] === quote) return i;
    }
    return undefined;
  }

  /** Consumes the text that the sticky pattern matches at the current offset. */
  private match(pattern: RegExp): string | undefined {
    pattern.lastIndex = this.offset;
    const text = pattern.exec(this.source)?.[0];
    if (text) this.advanceTo(this.offset + text.length);
    return text;
  }

  private advanceTo(offset: number): void {
    for (; this.offset < offset; this.offset++) {
      const unit = this.source[this.offset];
      if (unit !== '\n' && (unit !== '\r' || this.source[this.offset + 1] === '\n')) continue;
      this.line++;
      this.lineStart = this.offset + 1;
    }
  }
}
