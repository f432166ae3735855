import { type KeyQuery, type KeyRequests, PAGE_SIZE } from './key-requests';
import type { Key } from './pages-snapshot';

/** So many keys are asked for by their names in a request. */
const NAMED_KEYS = 50;

/** The most bytes of names in the address of a request: proxies refuse addresses of more than 8 KB. */
const NAMED_BYTES = 4_096;

/** So many keys are known to be gone. Beyond it they are asked for once more. */
const MAX_GONE = 1_000;

/** The pages that are read again. */
interface ShownPages {
  /** The cursor of a page, if it is known. */
  readonly cursorOf: (page: number) => string | undefined;
  /** Whether a key is known to have left the list. */
  readonly isDone: (id: string) => boolean;
  readonly isStopped: () => boolean;
  /** Shows the keys of an answer when it comes. @returns them */
  readonly show: (read: ReturnType<KeyRequests['fetch']>) => Promise<readonly Key[]>;
}

/** Reads pages again. Keys that the query does not select any more, because others have changed them, are read by their names. */
export class ReadAgain {
  /** The ids of keys that nothing was found of under their names. */
  private readonly gone = new Set<string>();

  constructor(
    private readonly requests: KeyRequests,
    private readonly shown: ShownPages,
  ) {}

  /**
   * @param pages with their keys, as they were read before
   * @param ids the ids of the changed keys; undefined if any key may have changed
   */
  async pages(query: KeyQuery, pages: ReadonlyMap<number, readonly Key[]>, ids?: ReadonlySet<string>): Promise<void> {
    for (const [page, keys] of pages) {
      const cursor = this.shown.cursorOf(page);
      if (cursor === undefined || (ids && !keys.some(({ id }) => ids.has(id)))) continue;
      try {
        await this.page({ ...query, cursor: cursor || undefined }, keys, ids);
      } catch {
        // The other rows stay as they are: the next change, or the person, reads them again.
        return;
      }
      if (this.shown.isStopped()) return;
    }
  }

  private async page(query: KeyQuery, keys: readonly Key[], ids?: ReadonlySet<string>): Promise<void> {
    const read = await this.shown.show(this.requests.fetch({ ...query, limit: PAGE_SIZE }));
    const listed = new Set(read.map(({ id }) => id));
    const mayLack = (id: string) => (ids ? ids.has(id) : !this.shown.isDone(id) && !this.gone.has(id));
    const lacking = keys.filter(({ id }) => !listed.has(id) && mayLack(id));
    const { include, language } = query;
    for (const batch of batchesOf(lacking)) {
      const name = batch.map((key) => key.name);
      const found = await this.shown.show(this.requests.fetch({ include, language, name, limit: NAMED_KEYS }));
      this.note(batch, found);
    }
  }

  private note(asked: readonly Key[], found: readonly Key[]): void {
    const foundIds = new Set(found.map(({ id }) => id));
    if (this.gone.size > MAX_GONE) this.gone.clear();
    for (const { id } of asked) {
      if (foundIds.has(id)) this.gone.delete(id);
      else this.gone.add(id);
    }
  }
}

/** Divides keys into batches whose names fit into an address. A key whose name alone does not fit is left out. */
function* batchesOf(keys: readonly Key[]): Generator<Key[]> {
  let batch: Key[] = [];
  let bytes = 0;
  for (const key of keys) {
    const length = encodeURIComponent(`name=${key.name}&`).length;
    if (length > NAMED_BYTES) continue;
    if (batch.length === NAMED_KEYS || bytes + length > NAMED_BYTES) {
      yield batch;
      batch = [];
      bytes = 0;
    }
    batch.push(key);
    bytes += length;
  }
  if (batch.length > 0) yield batch;
}
