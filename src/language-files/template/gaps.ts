import type { TemplateElement } from './file-template';

/** The text between the elements of a list. Only the gaps that are asked for are read. */
export class Gaps {
  private found?: string;

  constructor(
    private readonly source: string,
    private readonly elements: readonly TemplateElement[],
  ) {}

  /**
   * Returns what stands between two elements by their indexes; undefined for a new element. Where elements between them
   * were removed, the blank lines before or behind these stay, with the indentation of the element behind. Behind a new
   * element stands what stood before the next one, and before it the shortest gap of the list.
   *
   * @param usual stands for a gap that is missing, or too long to be repeated
   */
  between(from: number | undefined, to: number | undefined, usual: string): string {
    if (from !== undefined && (to === from + 1 || this.elements[from]?.keepsGap)) return this.behind(from) ?? usual;
    if (to === undefined) return this.separator(usual);
    if (from === undefined) return this.behind(to - 1) ?? this.separator(usual);
    return this.longest(from, to) ?? this.separator(usual);
  }

  /** Returns what stands between a new element and the element that it stands before, which keeps its indentation. */
  behindNew(before: number, usual: string): string {
    const separator = this.separator(usual);
    const own = measured(this.behind(before - 1));
    return own && own.lines > 0 && /[\r\n]/.test(separator) ? withIndentOf(separator, own.text) : separator;
  }

  private behind(index: number): string | undefined {
    const [one, other] = [this.elements[index], this.elements[index + 1]];
    return one && other && this.source.slice(one.end, other.start);
  }

  /** Returns the gap with the most lines, with the indentation of the element behind the last one. */
  private longest(from: number, to: number): string | undefined {
    let longest: MeasuredGap | undefined;
    for (let index = from; index < to; index++) {
      const gap = measured(this.behind(index));
      if (gap && (!longest || compareGaps(gap, longest) > 0)) longest = gap;
    }
    const last = measured(this.behind(to - 1));
    if (!longest || !last) return longest?.text;
    return longest.lines > 0 && last.lines > 0 ? withIndentOf(longest.text, last.text) : longest.text;
  }

  private separator(usual: string): string {
    this.found ??= this.findSeparator() ?? usual;
    return this.found;
  }

  private findSeparator(): string | undefined {
    let shortest: MeasuredGap | undefined;
    for (const [index, element] of this.elements.entries()) {
      const gap = measured(this.behind(index));
      // Comments may share a line, and elements stand on lines of their own nevertheless.
      const isOfComments = element.isComment ?? this.elements[index + 1]?.isComment;
      if (!gap || (isOfComments && gap.lines === 0)) continue;
      if (!shortest || compareGaps(gap, shortest) < 0) shortest = gap;
    }
    return !shortest || shortest.text.length > MAX_SEPARATOR ? undefined : withoutTrailingSpace(shortest.text);
  }
}

/** A gap with the number of its line ends. */
interface MeasuredGap {
  text: string;
  lines: number;
}

const measured = (text: string | undefined): MeasuredGap | undefined =>
  text === undefined ? undefined : { text, lines: text.match(/\r\n|\r|\n/g)?.length ?? 0 };

/** Compares gaps by their lines, then by their lengths. */
const compareGaps = (one: MeasuredGap, other: MeasuredGap): number =>
  one.lines - other.lines || one.text.length - other.text.length;

/** Returns a gap with the indentation at the end of another one. */
export const withIndentOf = (gap: string, other: string): string => {
  const indentOf = (text: string): number => Math.max(text.lastIndexOf('\n'), text.lastIndexOf('\r')) + 1;
  return gap.slice(0, indentOf(gap)) + other.slice(indentOf(other));
};

/** White space before a line end could be a part of the text before it, as in a block scalar of YAML. */
const withoutTrailingSpace = (gap: string): string => gap.replace(/[ \t]+(?=[\r\n])/g, '');

/** A longer gap is not repeated for each new element. */
const MAX_SEPARATOR = 200;
