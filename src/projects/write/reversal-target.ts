import { columnsOf, retire, type VersionedTable } from './retired-rows';

/** The state to which a reversal returns. */
export interface ReversalTarget {
  /** The revision whose state returns. */
  to: number;
  /** The only revision that is undone, the one after `to`. Default: all later ones. */
  only?: number;
  /** The only key that returns, of what `only` did. Default: all keys, and what is the project's own. */
  keyId?: string;
}

/** Conditions of rows for one target. */
export interface ReversalConditions {
  /** The rows of a history that held at the target, and that what is undone has replaced or removed. */
  wanted: string;
  /** The rows that what is undone has made. */
  made: string;
  /** Whether such a row can have been replaced since, and is in the history then. */
  includesHistory: boolean;
}

export function conditionsOf({ to, only }: ReversalTarget): ReversalConditions {
  return only === undefined
    ? { wanted: `until > ${to} AND since <= ${to}`, made: `since > ${to}`, includesHistory: false }
    : { wanted: `until = ${only}`, made: `since = ${only}`, includesHistory: true };
}

/**
 * Returns SQL that selects the rows which what is undone has made. `$1` is the project.
 *
 * @param condition further conditions of the rows, each after AND
 */
export function selectMade(table: VersionedTable, columns: string, target: ReversalTarget, condition = ''): string {
  const { made, includesHistory } = conditionsOf(target);
  const current = `SELECT ${columns} FROM ${table} WHERE project_id = $1 AND ${made}${condition}`;
  return includesHistory
    ? `${current} UNION ALL SELECT ${columns} FROM ${table}_history WHERE project_id = $1 AND ${made}${condition}`
    : current;
}

/** Columns of the statements that revert a table. */
export interface ReversedColumns {
  /** They tell the rows of a project apart. */
  identity: string;
  /** Two rows with the same identity can differ in them. */
  content: string;
  /** The statements return them. */
  returned: string;
}

/**
 * Returns a statement that removes the rows of a table which what is undone has made, if they are still as they were made, and
 * one that puts back what they replaced. `$1` is the project, `$2` the revision of the write.
 */
export function reversalStatements(
  table: VersionedTable,
  { identity, content, returned }: ReversedColumns,
  target: ReversalTarget,
): { remove: string; insert: string } {
  const columns = columnsOf(table);
  const wanted = `SELECT ${identity}, ${content} FROM ${table}_history WHERE project_id = $1 AND ${conditionsOf(target).wanted}`;
  const current = `(SELECT ${columnsWith('c', `${identity}, ${content}`)})`;
  return {
    remove: `
      WITH removed AS (
        DELETE FROM ${table} c WHERE c.project_id = $1
          AND EXISTS (${current} INTERSECT (${selectMade(table, `${identity}, ${content}`, target)}))
          AND NOT EXISTS (${current} INTERSECT (${wanted}))
        RETURNING *),
      retired AS (${retire(table, 'removed', '$2')})
      SELECT ${returned} FROM removed`,
    insert: `
      INSERT INTO ${table} (project_id, since, ${columns})
      SELECT $1::uuid, $2::bigint, ${columns} FROM ${table}_history WHERE project_id = $1 AND ${conditionsOf(target).wanted}
      ON CONFLICT DO NOTHING RETURNING ${returned}`,
  };
}

const columnsWith = (alias: string, columns: string): string =>
  columns
    .split(', ')
    .map((column) => `${alias}.${column}`)
    .join(', ');
