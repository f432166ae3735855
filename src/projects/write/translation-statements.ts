import { type PreparedStatement, prepared } from '../../database/statements';
import { retire } from './retired-rows';

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
  `INSERT INTO translations (project_id, updated_by, since, language, key_id, text, meta)
   SELECT $1, $2, $3, language, key_id, text, meta
   FROM unnest($4::text[], $5::uuid[], $6::text[], $7::jsonb[]) AS f (language, key_id, text, meta)`,
);

/**
 * Returns a statement that inserts keys, and the texts of those that were inserted; it returns the ids of the keys. Foreign
 * keys are checked at the end of the statement.
 *
 * @param insertKeys SQL that returns the column `id`, with the project as `$1`, the revision as `$3` and its own values from
 * `$7` on
 */
export const insertingKeys = (insertKeys: string): PreparedStatement =>
  prepared(
    `WITH inserted AS (${insertKeys}),
     texts AS (
       INSERT INTO translations (project_id, updated_by, since, language, key_id, text)
       SELECT $1, $2, $3, language, key_id, text
       FROM unnest($4::text[], $5::uuid[], $6::text[]) AS f (language, key_id, text)
       WHERE key_id IN (SELECT id FROM inserted))
     SELECT id FROM inserted`,
  );

/** Returns the old text and metadata with the index of the row in the set. Not prepared: a generic plan would join row by row. */
export const REPLACE = `
  WITH before AS MATERIALIZED (
    SELECT t.*, f.language, f.key_id, f.text AS new_text, f.meta AS new_meta, f.number
    FROM unnest($4::text[], $5::uuid[], $6::text[], $7::jsonb[]) WITH ORDINALITY AS f (language, key_id, text, meta, number)
    ${findText('ctid AS place, since, text, meta')}
    WHERE t.text <> f.text OR t.meta IS DISTINCT FROM f.meta),
  retired AS (${retire('translations', 'before', '$3')})
  UPDATE translations t SET text = b.new_text, meta = b.new_meta, since = $3, updated_at = now(), updated_by = $2
  FROM before b WHERE t.project_id = $1 AND t.ctid = ANY (ARRAY(SELECT place FROM before)) AND t.ctid = b.place
  RETURNING b.number::int - 1 AS index, b.text, b.meta::text AS meta`;

export const REPLACE_ONE = prepared(
  `WITH before AS MATERIALIZED (
     SELECT ctid AS place, since, key_id, language, text, meta FROM translations
     WHERE project_id = $1 AND language = $4 AND key_id = $5 AND (text <> $6 OR meta IS DISTINCT FROM $7::jsonb) LIMIT 1),
   retired AS (${retire('translations', 'before', '$3')})
   UPDATE translations t SET text = $6, meta = $7::jsonb, since = $3, updated_at = now(), updated_by = $2
   FROM before b WHERE t.project_id = $1 AND t.ctid = b.place
   RETURNING 0 AS index, b.text, b.meta::text AS meta`,
);

/** Returns the texts with their old and new metadata. */
export const SET_META = `
  WITH before AS MATERIALIZED (
    SELECT t.*, f.language, f.key_id,
           nullif((coalesce(t.meta, '{}') - $3) || coalesce(jsonb_build_object($3, nullif(f.meta, 'null')), '{}'), '{}') AS new_meta
    FROM unnest($4::text[], $5::uuid[], $6::jsonb[]) AS f (language, key_id, meta)
    ${findText('ctid AS place, since, text, meta')}),
  changed AS (SELECT * FROM before WHERE meta IS DISTINCT FROM new_meta),
  retired AS (${retire('translations', 'changed', '$2')})
  UPDATE translations t SET meta = b.new_meta, since = $2
  FROM changed b WHERE t.project_id = $1 AND t.ctid = ANY (ARRAY(SELECT place FROM changed)) AND t.ctid = b.place
  RETURNING t.key_id AS "keyId", t.language, t.text, b.meta::text AS meta, b.new_meta::text AS "newMeta"`;

/** Returns SQL that deletes the texts at some places. @param places SQL of an array */
const removeAt = (places: string): string => `
  WITH removed AS (
    DELETE FROM translations WHERE project_id = $1 AND ctid = ANY (${places})
    RETURNING since, key_id, language, text, meta),
  retired AS (${retire('translations', 'removed', '$2')})
  SELECT key_id AS "keyId", language, text, meta::text AS meta FROM removed`;

export const REMOVE = removeAt(`ARRAY(
    SELECT t.place FROM unnest($3::text[], $4::uuid[]) AS f (language, key_id) ${findText('ctid AS place')})`);

export const REMOVE_OF_KEYS = removeAt(`ARRAY(
    SELECT t.place FROM unnest($3::uuid[]) AS f (key_id)
    CROSS JOIN LATERAL (
      SELECT ctid AS place FROM translations WHERE project_id = $1 AND key_id = f.key_id OFFSET 0) t)`);

/** Removes the next rows of the primary key after `$4`, so that a large language is never held whole. */
export const removeLanguage = (limit: number): string =>
  removeAt(`ARRAY(
    SELECT ctid FROM translations WHERE project_id = $1 AND language = $3 AND key_id > $4
    ORDER BY key_id LIMIT ${limit})`);
