import { type PreparedStatement, prepared } from '../../database/statements';

/*
 * The plans of these statements must not depend on statistics: projects of very different sizes share the table, and new ones are
 * in no statistics. A join of the rows with the table would read the whole project for each set. So each row is looked up by
 * itself (LATERAL … LIMIT 1), by an index, and then written at its place (ctid). PostgreSQL expects 10 places in an array that a
 * subquery returns, whatever the table's size, and fetches them directly. The project's lock keeps the places valid; where the
 * table is partitioned, they are places in the partition of the project, which `project_id` selects.
 * test/query-plans.e2e-spec.ts checks these plans.
 */

/** Returns SQL of the row with the text of `f`. */
const findText = (columns: string): string => `CROSS JOIN LATERAL (
    SELECT ${columns} FROM translations
    WHERE project_id = $1 AND language = f.language AND key_id = f.key_id LIMIT 1) t`;

export const INSERT = prepared(
  `INSERT INTO translations (project_id, updated_by, language, key_id, text, meta)
   SELECT $1, $2, language, key_id, text, meta
   FROM unnest($3::text[], $4::uuid[], $5::text[], $6::jsonb[]) AS f (language, key_id, text, meta)`,
);

/**
 * Returns a statement that inserts keys, and the texts of those that were inserted; it returns the ids of the keys. Foreign
 * keys are checked at the end of the statement.
 *
 * @param insertKeys SQL that returns the column `id`, with the project as `$1` and its own values from `$6` on
 */
export const insertingKeys = (insertKeys: string): PreparedStatement =>
  prepared(
    `WITH inserted AS (${insertKeys}),
     texts AS (
       INSERT INTO translations (project_id, updated_by, language, key_id, text)
       SELECT $1, $2, language, key_id, text
       FROM unnest($3::text[], $4::uuid[], $5::text[]) AS f (language, key_id, text)
       WHERE key_id IN (SELECT id FROM inserted))
     SELECT id FROM inserted`,
  );

/** Returns the old text and metadata with the index of the row in the set. Not prepared: a generic plan would join row by row. */
export const REPLACE = `
  WITH before AS MATERIALIZED (
    SELECT f.*, t.place, t.text AS old_text, t.meta AS old_meta
    FROM unnest($3::text[], $4::uuid[], $5::text[], $6::jsonb[]) WITH ORDINALITY AS f (language, key_id, text, meta, number)
    ${findText('ctid AS place, text, meta')}
    WHERE t.text <> f.text OR t.meta IS DISTINCT FROM f.meta)
  UPDATE translations t SET text = b.text, meta = b.meta, updated_at = now(), updated_by = $2
  FROM before b WHERE t.project_id = $1 AND t.ctid = ANY (ARRAY(SELECT place FROM before)) AND t.ctid = b.place
  RETURNING b.number::int - 1 AS index, b.old_text AS text, b.old_meta::text AS meta`;

export const REPLACE_ONE = prepared(
  `UPDATE translations t SET text = $5, meta = $6::jsonb, updated_at = now(), updated_by = $2
   FROM (
     SELECT ctid AS place, text, meta FROM translations
     WHERE project_id = $1 AND language = $3 AND key_id = $4 LIMIT 1) before
   WHERE t.project_id = $1 AND t.ctid = before.place AND (before.text <> $5 OR before.meta IS DISTINCT FROM $6::jsonb)
   RETURNING 0 AS index, before.text, before.meta::text AS meta`,
);

/** Returns the texts with their old and new metadata. */
export const SET_META = `
  WITH before AS MATERIALIZED (
    SELECT t.place, t.meta,
           nullif((coalesce(t.meta, '{}') - $2) || coalesce(jsonb_build_object($2, nullif(f.meta, 'null')), '{}'), '{}') AS new_meta
    FROM unnest($3::text[], $4::uuid[], $5::jsonb[]) AS f (language, key_id, meta)
    ${findText('ctid AS place, meta')})
  UPDATE translations t SET meta = b.new_meta
  FROM before b
  WHERE t.project_id = $1 AND t.ctid = ANY (ARRAY(SELECT place FROM before)) AND t.ctid = b.place AND b.meta IS DISTINCT FROM b.new_meta
  RETURNING t.key_id AS "keyId", t.language, t.text, b.meta::text AS meta, b.new_meta::text AS "newMeta"`;

const DELETED_TEXTS = 'RETURNING key_id AS "keyId", language, text, meta::text AS meta';

export const REMOVE = `DELETE FROM translations WHERE project_id = $1 AND ctid = ANY (ARRAY(
    SELECT t.place FROM unnest($2::text[], $3::uuid[]) AS f (language, key_id) ${findText('ctid AS place')}))
  ${DELETED_TEXTS}`;

export const REMOVE_OF_KEYS = `DELETE FROM translations WHERE project_id = $1 AND ctid = ANY (ARRAY(
    SELECT t.place FROM unnest($2::uuid[]) AS f (key_id)
    CROSS JOIN LATERAL (
      SELECT ctid AS place FROM translations WHERE project_id = $1 AND key_id = f.key_id OFFSET 0) t))
  ${DELETED_TEXTS}`;

/** Removes the next rows of the primary key after `$3`, so that a large language is never held whole. */
export const removeLanguage = (
  limit: number,
): string => `DELETE FROM translations WHERE project_id = $1 AND ctid = ANY (ARRAY(
    SELECT ctid FROM translations WHERE project_id = $1 AND language = $2 AND key_id > $3
    ORDER BY key_id LIMIT ${limit}))
  ${DELETED_TEXTS}`;
