import { spaceEnd } from './characters';
import type { TemplateElement } from '../template/file-template';
import type { YamlDocument } from './yaml-document';
import type { YamlList } from './yaml-list';

/** Comments on lines that follow each other. */
export interface CommentBlock {
  /** The start of its first line. */
  start: number;
  /** The end of its last line, without the line break. */
  end: number;
  text: string;
  lastLine: number;
}

/** Hands out the comments of a document in their order. */
export class CommentCursor {
  private next = 0;

  constructor(
    private readonly source: string,
    private readonly document: YamlDocument,
  ) {}

  /** Skips the comments before an offset, except those directly above its line. */
  skipTo(offset: number, line: number): void {
    const blocks = this.takeBlocks(offset);
    const { next } = this;
    const above = blocks.at(-1);
    if (above?.lastLine === line - 1) this.next = next - above.text.split('\n').length;
  }

  /** Skips the comments before an offset. */
  skip(offset: number): void {
    while ((this.document.comments[this.next]?.start ?? Infinity) < offset) this.next++;
  }

  /**
   * Takes the comments before an offset. Returns those directly above its line; the others become elements of the list.
   */
  takeAbove(offset: number, line: number, list: YamlList): CommentBlock | undefined {
    const blocks = this.takeBlocks(offset);
    const above = blocks.at(-1)?.lastLine === line - 1 ? blocks.pop() : undefined;
    for (const { start, end } of blocks) {
      const previous: TemplateElement | undefined = list.elements.at(-1);
      // A comment of an inner list goes with it.
      if (previous && spaceEnd(this.source, start) - start > list.column)
        Object.assign(previous, { end, endsWithComment: true });
      else list.elements.push({ start, end });
    }
    return above;
  }

  /** Takes the comment behind a value on its line. Returns the end of the value with its comment. */
  takeBehind(end: number, line: number): number {
    this.skip(end);
    const comment = this.document.comments[this.next];
    if (!comment || comment.isWholeLine || comment.line !== line) return end;
    this.next++;
    return comment.end;
  }

  /** Returns the column of an offset, counted from 0. */
  columnOf(offset: number): number {
    return this.document.getPosition(offset).column - 1;
  }

  private takeBlocks(offset: number): CommentBlock[] {
    const blocks: CommentBlock[] = [];
    const lines: string[][] = [];
    for (;;) {
      const comment = this.document.comments[this.next];
      if (!comment || comment.start >= offset) break;
      this.next++;
      const { start, end, line, text, isWholeLine } = comment;
      if (!isWholeLine) continue;
      const block = blocks.at(-1);
      if (block?.lastLine === line - 1) Object.assign(block, { end, lastLine: line });
      else blocks.push({ start: start - this.columnOf(start), end, text: '', lastLine: line });
      if (blocks.length > lines.length) lines.push([]);
      lines.at(-1)?.push(text);
    }
    blocks.forEach((block, index) => (block.text = (lines[index] ?? []).join('\n')));
    return blocks;
  }
}
