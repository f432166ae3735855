import type { QueryClient } from '@tanstack/react-query';
import { api, bodyOf, type Schemas } from '../../api/client';
import type { paths } from '../../api/schema';

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
  readonly error?: unknown;
}

/**
 * The keys of a query by their row. Only the pages around the shown rows are in memory. A page is found by the cursor of the one
 * before; those that a person scrolls past are read without texts.
 */
export class KeyPages {
  private snapshot: PagesSnapshot = { pages: new Map() };
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
    private readonly query: KeyQuery,
  ) {}

  readonly subscribe = (listener: () => void): (() => void) => {
    this.listeners.add(listener);
    return () => this.listeners.delete(listener);
  };

  readonly getSnapshot = (): PagesSnapshot => this.snapshot;

  readonly start = (): (() => void) => {
    this.isStopped = false;
    void this.read();
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

  /** Changes keys that are in memory, as the service has changed them. */
  change(ids: ReadonlySet<string>, change: (key: Key) => Key): void {
    const pages = new Map(this.snapshot.pages);
    for (const [page, keys] of pages) {
      if (keys.some(({ id }) => ids.has(id)))
        pages.set(
          page,
          keys.map((key) => (ids.has(key.id) ? change(key) : key)),
        );
    }
    this.update({ pages });
  }

  /** Finds the next row below whose key has no text in a language. */
  async nextUntranslated(row: number, language: string, isMissing: (key: Key) => boolean): Promise<number | undefined> {
    const isShown = (keys: readonly Key[] | undefined, page: number): number | undefined => {
      const start = page * PAGE_SIZE;
      const index = keys?.findIndex((key, place) => start + place > row && isMissing(key)) ?? -1;
      return index < 0 ? undefined : start + index;
    };
    let page = Math.floor(row / PAGE_SIZE);
    for (; this.snapshot.pages.has(page); page++) {
      const found = isShown(this.snapshot.pages.get(page), page);
      if (found !== undefined) return found;
    }
    const cursor = this.cursors[page];
    if (cursor === undefined) return undefined;
    const { keys } = await this.fetch({ ...this.query, untranslated: language, cursor, limit: 1 });
    if (keys.length === 0) return undefined;
    for (; this.cursors[page] !== undefined; page++) {
      const found = isShown(await this.readPage(page), page);
      if (found !== undefined) return found;
    }
    return undefined;
  }

  /** Reads all keys of the query, page by page. */
  async *all(): AsyncGenerator<Key[]> {
    let cursor: string | null = null;
    do {
      const page = await this.fetch({ ...this.query, cursor: cursor ?? undefined, limit: MAX_PAGE_SIZE });
      yield page.keys;
      cursor = page.nextCursor;
    } while (cursor !== null);
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
    const { keys, nextCursor } = await this.fetch({ ...this.query, limit: HEAD_SIZE });
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
    if (withCount) this.needsCount = false;
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
    const isFilter = [query.state, query.outdated, query.check].some((filter) => filter !== undefined);
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

  private fetch(query: KeyQuery) {
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
