import type { QueryClient } from '@tanstack/react-query';
import { HeldRows } from './held-rows';
import { KeyRequests, type KeyQuery, PAGE_SIZE, withoutTexts } from './key-requests';
import type { SearchedPages } from './next-wanted';
import { PageCursors } from './page-cursors';
import { endOf, type Key, keptPages, pageToRead, type PagesSnapshot, rowOf, withChanges } from './pages-snapshot';
import { ReadAgain } from './read-again';
import { ReadsUnderWay } from './reads-under-way';

/** The most keys in a page of the API. */
const MAX_PAGE_SIZE = 1_000;

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
  private readonly readAgain: ReadAgain;
  private readonly heldRows = new HeldRows();
  /** The pages for `nextWanted` and `keysOfRows`. */
  readonly searched: SearchedPages = {
    inMemory: () => this.snapshot.pages,
    cursorOf: (page) => this.cursors.of(page),
    fetch: (query) => this.requests.fetch(query),
    readPage: (page) => this.readPage(page),
  };
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
    this.readAgain = new ReadAgain(this.requests, {
      cursorOf: (page) => this.cursors.of(page),
      isDone: (id) => this.snapshot.done.has(id),
      isStopped: () => this.isStopped,
      show: async (read) => {
        const { answer, changedKeys } = await this.reads.wait(read);
        if (!this.isStopped) this.replace(changedKeys(answer.keys));
        return answer.keys;
      },
    });
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

  /** Keeps the rows while a text of a key is written. @returns a function that ends it: they are read again unless another begins at once */
  readonly hold = (keyId: string): (() => void) => {
    this.heldRows.begin(keyId);
    return () => {
      this.heldRows.end();
      queueMicrotask(() => {
        if (this.heldRows.takePostponed()) this.reload();
      });
    };
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
   * more: they are done.
   *
   * @param ids undefined: any key may have changed
   */
  refresh(ids?: ReadonlySet<string>): Promise<void> {
    return this.readAgain.pages(this.query, this.snapshot.pages, ids);
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

  /** Shows keys as they were read, in the rows that they have. */
  private replace(keys: readonly Key[]): void {
    const read = new Map(keys.map((key) => [key.id, key]));
    this.change(new Set(read.keys()), (key) => read.get(key.id) ?? key);
  }

  private async read(): Promise<void> {
    if (this.isReading || this.isStopped) return;
    this.isReading = true;
    try {
      const next = () => pageToRead(this.snapshot, this.shown, this.stale);
      for (let page = next(); page !== undefined && !this.isStopped; page = next()) {
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

  /** Reads the first keys, which a large page and a count would keep waiting. */
  private async readHead(): Promise<void> {
    const { answer, changed } = await this.reads.wait(this.requests.fetchHead(this.query));
    const { keys, nextCursor } = answer;
    if (nextCursor !== null) this.stale.add(0);
    const count = nextCursor === null ? keys.length : undefined;
    const pages = new Map([[0, keys]]);
    this.update(changed({ ...this.snapshot, pages, count, rows: keys.length, error: undefined }, this.query));
  }

  private async readPage(page: number): Promise<readonly Key[]> {
    const withCount = this.needsCount;
    const cursor = this.cursors.of(page) || undefined;
    const query = { ...this.query, limit: PAGE_SIZE, cursor, ...(withCount && { total: true }) };
    const { answer, changed, changedKeys } = await this.reads.wait(this.requests.fetch(query));
    const { keys, nextCursor } = answer;
    this.stale.delete(page);
    if (this.heldRows.postpones(this.snapshot, page, answer, withCount)) {
      this.replace(changedKeys(keys));
      return this.pageOf(page * PAGE_SIZE) ?? keys;
    }
    if (withCount && !this.heldRows.keepsCount(this.snapshot)) {
      this.needsCount = false;
      // They are not in the list that was counted.
      this.update({ done: new Set() });
    }
    this.cursors.set(page + 1, nextCursor);
    const pages = keptPages(this.snapshot, this.shown, this.heldRows.held).set(page, keys);
    const count = this.heldRows.countOf(this.snapshot, page, answer);
    this.update(changed({ ...this.snapshot, pages, count, rows: count, error: undefined }, this.query));
    return keys;
  }

  /** Finds the cursor of a page, or of one on the way to it. */
  private async skip(from: number, to: number): Promise<void> {
    const steps = Math.min(to - from, MAX_PAGE_SIZE / PAGE_SIZE);
    const query = { ...withoutTexts(this.query), limit: steps * PAGE_SIZE, cursor: this.cursors.of(from) || undefined };
    const { keys, nextCursor } = await this.requests.fetch(query);
    this.cursors.set(from + steps, nextCursor);
    if (nextCursor === null) this.update(this.heldRows.endAt(this.snapshot, endOf(from, keys), this.stale));
  }

  private update(change: Partial<PagesSnapshot>): void {
    this.snapshot = { ...this.snapshot, ...change };
    for (const listener of this.listeners) listener();
  }
}
