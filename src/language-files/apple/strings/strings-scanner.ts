import { MalformedFileError } from '../../model/format-errors';
import { unescapeStrings } from './strings-escapes';

/** 1-based; columns in UTF-16 code units. */
export interface Position {
  line: number;
  column: number;
}

export type StringsToken = { position: Position } & (
  | { kind: 'text'; text: string }
  | { kind: 'mark'; mark: string }
  | { kind: 'comment'; text: string; lastLine: number; endsLine: boolean }
  | { kind: 'end' }
);

const SPACE = /[\t-\r \u2028\u2029]*/y;
const LINE_COMMENT = /\/\/[^\n\r\u2028\u2029]*/y;
const UNQUOTED = /[A-Za-z0-9_$/:.-]+/y;
const END_OF_LINE = /[ \t]*(?:[\r\n]|$)/y;
/** Tokens of an old-style property list: texts with or without quotes, comments, and single marks such as `=`. */
export class StringsScanner {
  private at = 0;
  private line = 1;
  private lineStart = 0;

  constructor(private readonly source: string) {}

  next(): StringsToken {
    this.take(SPACE);
    const position = this.position();
    const first = this.source[this.at];
    if (first === undefined) return { kind: 'end', position };
    if (this.source.startsWith('/*', this.at)) return this.comment(this.blockComment(position), position);
    if (this.source.startsWith('//', this.at)) return this.comment((this.take(LINE_COMMENT) ?? '').slice(2), position);
    if (first === '"' || first === "'") return { kind: 'text', text: this.quotedText(first, position), position };
    const text = this.take(UNQUOTED);
    if (text !== undefined) return { kind: 'text', text, position };
    this.advance(this.at + 1);
    return { kind: 'mark', mark: first, position };
  }

  private position(): Position {
    return { line: this.line, column: this.at - this.lineStart + 1 };
  }

  private blockComment(position: Position): string {
    const end = this.source.indexOf('*/', this.at + 2);
    if (end < 0) throw new MalformedFileError('a comment is not closed', position);
    const text = this.source.slice(this.at + 2, end);
    this.advance(end + 2);
    return text.endsWith(' ') && text !== ' ' ? text.slice(0, -1) : text;
  }

  private comment(text: string, position: Position): StringsToken {
    END_OF_LINE.lastIndex = this.at;
    const endsLine = END_OF_LINE.test(this.source);
    return { kind: 'comment', text: text.replace(/^ /, ''), lastLine: this.line, endsLine, position };
  }

  private quotedText(quote: string, position: Position): string {
    const start = this.at + 1;
    const end = this.closing(quote, start);
    if (end === undefined) throw new MalformedFileError('a quoted text is not closed', position);
    const text = unescapeStrings(this.source.slice(start, end));
    if (text === undefined) throw new MalformedFileError('\\U must be followed by hexadecimal digits', position);
    this.advance(end + 1);
    return text;
  }

  /** By hand: a regular expression would need stack for each of a million escapes. */
  private closing(quote: string, start: number): number | undefined {
    for (let i = start; i < this.source.length; i += this.source[i] === '\\' ? 2 : 1) {
      if (this.source[i] === quote) return i;
    }
    return undefined;
  }

  private take(pattern: RegExp): string | undefined {
    pattern.lastIndex = this.at;
    const found = pattern.exec(this.source)?.[0];
    if (found) this.advance(this.at + found.length);
    return found;
  }

  private advance(to: number): void {
    for (; this.at < to; this.at += 1) {
      const unit = this.source[this.at];
      if (unit !== '\n' && (unit !== '\r' || this.source[this.at + 1] === '\n')) continue;
      this.line += 1;
      this.lineStart = this.at + 1;
    }
  }
}
