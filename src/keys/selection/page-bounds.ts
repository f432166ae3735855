import { ORDERS, type KeyOrder } from '../key-order';

/** Keys that a partial read has, in the order of the names. A filter that many keys pass fills a page long before. */
const FIRST_KEYS = 1_000;
/** The most rows that a partial read has, in the order of their revisions. */
const MAX_NEWEST_ROWS = 20_000;
/** Newest rows that are read for each text of a page: a part of them belongs to keys of the pages before. */
const NEWEST_ROWS_PER_TEXT = 1.5;

/** The limits of a page. It is one parameter, so that it does not change the text of a statement. */
export interface PageBounds {
  /** The number of keys. */
  limit: number;
  /** The keys that a partial read has, in the order of the names. */
  firstKeys: number;
  /** The rows that a partial read has, in the order of their revisions. */
  newestRows: number;
  /** The position of the key before the page, in the order of the list. */
  position: readonly string[];
}

/**
 * Returns the bounds of a page.
 *
 * @param limit the number of keys
 * @param languageCount of the project, the source language included
 * @param position of the key before the page. Default: the first page
 * @param firstKeys that are looked through. Default: enough for a filter that many keys pass
 */
export function pageBounds(
  order: KeyOrder,
  limit: number,
  languageCount: number,
  position: readonly string[] = ORDERS[order].start,
  firstKeys = FIRST_KEYS,
): PageBounds {
  const newestRows = Math.ceil(NEWEST_ROWS_PER_TEXT * limit * (languageCount + 1));
  return { limit, firstKeys, newestRows: Math.min(MAX_NEWEST_ROWS, Math.max(FIRST_KEYS, newestRows)), position };
}
