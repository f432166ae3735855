import type { ParseContext } from '../model/codec';
import type { ParsedEntry } from '../model/entry';
import { KeyPaths } from '../model/nesting/key-paths';
import { lineCounter, positionAt } from '../text/source-lines';
import { readScalar, toArrayKey, type PhpScalar } from './php-scalar';
import { PhpTokenStream } from './php-token-stream';

/**
 * Reads the texts of `<?php return [ … ];` if everything in it is a literal: arrays (`[]`, `array()`), strings of all
 * four kinds, numbers, `true`, `false`, `null`, and strings joined with `.`. Nothing else is evaluated: calls,
 * variables, constants and spreads are refused.
 *
 * @throws MalformedFileError, FileLimitError with the position
 */
export const readPhp = (source: string, warn: ParseContext['warn']): ParsedEntry[] =>
  new PhpArrayReader(source, warn).read();

class PhpArrayReader {
  private readonly entries: ParsedEntry[] = [];
  private readonly tokens: PhpTokenStream;
  private readonly paths = new KeyPaths();
  private readonly lineAt: (offset: number) => number;

  constructor(
    private readonly source: string,
    private readonly warn: ParseContext['warn'],
  ) {
    this.tokens = new PhpTokenStream(source);
    this.lineAt = lineCounter(source);
  }

  read(): ParsedEntry[] {
    const { tokens } = this;
    while (tokens.skipName('declare')) this.readDeclaration();
    if (!tokens.skipName('return')) tokens.refuse('an array of literals that the file returns');
    if (!this.isArray()) tokens.refuse('an array');
    this.readArray(undefined);
    this.readEnd();
    this.warnAboutComments();
    return this.entries;
  }

  private readDeclaration(): void {
    this.tokens.expectSymbol('(');
    if (!this.tokens.skipName('strict_types')) this.tokens.refuse('strict_types');
    this.tokens.expectSymbol('=');
    this.tokens.expect('number');
    this.tokens.expectSymbol(')');
    this.tokens.expectSymbol(';');
  }

  private readEnd(): void {
    const { tokens } = this;
    if (tokens.isSymbol(';')) tokens.advance();
    else if (!tokens.isSymbol('?>')) tokens.refuse('";"');
    if (tokens.token.kind === 'end') return;
    if (!tokens.isSymbol('?>') || tokens.rest().trim() !== '') tokens.refuse('nothing after the array');
  }

  private isArray(): boolean {
    return this.tokens.isSymbol('[') || this.tokens.isName('array');
  }

  private readArray(key: string | undefined): void {
    const { tokens } = this;
    const { offset } = tokens.token;
    tokens.enter();
    const [open, close] = tokens.skipName('array') ? ['(', ')'] : ['[', ']'];
    tokens.expectSymbol(open);
    let nextIndex = 0;
    let size = 0;
    for (; !tokens.isSymbol(close); size++) {
      nextIndex = this.readItem(key, nextIndex);
      if (tokens.isSymbol(',')) tokens.advance();
      else if (!tokens.isSymbol(close)) tokens.refuse(`"," or "${close}"`);
    }
    tokens.advance();
    tokens.leave();
    if (size > 0 || key === undefined) return;
    const line = this.lineAt(offset);
    this.warn({ code: 'empty_container', detail: 'the array is empty; it is not imported', key, line });
  }

  /** @returns the index that PHP gives to the next item without a key */
  private readItem(parent: string | undefined, index: number): number {
    const { tokens } = this;
    const { offset } = tokens.token;
    if (this.isArray()) {
      this.readArray(this.toItemKey(parent, index, offset));
      return index + 1;
    }
    const scalar = readScalar(tokens);
    if (!tokens.isSymbol('=>')) {
      this.addEntry(this.toItemKey(parent, index, offset), scalar, offset);
      return index + 1;
    }
    const name = toArrayKey(scalar, offset, tokens);
    tokens.advance();
    const key = this.paths.child(parent, name, { line: this.lineAt(offset) });
    if (this.isArray()) this.readArray(key);
    else this.addEntry(key, readScalar(tokens), offset);
    return /^(?:0|[1-9]\d{0,15})$/.test(name) ? Math.max(index, Number(name) + 1) : index;
  }

  private toItemKey(parent: string | undefined, index: number, offset: number): string {
    const position = { line: this.lineAt(offset) };
    return parent === undefined
      ? this.paths.child(undefined, `[${index}]`, position)
      : this.paths.item(parent, index, position);
  }

  private addEntry(key: string, { kind, text }: PhpScalar, offset: number): void {
    const line = this.lineAt(offset);
    this.entries.push({ key, value: kind === 'null' ? null : text, line });
    if (kind === 'number' || kind === 'boolean') {
      this.warn({ code: 'value_became_text', detail: `the ${kind} ${text} is imported as text`, key, line });
    }
  }

  private warnAboutComments(): void {
    const { count, firstOffset } = this.tokens.skippedComments;
    if (count === 0) return;
    const { line } = positionAt(this.source, firstOffset);
    const detail = `comments are not imported; the file has ${count}, the first on line ${line}`;
    this.warn({ code: 'comment_dropped', detail, line });
  }
}
