import { PAGE_SIZE } from './key-requests';
import type { SearchedPages } from './next-wanted';
import type { Key } from './pages-snapshot';

/** The most rows whose keys are read at a time: 20 pages. */
const MAX_ROWS = 10_000;

/** Returns the keys of some rows, and reads the pages that are not in memory. Undefined: there are too many, or their place is not known any more. */
export async function keysOfRows(
  { inMemory, cursorOf, readPage }: SearchedPages,
  first: number,
  last: number,
): Promise<readonly Key[] | undefined> {
  if (last - first >= MAX_ROWS) return undefined;
  const firstPage = Math.floor(first / PAGE_SIZE);
  const keys: Key[] = [];
  for (let page = firstPage; page * PAGE_SIZE <= last; page++) {
    const known = inMemory().get(page);
    if (!known && cursorOf(page) === undefined) return undefined;
    keys.push(...(known ?? (await readPage(page))));
  }
  return keys.slice(first - firstPage * PAGE_SIZE, last + 1 - firstPage * PAGE_SIZE);
}
