import { CST } from 'yaml';
import type { MalformedFileError } from '../model/format-errors';
import {
  BACKSLASH,
  blankEnd,
  COLON,
  DOUBLE_QUOTE,
  endsWord,
  HASH,
  isDocumentMarker,
  isFlowSign,
  isLineEnd,
  isWhite,
  SINGLE_QUOTE,
  SPACE,
  spaceEnd,
  TAB,
  whiteEnd,
} from './characters';
import type { YamlScalar } from './yaml-node';
import type { YamlSource } from './yaml-source';

const GREATER = 0x3e;
const BAR = 0x7c;

/** Matches the start of a plain scalar in block style (YAML 1.2, §7.3.3). */
const PLAIN_START = /[^\s\-?:,[\]{}#&*!|>'"%@`]|[-?:](?![ \t\r\n]|$)/y;
const BLOCK_HEADER = /[|>][+-]?/y;

/** Reads scalars. Scalars of several lines or with escapes are resolved by the library. */
export class ScalarReader {
  private readonly text: string;

  constructor(private readonly source: YamlSource) {
    this.text = source.text;
  }

  /**
   * Reads the scalar at an offset. A plain scalar ends in front of a colon.
   *
   * @param column of the map or sequence around it
   * @returns undefined for what is no scalar, or one that only the library can judge
   * @throws MalformedFileError for quotes that are not closed, and for wrong escapes
   */
  read(start: number, column: number): YamlScalar | undefined {
    const unit = this.text.charCodeAt(start);
    if (unit === DOUBLE_QUOTE) return this.readDoubleQuoted(start, column);
    if (unit === SINGLE_QUOTE) return this.readSingleQuoted(start, column);
    if (unit === BAR || unit === GREATER) return this.readBlock(start, column);
    PLAIN_START.lastIndex = start;
    return PLAIN_START.test(this.text) ? this.readPlain(start, column) : undefined;
  }

  /** Reads the scalar at an offset in braces or brackets. @throws MalformedFileError */
  readFlow(start: number): YamlScalar {
    const char = this.text.charAt(start);
    if (/[%@`|>]/.test(char)) throw this.source.syntaxError(`a plain text cannot start with ${char}`, start);
    const scalar = /["']/.test(char) ? this.read(start, -1) : this.readFlowPlain(start);
    if (!scalar) throw this.source.syntaxError('a document ends inside of quotes', start);
    return scalar;
  }

  private readFlowPlain(start: number): YamlScalar {
    const { text } = this;
    let end = start;
    for (let offset = start; offset < text.length; offset++) {
      const unit = text.charCodeAt(offset);
      if (isWhite(unit)) {
        const next = whiteEnd(text, offset);
        if (text.charCodeAt(next) === HASH || isDocumentMarker(text, next)) break;
        offset = next - 1;
        continue;
      }
      if (isFlowSign(unit)) break;
      if (unit === COLON && (endsWord(text, offset + 1) || isFlowSign(text.charCodeAt(offset + 1)))) break;
      end = offset + 1;
    }
    const source = text.slice(start, end);
    const value = source.includes('\n') ? this.resolve({ type: 'scalar', offset: start, indent: 0, source }) : source;
    return { kind: 'scalar', start, end, text: value, style: 'plain' };
  }

  private readDoubleQuoted(start: number, column: number): YamlScalar | undefined {
    const { text } = this;
    let end = start + 1;
    let hasEscapes = false;
    for (let unit = text.charCodeAt(end); unit !== DOUBLE_QUOTE; unit = text.charCodeAt(end)) {
      if (end >= text.length) throw this.notClosed(start);
      hasEscapes ||= unit === BACKSLASH;
      end += unit === BACKSLASH ? 2 : 1;
    }
    return this.createQuoted('double-quoted-scalar', { start, end: end + 1 }, column, hasEscapes);
  }

  private readSingleQuoted(start: number, column: number): YamlScalar | undefined {
    const { text } = this;
    let end = text.indexOf("'", start + 1);
    let hasEscapes = false;
    for (; end >= 0 && text.charCodeAt(end + 1) === SINGLE_QUOTE; end = text.indexOf("'", end + 2)) hasEscapes = true;
    if (end < 0) throw this.notClosed(start);
    return this.createQuoted('single-quoted-scalar', { start, end: end + 1 }, column, hasEscapes);
  }

  private createQuoted(
    type: CST.FlowScalar['type'],
    { start, end }: { start: number; end: number },
    column: number,
    hasEscapes: boolean,
  ): YamlScalar | undefined {
    const source = this.text.slice(start, end);
    const isFolded = source.includes('\n');
    if (isFolded && !this.isIndented(start, end, column)) return undefined;
    const isResolved = isFolded || hasEscapes;
    const text = isResolved ? this.resolve({ type, offset: start, indent: column, source }) : source.slice(1, -1);
    return { kind: 'scalar', start, end, text, style: 'quoted' };
  }

  private notClosed(start: number): MalformedFileError {
    return this.source.syntaxError('the quotes are not closed', start);
  }

  /**
   * Whether all lines of a scalar but the first are blank, or indented deeper than a column, and none ends the
   * document.
   */
  private isIndented(start: number, end: number, column: number): boolean {
    const { text } = this;
    for (let line = text.indexOf('\n', start) + 1; line > 0 && line < end; line = text.indexOf('\n', line) + 1) {
      const content = spaceEnd(text, line);
      if (!isLineEnd(text, content) && content - line <= column) return false;
      if (isDocumentMarker(text, line)) return false;
    }
    return true;
  }

  private readPlain(start: number, column: number): YamlScalar | undefined {
    const { text } = this;
    let end = this.endOfPlain(start);
    let isFolded = false;
    while (end >= 0 && isLineEnd(text, spaceEnd(text, end))) {
      const next = blankEnd(text, end);
      const indent = next - text.lastIndexOf('\n', next) - 1;
      const unit = text.charCodeAt(next);
      if (next === text.length || indent <= column || unit === HASH) break;
      end = unit === TAB ? -1 : this.endOfPlain(next);
      isFolded = true;
    }
    if (end < 0 || (isFolded && text.charCodeAt(spaceEnd(text, end)) === COLON)) return undefined;
    const source = text.slice(start, end);
    const value = isFolded ? this.resolve({ type: 'scalar', offset: start, indent: column, source }) : source;
    return { kind: 'scalar', start, end, text: value, style: 'plain' };
  }

  /** Returns the end of a plain scalar on its line; -1 where that has a tab. */
  private endOfPlain(start: number): number {
    const { text } = this;
    let end = start;
    for (let offset = start; !isLineEnd(text, offset); offset++) {
      const unit = text.charCodeAt(offset);
      if (unit === TAB) return -1;
      if (unit === SPACE) continue;
      if (unit === HASH && text.charCodeAt(offset - 1) === SPACE) break;
      if (unit === COLON) {
        const next = text.charCodeAt(offset + 1);
        if (next === TAB) return -1;
        if (next === SPACE || isLineEnd(text, offset + 1)) break;
      }
      end = offset + 1;
    }
    return end;
  }

  private readBlock(start: number, column: number): YamlScalar | undefined {
    const { text } = this;
    BLOCK_HEADER.lastIndex = start;
    const [header = ''] = BLOCK_HEADER.exec(text) ?? [];
    const behind = spaceEnd(text, start + header.length);
    const isComment = text.charCodeAt(behind) === HASH && behind > start + header.length;
    if (!isComment && !isLineEnd(text, behind)) return undefined;
    if (isComment) this.source.comments.push(behind);
    const body = text.indexOf('\n', behind) + 1;
    const source = body > 0 ? this.blockSource(body, column, header.endsWith('+')) : undefined;
    if (source === undefined) return undefined;
    const props: CST.SourceToken[] = [{ type: 'block-scalar-header', offset: start, indent: column, source: header }];
    const value = this.resolve({ type: 'block-scalar', offset: start, indent: column, props, source });
    return { kind: 'scalar', start, end: body + source.length, text: value, style: 'block' };
  }

  /**
   * Returns the lines of a block scalar, as the library's lexer delimits them. Without a `+`, blank lines at the end do
   * not belong to it, unless they have more spaces than its first line.
   */
  private blockSource(body: number, column: number, keepsBreaks: boolean): string | undefined {
    const { text } = this;
    const first = blankEnd(text, body);
    const indent = first - text.lastIndexOf('\n', first) - 1;
    if (first === text.length || indent <= column || text.charCodeAt(first) === TAB) return undefined;
    let end = text.indexOf('\n', first);
    while (end >= 0) {
      const content = spaceEnd(text, end + 1);
      const isBlank = content < text.length && isLineEnd(text, content);
      if (!isBlank && content - end - 1 < indent) break;
      end = text.indexOf('\n', content);
    }
    if (end < 0) end = text.length;
    else if (text.charCodeAt(spaceEnd(text, end + 1)) === TAB) return undefined;
    while (!keepsBreaks) {
      const last = end - (text[end - 1] === '\r' ? 2 : 1);
      let offset = last;
      while (text.charCodeAt(offset) === SPACE) offset--;
      if (text[offset] !== '\n' || offset < body || last - offset > indent) break;
      end = offset;
    }
    return text.slice(body, end + 1);
  }

  /** Returns the text of a scalar. @throws MalformedFileError */
  private resolve(token: CST.FlowScalar | CST.BlockScalar): string {
    const { value } = CST.resolveAsScalar(token, true, (offset, _code, message) => {
      throw this.source.syntaxError(message, offset);
    });
    return value;
  }
}
