/** The columns of the rows that the histories of the tables keep, beside the project and the revisions. */
const COLUMNS = {
  keys: 'id, created_at, name, description, meta, tags, max_length',
  translations: 'key_id, language, text, meta, state, text_revision',
  language_meta: 'language, meta',
  file_layouts: 'format, layout',
  file_templates: 'id, format, namespace, language, beside, path, options, size, hash, content, updated_at',
};

/** A table whose rows have the revision since which they hold, and a history. */
export type VersionedTable = keyof typeof COLUMNS;

/** All of them. */
export const VERSIONED_TABLES = Object.keys(COLUMNS) as VersionedTable[];

/** Returns the columns that a table has in common with its history. */
export const columnsOf = (table: VersionedTable): string => COLUMNS[table];

/**
 * Returns SQL that adds the rows that a statement replaces or removes to the history of their table, in the same
 * statement. A row since the same revision never held: the same write made it.
 *
 * @param rows a relation with the old rows
 * @param revision the parameter that contains the revision of the write; `$1` is the project
 */
export const retire = (table: VersionedTable, rows: string, revision: string): string => `
  INSERT INTO ${table}_history (since, until, project_id, ${COLUMNS[table]})
  SELECT since, ${revision}::bigint, $1::uuid, ${COLUMNS[table]} FROM ${rows} WHERE since < ${revision}::bigint`;
