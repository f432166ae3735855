import { MalformedFileError } from '../model/format-errors';
import { positionAt } from '../text/source-lines';
import { readDoubleQuoted, readHeredoc, readSingleQuoted, type PhpString, type Refuse } from './php-strings';

export interface PhpToken {
  /** `symbol` is one of PHP's operators or brackets (`[`, `=>`, `...`). */
  kind: 'string' | 'number' | 'name' | 'variable' | 'symbol' | 'end';
  /** The value of a string literal; any other token as written. */
  text: string;
  offset: number;
  /** The offset behind it. */
  end: number;
}

const BLANK = /[ \t\r\n]+/y;
/** A comment ends at the end of the line or before `?>`, which ends the code even in a comment. */
const LINE_COMMENT = /(?:#(?!\[)|\/\/)(?:(?!\?>)[^\r\n])*/y;
const NUMBER =
  /0[xX][0-9a-fA-F]+(?:_[0-9a-fA-F]+)*|0[bB][01]+(?:_[01]+)*|0[oO][0-7]+(?:_[0-7]+)*|(?:\d+(?:_\d+)*(?:\.(?:\d+(?:_\d+)*)?)?|\.\d+(?:_\d+)*)(?:[eE][+-]?\d+(?:_\d+)*)?/y;
const NAME = /[a-zA-Z_\\\u0080-\uffff][\w\\\u0080-\uffff]*/y;
const VARIABLE = /\$[\w\u0080-\uffff]*/y;
const HEREDOC = /[bB]?<<<[ \t]*(["']?)([a-zA-Z_\u0080-\uffff][\w\u0080-\uffff]*)\1(?:\r\n|\n|\r)/y;
const SYMBOL = /=>|\?>|\.\.\.|::|[^]/y;

/** The kinds of tokens other than strings, with their first character. */
const PATTERNS: readonly [kind: PhpToken['kind'], first: RegExp, pattern: RegExp][] = [
  ['number', /[.\d]/, NUMBER],
  ['variable', /\$/, VARIABLE],
  ['name', /[a-zA-Z_\\\u0080-\uffff]/, NAME],
  ['symbol', /[^]/, SYMBOL],
];

/**
 * Splits a file into the tokens of PHP that a file of literals needs (PHP manual, "Literals", "Strings", "Comments").
 * Strings are returned with their value; variables in them are refused. Takes time linear in the length of the source.
 */
export class PhpLexer {
  private offset = 0;

  /**
   * @param comment receives the offsets of each comment
   * @throws MalformedFileError if the source does not start with `<?php`
   */
  constructor(
    private readonly source: string,
    private readonly comment: (start: number, end: number) => void,
  ) {
    if (!/^<\?php(?=[ \t\r\n]|$)/i.test(source)) this.refuse('the file must start with <?php', 0);
    this.offset = '<?php'.length;
  }

  readonly refuse: Refuse = (message, offset) => {
    throw new MalformedFileError(message, positionAt(this.source, offset));
  };

  next(): PhpToken {
    this.skipBlank();
    const offset = this.offset;
    if (offset >= this.source.length) return { kind: 'end', text: 'the end of the file', offset, end: offset };
    const string = this.readString(offset);
    if (string) {
      this.offset = string.end;
      return { kind: 'string', text: string.text, offset, end: string.end };
    }
    const first = this.source.charAt(offset);
    for (const [kind, start, pattern] of PATTERNS) {
      if (start.test(first) && this.skip(pattern)) {
        return { kind, text: this.source.slice(offset, this.offset), offset, end: this.offset };
      }
    }
    return this.refuse('not valid PHP', offset);
  }

  /** Returns the source after the current token. After `?>` it is output and not code. */
  rest(): string {
    return this.source.slice(this.offset);
  }

  private skipBlank(): void {
    do this.skip(BLANK);
    while (this.skipComment());
  }

  private skipComment(): boolean {
    const start = this.offset;
    if (!/[/#]/.test(this.source.charAt(start))) return false;
    if (this.source.startsWith('/*', start)) {
      const end = this.source.indexOf('*/', start + 2);
      if (end < 0) this.refuse('the comment is not closed', start);
      this.offset = end + 2;
    } else if (!this.skip(LINE_COMMENT)) return false;
    this.comment(start, this.offset);
    return true;
  }

  private readString(offset: number): PhpString | undefined {
    const first = this.source.charAt(offset);
    if (!/[bB<'"]/.test(first)) return undefined;
    HEREDOC.lastIndex = offset;
    const heredoc = HEREDOC.exec(this.source);
    if (heredoc) {
      const [head, quote, label = ''] = heredoc;
      return readHeredoc(this.source, { start: offset + head.length, label, isNowdoc: quote === "'" }, this.refuse);
    }
    const hasPrefix = /[bB]/.test(first) && /['"]/.test(this.source.charAt(offset + 1));
    const start = hasPrefix ? offset + 1 : offset;
    const quote = this.source.charAt(start);
    if (quote === "'") return readSingleQuoted(this.source, start, this.refuse);
    return quote === '"' ? readDoubleQuoted(this.source, start, this.refuse) : undefined;
  }

  /** Consumes what the sticky pattern matches at the current offset. */
  private skip(pattern: RegExp): boolean {
    pattern.lastIndex = this.offset;
    const isFound = pattern.test(this.source);
    if (isFound) this.offset = pattern.lastIndex;
    return isFound;
  }
}
