import { usualNewline } from '../text/usual-newline';
import { quotePo } from './po-string';
import { breakLine, displayWidth } from './po-wrap';

/** How a file writes its strings. */
export interface PoStyle {
  /**
   * Returns the lines of a field as gettext writes them: one line, or `""` and one literal for each line of the text.
   */
  field(keyword: string, text: string): string[];
}

/** The page width of gettext's tools. */
export const PAGE_WIDTH = 79;

class WrappedStyle implements PoStyle {
  /**
   * @param width of lines, in columns of a terminal; Infinity: lines are not wrapped
   * @param splits a literal ends behind each line end of the text
   */
  constructor(
    private readonly width: number,
    private readonly splits = true,
  ) {}

  field(keyword: string, text: string): string[] {
    const lines = this.splits ? text.split(/(?<=\n)/) : [text];
    const [first = ''] = lines;
    const literal = quotePo(first);
    if (lines.length < 2 && (this.width === Infinity || displayWidth(literal) + keyword.length + 1 <= this.width)) {
      return [`${keyword} ${literal}`];
    }
    return [`${keyword} ""`, ...lines.flatMap((line) => this.wrap(line))];
  }

  private wrap(line: string): string[] {
    const literal = quotePo(line);
    if (displayWidth(literal) <= this.width) return [literal];
    return breakLine(literal.slice(1, -1), this.width - 2).map((part) => `"${part}"`);
  }
}

/** Long lines are not wrapped. */
export const CANONICAL_STYLE: PoStyle = new WrappedStyle(Infinity);

const LITERAL_LINE = /^[ \t]*(?:msg(?:id|str|ctxt|id_plural|str\[\d+\])[ \t]+)?("(?:[^"\\]|\\.)*")[ \t\r]*$/;

/** Finds out how a file writes strings. A file without a long line is wrapped as gettext does it. */
export function detectStyle(source: string): PoStyle {
  const evidence = new Evidence();
  for (const line of source.split(/\n|\r(?!\n)/)) {
    const [whole, literal] = line.startsWith('#') ? [] : (LITERAL_LINE.exec(line) ?? []);
    evidence.add(whole === undefined ? undefined : line.trimEnd(), literal ?? '');
  }
  return new WrappedStyle(evidence.width, !evidence.hasInnerLineEnds);
}

/** The shortest and the longest page width that the lines of a file allow. */
class Evidence {
  hasInnerLineEnds = false;
  private hasBreaks = false;
  private longest = 0;
  private shortestOverflow = Infinity;
  /** A line that ends without a line end of the text. */
  private previous = '';

  /** @param line undefined if it is no literal */
  add(line: string | undefined, literal: string): void {
    if (line === undefined || literal === '""') {
      this.previous = '';
      return;
    }
    this.hasInnerLineEnds ||= /(?<!\\)(?:\\\\)*\\n(?!"$)/.test(literal);
    if (this.previous !== '' && line.trimStart() === literal) this.addBreak(this.previous, literal.slice(1, -1));
    this.addLength(line, literal.slice(1, -1));
    this.previous = /\\n"$/.test(literal) ? '' : line;
  }

  /** A line that cannot be broken may be longer than the page width. Few lines are longer than all before them. */
  private addLength(line: string, text: string): void {
    // A character takes two columns at most.
    if (line.length * 2 <= this.longest) return;
    const width = displayWidth(line);
    if (width > this.longest && breakLine(text, 1).length > 1) this.longest = width;
  }

  private addBreak(line: string, next: string): void {
    this.hasBreaks = true;
    const [first = ''] = breakLine(next, 1);
    this.shortestOverflow = Math.min(this.shortestOverflow, displayWidth(line) + displayWidth(first) - 1);
  }

  get width(): number {
    const { longest, shortestOverflow } = this;
    if (!this.hasBreaks) return longest > PAGE_WIDTH + 1 ? Infinity : PAGE_WIDTH;
    // Lines that a person has broken allow no width.
    return longest > shortestOverflow ? PAGE_WIDTH : Math.min(Math.max(PAGE_WIDTH, longest), shortestOverflow);
  }
}

/** Returns how the lines of a file end. The parser of PO files reads a lone CR in a file with LF as white space. */
export function newlineOf(source: string): string {
  return source.includes('\r') && !source.includes('\n') ? '\r' : usualNewline(source);
}
