import type { Warning } from '../model/warnings';

interface Block {
  lines: string[];
  first: number;
  last: number;
}

/**
 * Which comment of a line-based file belongs to which entry: comments that stand directly above an entry describe it,
 * what stands above the first one and is set apart by an empty line heads the file (a licence, usually), and any other
 * comment has no place in the model: it is reported.
 */
export class CommentBlocks {
  /** The blocks at the head of the file, in order. */
  readonly header: string[] = [];
  private pending: Block[] = [];
  private seenEntry = false;

  constructor(private readonly warn: (warning: Warning) => void) {}

  /** @param first the 1-based line where the comment begins; @param last the one where it ends */
  add(text: string, first: number, last: number = first): void {
    const block = this.pending.at(-1);
    if (block && first - block.last <= 1) {
      block.lines.push(text);
      block.last = last;
    } else this.pending.push({ lines: [text], first, last });
  }

  /** Takes the comments above an entry; the description among them, if there is one. */
  takeFor(line: number): string | undefined {
    const above = this.pending.at(-1);
    const attached = above !== undefined && line - above.last <= 1 ? this.pending.pop() : undefined;
    this.settle();
    this.seenEntry = true;
    return attached?.lines.join('\n') || undefined;
  }

  /** At the end of the file: what is left describes nothing, but a file of comments alone is all header. */
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
