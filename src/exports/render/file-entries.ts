import { type EntryToWrite, type FormatCodec, hasText, isPresent } from '../../language-files';
import type { EntryPage } from '../snapshot/entry-pages';

/**
 * Divides pages, which come file by file, into the pages of each file. Files are asked for in the order of the pages.
 */
export class FileEntries {
  private readonly pages: AsyncIterator<EntryPage>;
  private page?: EntryPage;

  constructor(pages: AsyncIterable<EntryPage>) {
    this.pages = pages[Symbol.asyncIterator]();
  }

  /** Whether the file has an entry that was not returned yet. */
  async has(file: number): Promise<boolean> {
    if (!this.page) {
      const next = await this.pages.next();
      if (next.done) return false;
      this.page = next.value;
    }
    return this.page.file === file;
  }

  /** Whether the file has an entry with a text that was not returned yet. Entries before it are left out. */
  async hasText(file: number): Promise<boolean> {
    while (await this.has(file)) {
      if (this.page?.entries.some(hasText)) return true;
      this.page = undefined;
    }
    return false;
  }

  /** Returns the pages of a file, after the pages of all files before it. */
  async *skipTo(file: number): AsyncGenerator<EntryToWrite[]> {
    for (let before = 0; before < file; before++) for await (const page of this.of(before)) void page;
    yield* this.of(file);
  }

  async *of(file: number): AsyncGenerator<EntryToWrite[]> {
    while (await this.has(file)) {
      const { page } = this;
      this.page = undefined;
      if (page) yield page.entries;
    }
  }
}

/** Leaves out entries without a text, unless others need their places. */
export async function* withTexts(
  codec: FormatCodec,
  pages: AsyncIterable<EntryToWrite[]>,
): AsyncGenerator<EntryToWrite[]> {
  for await (const page of pages) yield page.filter((entry) => isPresent(entry, codec));
}
