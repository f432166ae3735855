/** 1-based, the column in UTF-16 code units. */
export interface LinePosition {
  line: number;
  column: number;
}

const LINE_END = /\r\n?|\n/g;

/** Finds the lines of offsets, best in their order: each line is searched once. */
export class LinePositions {
  private readonly hasReturns: boolean;
  /** The line that was found last, and the offset where it begins. */
  line = 1;
  start = 0;
  /** The offset where the next line begins. */
  private next: number;

  constructor(private readonly text: string) {
    this.hasReturns = text.includes('\r');
    this.next = this.findNext(0);
  }

  at(offset: number): LinePosition {
    this.find(offset);
    return { line: this.line, column: offset - this.start + 1 };
  }

  /** Finds the line of an offset, as `line` and `start`. */
  find(offset: number): void {
    if (offset < this.start) [this.line, this.start, this.next] = [1, 0, this.findNext(0)];
    while (this.next <= offset) {
      this.line++;
      this.start = this.next;
      this.next = this.findNext(this.start);
    }
  }

  /** Returns where the line after the line of an offset begins. */
  private findNext(offset: number): number {
    if (!this.hasReturns) return this.text.indexOf('\n', offset) + 1 || Infinity;
    LINE_END.lastIndex = offset;
    return LINE_END.test(this.text) ? LINE_END.lastIndex : Infinity;
  }
}
