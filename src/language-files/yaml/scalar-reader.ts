import { CST } from 'yaml';
import { blankEnd, HASH, isLineEnd, spaceEnd, TAB } from './spaces';
import type { YamlItem, YamlScalar, YamlSequence } from './yaml-node';

const COLON = 0x3a;
const SPACE = 0x20;
const DOUBLE_QUOTE = 0x22;
const SINGLE_QUOTE = 0x27;
const BACKSLASH = 0x5c;
const GREATER = 0x3e;
const BAR = 0x7c;

/** Matches the start of a plain scalar in block style (YAML 1.2, §7.3.3). */
const PLAIN_START = /[^\s\-?:,[\]{}#&*!|>'"%@`]|[-?:](?![ \t\r\n]|$)/y;
const BLOCK_HEADER = /[|>][+-]?/y;
/** Matches the start of a plain scalar in brackets. */
const FLOW_START = /[^\s\-?:,[\]{}#&*!|>'"%@`]|[-?:](?![\s,[\]{}]|$)/y;

/** Reads the scalars of `readBlocks`. Those of several lines, and those with escapes, are resolved by the library. */
export class ScalarReader {
  /** @param addComment receives the offset of the comment in the first line of a block scalar */
  constructor(
    private readonly text: string,
    private readonly addComment: (offset: number) => void,
  ) {}

  /**
   * Reads the scalar at an offset. A plain scalar ends in front of a colon.
   *
   * @param column that of the map or sequence around it
   * @returns undefined for what is no scalar, or one that only the library can judge
   */
  read(start: number, column: number): YamlScalar | undefined {
    const unit = this.text.charCodeAt(start);
    if (unit === DOUBLE_QUOTE) return this.readDoubleQuoted(start, column);
    if (unit === SINGLE_QUOTE) return this.readSingleQuoted(start, column);
    if (unit === BAR || unit === GREATER) return this.readBlock(start, column);
    PLAIN_START.lastIndex = start;
    return PLAIN_START.test(this.text) ? this.readPlain(start, column) : undefined;
  }

  /** Reads a sequence of scalars in brackets on one line. */
  readSequence(start: number): YamlSequence | undefined {
    const { text } = this;
    const items: YamlItem[] = [];
    let offset = spaceEnd(text, start + 1);
    while (text[offset] !== ']' || items.length > 0) {
      const value = this.readFlowScalar(offset);
      if (!value) return undefined;
      items.push({ start: offset, value });
      offset = spaceEnd(text, value.end);
      if (text[offset] === ']') break;
      if (text[offset] !== ',') return undefined;
      offset = spaceEnd(text, offset + 1);
    }
    return { kind: 'sequence', start, end: offset + 1, isFlow: true, items };
  }

  private readFlowScalar(start: number): YamlScalar | undefined {
    const { text } = this;
    if (/["']/.test(text.charAt(start))) {
      const quoted = this.read(start, 0);
      return quoted && text.slice(start, quoted.end).includes('\n') ? undefined : quoted;
    }
    FLOW_START.lastIndex = start;
    const end = FLOW_START.test(text) ? this.endOfPlain(start, isFlowSign) : -1;
    if (end < 0) return undefined;
    return { kind: 'scalar', start, end, text: text.slice(start, end), style: 'plain' };
  }

  private readDoubleQuoted(start: number, column: number): YamlScalar | undefined {
    const { text } = this;
    let end = start + 1;
    let hasEscapes = false;
    for (let unit = text.charCodeAt(end); unit !== DOUBLE_QUOTE; unit = text.charCodeAt(end)) {
      if (end >= text.length) return undefined;
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
    if (end < 0) return undefined;
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
    const text = isResolved ? resolve({ type, offset: start, indent: column, source }) : source.slice(1, -1);
    return text === undefined ? undefined : { kind: 'scalar', start, end, text, style: 'quoted' };
  }

  /** Whether all lines of a scalar but the first are blank, or indented deeper than a column. */
  private isIndented(start: number, end: number, column: number): boolean {
    const { text } = this;
    for (let line = text.indexOf('\n', start) + 1; line > 0 && line < end; line = text.indexOf('\n', line) + 1) {
      const content = spaceEnd(text, line);
      if (!isLineEnd(text, content) && content - line <= column) return false;
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
    const value = isFolded ? resolve({ type: 'scalar', offset: start, indent: column, source }) : source;
    return value === undefined ? undefined : { kind: 'scalar', start, end, text: value, style: 'plain' };
  }

  /** Returns the end of a plain scalar on its line; -1 where that has a tab. @param isSign tells characters that end it */
  private endOfPlain(start: number, isSign: (unit: number) => boolean = () => false): number {
    const { text } = this;
    let end = start;
    for (let offset = start; !isLineEnd(text, offset); offset++) {
      const unit = text.charCodeAt(offset);
      if (unit === TAB) return -1;
      if (unit === SPACE) continue;
      if (isSign(unit) || (unit === HASH && text.charCodeAt(offset - 1) === SPACE)) break;
      if (unit === COLON) {
        const next = text.charCodeAt(offset + 1);
        if (next === TAB) return -1;
        if (next === SPACE || isSign(next) || isLineEnd(text, offset + 1)) break;
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
    if (isComment) this.addComment(behind);
    const body = text.indexOf('\n', behind) + 1;
    const source = body > 0 ? this.blockSource(body, column, header.endsWith('+')) : undefined;
    if (source === undefined) return undefined;
    const props: CST.SourceToken[] = [{ type: 'block-scalar-header', offset: start, indent: column, source: header }];
    const value = resolve({ type: 'block-scalar', offset: start, indent: column, props, source });
    return value === undefined
      ? undefined
      : { kind: 'scalar', start, end: body + source.length, text: value, style: 'block' };
  }

  /**
   * Returns the lines of a block scalar, as the library's lexer delimits them. Without a `+`, blank lines at the end do not belong
   * to it, unless they have more spaces than its first line.
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
}

/** Whether a character separates or encloses elements in brackets and braces. */
const isFlowSign = (unit: number): boolean =>
  unit === 0x2c || unit === 0x5b || unit === 0x5d || unit === 0x7b || unit === 0x7d;

/** Returns the text of a scalar; undefined for an error. */
function resolve(token: CST.FlowScalar | CST.BlockScalar): string | undefined {
  let isValid = true;
  const scalar = CST.resolveAsScalar(token, true, () => (isValid = false));
  return isValid ? scalar.value : undefined;
}
