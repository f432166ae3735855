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

  private longest(from: number, to: number): string | undefined {
    const index = this.find(from, to, (one, other) => one > other);
    return index === undefined ? undefined : this.behind(index);
  }

  private separator(usual: string): string {
    this.found ??= this.findSeparator() ?? usual;
    return this.found;
  }

  private findSeparator(): string | undefined {
    const index = this.find(0, this.elements.length - 1, (one, other) => one < other);
    const shortest = index === undefined ? undefined : this.behind(index);
    return shortest === undefined || shortest.length > MAX_SEPARATOR ? undefined : withoutTrailingSpace(shortest);
  }

  /** Returns the index of the first of the best gaps behind the elements of a range, by their lengths. */
  private find(from: number, to: number, isBetter: (one: number, other: number) => boolean): number | undefined {
    let best: { index: number; length: number } | undefined;
    for (let index = from; index < to; index++) {
      const gap = this.gapBehind(index);
      if (!gap) break;
      const length = gap.end - gap.start;
      if (!best || isBetter(length, best.length)) best = { index, length };
    }
    return best?.index;
  }
}

/** White space before a line end could be a part of the text before it, as in a block scalar of YAML. */
const withoutTrailingSpace = (gap: string): string => gap.replace(/[ \t]+(?=[\r\n])/g, '');

/** A longer gap is not repeated for each new element. */
const MAX_SEPARATOR = 200;
