import { lookUp } from '../../database/planned-reads';
import { keyById } from '../../project-write/stored-rows';
import { idPrefix } from '../../projects/id-prefix';
import { CHANGED_IN, LATEST_TEXT, ORDERS } from '../key-order';

/**
 * Returns SQL of the selected keys among the keys of the newest rows of keys and texts and of the newest removals of texts, from the position on. A key whose
 * change is older than the change of another row was before the position. The keys are looked up in the order of
 * these rows, until there are enough.
 *
 * @param bounds SQL of `PageBounds`
 * @param conditions SQL of the conditions of a key `k`
 */
export function newestKeys(bounds: string, conditions: readonly string[]): string {
  const rows = `(${bounds} ->> 'newestRows')::int`;
  const start = `(${bounds} -> 'position')`;
  const position = `(${start} ->> 0)::bigint, ${idPrefix(`(${start} ->> 1)::uuid`)}`;
  const newest = (table: string, id: string, revision = 'since'): string => {
    const isAfter = `(${revision}, ${idPrefix(id)}) <= (${position})`;
    // The first condition follows from the second one. From PostgreSQL 17 on, it alone implies the predicate of the index.
    return `(SELECT ${revision} AS place, ${id} AS place_id FROM ${table}
             WHERE project_id = $1 AND ${revision} <= (${start} ->> 0)::bigint AND ${isAfter}
             ORDER BY ${revision} DESC, ${idPrefix(id)} DESC, ${id} DESC LIMIT ${rows})`;
  };
  return `
    SELECT * FROM (
      SELECT k.*, n.*, ${CHANGED_IN} AS changed_in
      FROM (
        SELECT place_id, max(place) AS place
        FROM (SELECT * FROM (${newest('keys', 'id')} UNION ALL ${newest('translations', 'key_id')}
                             UNION ALL ${newest('keys', 'id', 'text_removed_in')}) k
              ORDER BY ${ORDERS['-updatedAt'].by} LIMIT ${rows}) k
        GROUP BY place_id ORDER BY place DESC, place_id DESC) n
      ${lookUp(keyById('n.place_id', '*'), 'k')}
      ${LATEST_TEXT}) k
    WHERE changed_in = place AND ${conditions.join(' AND ')}`;
}
