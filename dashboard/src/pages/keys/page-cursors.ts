/** The cursors of the pages of a list, as far as they are known; the first page has an empty one. */
export class PageCursors {
  private readonly cursors: (string | undefined)[] = [''];

  of(page: number): string | undefined {
    return this.cursors[page];
  }

  /** Returns the last page up to a page whose cursor is known. */
  nearest(page: number): number {
    let known = page;
    while (this.cursors[known] === undefined) known--;
    return known;
  }

  /** A page that has grown or shrunk moves those behind it. @param cursor null: there is no such page */
  set(page: number, cursor: string | null): void {
    const known = this.cursors[page];
    if (cursor === null || (known !== undefined && known !== cursor))
      this.cursors.length = Math.min(this.cursors.length, page);
    if (cursor !== null) this.cursors[page] = cursor;
  }
}
