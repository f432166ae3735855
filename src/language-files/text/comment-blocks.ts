import { shorten } from '../../common/shorten';
import type { Warning } from '../model/warnings';
import type { Span } from '../template/file-template';

interface Block {
  lines: string[];
  first: number;
  last: number;
  span?: Span;
}

/**
 * Assigns the comments of a line-based file to its entries. Comments directly above an entry are its description.
 * Comments before the first entry that an empty line separates from it are the header of the file, usually a licence.
 * Any other comment produces a warning.
 */
export class CommentBlocks {
  /** The blocks of the file's header, in order. */
  readonly header: string[] = [];
  /** The spans of the comments that belong to no entry. */
  readonly standalone: Span[] = [];
  /** The span of the comments that `takeFor` has assigned; undefined without any. */
  taken?: Span;
  private pending: Block[] = [];
  private seenEntry = false;

  constructor(private readonly warn: (warning: Warning) => void) {}

  /**
   * @param first the 1-based line where the comment begins
   * @param last the line where it ends
   * @param span in the decoded file
   */
  add(text: string, first: number, last: number = first, span?: Span): void {
    const block = this.pending.at(-1);
    if (block && first - block.last <= 1) {
      block.lines.push(text);
      block.last = last;
      if (block.span && span) block.span.end = span.end;
    } else this.pending.push({ lines: [text], first, last, span: span && { ...span } });
  }

  /** Assigns the comments above an entry and returns its description, undefined where there is none. */
  takeFor(line: number): string | undefined {
    const above = this.pending.at(-1);
    const attached = above !== undefined && line - above.last <= 1 ? this.pending.pop() : undefined;
    this.taken = attached?.span;
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
      if (block.span) this.standalone.push(block.span);
      if (this.seenEntry) this.drop(text, block.first);
      else this.header.push(text);
    }
    this.pending = [];
  }

  private drop(text: string, line: number): void {
    if (text.trim() === '') return;
    this.warn({ code: 'comment_dropped', detail: `the comment belongs to no key: ${shorten(text, 80)}`, line });
  }
}
