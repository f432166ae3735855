import { heldAt } from '../as-of/versions';
import { countFiles } from './counted-rows';
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
  /** The rows of a history that held at the target, and that the undone changes have replaced or removed. */
  restored: string;
  /** The rows that the undone changes have written. */
  afterChange: string;
  /** Whether such a row can have been replaced since, and is in the history then. */
  includesHistory: boolean;
}

export function conditionsOf({ to, only }: ReversalTarget): ReversalConditions {
  return only === undefined
    ? { restored: heldAt(String(to)), afterChange: `since > ${to}`, includesHistory: false }
    : { restored: `until = ${only}`, afterChange: `since = ${only}`, includesHistory: true };
}

/**
 * Returns SQL that selects the rows that the undone changes have written. `$1` is the project.
 *
 * @param condition further conditions of the rows, each after AND
 */
export function selectAfterChange(
  table: VersionedTable,
  columns: string,
  target: ReversalTarget,
  condition = '',
): string {
  const { afterChange, includesHistory } = conditionsOf(target);
  const current = `SELECT ${columns} FROM ${table} WHERE project_id = $1 AND ${afterChange}${condition}`;
  return includesHistory
    ? `${current} UNION ALL SELECT ${columns} FROM ${table}_history WHERE project_id = $1 AND ${afterChange}${condition}`
    : current;
}

/** Columns of the statements that revert a table. */
export interface ReversedColumns {
  /** They identify a row within its project. */
  identity: string;
  /** Two rows with the same identity can differ in them. */
  content: string;
  /** SQL of the language of a row. */
  language: string;
}

/**
 * Returns a statement that removes the rows of a table that the undone changes have written, if they are unchanged
 * since, and then a statement that puts back what they replaced, in the languages of the project: not what was replaced
 * or removed again since. Both return `CountedFiles`. `$1` is the project, `$2` the revision of the write.
 */
export function reversalStatements(
  table: VersionedTable,
  { identity, content, language }: ReversedColumns,
  target: ReversalTarget,
): { remove: string; insert: string } {
  const columns = columnsOf(table);
  const restored = `SELECT ${identity}, ${content} FROM ${table}_history WHERE project_id = $1 AND ${conditionsOf(target).restored}`;
  const current = `(SELECT ${columnsWith('c', `${identity}, ${content}`)})`;
  return {
    remove: `
      WITH removed AS (
        DELETE FROM ${table} c WHERE c.project_id = $1
          AND EXISTS (${current} INTERSECT (${selectAfterChange(table, `${identity}, ${content}`, target)}))
          AND NOT EXISTS (${current} INTERSECT (${restored}))
        RETURNING *),
      retired AS (${retire(table, 'removed', '$2')})
      ${countFiles(`SELECT ${language} AS language, 'removed' AS effect FROM removed`)}`,
    insert: `
      WITH inserted AS (
        INSERT INTO ${table} (project_id, since, ${columns})
        SELECT $1::uuid, $2::bigint, ${columns} FROM ${table}_history h WHERE project_id = $1 AND ${conditionsOf(target).restored}
          AND (${language} = '' OR EXISTS (
            SELECT FROM projects WHERE id = $1 AND (source_language = ${language} OR ${language} = ANY (target_languages))))
          AND ${isPlaceUnchanged(table, identity, target)}
        ON CONFLICT DO NOTHING RETURNING *)
      ${countFiles(`SELECT ${language} AS language, 'inserted' AS effect FROM inserted`)}`,
  };
}

/**
 * Returns SQL of whether a place, of the row `h`, is as the undone change has left it, without what it has written
 * there: it has written nothing, or the statement before has removed that. A whole project is restored whatever happened
 * since.
 */
function isPlaceUnchanged(table: VersionedTable, identity: string, { only }: ReversalTarget): string {
  if (only === undefined) return 'true';
  const earlier = (condition: string): string =>
    `EXISTS (SELECT FROM ${table}_history w WHERE w.project_id = $1 AND ${condition}
      AND (${columnsWith('w', identity)}) = (${columnsWith('h', identity)}))`;
  return `(NOT ${earlier(`w.since = ${only}`)} OR ${earlier('w.until = $2')})`;
}

/**
 * Returns SQL of the metadata of a row after a change is undone. Each member returns to the metadata `earlier` if the present one is as
 * the change has left it. What others have written since stays.
 *
 * @param present SQL, as the other two
 * @param left the metadata that the change has left
 */
export const undoneMeta = (earlier: string, left: string, present: string): string => `
  CASE WHEN ${present} IS NOT DISTINCT FROM ${left} THEN ${earlier} ELSE (
    SELECT jsonb_object_agg(key, value) FROM (
      SELECT key, value FROM jsonb_each(${present}) WHERE value IS DISTINCT FROM ${left} -> key
      UNION ALL SELECT key, value FROM jsonb_each(${earlier}) WHERE ${present} -> key IS NOT DISTINCT FROM ${left} -> key) members) END`;

/** Returns a list of columns with an alias before each. */
export const columnsWith = (alias: string, columns: string): string =>
  columns
    .split(', ')
    .map((column) => `${alias}.${column}`)
    .join(', ');
