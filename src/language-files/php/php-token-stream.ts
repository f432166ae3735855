import { shorten } from '../../common/shorten';
import { FileLimitError } from '../model/format-errors';
import { positionAt } from '../text/source-lines';
import { PhpLexer, type PhpToken } from './php-lexer';

/** Maximum nesting depth of arrays and parentheses together. */
const MAX_DEPTH = 100;

/** The tokens of a file with one token of lookahead, for a recursive descent parser. */
export class PhpTokenStream {
  /** The next token that has not been consumed. */
  token: PhpToken;
  /** The offset behind the last token that was consumed. */
  end = 0;
  private readonly lexer: PhpLexer;
  private depth = 0;

  /**
   * @param comment receives the offsets of each comment, before the token behind it is the next one
   * @throws MalformedFileError if the source does not start with `<?php`
   */
  constructor(
    private readonly source: string,
    comment: (start: number, end: number) => void,
  ) {
    this.lexer = new PhpLexer(source, comment);
    this.token = this.lexer.next();
  }

  /** Returns the source after the next token. */
  rest(): string {
    return this.lexer.rest();
  }

  /** @throws FileLimitError beyond `MAX_DEPTH` levels */
  enter(): void {
    if (++this.depth > MAX_DEPTH) {
      const position = positionAt(this.source, this.token.offset);
      throw new FileLimitError(`arrays or parentheses are nested deeper than ${MAX_DEPTH} levels`, position);
    }
  }

  leave(): void {
    this.depth--;
  }

  isSymbol(text: string): boolean {
    return this.token.kind === 'symbol' && this.token.text === text;
  }

  isName(name: string): boolean {
    return this.token.kind === 'name' && this.token.text.toLowerCase() === name;
  }

  /** Consumes the next token. */
  advance(): PhpToken {
    const consumed = this.token;
    this.end = consumed.end;
    this.token = this.lexer.next();
    return consumed;
  }

  /** Consumes the next token if it is the name; returns whether it is. */
  skipName(name: string): boolean {
    const isName = this.isName(name);
    if (isName) this.advance();
    return isName;
  }

  /** @throws MalformedFileError if the next token is not the symbol */
  expectSymbol(symbol: string): void {
    if (!this.isSymbol(symbol)) this.refuse(`"${symbol}"`);
    this.advance();
  }

  /** @throws MalformedFileError if the next token is not of the kind */
  expect(kind: PhpToken['kind']): string {
    if (this.token.kind !== kind) this.refuse(`a ${kind}`);
    return this.advance().text;
  }

  /** @throws MalformedFileError with the position of the next token */
  refuse(expected: string): never {
    const { kind, text, offset } = this.token;
    const found = kind === 'end' ? text : JSON.stringify(shorten(text, 40));
    return this.refuseAt(`only arrays of literals are supported: expected ${expected}, found ${found}`, offset);
  }

  refuseAt(message: string, offset: number): never {
    return this.lexer.refuse(message, offset);
  }
}
