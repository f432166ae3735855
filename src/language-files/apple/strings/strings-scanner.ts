import { MalformedFileError } from '../../model/format-errors';
import { unescapeStrings } from './strings-escapes';

/** 1-based; columns in UTF-16 code units. */
export interface Place {
  line: number;
  column: number;
}

export type StringsToken = { place: Place } & (
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
    const place = this.place();
    const first = this.source[this.at];
    if (first === undefined) return { kind: 'end', place };
    if (this.source.startsWith('/*', this.at)) return this.comment(this.blockComment(place), place);
    if (this.source.startsWith('//', this.at)) return this.comment((this.take(LINE_COMMENT) ?? '').slice(2), place);
    if (first === '"' || first === "'") return { kind: 'text', text: this.quotedText(first, place), place };
    const text = this.take(UNQUOTED);
    if (text !== undefined) return { kind: 'text', text, place };
    this.advance(this.at + 1);
    return { kind: 'mark', mark: first, place };
  }

  private place(): Place {
    return { line: this.line, column: this.at - this.lineStart + 1 };
  }

  private blockComment(place: Place): string {
    const end = this.source.indexOf('*/', this.at + 2);
    if (end < 0) throw new MalformedFileError('a comment is not closed', place);
    const text = this.source.slice(this.at + 2, end);
    this.advance(end + 2);
    return text.endsWith(' ') && text !== ' ' ? text.slice(0, -1) : text;
  }

  private comment(text: string, place: Place): StringsToken {
    END_OF_LINE.lastIndex = this.at;
    const endsLine = END_OF_LINE.test(this.source);
    return { kind: 'comment', text: text.replace(/^ /, ''), lastLine: this.line, endsLine, place };
  }

  private quotedText(quote: string, place: Place): string {
    const start = this.at + 1;
    const end = this.closing(quote, start);
    if (end === undefined) throw new MalformedFileError('a quoted text is not closed', place);
    const text = unescapeStrings(this.source.slice(start, end));
    if (text === undefined) throw new MalformedFileError('\\U must be followed by hexadecimal digits', place);
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
