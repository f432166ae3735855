import type { Warning } from '../model/warnings';

interface Block {
  lines: string[];
  first: number;
  last: number;
}

/**
 * Assigns the comments of a line-based file to its entries. Comments directly above an entry are its description.
 * Comments before the first entry that an empty line separates from it are the header of the file, usually a licence.
 * Any other comment produces a warning.
 */
export class CommentBlocks {
  /** The blocks of the file's header, in order. */
  readonly header: string[] = [];
  private pending: Block[] = [];
  private seenEntry = false;

  constructor(private readonly warn: (warning: Warning) => void) {}

  /**
   * @param first the 1-based line where the comment begins
   * @param last the line where it ends
   */
  add(text: string, first: number, last: number = first): void {
    const block = this.pending.at(-1);
    if (block && first - block.last <= 1) {
      block.lines.push(text);
      block.last = last;
    } else this.pending.push({ lines: [text], first, last });
  }

  /** Assigns the comments above an entry and returns its description, undefined where there is none. */
  takeFor(line: number): string | undefined {
    const above = this.pending.at(-1);
    const attached = above !== undefined && line - above.last <= 1 ? this.pending.pop() : undefined;
    this.settle();
    this.seenEntry = true;
    return attached?.lines.join('\n') || undefined;
  }

  /** Must be called at the end of the file. A file that has only comments has only a header. */
  end(): void {
    this.settle();
  }

  private settle(): void {
    for (const block of this.pending) {
      const text = block.lines.join('\n');
      if (this.seenEntry) this.drop(text, block.first);
      else this.header.push(text);
    }
    this.pending = [];
  }

  private drop(text: string, line: number): void {
    if (text.trim() === '') return;
    this.warn({ code: 'comment_dropped', detail: `the comment belongs to no key: ${text.slice(0, 80)}`, line });
  }
}
