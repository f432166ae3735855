import type { EntryToWrite, FileToWrite, FormatCodec } from '../../language-files';

/**
 * Entries that came, in pages, from a database that answers later, for a codec that takes them one at a time and now.
 */
class EntryQueue implements Iterable<EntryToWrite> {
  private page: EntryToWrite[] = [];
  private index = 0;
  private next: EntryToWrite[] = [];
  private ended = false;

  constructor(private readonly pages: AsyncIterator<EntryToWrite[]>) {}

  /** Whether a codec that takes at most two entries before it yields will find them. */
  get isFilled(): boolean {
    return this.ended || this.page.length - this.index + this.next.length >= 2;
  }

  async fill(): Promise<void> {
    const result = await this.pages.next();
    if (result.done) this.ended = true;
    else this.next = this.next.length > 0 ? [...this.next, ...result.value] : result.value;
  }

  async fillWhole(): Promise<void> {
    const all: EntryToWrite[] = [];
    for (;;) {
      const result = await this.pages.next();
      if (result.done) break;
      for (const entry of result.value) all.push(entry);
    }
    this.next = all;
    this.ended = true;
  }

  *[Symbol.iterator](): Generator<EntryToWrite> {
    for (;;) {
      if (this.index >= this.page.length) {
        // As in `rowPages`: it would keep its entries.
        this.page.length = 0;
        [this.page, this.next, this.index] = [this.next, [], 0];
        if (this.page.length === 0) {
          if (this.ended) return;
          throw new Error('a codec that streams took more entries than it may before it yielded');
        }
      }
      const entry = this.page[this.index++];
      if (entry) yield entry;
    }
  }
}

/**
 * Characters of text that are handed on together: one turn through everything that waits for them, not one an entry.
 */
const BLOCK = 16 * 1_024;

/**
 * The text of a file, in blocks, as its entries come in. A codec that streams never has more than two pages in hand;
 * for one that must know the whole, the whole is gathered first.
 */
export async function* serializePages(
  codec: FormatCodec,
  file: Omit<FileToWrite, 'entries'>,
  pages: AsyncIterable<EntryToWrite[]>,
): AsyncGenerator<string | Uint8Array> {
  const entries = new EntryQueue(pages[Symbol.asyncIterator]());
  if (!codec.streams) await entries.fillWhole();
  const chunks = codec.serialize({ ...file, entries })[Symbol.iterator]();
  let block = '';
  for (;;) {
    while (!entries.isFilled) await entries.fill();
    const result = chunks.next();
    if (!result.done && typeof result.value === 'string') {
      block += result.value;
      if (block.length < BLOCK) continue;
    }
    if (block !== '') yield block;
    block = '';
    if (result.done) return;
    if (typeof result.value !== 'string') yield result.value;
  }
}
