import { prepared } from '../database/statements';
import type { Transaction } from '../database/transaction';
import { idPrefix } from '../projects/id-prefix';
import type { ChangeItem, KeyVersion, TextVersion } from './change';
import { keyVersion, textVersion } from './version-sql';

/** The most rows of each table that are read for one page. A page whose rows show no difference is shorter than asked for. */
const MAX_ROWS = 5_000;

/** The place of an item among those of a change: the key, then the language; that of the key itself is empty. */
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

/** A row that a change made, or that it replaced or removed. */
interface Row extends ItemPlace {
  /** The table and the column that the row was found by. */
  source: string;
  version: TextVersion | KeyVersion;
}

/**
 * The settings of a transaction that reads items. Without statistics of revisions, the planner expects so few rows that it would read
 * and sort all of a change; and as a plan without sorting counts as very expensive, it would be compiled, which takes 80 ms.
 */
export const ITEM_SETTINGS = 'SET LOCAL enable_sort = off; SET LOCAL enable_bitmapscan = off; SET LOCAL jit = off;';

type Item = ItemPlace & Pick<ChangeItem, 'before' | 'after'>;

/**
 * Reads the next items of a change. Each table is read by its index of revisions from a place on, so that the cost does not depend
 * on the size of the change.
 *
 * @returns with the place to go on from, undefined if there are no more
 */
export async function readItems(
  tx: Transaction,
  { projectId, revision, after, limit }: ItemSelection,
): Promise<{ items: ChangeItem[]; last?: ItemPlace }> {
  const items: Item[] = [];
  let place: ItemPlace | undefined = after;
  for (let count = 0; place && items.length <= limit && count < MAX_ROWS; count += limit) {
    const { keyId, language }: ItemPlace = place;
    const rows: Row[] = await tx.rows<Row>(ROWS, [projectId, revision, keyId, language, limit + 1]);
    place = endOf(rows, limit);
    items.push(...itemsOf(rows, place).filter(isDifferent));
  }
  const page = items.slice(0, limit);
  const last = items.length > limit ? page.at(-1) : place;
  return { items: await withNames(tx, [projectId, revision], page), last };
}

/** Returns the last place up to which the rows of all tables were read; undefined if there are no further rows. */
function endOf(rows: readonly Row[], limit: number): ItemPlace | undefined {
  const counts = new Map<string, number>();
  const ends: Row[] = [];
  for (const row of rows) {
    const count = (counts.get(row.source) ?? 0) + 1;
    counts.set(row.source, count);
    if (count > limit) ends.push(row);
  }
  return ends.sort(compare)[0];
}

/** Pairs the rows that were replaced or removed with those that were made, in the order of their places. */
function itemsOf(rows: readonly Row[], end: ItemPlace | undefined): Item[] {
  const items = new Map<string, Item>();
  for (const row of rows) {
    if (end && compare(row, end) > 0) continue;
    const { keyId, language, source, version } = row;
    const id = `${keyId} ${language}`;
    const item = items.get(id) ?? { keyId, language, before: null, after: null };
    items.set(id, item);
    item[source.endsWith('until') ? 'before' : 'after'] = version;
  }
  return [...items.values()].sort(compare);
}

const compare = (one: ItemPlace, other: ItemPlace): number =>
  compareText(one.keyId, other.keyId) || compareText(one.language, other.language);

const compareText = (one: string, other: string): number => (one < other ? -1 : Number(one > other));

/** Some rows differ only in data of file formats. */
const isDifferent = ({ before, after }: Item): boolean => JSON.stringify(before) !== JSON.stringify(after);

async function withNames(tx: Transaction, values: unknown[], items: readonly Item[]): Promise<ChangeItem[]> {
  const ids = [...new Set(items.map(({ keyId }) => keyId))];
  const rows = await tx.rows<{ id: string; name: string }>(NAMES, [...values, ids]);
  const names = new Map(rows.map(({ id, name }) => [id, name]));
  return items.map((item) => ({ ...item, name: names.get(item.keyId) ?? '', language: item.language || null }));
}

const TEXTS = { id: 'key_id', language: 'language', version: textVersion('r') };
const KEYS = { id: 'id', language: `'' COLLATE "C"`, version: keyVersion('r') };

/** Selects the next rows of a table that are since, or until, the revision `$2`. */
const next = (table: string, revision: 'since' | 'until', { id, language, version }: typeof TEXTS): string => `(
  SELECT '${table} ${revision}' AS source, ${id} AS "keyId", ${language} AS language, ${version} AS version FROM ${table} r
  WHERE project_id = $1 AND ${revision} = $2 AND ${idPrefix(id)} >= ${idPrefix('$3::uuid')}
    AND (${id}, ${language}) > ($3::uuid, $4::text)
  ORDER BY ${idPrefix(id)}, ${id}, ${language} LIMIT $5)`;

const ROWS = prepared(
  `SELECT * FROM (${[
    next('keys_history', 'until', KEYS),
    next('keys_history', 'since', KEYS),
    next('keys', 'since', KEYS),
    next('translations_history', 'until', TEXTS),
    next('translations_history', 'since', TEXTS),
    next('translations', 'since', TEXTS),
  ].join(' UNION ALL ')}) next_rows`,
);

/** The names of keys after the revision `$2`; of a key that it deleted, the name before. */
const NAMES = prepared(`
  SELECT f.id, v.name FROM unnest($3::uuid[]) AS f (id) CROSS JOIN LATERAL (
    SELECT name FROM (
      SELECT k.name, k.since FROM keys k WHERE k.project_id = $1 AND k.id = f.id AND k.since <= $2
      UNION ALL
      SELECT h.name, h.since FROM keys_history h
      WHERE h.id = f.id AND h.project_id = $1 AND h.since <= $2 AND h.until >= $2) versions
    ORDER BY since DESC LIMIT 1) v`);
