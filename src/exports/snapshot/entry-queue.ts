import { EventLoopYielder } from '../../common/scheduling/event-loop-yielder';
import { type EntryToWrite, type FormatCodec, translateEach, translates } from '../../language-files';
import type { StoredFileFacts } from '../render/stored-template';
import type { IsKept, WrittenFile } from '../render/thread-serializer';
import { serializeWhole } from '../render/whole-file';

/**
 * A buffer between the database, which returns pages asynchronously, and a codec, which takes entries synchronously.
 */
class EntryQueue implements Iterable<EntryToWrite> {
  private page: EntryToWrite[] = [];
  private index = 0;
  private next: EntryToWrite[] = [];
  private ended = false;

  constructor(private readonly pages: AsyncIterator<EntryToWrite[]>) {}

  /** The queue has the two entries that a codec may take before it yields, or all that are left. */
  get isFilled(): boolean {
    return this.ended || this.page.length - this.index + this.next.length >= 2;
  }

  async fill(): Promise<void> {
    const result = await this.pages.next();
    if (result.done) this.ended = true;
    else this.next = this.next.length > 0 ? [...this.next, ...result.value] : result.value;
  }

  *[Symbol.iterator](): Generator<EntryToWrite> {
    for (;;) {
      if (this.index >= this.page.length) {
        // The page is emptied for the reason that `readPages` gives.
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

/** Characters per block. Each block costs a turn of every asynchronous iterator that it passes through. */
const BLOCK = 16 * 1_024;

/**
 * Serializes a file, in blocks of text, as its entries arrive. At most two pages are in memory for a codec that
 * streams; any other codec receives all entries at once.
 *
 * @param isKept of a file that is written at once. Default: its entries are not kept
 * @param isWhole whether a codec that streams receives all entries at once too
 */
export async function* serializePages(
  codec: FormatCodec,
  file: StoredFileFacts,
  pages: AsyncIterable<EntryToWrite[]>,
  { isKept, isWhole = false }: { isKept?: IsKept; isWhole?: boolean } = {},
): WrittenFile {
  if (!codec.streams || file.template || isWhole) return yield* serializeWhole(codec, file, pages, isKept);
  const entries = new EntryQueue(pages[Symbol.asyncIterator]());
  const translated = translates(codec) ? translateEach(codec, entries, file) : entries;
  const chunks = codec.serialize({ ...file, template: undefined, entries: translated })[Symbol.iterator]();
  const yielder = new EventLoopYielder();
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
    if (result.done) return undefined;
    if (typeof result.value !== 'string') yield result.value;
    const due = yielder.yieldIfDue();
    if (due) await due;
  }
}
