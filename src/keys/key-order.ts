/** The orders of a list. */
export const KEY_ORDERS = ['name', '-updatedAt'] as const;
export type KeyOrder = (typeof KEY_ORDERS)[number];

/** SQL of an order of rows `k` with a `place`, and of what is after the position of the key before a page (`?`), a JSON list. */
export const ORDERS: Record<KeyOrder, { by: string; after: string }> = {
  name: {
    by: 'k.place, k.place_id',
    after: '(k.place, k.place_id) > (?::jsonb ->> 0, (?::jsonb ->> 1)::uuid)',
  },
  '-updatedAt': {
    by: 'k.place DESC, k.place_id DESC',
    after: '(k.place, k.place_id) < ((?::jsonb ->> 0)::bigint, (?::jsonb ->> 1)::uuid)',
  },
};

/** Adds the revision `since` of the latest text of a key `k`. */
export const LATEST_TEXT = `CROSS JOIN LATERAL (
    SELECT max(since) AS since FROM translations WHERE project_id = $1 AND key_id = k.id) t`;

/** Returns SQL that adds places in the order of the names, as the index `keys_in_order` has them. @param keys SQL of rows of `keys` */
const inNames = (keys: string): string => `SELECT k.*, left(k.name, 512) AS place, k.id AS place_id FROM (${keys}) k`;

/** Returns SQL that adds places in the order of the revisions that changed keys or their texts last. @param keys SQL of rows of `keys` */
const inChanges = (keys: string): string =>
  `SELECT k.*, greatest(k.since, t.since) AS place, k.id AS place_id FROM (${keys}) k ${LATEST_TEXT}`;

/** Returns SQL that adds places in an order. @param keys SQL of rows of `keys` */
export const inOrder = (order: KeyOrder, keys: string): string => (order === 'name' ? inNames(keys) : inChanges(keys));
