import type { QueryClient } from '@tanstack/react-query';
import { KeyRequests, type KeyQuery, PAGE_SIZE, withoutTexts } from './key-requests';
import { nextWanted } from './next-wanted';
import { PageCursors } from './page-cursors';
import { type Key, type PagesSnapshot, rowOf, withChanges } from './pages-snapshot';
import { ReadsUnderWay } from './reads-under-way';

/** So many keys are read first, and shown while their page is read. They fill a high window. */
const HEAD_SIZE = 50;
/** The most keys in a page of the API. */
const MAX_PAGE_SIZE = 1_000;
/** So many pages on each side of the shown ones stay in memory. */
const KEPT_PAGES = 2;

/**
 * The keys of a query by their row. Only the pages around the shown rows are in memory. A page is found by the cursor of the one
 * before; those that a person scrolls past are read without texts.
 */
export class KeyPages {
  private snapshot: PagesSnapshot = { pages: new Map(), done: new Set() };
  private readonly listeners = new Set<() => void>();
  private readonly cursors = new PageCursors();
  private readonly requests: KeyRequests;
  private readonly reads = new ReadsUnderWay();
  private shown = { first: 0, last: 0 };
  private stale = new Set<number>();
  private needsCount = true;
  private isReading = false;
  private isStopped = true;

  constructor(
    client: QueryClient,
    projectId: string,
    readonly query: KeyQuery,
  ) {
    this.requests = new KeyRequests(client, projectId);
  }

  readonly subscribe = (listener: () => void): (() => void) => {
    this.listeners.add(listener);
    return () => this.listeners.delete(listener);
  };

  readonly getSnapshot = (): PagesSnapshot => this.snapshot;

  readonly start = (): (() => void) => {
    this.isStopped = false;
    if (this.snapshot.rows === undefined) void this.read();
    else this.reload();
    return () => (this.isStopped = true);
  };

  /** Reads the pages of the rows that are shown, and then the next page. */
  readonly show = (firstRow: number, lastRow: number): void => {
    const shown = { first: Math.floor(firstRow / PAGE_SIZE), last: Math.floor(lastRow / PAGE_SIZE) };
    if (shown.first === this.shown.first && shown.last === this.shown.last) return;
    this.shown = shown;
    void this.read();
  };

  /** Reads again what is shown, for instance after keys were created or deleted. The old rows stay until the new ones are there. */
  readonly reload = (): void => {
    this.needsCount = true;
    this.stale = new Set(this.snapshot.pages.keys());
    void this.read();
  };

  /** Returns the keys of the page that a row is in, if they are in memory. */
  pageOf(row: number): readonly Key[] | undefined {
    return this.snapshot.pages.get(Math.floor(row / PAGE_SIZE));
  }

  keyAt(row: number): Key | undefined {
    return this.pageOf(row)?.[row % PAGE_SIZE];
  }

  /**
   * Reads keys again that others have changed. The rows stay where they are, also those of keys that the query does not select any
   * more.
   *
   * @param ids undefined: any key may have changed
   */
  async refresh(ids?: ReadonlySet<string>): Promise<void> {
    for (const [page, keys] of this.snapshot.pages) {
      const cursor = this.cursors.of(page);
      if (cursor === undefined || (ids && !keys.some(({ id }) => ids.has(id)))) continue;
      try {
        const query = { ...this.query, limit: PAGE_SIZE, cursor: cursor || undefined };
        const { answer, changedKeys } = await this.reads.wait(this.requests.fetch(query));
        if (this.isStopped) return;
        const read = new Map(changedKeys(answer.keys).map((key) => [key.id, key]));
        this.change(new Set(read.keys()), (key) => read.get(key.id) ?? key);
      } catch {
        // The rows stay as they are: the next change, or the person, reads them again.
        return;
      }
    }
  }

  /** The row of a key, if it is in memory. */
  rowOf(keyId: string): number | undefined {
    return rowOf(this.snapshot, keyId);
  }

  /** Changes keys that are in memory, as the service has changed them. */
  change(ids: ReadonlySet<string>, change: (key: Key) => Key): void {
    this.reads.add(ids, change);
    this.update(withChanges(this.snapshot, this.query, ids, change));
  }

  /** Finds the next row whose key is wanted. The parameters are the same as of `nextWanted`. */
  next(row: number, narrowed: KeyQuery, isWanted: (key: Key) => boolean): Promise<number | undefined> {
    const pages = {
      inMemory: () => this.snapshot.pages,
      cursorOf: (page: number) => this.cursors.of(page),
      fetch: (query: KeyQuery) => this.requests.fetch(query),
      readPage: (page: number) => this.readPage(page),
    };
    return nextWanted(pages, row, narrowed, isWanted);
  }

  private async read(): Promise<void> {
    if (this.isReading || this.isStopped) return;
    this.isReading = true;
    try {
      for (let page = this.nextToRead(); page !== undefined && !this.isStopped; page = this.nextToRead()) {
        const known = this.cursors.nearest(page);
        if (this.snapshot.rows === undefined) await this.readHead();
        else if (known === page) await this.readPage(page);
        else await this.skip(known, page);
      }
    } catch (error) {
      this.update({ error });
    } finally {
      this.isReading = false;
    }
  }

  private nextToRead(): number | undefined {
    const { first, last } = this.shown;
    const { count = 1, pages } = this.snapshot;
    for (let page = first; page <= last + 1 && page * PAGE_SIZE < Math.max(count, 1); page++)
      if (!pages.has(page) || this.stale.has(page)) return page;
    return undefined;
  }

  /** Reads the first keys, which a large page and a count would keep waiting. */
  private async readHead(): Promise<void> {
    const query = { ...this.query, limit: HEAD_SIZE };
    const { answer: first, changed } = await this.reads.wait(this.requests.request(query));
    const { keys, nextCursor } = first.keys.length > 0 ? first : await this.requests.fillUp(query, first);
    if (nextCursor !== null) this.stale.add(0);
    const count = nextCursor === null ? keys.length : undefined;
    const pages = new Map([[0, keys]]);
    this.update(changed({ ...this.snapshot, pages, count, rows: keys.length, error: undefined }, this.query));
  }

  private async readPage(page: number): Promise<readonly Key[]> {
    const withCount = this.needsCount;
    const cursor = this.cursors.of(page) || undefined;
    const query = { ...this.query, limit: PAGE_SIZE, cursor, ...(withCount && { total: true }) };
    const { answer, changed } = await this.reads.wait(this.requests.fetch(query));
    const { keys, nextCursor, total } = answer;
    if (withCount) {
      this.needsCount = false;
      // They are not in the list that was counted.
      this.update({ done: new Set() });
    }
    this.stale.delete(page);
    this.cursors.set(page + 1, nextCursor);
    const { first, last } = this.shown;
    const pages = new Map(
      [...this.snapshot.pages].filter(([other]) => other >= first - KEPT_PAGES && other <= last + KEPT_PAGES),
    );
    pages.set(page, keys);
    const end = nextCursor === null ? page * PAGE_SIZE + keys.length : undefined;
    const count = end ?? total ?? this.snapshot.count;
    this.update(changed({ ...this.snapshot, pages, count, rows: count, error: undefined }, this.query));
    return keys;
  }

  /** Finds the cursor of a page, or of one on the way to it. */
  private async skip(from: number, to: number): Promise<void> {
    const steps = Math.min(to - from, MAX_PAGE_SIZE / PAGE_SIZE);
    const { keys, nextCursor } = await this.requests.fetch({
      ...withoutTexts(this.query),
      limit: steps * PAGE_SIZE,
      cursor: this.cursors.of(from) || undefined,
    });
    this.cursors.set(from + steps, nextCursor);
    const count = from * PAGE_SIZE + keys.length;
    if (nextCursor === null) this.update({ count, rows: count });
  }

  private update(change: Partial<PagesSnapshot>): void {
    this.snapshot = { ...this.snapshot, ...change };
    for (const listener of this.listeners) listener();
  }
}
