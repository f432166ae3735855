import { FileLimitError } from '../model/format-errors';
import type { JsonHandler, JsonPosition, JsonScalarKind } from './json-handler';
import { assertTokenLengths, MAX_TOKEN_LENGTH } from './json-tokens';

/** Maximum nesting depth of objects and arrays; the root is level 1. */
export const MAX_JSON_DEPTH = 100;
/** Maximum number of values of all kinds in one file, so that a tree of them always fits into memory. */
const MAX_JSON_VALUES = 2_000_000;

const QUOTE = 0x22;
const BACKSLASH = 0x5c;
const SPACE = 0x20;
const TAB = 0x09;
const LF = 0x0a;
const CR = 0x0d;
const COMMA = 0x2c;
const COLON = 0x3a;
const OPEN_OBJECT = 0x7b;
const CLOSE_OBJECT = 0x7d;
const OPEN_ARRAY = 0x5b;
const CLOSE_ARRAY = 0x5d;

/** A number, `true`, `false` or `null` (RFC 8259 §3 and §6). */
const LITERAL = /(-?(?:0|[1-9][0-9]*)(?:\.[0-9]+)?(?:[eE][+-]?[0-9]+)?)|(true|false)|null/y;

/** What precedes the next token in the innermost container. */
type State = 'bracket' | 'value' | 'comma';

/**
 * Reads strict JSON (RFC 8259) with an object as its root, without recursion. It does not say what is wrong with a text
 * that is not JSON.
 */
export class JsonScanner {
  private offset = 0;
  /** The 1-based number of the line, and the offset where it starts. */
  private line = 1;
  private lineStart = 0;
  private state: State = 'bracket';
  private depth = 0;
  private valueCount = 0;
  /** Whether the open container of each level is an array. */
  private readonly arrays: boolean[] = [];

  constructor(
    private readonly text: string,
    private readonly handler: JsonHandler,
  ) {}

  /**
   * Passes the contents of the text to the handler.
   *
   * @returns false at the first token that does not belong to an object in JSON
   * @throws FileLimitError
   */
  scan(): boolean {
    this.skipSpace();
    if (this.text.charCodeAt(this.offset) !== OPEN_OBJECT) return false;
    this.begin(false);
    while (this.depth > 0) {
      this.skipSpace();
      if (!this.scanNext()) return false;
    }
    this.skipSpace();
    return this.offset === this.text.length;
  }

  /** Reads a comma, the end of the container, or an element of it. */
  private scanNext(): boolean {
    const isArray = this.arrays[this.depth] ?? false;
    const unit = this.text.charCodeAt(this.offset);
    if (unit === (isArray ? CLOSE_ARRAY : CLOSE_OBJECT)) {
      if (this.state === 'comma') return false;
      this.end(isArray);
      return true;
    }
    if (this.state === 'value') {
      this.state = 'comma';
      this.offset++;
      return unit === COMMA;
    }
    return (isArray || this.scanName()) && this.scanValue();
  }

  /** Reads the name of a member, and its colon. */
  private scanName(): boolean {
    const start = this.offset;
    if (this.text.charCodeAt(start) !== QUOTE) return false;
    const name = this.scanString();
    if (name === undefined) return false;
    this.handler.member(name, this.positionOf(start), start);
    this.skipSpace();
    if (this.text.charCodeAt(this.offset) !== COLON) return false;
    this.offset++;
    this.skipSpace();
    return true;
  }

  private scanValue(): boolean {
    const unit = this.text.charCodeAt(this.offset);
    if (unit === OPEN_OBJECT || unit === OPEN_ARRAY) {
      this.begin(unit === OPEN_ARRAY);
      return true;
    }
    const start = this.offset;
    const [kind, text] = unit === QUOTE ? ['string' as const, this.scanString()] : this.scanLiteral();
    if (text === undefined) return false;
    const position = this.positionOf(start);
    this.countValue(position);
    this.handler.scalar(kind, text, position, start, this.offset);
    this.state = 'value';
    return true;
  }

  /** Returns the text of a string, undefined where it is not a valid one. */
  private scanString(): string | undefined {
    const { text, offset: start } = this;
    let end = start + 1;
    let hasEscapes = false;
    for (let unit = text.charCodeAt(end); unit !== QUOTE; unit = text.charCodeAt(end)) {
      // At the end of the text, the unit is NaN.
      if (!(unit >= SPACE)) return undefined;
      hasEscapes ||= unit === BACKSLASH;
      end += unit === BACKSLASH ? 2 : 1;
    }
    this.offset = end + 1;
    if (this.offset - start > MAX_TOKEN_LENGTH) assertTokenLengths(text);
    return hasEscapes ? unescape(text.slice(start, end + 1)) : text.slice(start + 1, end);
  }

  /** Numbers keep their digits: converted to a JavaScript number, 9007199254740993 and 1e400 would change. */
  private scanLiteral(): [JsonScalarKind, string | undefined] {
    LITERAL.lastIndex = this.offset;
    const [text, number, boolean] = LITERAL.exec(this.text) ?? [];
    this.offset += text?.length ?? 0;
    return [number !== undefined ? 'number' : boolean !== undefined ? 'boolean' : 'null', text];
  }

  private begin(isArray: boolean): void {
    const start = this.offset++;
    const position = this.positionOf(start);
    if (++this.depth > MAX_JSON_DEPTH) {
      throw new FileLimitError(`nested deeper than ${MAX_JSON_DEPTH} levels`, position);
    }
    this.countValue(position);
    this.arrays[this.depth] = isArray;
    this.state = 'bracket';
    if (isArray) this.handler.beginArray(position, start);
    else this.handler.beginObject(position, start);
  }

  private end(isArray: boolean): void {
    this.depth--;
    this.offset++;
    this.state = 'value';
    if (isArray) this.handler.endArray(this.offset);
    else this.handler.endObject(this.offset);
  }

  private countValue(position: JsonPosition): void {
    if (++this.valueCount > MAX_JSON_VALUES) throw new FileLimitError(`more than ${MAX_JSON_VALUES} values`, position);
  }

  private skipSpace(): void {
    const { text, offset: start } = this;
    let offset = start;
    for (;;) {
      const unit = text.charCodeAt(offset);
      if (unit !== SPACE && unit !== LF && unit !== CR && unit !== TAB) break;
      offset++;
      if (unit === LF || (unit === CR && text.charCodeAt(offset) !== LF)) {
        this.line++;
        this.lineStart = offset;
      }
    }
    this.offset = offset;
    if (offset - start > MAX_TOKEN_LENGTH) assertTokenLengths(text);
  }

  private positionOf(offset: number): JsonPosition {
    return { line: this.line, column: offset - this.lineStart + 1 };
  }
}

/** Returns the text of a string with its quotes; undefined for an escape that JSON does not have. */
function unescape(token: string): string | undefined {
  try {
    return JSON.parse(token) as string;
  } catch (error) {
    if (!(error instanceof SyntaxError)) throw error;
    return undefined;
  }
}
