import type { Span } from '../../template/file-template';
import { MalformedFileError } from '../../model/format-errors';
import { unescapeStrings } from './strings-escapes';

/** 1-based; the column in UTF-16 code units. */
export interface Position {
  line: number;
  column: number;
}

/** A token with its span and the position of its first character. */
export type StringsToken = Span & { position: Position } & (
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
const LINE_BREAK = /\r\n|[\r\n]/g;

const BACKSLASH = 0x5c;

/** Splits an old-style property list into tokens: quoted and unquoted texts, comments and punctuation. */
export class StringsScanner {
  private offset = 0;
  private line = 1;
  private lineStart = 0;
  /** The offset behind the end of the line. */
  private lineEnd: number;

  constructor(private readonly source: string) {
    this.lineEnd = this.findLineEnd(0);
  }

  /** @throws MalformedFileError for an unclosed text or comment, and for an invalid escape */
  next(): StringsToken {
    this.skip(WHITE_SPACE);
    const token = this.scan();
    token.end = this.offset;
    return token;
  }

  private scan(): StringsToken {
    const { offset: start } = this;
    const position = { line: this.line, column: start - this.lineStart + 1 };
    const first = this.source[start];
    if (first === undefined) return { kind: 'end', position, start, end: start };
    if (this.source.startsWith('/*', this.offset))
      return this.commentToken(this.blockComment(position), position, start);
    if (this.source.startsWith('//', this.offset)) return this.commentToken(this.lineComment(), position, start);
    if (first === '"' || first === "'") {
      return { kind: 'text', text: this.quotedText(first, position), position, start, end: start };
    }
    if (this.skip(UNQUOTED_TEXT)) {
      return { kind: 'text', text: this.source.slice(start, this.offset), position, start, end: start };
    }
    this.advanceTo(start + 1);
    return { kind: 'punctuation', character: first, position, start, end: start };
  }

  private lineComment(): string {
    const start = this.offset + 2;
    this.skip(LINE_COMMENT);
    return this.source.slice(start, this.offset);
  }

  private blockComment(position: Position): string {
    const end = this.source.indexOf('*/', this.offset + 2);
    if (end < 0) throw new MalformedFileError('the comment is not closed', position);
    const text = this.source.slice(this.offset + 2, end);
    this.advanceTo(end + 2);
    return text.endsWith(' ') && text !== ' ' ? text.slice(0, -1) : text;
  }

  private commentToken(text: string, position: Position, start: number): StringsToken {
    END_OF_LINE.lastIndex = this.offset;
    const endsLine = END_OF_LINE.test(this.source);
    const content = text.replace(/^ /, '');
    return { kind: 'comment', text: content, lastLine: this.line, endsLine, position, start, end: start };
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
    const [unit, { length }] = [quote.charCodeAt(0), this.source];
    for (let i = start; i < length; i++) {
      const found = this.source.charCodeAt(i);
      if (found === unit) return i;
      if (found === BACKSLASH) i++;
    }
    return undefined;
  }

  /** Consumes what the sticky pattern matches at the current offset. */
  private skip(pattern: RegExp): boolean {
    pattern.lastIndex = this.offset;
    const isFound = pattern.test(this.source);
    if (isFound) this.advanceTo(pattern.lastIndex);
    return isFound;
  }

  private advanceTo(offset: number): void {
    this.offset = offset;
    while (offset >= this.lineEnd) {
      this.line++;
      this.lineStart = this.lineEnd;
      this.lineEnd = this.findLineEnd(this.lineEnd);
    }
  }

  /** Returns the offset behind the first line break at or behind an offset; infinity if there is none. */
  private findLineEnd(offset: number): number {
    LINE_BREAK.lastIndex = offset;
    return LINE_BREAK.test(this.source) ? LINE_BREAK.lastIndex : Infinity;
  }
}
