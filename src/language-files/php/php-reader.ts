import type { ParseContext } from '../model/codec';
import type { ParsedEntry } from '../model/entry';
import { FileLimitError } from '../model/format-errors';
import { KeyPaths } from '../model/nesting/key-paths';
import { lineCounter, positionAt } from '../text/source-lines';
import { PhpLexer, type PhpToken } from './php-lexer';

const MAX_DEPTH = 100;

type Scalar = { kind: 'string' | 'number' | 'boolean' | 'null'; text: string };

/**
 * Reads `<?php return [ … ];` where everything is a literal: arrays (`[]`, `array()`), strings of all four kinds, numbers,
 * `true`, `false`, `null`, and strings joined with `.`. It evaluates nothing else: calls, variables, constants, spreads are
 * refused with their place.
 */
export class PhpArrayReader {
  readonly entries: ParsedEntry[] = [];
  private readonly lexer: PhpLexer;
  private readonly paths = new KeyPaths();
  private readonly lineOf: (offset: number) => number;
  private token: PhpToken;
  private depth = 0;

  constructor(
    private readonly source: string,
    private readonly warn: ParseContext['warn'],
  ) {
    this.lexer = new PhpLexer(source);
    this.lineOf = lineCounter(source);
    this.token = this.lexer.next();
  }

  /** @throws MalformedFileError, FileLimitError */
  read(): ParsedEntry[] {
    while (this.skipName('declare')) this.declaration();
    if (!this.skipName('return')) this.refuse('an array of literals that the file returns');
    if (!this.isArray()) this.refuse('an array');
    this.array(undefined);
    this.end();
    this.warnOfComments();
    return this.entries;
  }

  private declaration(): void {
    this.expect('(');
    if (!this.skipName('strict_types')) this.refuse('strict_types');
    this.expect('=');
    this.take('number');
    this.expect(')');
    this.expect(';');
  }

  private end(): void {
    if (this.isSymbol(';')) this.advance();
    else if (!this.isSymbol('?>')) this.refuse('";"');
    if (this.token.kind === 'end') return;
    if (!this.isSymbol('?>') || this.lexer.rest().trim() !== '') this.refuse('nothing after the array');
  }

  private isArray(): boolean {
    return this.isSymbol('[') || this.isName('array');
  }

  private array(key: string | undefined): void {
    const start = this.token;
    if (++this.depth > MAX_DEPTH)
      throw new FileLimitError(`arrays nested deeper than ${MAX_DEPTH} levels`, positionAt(this.source, start.offset));
    const close = this.skipName('array') ? ')' : ']';
    this.expect(close === ')' ? '(' : '[');
    let next = 0;
    let size = 0;
    for (; !this.isSymbol(close); size++) {
      next = this.item(key, next);
      if (this.isSymbol(',')) this.advance();
      else if (!this.isSymbol(close)) this.refuse(`"," or "${close}"`);
    }
    this.advance();
    this.depth--;
    if (size === 0 && key !== undefined) {
      const line = this.lineOf(start.offset);
      this.warn({ code: 'empty_container', detail: 'an empty array holds no text', key, line });
    }
  }

  /** @returns the number that PHP gives to the next item without a key */
  private item(parent: string | undefined, index: number): number {
    const { offset } = this.token;
    if (this.isArray()) {
      this.array(this.itemKey(parent, index, offset));
      return index + 1;
    }
    const scalar = this.scalar();
    if (!this.isSymbol('=>')) {
      this.add(this.itemKey(parent, index, offset), scalar, offset);
      return index + 1;
    }
    const name = this.nameOf(scalar, offset);
    this.advance();
    const key = this.paths.child(parent, name, this.positionOf(offset));
    if (this.isArray()) this.array(key);
    else this.add(key, this.scalar(), offset);
    return /^(?:0|[1-9]\d{0,15})$/.test(name) ? Math.max(index, Number(name) + 1) : index;
  }

  private itemKey(parent: string | undefined, index: number, offset: number): string {
    const position = this.positionOf(offset);
    return parent === undefined
      ? this.paths.child(undefined, `[${index}]`, position)
      : this.paths.item(parent, index, position);
  }

  private add(key: string, { kind, text }: Scalar, offset: number): void {
    const line = this.lineOf(offset);
    this.entries.push({ key, value: kind === 'null' ? null : text, line });
    if (kind === 'number' || kind === 'boolean')
      this.warn({ code: 'value_became_text', detail: `the ${kind} ${text} is kept as a text`, key, line });
  }

  /** The key that PHP makes of a value: `true` is 1, `null` is the empty string. */
  private nameOf({ kind, text }: Scalar, offset: number): string {
    if (kind === 'boolean') return text.toLowerCase() === 'true' ? '1' : '0';
    if (kind === 'null') return '';
    if (kind === 'string') return text;
    const number = /^(-?)(0[0-7]*|[1-9]\d*|0[xXbBoO][0-9a-fA-F]+)$/.exec(text.replaceAll('_', ''));
    if (!number) this.lexer.refuse(`${text} is no key: keys are strings and whole numbers`, offset);
    const [, sign = '', digits = '0'] = number ?? [];
    const value = BigInt(/^0[0-7]+$/.test(digits) ? `0o${digits.slice(1)}` : digits);
    return (sign === '' ? value : -value).toString();
  }

  private scalar(): Scalar {
    const first = this.operand();
    if (!this.isSymbol('.')) return first;
    const parts = [this.joinable(first)];
    while (this.isSymbol('.')) {
      this.advance();
      parts.push(this.joinable(this.operand()));
    }
    return { kind: 'string', text: parts.join('') };
  }

  private joinable({ kind, text }: Scalar): string {
    if (kind === 'string' || (kind === 'number' && /^(?:0|-?[1-9]\d{0,15})$/.test(text))) return text;
    return this.refuse('strings and whole numbers around "."');
  }

  private operand(): Scalar {
    if (this.token.kind === 'string') return { kind: 'string', text: this.take('string') };
    if (this.token.kind === 'number') return { kind: 'number', text: this.take('number') };
    if (this.isSymbol('-') || this.isSymbol('+')) return this.signed();
    if (this.isSymbol('(')) return this.parenthesized();
    const word = this.token.kind === 'name' ? this.token.text.toLowerCase().replace(/^\\/, '') : '';
    if (word === 'true' || word === 'false' || word === 'null') {
      this.advance();
      return { kind: word === 'null' ? 'null' : 'boolean', text: word };
    }
    return this.refuse('a literal');
  }

  private signed(): Scalar {
    const sign = this.advance().text === '-' ? '-' : '';
    return { kind: 'number', text: `${sign}${this.take('number')}` };
  }

  private parenthesized(): Scalar {
    if (++this.depth > MAX_DEPTH)
      throw new FileLimitError('parentheses nested too deep', this.positionOf(this.token.offset));
    this.advance();
    const inner = this.scalar();
    this.expect(')');
    this.depth--;
    return inner;
  }

  private warnOfComments(): void {
    const { comments, offset } = this.lexer.skipped;
    if (comments === 0) return;
    const { line } = positionAt(this.source, offset);
    this.warn({
      code: 'comment_dropped',
      detail: `comments are not kept: ${comments}, the first on line ${line}`,
      line,
    });
  }

  private positionOf(offset: number): { line: number } {
    return { line: this.lineOf(offset) };
  }

  private isSymbol(text: string): boolean {
    return this.token.kind === 'symbol' && this.token.text === text;
  }

  private isName(name: string): boolean {
    return this.token.kind === 'name' && this.token.text.toLowerCase() === name;
  }

  private skipName(name: string): boolean {
    const found = this.isName(name);
    if (found) this.advance();
    return found;
  }

  private expect(symbol: string): void {
    if (!this.isSymbol(symbol)) this.refuse(`"${symbol}"`);
    this.advance();
  }

  private take(kind: PhpToken['kind']): string {
    if (this.token.kind !== kind) this.refuse(`a ${kind}`);
    return this.advance().text;
  }

  private advance(): PhpToken {
    const passed = this.token;
    this.token = this.lexer.next();
    return passed;
  }

  private refuse(expected: string): never {
    const { kind, text, offset } = this.token;
    const found = kind === 'end' ? text : JSON.stringify(text.slice(0, 40));
    return this.lexer.refuse(`only arrays of literals are read: expected ${expected}, found ${found}`, offset);
  }
}
