import { PAGE_BYTES } from '../common/page-bytes';
import { type BoundedRow, firstBytes, sizeOf } from '../database/first-bytes';
import { prepared } from '../database/statements';
import type { Transaction } from '../database/transaction';
import { idPrefix } from '../projects/id-prefix';
import type { ChangeItem } from './change';
import { changedRows, joinName, pairVersions, SET_IN, VERSION, VERSION_BYTES, type VersionRow } from './version-rows';
import { beginRead } from '../database/planned-reads';

/**
 * The most rows of each table that are read for one page. A page whose rows show no difference is shorter than asked
 * for.
 */
const MAX_ROWS = 5_000;

/** The place of an item among the items of a change: the key, then the language, which is empty for the key itself. */
export interface ItemPlace {
  keyId: string;
  language: string;
}

export interface ItemSelection {
  projectId: string;
  revision: string;
  after: ItemPlace;
  limit: number;
}

interface Row extends ItemPlace, VersionRow, BoundedRow {
  /** The table and the column that the row was found by. */
  source: string;
  /** Bytes of this row and of the rows before it. */
  bytes: string;
}

/** Begins a transaction that reads items. */
export const READ_ITEMS = beginRead('inIndexOrder');

/**
 * Reads the next items of a change. Each table is read by its index of revisions from a place on, so that the cost does
 * not depend on the size of the change.
 *
 * @returns with the place to go on from, undefined if there are no more
 */
export async function readItems(
  tx: Transaction,
  { projectId, revision, after, limit }: ItemSelection,
): Promise<{ items: ChangeItem[]; last?: ItemPlace }> {
  const items: ChangeItem[] = [];
  let place: ItemPlace | undefined = after;
  let bytes = 0;
  for (let count = 0; place && items.length <= limit && count < MAX_ROWS; count += limit) {
    const { keyId, language }: ItemPlace = place;
    const rows: Row[] = await tx.rows<Row>(ROWS, [projectId, revision, keyId, language, limit + 1]);
    bytes += Number(rows.at(-1)?.bytes ?? 0);
    if (bytes > PAGE_BYTES && items.length > 0) break;
    place = endOf(rows, limit);
    items.push(...itemsOf(rows, place));
    if (isCut(rows)) break;
  }
  const page = items.slice(0, limit);
  const cut = items.length > limit ? page.at(-1) : undefined;
  return { items: page, last: cut ? { keyId: cut.keyId, language: cut.language ?? '' } : place };
}

/** Whether there are rows behind these that their bytes have no room for. */
const isCut = (rows: readonly Row[]): boolean => rows.at(-1)?.hasNext ?? false;

/** Returns the last place up to which the rows of all tables were read; undefined if there are no further rows. */
function endOf(rows: readonly Row[], limit: number): ItemPlace | undefined {
  const counts = new Map<string, number>();
  for (const row of rows) {
    const count = (counts.get(row.source) ?? 0) + 1;
    counts.set(row.source, count);
    if (count > limit) return row;
  }
  // The last place may have another row. A place has at most two, which have less bytes than a page.
  const last = isCut(rows) ? rows.at(-1) : undefined;
  return last && rows.findLast((row) => row.keyId !== last.keyId || row.language !== last.language);
}

/** Pairs the rows up to a place. */
function itemsOf(rows: readonly Row[], end: ItemPlace | undefined): ChangeItem[] {
  const keys = new Map<string, Row[]>();
  for (const row of rows) {
    if (end && compare(row, end) > 0) break;
    const ofKey = keys.get(row.keyId) ?? [];
    keys.set(row.keyId, ofKey);
    ofKey.push(row);
  }
  return Array.from(keys).flatMap(([keyId, ofKey]) => pairVersions(keyId, ofKey));
}

const compare = (one: ItemPlace, other: ItemPlace): number =>
  compareText(one.keyId, other.keyId) || compareText(one.language, other.language);

const compareText = (one: string, other: string): number => (one < other ? -1 : Number(one > other));

const NEXT_ROWS = changedRows({
  revision: '$2',
  limit: '$5',
  after: ({ id, language }) =>
    `${idPrefix(id)} >= ${idPrefix('$3::uuid')} AND (${id}, ${language}) > ($3::uuid, $4::text)`,
});

const ORDER = `r."keyId", r.language COLLATE "C"`;

const ROWS = prepared(`
  SELECT source, "isBefore", "keyId", language, ${SET_IN} AS "setIn", ${VERSION} AS version, key_name AS name, bounded_bytes AS bytes, "hasNext"
  FROM (${firstBytes({
    rows: `SELECT * FROM (${NEXT_ROWS}) r ${joinName('r."keyId"', '$2')} ORDER BY ${ORDER}`,
    order: ORDER,
    bytes: `${VERSION_BYTES} + ${sizeOf('r.key_name')}`,
  })}) r ORDER BY ${ORDER}`);
