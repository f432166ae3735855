import { PAGE_BYTES } from '../common/page-bytes';

/** A row of `firstBytes`. */
export interface BoundedRow {
  /** Whether the relation has a row after this one. */
  hasNext: boolean;
}

interface BoundedRows {
  /** SQL of the relation: stored columns, and no texts that are built of them. It is bounded by a LIMIT. */
  rows: string;
  /** SQL of the order, of columns of a row `r`. `rows` has the same order, so that nothing is sorted again. */
  order: string;
  /** SQL of the size of a row `r` in bytes: `sizeOf`. */
  bytes: string;
  /** Default: `PAGE_BYTES`. */
  maxBytes?: number;
}

/**
 * Returns SQL of the size in bytes of what a row holds beyond some hundred bytes. `octet_length` of a stored text reads
 * its length, without fetching or decompressing it; of anything else it is the length of its text.
 *
 * @param texts SQL of texts; null has no size
 */
export const sizeOf = (...texts: readonly string[]): string =>
  texts.map((text) => `coalesce(octet_length(${text}), 0)`).join(' + ');

/**
 * Returns SQL of the first rows of a relation that have a size of at most so many bytes together, and at least one row,
 * with the column `hasNext`. The sizes are compared before a text is fetched, so neither the database nor the service
 * holds more than the result. What is built of the rows, such as their JSON, is built of this relation; it is larger by
 * the escapes of JSON, at most sixfold (a control character is `\u0001`).
 */
export const firstBytes = ({ rows, order, bytes, maxBytes = PAGE_BYTES }: BoundedRows): string => `
  SELECT * FROM (
    SELECT r.*, row_number() OVER bounded AS bounded_number, sum(${bytes}) OVER bounded AS bounded_bytes,
           lead(true, 1, false) OVER bounded AS "hasNext"
    FROM (${rows}) r
    WINDOW bounded AS (ORDER BY ${order} ROWS UNBOUNDED PRECEDING)) r
  WHERE bounded_bytes <= ${maxBytes} OR bounded_number = 1`;
