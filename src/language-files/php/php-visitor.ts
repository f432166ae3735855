import type { KeyPaths } from '../model/nesting/key-paths';
import type { Span } from '../template/file-template';
import { lineCounter } from '../text/source-lines';
import { readScalar, toArrayKey, type PhpScalar } from './php-scalar';
import { PhpTokenStream } from './php-token-stream';

/** An element of an array, up to its value. */
export interface PhpElement {
  key: string;
  /** As PHP reads it; undefined for an element without one. */
  name?: string;
  /** The index of an element without a name. */
  index: number;
  /** The offset of the name or, without one, of the value. */
  start: number;
  /** The offset behind the name. */
  nameEnd: number;
  /** The offset of `=>`. */
  arrow: number;
  line: number;
}

/** Receives the parts of a file in their order. Spans are places in the source. */
export interface PhpHandler {
  /** @param element undefined for the array that the file returns; `open` is the span up to the bracket */
  beginArray(element: PhpElement | undefined, open: Span, line: number): void;
  endArray(size: number, bracket: Span): void;
  scalar(element: PhpElement, scalar: PhpScalar, span: Span): void;
  /** A comma behind an element. */
  comma?(span: Span): void;
  /** Is called before the token behind the comment is read. */
  comment(start: number, end: number): void;
}

/**
 * Visits `<?php return [ … ];` if everything in it is a literal: arrays (`[]`, `array()`), strings of all four kinds,
 * numbers, `true`, `false`, `null`, and strings joined with `.`. Nothing else is evaluated: calls, variables, constants
 * and spreads are refused.
 *
 * @throws MalformedFileError, FileLimitError with the position
 */
export const visitPhp = (source: string, handler: PhpHandler, paths: KeyPaths): void =>
  new PhpVisitor(source, handler, paths).visit();

class PhpVisitor {
  private readonly tokens: PhpTokenStream;
  private readonly lineAt: (offset: number) => number;

  constructor(
    source: string,
    private readonly handler: PhpHandler,
    private readonly paths: KeyPaths,
  ) {
    this.tokens = new PhpTokenStream(source, (start, end) => handler.comment(start, end));
    this.lineAt = lineCounter(source);
  }

  visit(): void {
    const { tokens } = this;
    while (tokens.skipName('declare')) this.readDeclaration();
    if (!tokens.skipName('return')) tokens.refuse('an array of literals that the file returns');
    if (!this.isArray()) tokens.refuse('an array');
    this.readArray();
    this.readEnd();
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

  private readArray(element?: PhpElement): void {
    const { tokens, handler } = this;
    const { offset: start } = tokens.token;
    const line = this.lineAt(start);
    tokens.enter();
    const [open, close] = tokens.skipName('array') ? ['(', ')'] : ['[', ']'];
    tokens.expectSymbol(open);
    handler.beginArray(element, { start, end: tokens.end }, line);
    let nextIndex = 0;
    let size = 0;
    for (; !tokens.isSymbol(close); size++) {
      nextIndex = this.readItem(element?.key, nextIndex);
      if (tokens.isSymbol(',')) {
        const { offset, end } = tokens.advance();
        handler.comma?.({ start: offset, end });
      } else if (!tokens.isSymbol(close)) tokens.refuse(`"," or "${close}"`);
    }
    const { offset, end } = tokens.advance();
    tokens.leave();
    handler.endArray(size, { start: offset, end });
  }

  /** @returns the index that PHP gives to the next item without a key */
  private readItem(parent: string | undefined, index: number): number {
    const { tokens } = this;
    const { offset: start } = tokens.token;
    const line = this.lineAt(start);
    if (this.isArray()) {
      this.readArray(this.toItem(parent, { index, start, line }));
      return index + 1;
    }
    const scalar = readScalar(tokens);
    const nameEnd = tokens.end;
    if (!tokens.isSymbol('=>')) {
      this.handler.scalar(this.toItem(parent, { index, start, line }), scalar, { start, end: nameEnd });
      return index + 1;
    }
    const name = toArrayKey(scalar, start, tokens);
    const { offset: arrow } = tokens.advance();
    const key = this.paths.child(parent, name, { line });
    const element = { key, name, index, start, nameEnd, arrow, line };
    if (this.isArray()) this.readArray(element);
    else {
      const { offset } = tokens.token;
      const value = readScalar(tokens);
      this.handler.scalar(element, value, { start: offset, end: tokens.end });
    }
    return isIndex(name) ? Math.max(index, Number(name) + 1) : index;
  }

  private toItem(parent: string | undefined, place: Pick<PhpElement, 'index' | 'start' | 'line'>): PhpElement {
    const { index, start, line } = place;
    const key =
      parent === undefined
        ? this.paths.child(undefined, `[${index}]`, { line })
        : this.paths.item(parent, index, { line });
    return { ...place, key, nameEnd: start, arrow: start };
  }
}

/** Whether PHP makes a number of a name, from which it counts the items without names. */
export const isIndex = (name: string): boolean => /^(?:0|[1-9]\d{0,15})$/.test(name);
