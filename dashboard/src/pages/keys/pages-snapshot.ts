import type { Schemas } from '../../api/client';
import { type KeyQuery, PAGE_SIZE } from './key-requests';
import { isStillListed } from './work-list';

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
