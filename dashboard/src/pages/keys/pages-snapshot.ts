import type { Schemas } from '../../api/client';
import { type KeyQuery, PAGE_SIZE } from './key-requests';
import { isStillListed } from './work-list';

/** So many pages on each side of the shown ones stay in memory. */
const KEPT_PAGES = 2;

export type Key = Schemas['ListedKey'];

export interface PagesSnapshot {
  /** The number of keys that pass the filters, once it is known. */
  readonly count?: number;
  /** The number of rows that can be shown: until the count is known, the rows that are read. */
  readonly rows?: number;
  readonly pages: ReadonlyMap<number, readonly Key[]>;
  /** The ids of the keys that do not pass the filters any more, because of what was done here. They keep their rows. */
  readonly done: ReadonlySet<string>;
  readonly error?: unknown;
}

/** Whether the known keys of a page have the same rows in an answer, which may have more behind them. */
export const keepsRows = (known: readonly Key[], answer: readonly Key[]): boolean =>
  known.every(({ id }, place) => answer[place]?.id === id);

/** Returns the row behind the keys of a page, or of some pages from it. */
export const endOf = (page: number, keys: readonly unknown[]): number => page * PAGE_SIZE + keys.length;

/** The first and the last page that is shown. */
interface Shown {
  first: number;
  last: number;
}

/** Returns the first page that is to be read of the shown ones and the one behind them. @param stale pages to be read again */
export function pageToRead(
  { pages, count = 1 }: PagesSnapshot,
  { first, last }: Shown,
  stale: ReadonlySet<number>,
): number | undefined {
  for (let page = first; page <= last + 1 && page * PAGE_SIZE < Math.max(count, 1); page++)
    if (!pages.has(page) || stale.has(page)) return page;
  return undefined;
}

/** Returns the pages that stay in memory: the shown pages with their neighbours, and the page of a key whose text is written. */
export function keptPages(
  { pages }: PagesSnapshot,
  { first, last }: Shown,
  held: string | undefined,
): Map<number, readonly Key[]> {
  const isNear = (page: number) => page >= first - KEPT_PAGES && page <= last + KEPT_PAGES;
  return new Map([...pages].filter(([page, keys]) => isNear(page) || keys.some(({ id }) => id === held)));
}

/** Returns the row of a key, if it is in memory. */
export function rowOf({ pages }: PagesSnapshot, keyId: string): number | undefined {
  for (const [page, keys] of pages) {
    const place = keys.findIndex(({ id }) => id === keyId);
    if (place >= 0) return page * PAGE_SIZE + place;
  }
  return undefined;
}

/** Returns the pages with keys that the service has changed, and the keys that do not pass the filters any more. */
export function withChanges(
  snapshot: PagesSnapshot,
  query: KeyQuery,
  ids: ReadonlySet<string>,
  change: (key: Key) => Key,
): Pick<PagesSnapshot, 'pages' | 'done'> {
  const pages = new Map(snapshot.pages);
  const done = new Set(snapshot.done);
  for (const [page, keys] of pages) {
    if (!keys.some(({ id }) => ids.has(id))) continue;
    const changed = keys.map((key) => (ids.has(key.id) ? change(key) : key));
    pages.set(page, changed);
    for (const key of changed) {
      if (!ids.has(key.id)) continue;
      if (isStillListed(query, key)) done.delete(key.id);
      else done.add(key.id);
    }
  }
  return { pages, done };
}
