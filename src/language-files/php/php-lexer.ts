import { MalformedFileError } from '../model/format-errors';
import { positionAt } from '../text/source-lines';
import { readDoubleQuoted, readHeredoc, readSingleQuoted, type Refuse } from './php-strings';

/** `symbol` is one of PHP's marks (`[`, `=>`, `...`); `string` holds the text that the literal stands for. */
export interface PhpToken {
  kind: 'string' | 'number' | 'name' | 'variable' | 'symbol' | 'end';
  text: string;
  offset: number;
}

const BLANK = /[ \t\r\n]+/y;
/** To the end of the line, or before the end of the code, which a comment does not hide from PHP. */
const LINE_COMMENT = /(?:#(?!\[)|\/\/)(?:(?!\?>)[^\r\n])*/y;
const NUMBER =
  /0[xX][0-9a-fA-F]+(?:_[0-9a-fA-F]+)*|0[bB][01]+(?:_[01]+)*|0[oO][0-7]+(?:_[0-7]+)*|(?:\d+(?:_\d+)*(?:\.(?:\d+(?:_\d+)*)?)?|\.\d+(?:_\d+)*)(?:[eE][+-]?\d+(?:_\d+)*)?/y;
const NAME = /[a-zA-Z_\\\u0080-\uffff][\w\\\u0080-\uffff]*/y;
const VARIABLE = /\$[\w\u0080-\uffff]*/y;
const HEREDOC = /[bB]?<<<[ \t]*(["']?)([a-zA-Z_\u0080-\uffff][\w\u0080-\uffff]*)\1(?:\r\n|\n|\r)/y;
const SYMBOL = /=>|\?>|\.\.\.|::|[^]/y;

/**
 * The tokens of PHP that a file of literals is made of (PHP manual, "Literals", "Strings", "Comments"). Strings come
 * evaluated; variables within them are refused. Linear in the source.
 */
export class PhpLexer {
  private offset = 0;
  private comments = 0;
  private firstComment = 0;

  /** @throws MalformedFileError where the source does not start with `<?php` */
  constructor(private readonly source: string) {
    if (!/^<\?php(?=[ \t\r\n]|$)/i.test(source)) this.refuse('the file does not start with <?php', 0);
    this.offset = '<?php'.length;
  }

  readonly refuse: Refuse = (message, offset) => {
    throw new MalformedFileError(message, positionAt(this.source, offset));
  };

  /** How many comments were passed by, and where the first one is. */
  get skipped(): { comments: number; offset: number } {
    return { comments: this.comments, offset: this.firstComment };
  }

  next(): PhpToken {
    this.skipBlank();
    const offset = this.offset;
    if (offset >= this.source.length) return { kind: 'end', text: 'the end of the file', offset };
    const string = this.string(offset);
    if (string) {
      this.offset = string.end;
      return { kind: 'string', text: string.text, offset };
    }
    for (const [kind, pattern] of TOKENS) {
      const text = this.take(pattern);
      if (text !== undefined) return { kind, text, offset };
    }
    return this.refuse('this is no PHP', offset);
  }

  /** What comes after `?>` is output, not code. */
  rest(): string {
    return this.source.slice(this.offset);
  }

  private skipBlank(): void {
    while (this.take(BLANK) !== undefined || this.comment()) continue;
  }

  private comment(): boolean {
    const start = this.offset;
    if (this.source.startsWith('/*', start)) {
      const end = this.source.indexOf('*/', start + 2);
      if (end < 0) this.refuse('the comment has no end', start);
      this.offset = end + 2;
    } else if (this.take(LINE_COMMENT) === undefined) return false;
    if (this.comments++ === 0) this.firstComment = start;
    return true;
  }

  private string(offset: number): { text: string; end: number } | undefined {
    HEREDOC.lastIndex = offset;
    const heredoc = HEREDOC.exec(this.source);
    if (heredoc) {
      const [head, quote, label = ''] = heredoc;
      return readHeredoc(this.source, { start: offset + head.length, label, raw: quote === "'" }, this.refuse);
    }
    const binary = /[bB]/.test(this.source.charAt(offset)) && /['"]/.test(this.source.charAt(offset + 1)) ? 1 : 0;
    const quote = this.source.charAt(offset + binary);
    if (quote === "'") return readSingleQuoted(this.source, offset + binary, this.refuse);
    return quote === '"' ? readDoubleQuoted(this.source, offset + binary, this.refuse) : undefined;
  }

  private take(pattern: RegExp): string | undefined {
    pattern.lastIndex = this.offset;
    const text = pattern.exec(this.source)?.[0];
    if (text !== undefined) this.offset = pattern.lastIndex;
    return text;
  }
}

const TOKENS: readonly [PhpToken['kind'], RegExp][] = [
  ['number', NUMBER],
  ['variable', VARIABLE],
  ['name', NAME],
  ['symbol', SYMBOL],
];
