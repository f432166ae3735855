import type { Schemas } from '../../api/client';
import { type KeyQuery, PAGE_SIZE } from './key-requests';

type Key = Schemas['ListedKey'];

/** The pages in which a key is searched. */
export interface SearchedPages {
  /** The pages that are in memory. */
  readonly inMemory: () => ReadonlyMap<number, readonly Key[]>;
  /** The cursor of a page, if it is known. */
  readonly cursorOf: (page: number) => string | undefined;
  readonly fetch: (query: KeyQuery) => Promise<Schemas['KeyList']>;
  /** Reads a page into memory. */
  readonly readPage: (page: number) => Promise<readonly Key[]>;
}

/**
 * Finds the next row whose key is wanted: below a row, and else above it among the rows that are in memory.
 *
 * @param narrowed a query that all wanted keys pass
 */
export async function nextWanted(
  { inMemory, cursorOf, fetch, readPage }: SearchedPages,
  row: number,
  narrowed: KeyQuery,
  isWanted: (key: Key) => boolean,
): Promise<number | undefined> {
  const find = (keys: readonly Key[] | undefined, page: number, from: number): number | undefined => {
    const start = page * PAGE_SIZE;
    const index = keys?.findIndex((key, place) => start + place >= from && isWanted(key)) ?? -1;
    return index < 0 ? undefined : start + index;
  };
  const above = (): number | undefined => {
    for (const [page, keys] of [...inMemory()].sort(([a], [b]) => a - b)) {
      const found = find(keys, page, 0);
      if (found !== undefined) return found < row ? found : undefined;
    }
    return undefined;
  };
  let page = Math.floor(row / PAGE_SIZE);
  for (; inMemory().has(page); page++) {
    const found = find(inMemory().get(page), page, row + 1);
    if (found !== undefined) return found;
  }
  const cursor = cursorOf(page);
  if (cursor === undefined) return above();
  const { keys } = await fetch({ ...narrowed, cursor, limit: 1 });
  if (keys.length === 0) return above();
  for (; cursorOf(page) !== undefined; page++) {
    const found = find(await readPage(page), page, row + 1);
    if (found !== undefined) return found;
  }
  return above();
}
