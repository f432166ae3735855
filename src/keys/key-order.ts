import { lookUpTotals } from '../database/planned-reads';
import { textsOf } from '../project-write/stored-rows';

/** The orders of a list. */
export const KEY_ORDERS = ['name', '-updatedAt'] as const;
export type KeyOrder = (typeof KEY_ORDERS)[number];

/** The id of no key: the least and the greatest one. */
const LEAST_ID = '00000000-0000-0000-0000-000000000000';
const GREATEST_ID = 'ffffffff-ffff-ffff-ffff-ffffffffffff';
const GREATEST_REVISION = '9223372036854775807';

/** An order of rows `k` with a `place` and a `place_id`. */
interface Order {
  /** SQL of the order. */
  by: string;
  /** Returns SQL of the rows that are after a position. @param position SQL of a JSON list of a place and an id */
  after: (position: string) => string;
  /** A position before all keys: a place and an id. */
  start: readonly string[];
}

export const ORDERS: Record<KeyOrder, Order> = {
  name: {
    by: 'k.place, k.place_id',
    after: (position) => `(k.place, k.place_id) > (${position} ->> 0, (${position} ->> 1)::uuid)`,
    start: ['', LEAST_ID],
  },
  '-updatedAt': {
    by: 'k.place DESC, k.place_id DESC',
    after: (position) => `(k.place, k.place_id) < ((${position} ->> 0)::bigint, (${position} ->> 1)::uuid)`,
    start: [GREATEST_REVISION, GREATEST_ID],
  },
};

/** Adds the revision `since` of the latest text of a key `k`. */
export const LATEST_TEXT = lookUpTotals(textsOf('k.id', 'max(since) AS since'), 't');

/** The revision of the last change of a key `k` or of one of its texts, with `LATEST_TEXT`. */
export const CHANGED_IN = 'greatest(k.since, k.text_removed_in, t.since)';

/** The time of the last change of a key `k` or of one of its texts `t`, of which `updated_at` is the latest time. */
export const UPDATED_AT = 'greatest(k.updated_at, k.text_removed_at, t.updated_at)';

/**
 * Returns SQL that adds places in the order of the names, as the index `keys_in_order` has them.
 *
 * @param keys SQL of rows of `keys`
 */
const inNames = (keys: string): string => `SELECT k.*, left(k.name, 512) AS place, k.id AS place_id FROM (${keys}) k`;

/**
 * Returns SQL that adds places in the order of the revisions that changed keys or their texts last.
 *
 * @param keys SQL of rows of `keys`
 */
const inChanges = (keys: string): string =>
  `SELECT k.*, ${CHANGED_IN} AS place, k.id AS place_id FROM (${keys}) k ${LATEST_TEXT}`;

/** Returns SQL that adds places in an order. @param keys SQL of rows of `keys` */
export const inOrder = (order: KeyOrder, keys: string): string => (order === 'name' ? inNames(keys) : inChanges(keys));
