import type { Span } from './file-template';

/** The text between the elements of a list. Only the gaps that are asked for are read. */
export class Gaps {
  private found?: string;

  constructor(
    private readonly source: string,
    private readonly elements: readonly Span[],
  ) {}

  /**
   * Returns what stands between two elements by their indexes. Where elements between them were removed, the blank lines before or
   * behind these stay.
   *
   * @returns undefined in front of a new element
   */
  between(from: number | undefined, to: number | undefined): string | undefined {
    if (to === undefined) return undefined;
    const longest = this.find(from ?? to - 1, from === undefined ? to : Math.max(to, from), isLonger);
    return longest && this.source.slice(longest.start, longest.end);
  }

  /** Returns the shortest gap of the list. @param usual stands for one that is missing, or too long to be repeated */
  separator(usual: string): string {
    this.found ??= this.findSeparator() ?? usual;
    return this.found;
  }

  private findSeparator(): string | undefined {
    const shortest = this.find(0, this.elements.length - 1, isShorter);
    if (!shortest || shortest.end - shortest.start > MAX_SEPARATOR) return undefined;
    return this.source.slice(shortest.start, shortest.end);
  }

  /** Returns the first of the best gaps behind the elements of a range. */
  private find(from: number, to: number, isBetter: (one: Span, other: Span) => boolean): Span | undefined {
    let best: Span | undefined;
    for (let index = Math.max(from, 0); index < to; index++) {
      const [one, other] = [this.elements[index], this.elements[index + 1]];
      if (!one || !other) break;
      const gap = { start: one.end, end: other.start };
      if (!best || isBetter(gap, best)) best = gap;
    }
    return best;
  }
}

const isLonger = (one: Span, other: Span): boolean => one.end - one.start > other.end - other.start;
const isShorter = (one: Span, other: Span): boolean => one.end - one.start < other.end - other.start;

/** A longer gap is not repeated for each new element. */
const MAX_SEPARATOR = 200;
