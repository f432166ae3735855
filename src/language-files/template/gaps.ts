import type { Span, TemplateElement } from './file-template';

/** The text between the elements of a list. Only the gaps that are asked for are read. */
export class Gaps {
  private found?: string;

  constructor(
    private readonly source: string,
    private readonly elements: readonly TemplateElement[],
  ) {}

  /**
   * Returns what stands between two elements by their indexes; undefined for a new element. Where elements between them were
   * removed, the blank lines before or behind these stay. Behind a new element stands what stood before the next one, and before
   * it the shortest gap of the list.
   *
   * @param usual stands for a gap that is missing, or too long to be repeated
   */
  between(from: number | undefined, to: number | undefined, usual: string): string {
    if (from !== undefined && (to === from + 1 || this.elements[from]?.keepsGap)) return this.behind(from) ?? usual;
    if (to === undefined) return this.separator(usual);
    if (from === undefined) return this.behind(to - 1) ?? this.separator(usual);
    return this.longest(from, to) ?? this.separator(usual);
  }

  private behind(index: number): string | undefined {
    const gap = this.gapBehind(index);
    return gap && this.source.slice(gap.start, gap.end);
  }

  private gapBehind(index: number): Span | undefined {
    const [one, other] = [this.elements[index], this.elements[index + 1]];
    return one && other && { start: one.end, end: other.start };
  }

  /** Of several gaps with as many lines, it is the last one, which has the indentation of the element behind it. */
  private longest(from: number, to: number): string | undefined {
    let longest: { gap: string; lines: number } | undefined;
    for (let index = from; index < to; index++) {
      const gap = this.behind(index);
      if (gap === undefined) break;
      const lines = countLines(gap);
      if (!longest || lines >= longest.lines) longest = { gap, lines };
    }
    return longest?.gap;
  }

  private separator(usual: string): string {
    this.found ??= this.findSeparator() ?? usual;
    return this.found;
  }

  private findSeparator(): string | undefined {
    const index = this.findShortest();
    const shortest = index === undefined ? undefined : this.behind(index);
    return shortest === undefined || shortest.length > MAX_SEPARATOR ? undefined : withoutTrailingSpace(shortest);
  }

  /** Returns the index of the element in front of the first of the gaps with the fewest lines, and of those the shortest. */
  private findShortest(): number | undefined {
    let shortest: { index: number; lines: number; length: number } | undefined;
    for (let index = 0; index < this.elements.length - 1; index++) {
      const gap = this.behind(index);
      if (gap === undefined) break;
      const { length } = gap;
      const lines = length > MAX_SEPARATOR ? Infinity : countLines(gap);
      if (!shortest || lines < shortest.lines || (lines === shortest.lines && length < shortest.length))
        shortest = { index, lines, length };
    }
    return shortest?.index;
  }
}

const countLines = (gap: string): number => gap.match(/\r\n|\r|\n/g)?.length ?? 0;

/** White space before a line end could be a part of the text before it, as in a block scalar of YAML. */
const withoutTrailingSpace = (gap: string): string => gap.replace(/[ \t]+(?=[\r\n])/g, '');

/** A longer gap is not repeated for each new element. */
const MAX_SEPARATOR = 200;
