import type { MalformedFileError } from '../model/format-errors';
import {
  AMPERSAND,
  ASTERISK,
  BRACE,
  BRACKET,
  CLOSING_BRACE,
  CLOSING_BRACKET,
  COLON,
  COMMA,
  endsWord,
  EXCLAMATION_MARK,
  gapEnd,
  HASH,
  HYPHEN,
  isDocumentMarker,
  isFlowSign,
  isWhite,
  QUESTION_MARK,
  whiteEnd,
} from './characters';
import type { ScalarReader } from './scalar-reader';
import {
  createEmptyScalar,
  type YamlItem,
  type YamlMap,
  type YamlNode,
  type YamlPair,
  type YamlSequence,
} from './yaml-node';
import type { YamlSource } from './yaml-source';

/** The length of the name of a pair in brackets (YAML 1.2, §7.4.2). */
const MAX_NAME = 1_024;

/**
 * Reads maps in braces and sequences in brackets (YAML 1.2, §7.4) as the library does, many times as fast. Their lines
 * may have any indentation, as for the readers of YAML 1.1, on which most tools are built.
 *
 * Its methods throw an error for what is not YAML, and return undefined for what only the library can judge: anchors,
 * aliases, tags, explicit names, and brackets as a name in brackets.
 */
export class FlowReader {
  private readonly text: string;
  /** The next character to read. */
  private offset = 0;
  /** The offset of the innermost open bracket. */
  private open = 0;

  constructor(
    private readonly source: YamlSource,
    private readonly scalars: ScalarReader,
  ) {
    this.text = source.text;
  }

  /** Whether a collection starts at an offset. */
  starts(offset: number): boolean {
    const unit = this.text.charCodeAt(offset);
    return unit === BRACE || unit === BRACKET;
  }

  /** @param depth the number of collections around it */
  read(start: number, depth: number): YamlMap | YamlSequence | undefined {
    if (depth >= this.source.maxDepth) throw this.source.depthError(start);
    const outer = this.open;
    this.open = start;
    this.offset = start + 1;
    const isMap = this.text.charCodeAt(start) === BRACE;
    const collection = isMap ? this.readMap(start, depth + 1) : this.readSequence(start, depth + 1);
    this.open = outer;
    return collection;
  }

  private readMap(start: number, depth: number): YamlMap | undefined {
    const pairs: YamlPair[] = [];
    const isRead = this.readElements(CLOSING_BRACE, (before) => {
      const key = this.readKey(before, depth);
      if (!key) return false;
      const hasColon = this.isColonBehind(key);
      const value = hasColon ? this.readValue(depth) : undefined;
      pairs.push({ start: key.start, key, value });
      return !hasColon || value !== undefined;
    });
    return isRead ? { kind: 'map', start, end: this.offset, isFlow: true, pairs } : undefined;
  }

  private readSequence(start: number, depth: number): YamlSequence | undefined {
    const items: YamlItem[] = [];
    const isRead = this.readElements(CLOSING_BRACKET, (before) => {
      const node = this.readKey(before, depth);
      const value = node && this.isColonBehind(node) ? this.readPair(node, depth) : node;
      if (value) items.push({ start: value.start, value });
      return value !== undefined;
    });
    return isRead ? { kind: 'sequence', start, end: this.offset, isFlow: true, items } : undefined;
  }

  /**
   * Reads the elements of a collection, and its closing bracket.
   *
   * @param read reads an element, and what separates it from the next character. It gets the offset behind the bracket
   *   or comma before the element, and returns whether it could.
   */
  private readElements(closing: number, read: (before: number) => boolean): boolean {
    const { text } = this;
    for (;;) {
      const before = this.offset;
      this.skipToContent();
      const unit = text.charCodeAt(this.offset);
      if (unit === closing) break;
      if (unit === COMMA || unit === CLOSING_BRACE || unit === CLOSING_BRACKET) {
        throw this.error(`unexpected ${text.charAt(this.offset)}`);
      }
      if (!read(before)) return false;
      if (text.charCodeAt(this.offset) === closing) break;
      if (text.charCodeAt(this.offset) !== COMMA) {
        if (this.isRare()) return false;
        throw this.error(`a comma or ${String.fromCharCode(closing)} is missing`);
      }
      this.offset++;
    }
    this.offset++;
    return true;
  }

  /** Reads an item, or the name of a pair, which may be empty. */
  private readKey(before: number, depth: number): YamlNode | undefined {
    if (!this.isColon(this.offset)) return this.readNode(depth);
    const isFirst = this.text.charCodeAt(before - 1) !== COMMA;
    return createEmptyScalar(isFirst ? before : gapEnd(this.text, before));
  }

  /** Reads the only pair of a map without braces. */
  private readPair(key: YamlNode, depth: number): YamlMap | undefined {
    if (key.kind !== 'scalar') return undefined;
    const { start, end } = key;
    const colon = this.offset;
    if (end > start && this.text.slice(start, colon).includes('\n')) {
      throw this.error('the name of a pair in brackets must be on one line; or a ] is missing', start);
    }
    if (end > start && colon - start > MAX_NAME) {
      throw this.error(`the name of a pair in brackets has more than ${MAX_NAME} characters`, start);
    }
    const value = this.readValue(depth);
    return value && { kind: 'map', start, end: value.end, isFlow: true, pairs: [{ start, key, value }] };
  }

  /** Reads the colon of a pair and its value. */
  private readValue(depth: number): YamlNode | undefined {
    const behind = this.offset + 1;
    this.offset = behind;
    this.skipToContent();
    const unit = this.text.charCodeAt(this.offset);
    const isEmpty = unit === COMMA || unit === CLOSING_BRACE || unit === CLOSING_BRACKET;
    return isEmpty ? createEmptyScalar(gapEnd(this.text, behind)) : this.readNode(depth);
  }

  /** Reads a node, and the white space and comments behind it. */
  private readNode(depth: number): YamlNode | undefined {
    const { text, offset: start } = this;
    const unit = text.charCodeAt(start);
    if (unit === HYPHEN && this.isSign(start)) throw this.error('a list with hyphens cannot stand in brackets');
    if (this.isColon(start)) throw this.error('unexpected :');
    if (this.isRare()) return undefined;
    const node = this.starts(start) ? this.read(start, depth) : this.scalars.readFlow(start);
    if (!node) return undefined;
    this.offset = node.end;
    this.skipToContent();
    return node;
  }

  /** Whether an anchor, alias, tag or explicit name is next. */
  private isRare(): boolean {
    const unit = this.text.charCodeAt(this.offset);
    if (unit === QUESTION_MARK) return this.isSign(this.offset);
    return unit === AMPERSAND || unit === ASTERISK || unit === EXCLAMATION_MARK;
  }

  /** Whether the next character is the colon of a pair. Behind quotes and brackets it needs no space after it. */
  private isColonBehind(key: YamlNode): boolean {
    const isPlain = key.kind === 'scalar' && key.style === 'plain';
    return isPlain ? this.isColon(this.offset) : this.text.charCodeAt(this.offset) === COLON;
  }

  private isColon(offset: number): boolean {
    return this.text.charCodeAt(offset) === COLON && this.isSign(offset);
  }

  /** Whether a hyphen, colon or question mark is not the start of a text. */
  private isSign(offset: number): boolean {
    return endsWord(this.text, offset + 1) || isFlowSign(this.text.charCodeAt(offset + 1));
  }

  /** Skips white space and comments. The text does not end there. */
  private skipToContent(): void {
    const { text, source } = this;
    for (;;) {
      const next = whiteEnd(text, this.offset);
      this.offset = next;
      if (next === text.length) throw this.error(`the ${text.charAt(this.open)} is not closed`, this.open);
      if (isDocumentMarker(text, next)) throw this.error('a document ends inside of brackets');
      if (text.charCodeAt(next) !== HASH) return;
      if (!isWhite(text.charCodeAt(next - 1))) throw this.error('white space is missing before the comment');
      source.comments.push(next);
      const lineEnd = text.indexOf('\n', next);
      this.offset = lineEnd < 0 ? text.length : lineEnd;
    }
  }

  private error(message: string, offset = this.offset): MalformedFileError {
    return this.source.syntaxError(message, offset);
  }
}
