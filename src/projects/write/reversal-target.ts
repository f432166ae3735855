import { columnsOf, retire, type VersionedTable } from './retired-rows';

/** The state to which a reversal returns. */
export interface ReversalTarget {
  /** The revision whose state returns. */
  to: number;
  /** The only revision that is undone, the one after `to`. Default: all later ones. */
  only?: number;
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

/** Returns SQL that selects the rows which what is undone has made. `$1` is the project. */
export function selectMade(table: VersionedTable, columns: string, target: ReversalTarget): string {
  const { made, includesHistory } = conditionsOf(target);
  const current = `SELECT ${columns} FROM ${table} WHERE project_id = $1 AND ${made}`;
  return includesHistory
    ? `${current} UNION ALL SELECT ${columns} FROM ${table}_history WHERE project_id = $1 AND ${made}`
    : current;
}

/**
 * Returns a statement that removes the rows of a table which what is undone has made, if they are still as they were made, and
 * one that puts back what they replaced. `$1` is the project, `$2` the revision of the write.
 *
 * @param identity the columns that tell the rows of a project apart
 * @param content the columns in which two rows with the same identity can differ
 * @param returned the columns that the statements return
 */
export function reversalStatements(
  table: VersionedTable,
  { identity, content, returned }: { identity: string; content: string; returned: string },
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
