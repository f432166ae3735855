import type { QueryClient } from '@tanstack/react-query';
import { api, bodyOf, type Schemas } from '../../api/client';
import type { paths } from '../../api/schema';
import { isStillListed } from './work-list';

export type Key = Schemas['ListedKey'];
export type KeyQuery = NonNullable<paths['/api/v1/projects/{id}/keys']['get']['parameters']['query']>;

export const PAGE_SIZE = 500;
/** So many keys are read first, and shown while their page is read. They fill a high window. */
const HEAD_SIZE = 50;
/** The most keys in a page of the API. */
const MAX_PAGE_SIZE = 1_000;
/** So many pages on each side of the shown ones stay in memory. */
const KEPT_PAGES = 2;

export interface PagesSnapshot {
  /** The number of keys that pass the filters, once it is known. */
  readonly count?: number;
  /** The number of rows that can be shown: until the count is known, those that are read. */
  readonly rows?: number;
  readonly pages: ReadonlyMap<number, readonly Key[]>;
  /** The ids of the keys that do not pass the filters any more, because of what was done here. They keep their rows. */
  readonly done: ReadonlySet<string>;
  readonly error?: unknown;
}

/**
 * The keys of a query by their row. Only the pages around the shown rows are in memory. A page is found by the cursor of the one
 * before; those that a person scrolls past are read without texts.
 */
export class KeyPages {
  private snapshot: PagesSnapshot = { pages: new Map(), done: new Set() };
  private readonly listeners = new Set<() => void>();
  /** The cursors of pages, as far as they are known; the first page has none. */
  private cursors: (string | undefined)[] = [''];
  private shown = { first: 0, last: 0 };
  private stale = new Set<number>();
  private needsCount = true;
  private isReading = false;
  private isStopped = true;

  constructor(
    private readonly client: QueryClient,
    private readonly projectId: string,
    readonly query: KeyQuery,
  ) {}

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
      const cursor = this.cursors[page];
      if (cursor === undefined || (ids && !keys.some(({ id }) => ids.has(id)))) continue;
      try {
        const answer = await this.fetch({ ...this.query, limit: PAGE_SIZE, cursor: cursor || undefined });
        if (this.isStopped) return;
        const read = new Map(answer.keys.map((key) => [key.id, key]));
        this.change(new Set(read.keys()), (key) => read.get(key.id) ?? key);
      } catch {
        // The rows stay as they are: the next change, or the person, reads them again.
        return;
      }
    }
  }

  /** The row of a key, if it is in memory. */
  rowOf(keyId: string): number | undefined {
    for (const [page, keys] of this.snapshot.pages) {
      const place = keys.findIndex(({ id }) => id === keyId);
      if (place >= 0) return page * PAGE_SIZE + place;
    }
    return undefined;
  }

  /** Changes keys that are in memory, as the service has changed them. */
  change(ids: ReadonlySet<string>, change: (key: Key) => Key): void {
    const pages = new Map(this.snapshot.pages);
    const done = new Set(this.snapshot.done);
    for (const [page, keys] of pages) {
      if (!keys.some(({ id }) => ids.has(id))) continue;
      const changed = keys.map((key) => (ids.has(key.id) ? change(key) : key));
      pages.set(page, changed);
      for (const key of changed) {
        if (!ids.has(key.id)) continue;
        if (isStillListed(this.query, key)) done.delete(key.id);
        else done.add(key.id);
      }
    }
    this.update({ pages, done });
  }

  /**
   * Finds the next row whose key is wanted: below a row, and else above it among the rows that are in memory.
   *
   * @param narrowed a query that all wanted keys pass
   */
  async next(row: number, narrowed: KeyQuery, isWanted: (key: Key) => boolean): Promise<number | undefined> {
    const find = (keys: readonly Key[] | undefined, page: number, from: number): number | undefined => {
      const start = page * PAGE_SIZE;
      const index = keys?.findIndex((key, place) => start + place >= from && isWanted(key)) ?? -1;
      return index < 0 ? undefined : start + index;
    };
    const above = (): number | undefined => {
      for (const [page, keys] of [...this.snapshot.pages].sort(([a], [b]) => a - b)) {
        const found = find(keys, page, 0);
        if (found !== undefined) return found < row ? found : undefined;
      }
      return undefined;
    };
    let page = Math.floor(row / PAGE_SIZE);
    for (; this.snapshot.pages.has(page); page++) {
      const found = find(this.snapshot.pages.get(page), page, row + 1);
      if (found !== undefined) return found;
    }
    const cursor = this.cursors[page];
    if (cursor === undefined) return above();
    const { keys } = await this.fetch({ ...narrowed, cursor, limit: 1 });
    if (keys.length === 0) return above();
    for (; this.cursors[page] !== undefined; page++) {
      const found = find(await this.readPage(page), page, row + 1);
      if (found !== undefined) return found;
    }
    return above();
  }

  private async read(): Promise<void> {
    if (this.isReading || this.isStopped) return;
    this.isReading = true;
    try {
      for (let page = this.nextToRead(); page !== undefined && !this.isStopped; page = this.nextToRead()) {
        const known = this.nearestCursor(page);
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

  private nearestCursor(page: number): number {
    let known = page;
    while (this.cursors[known] === undefined) known--;
    return known;
  }

  /** Reads the first keys, which a large page and a count would keep waiting. */
  private async readHead(): Promise<void> {
    const query = { ...this.query, limit: HEAD_SIZE };
    const first = await this.request(query);
    const { keys, nextCursor } = first.keys.length > 0 ? first : await this.fillUp(query, first);
    if (nextCursor !== null) this.stale.add(0);
    const count = nextCursor === null ? keys.length : undefined;
    this.update({ pages: new Map([[0, keys]]), count, rows: keys.length, error: undefined });
  }

  private async readPage(page: number): Promise<readonly Key[]> {
    const withCount = this.needsCount;
    const answer = await this.fetch({
      ...this.query,
      limit: PAGE_SIZE,
      cursor: this.cursors[page] || undefined,
      ...(withCount && { total: true }),
    });
    const { keys, nextCursor, total } = answer;
    if (withCount) {
      this.needsCount = false;
      // They are not in the list that was counted.
      this.update({ done: new Set() });
    }
    this.stale.delete(page);
    this.setCursor(page + 1, nextCursor);
    const { first, last } = this.shown;
    const pages = new Map(
      [...this.snapshot.pages].filter(([other]) => other >= first - KEPT_PAGES && other <= last + KEPT_PAGES),
    );
    pages.set(page, keys);
    const end = nextCursor === null ? page * PAGE_SIZE + keys.length : undefined;
    const count = end ?? total ?? this.snapshot.count;
    this.update({ pages, count, rows: count, error: undefined });
    return keys;
  }

  /** Finds the cursor of a page, or of one on the way to it. */
  private async skip(from: number, to: number): Promise<void> {
    const steps = Math.min(to - from, MAX_PAGE_SIZE / PAGE_SIZE);
    const { query } = this;
    // Without texts, a language only belongs to a filter.
    const isFilter = [query.state, query.outdated, query.check, query.openComments, query.assignee].some(
      (filter) => filter !== undefined,
    );
    const { keys, nextCursor } = await this.fetch({
      ...query,
      include: undefined,
      language: isFilter ? query.language : undefined,
      limit: steps * PAGE_SIZE,
      cursor: this.cursors[from] || undefined,
    });
    this.setCursor(from + steps, nextCursor);
    const count = from * PAGE_SIZE + keys.length;
    if (nextCursor === null) this.update({ count, rows: count });
  }

  /** A page that has grown or shrunk moves those behind it. */
  private setCursor(page: number, cursor: string | null): void {
    const known = this.cursors[page];
    if (cursor === null || (known !== undefined && known !== cursor))
      this.cursors.length = Math.min(this.cursors.length, page);
    if (cursor !== null) this.cursors[page] = cursor;
  }

  private async fetch(query: KeyQuery) {
    return this.fillUp(query, await this.request(query));
  }

  /** Adds what a first page lacks: the service ends it where a filter has to look through many texts. */
  private async fillUp(query: KeyQuery, page: Schemas['KeyList']): Promise<Schemas['KeyList']> {
    const missing = (query.limit ?? 0) - page.keys.length;
    if (query.cursor !== undefined || page.nextCursor === null || missing <= 0) return page;
    const rest = await this.request({ ...query, limit: missing, cursor: page.nextCursor, total: undefined });
    return { ...page, keys: [...page.keys, ...rest.keys], nextCursor: rest.nextCursor };
  }

  private request(query: KeyQuery) {
    const { projectId } = this;
    return this.client.fetchQuery({
      queryKey: ['keys', projectId, query],
      queryFn: async ({ signal }) =>
        bodyOf(await api.GET('/api/v1/projects/{id}/keys', { params: { path: { id: projectId }, query }, signal })),
      staleTime: 0,
      gcTime: 0,
    });
  }

  private update(change: Partial<PagesSnapshot>): void {
    this.snapshot = { ...this.snapshot, ...change };
    for (const listener of this.listeners) listener();
  }
}
