/** A page of a list. */
export interface Page<Item> {
  items: Item[];
  /** The cursor of the next page; null on the last page. */
  nextCursor: string | null;
}

/**
 * Cuts a page from the items behind its cursor.
 *
 * @param found one item more than the limit, if there are so many
 */
export function cutPage<Item>(found: Item[], limit: number, cursorAfter: (last: Item) => string): Page<Item> {
  const items = found.slice(0, limit);
  const last = found.length > limit ? items.at(-1) : undefined;
  return { items, nextCursor: last ? cursorAfter(last) : null };
}

/**
 * Cuts a page from the items behind its cursor, which the database has cut by bytes.
 *
 * @param found rows of `firstBytes` of one item more than the limit, if there are so many
 */
export function cutBoundedPage<Item extends { hasNext: boolean }>(
  found: Item[],
  limit: number,
  cursorAfter: (last: Item) => string,
): Page<Item> {
  const items = found.slice(0, limit);
  const last = items.at(-1);
  return { items, nextCursor: last?.hasNext ? cursorAfter(last) : null };
}
