import type { Span, TemplateElement, TemplateList } from '../template/file-template';

/**
 * Makes the comments of a file parts of its lists. A comment directly above an element, before it or behind it in its
 * line is a part of the element. Other comments between elements are elements of their own; those in an element stay
 * where they are.
 *
 * @param comments in the order of the file
 */
export function placeComments(source: string, root: TemplateList, comments: readonly Span[]): void {
  if (comments.length > 0) new CommentPlacer(source, comments).placeIn(root);
}

class CommentPlacer {
  private next = 0;
  /** The ends of the comments that end with their lines. */
  private readonly lineEnds: ReadonlySet<number>;

  constructor(
    private readonly source: string,
    private readonly comments: readonly Span[],
  ) {
    this.lineEnds = new Set(comments.filter(({ start }) => !source.startsWith('/*', start)).map(({ end }) => end));
  }

  /** Recurses at most as deep as the arrays are nested. */
  placeIn(list: TemplateList): void {
    this.takeUntil(list.start);
    const placed: TemplateElement[] = [];
    let previous: TemplateElement | undefined;
    for (const element of list.elements) {
      placed.push(...this.placeBefore(element, previous, list));
      if (element.list) this.placeIn(element.list);
      this.takeUntil(element.end);
      placed.push(element);
      previous = element;
    }
    placed.push(...this.placeBefore(undefined, previous, list));
    list.elements = placed;
  }

  /** Places the comments before an element, or those before the end of the list. */
  private placeBefore(
    element: TemplateElement | undefined,
    previous: TemplateElement | undefined,
    list: TemplateList,
  ): TemplateElement[] {
    const comments = this.takeUntil(element?.start ?? list.end);
    if (comments.length === 0) return [];
    const standalone: Span[] = [];
    const line = this.takeLine(comments, previous?.end ?? list.start, element);
    if (line && previous) Object.assign(previous, { end: line.end, endsLine: this.endsLine(line) });
    else if (line) standalone.push(line);
    const blocks = this.joinLines(comments);
    const last = blocks.at(-1);
    if (element && last && this.countBreaks(last.end, element.start) < 2) {
      element.start = last.start;
      blocks.pop();
    }
    return [...standalone, ...blocks].map((block) => ({
      ...block,
      isNote: true,
      isComment: true,
      endsLine: this.endsLine(block),
    }));
  }

  /** Takes the comments behind an offset in its line, unless an element follows them there. */
  private takeLine(comments: Span[], offset: number, element: TemplateElement | undefined): Span | undefined {
    let end = offset;
    let count = 0;
    for (const comment of comments) {
      if (this.countBreaks(end, comment.start) > 0) break;
      end = comment.end;
      count++;
    }
    const next = comments[count]?.start ?? element?.start;
    if (count === 0 || (next !== undefined && this.countBreaks(end, next) === 0)) return undefined;
    const [first] = comments.splice(0, count);
    return first && { start: first.start, end };
  }

  /** Returns comments on lines that follow each other as one. */
  private joinLines(comments: readonly Span[]): Span[] {
    const blocks: Span[] = [];
    for (const { start, end } of comments) {
      const block = blocks.at(-1);
      if (block && this.countBreaks(block.end, start) < 2) block.end = end;
      else blocks.push({ start, end });
    }
    return blocks;
  }

  private takeUntil(offset: number): Span[] {
    const start = this.next;
    while ((this.comments[this.next]?.start ?? Infinity) < offset) this.next++;
    return this.comments.slice(start, this.next);
  }

  private countBreaks(start: number, end: number): number {
    return this.source.slice(start, end).match(/\r\n|\r|\n/g)?.length ?? 0;
  }

  private endsLine({ end }: Span): boolean {
    return this.lineEnds.has(end);
  }
}
