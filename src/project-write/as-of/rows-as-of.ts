import { NAMESPACE_OF_NAME } from '../../common/namespace-of';
import { columnsOf, type VersionedTable } from '../stores/retired-rows';
import { heldAt } from './versions';

/**
 * Returns SQL of a relation with the rows that a table had at a revision of the project `$1`; without a revision, the
 * table. The relation has the columns that the history keeps, and `namespace` of keys.
 *
 * @param revision digits
 */
export function rowsAsOf(table: VersionedTable, revision: string | undefined): string {
  if (revision === undefined) return table;
  const columns = `project_id, ${columnsOf(table)}`;
  const [now, then] =
    table === 'keys' ? [', namespace', `, (${NAMESPACE_OF_NAME}) COLLATE "C" AS namespace`] : ['', ''];
  return `(
    SELECT ${columns}${now} FROM ${table} WHERE project_id = $1 AND since <= ${revision}
    UNION ALL
    SELECT ${columns}${then} FROM ${table}_history
    WHERE project_id = $1 AND ${heldAt(revision)})`;
}
