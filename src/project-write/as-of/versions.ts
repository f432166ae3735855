/*
 * SQL of the rules about revisions. A row of a table holds since a revision (`since`); a row of a history held up to
 * the revision that replaced or removed it (`until`), which is not included.
 */

/**
 * Returns the condition that a row of a history held at a revision.
 *
 * @param revision SQL
 * @param row alias, where the columns are ambiguous
 */
export function heldAt(revision: string, row?: string): string {
  const prefix = row === undefined ? '' : `${row}.`;
  return `${prefix}since <= ${revision} AND ${prefix}until > ${revision}`;
}

/**
 * Returns the name that a key of the project `$1` had at a revision; null if it did not exist.
 *
 * @param id SQL.
 * @param revision SQL
 */
export const keyNameAt = (id: string, revision: string): string => `coalesce(
    (SELECT name FROM keys_history h WHERE h.id = ${id} AND h.project_id = $1 AND ${heldAt(revision, 'h')} LIMIT 1),
    (SELECT name FROM keys k WHERE k.project_id = $1 AND k.id = ${id} AND k.since <= ${revision}))`;

/**
 * Returns the revision that set or confirmed a text last, of another language than the source language.
 *
 * @param row alias, where the columns are ambiguous
 */
export const lastSet = (row?: string): string =>
  row === undefined ? 'coalesce(text_revision, since)' : `coalesce(${row}.text_revision, ${row}.since)`;

/**
 * Returns the condition that a text is outdated: its source text was changed after the text was set or confirmed. It is
 * null where the source text was never changed, and never true for the source text itself.
 *
 * @param row alias of the text, where the columns are ambiguous
 * @param sourceRevision SQL of the `text_revision` of the source text
 */
export const isOutdated = (row: string | undefined, sourceRevision: string): string =>
  `${lastSet(row)} < ${sourceRevision}`;
