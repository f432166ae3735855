import { type PreparedStatement, prepared } from '../../database/statements';
import { countTexts } from './counted-rows';
import { columnsOf, retire } from './retired-rows';
import { undoneMeta } from './reversal-target';
import { lookUp, lookUpAll, lookUpIfAny } from '../../database/planned-reads';
import { keyById, textOf, textsOf } from '../stored-rows';

/*
 * The plans of these statements must not depend on statistics: projects of very different sizes share the table, and
 * new ones are in no statistics. A join of the rows with the table would read the whole project for each set. So each
 * row is looked up by itself (`lookUp`), by an index, and then written at its place (ctid). PostgreSQL expects 10
 * places in an array that a subquery returns, whatever the table's size, and fetches them directly. The project's lock
 * keeps the places valid; where the table is partitioned, they are places in the partition of the project, which
 * `project_id` selects. test/query-plans.e2e-spec.ts checks these plans.
 */

/** Returns SQL of the row with the text of `f`. */
const findText = (columns: string): string => lookUp(textOf('f.key_id', 'f.language', columns), 't');

export const INSERT = prepared(
  `INSERT INTO translations (project_id, updated_by, since, language, key_id, text, state, meta)
   SELECT $1, $2, $3, language, key_id, text, state, meta
   FROM unnest($4::text[], $5::uuid[], $6::text[], $7::smallint[], $8::jsonb[]) AS f (language, key_id, text, state, meta)`,
);

/**
 * Returns a statement that inserts keys, and the texts of the inserted keys; it returns the ids of the keys. Foreign
 * keys are checked at the end of the statement.
 *
 * @param insertKeys SQL that returns the column `id`, with the project as `$1`, the revision as `$3` and its own values
 *   from `$8` on
 */
export const insertingKeys = (insertKeys: string): PreparedStatement =>
  prepared(
    `WITH inserted AS (${insertKeys}),
     texts AS (
       INSERT INTO translations (project_id, updated_by, since, language, key_id, text, state)
       SELECT $1, $2, $3, language, key_id, text, state
       FROM unnest($4::text[], $5::uuid[], $6::text[], $7::smallint[]) AS f (language, key_id, text, state)
       WHERE key_id IN (SELECT id FROM inserted))
     SELECT id FROM inserted`,
  );

/** The columns of a row that the history keeps, and its place. */
const OLD = 'ctid AS place, since, text, meta, state, text_revision';

/**
 * SQL that sets the time of a text `t`. The time of a key never turns back: a write that began before another one may end after it.
 */
const UPDATED = 'updated_at = greatest(now(), t.updated_at)';

/** SQL of what the replacement of a text of `before` does. A text with the same metadata and state is confirmed. */
const EFFECT = `CASE WHEN b.text <> b.new_text THEN 'changed'
              WHEN b.state = b.new_state AND b.meta IS DISTINCT FROM b.new_meta THEN 'meta' ELSE 'state' END`;

/**
 * Returns SQL that replaces texts, and returns `CountedTexts`.
 *
 * @param rows SQL of the rows `f` to set
 * @param textRevision SQL of the column of the new rows; `f` and the old row `t` are visible
 * @param isChanged SQL of the condition that a row is replaced
 * @param meta SQL of the metadata of the new rows; `f` and `t` are visible
 */
const replace = (rows: string, textRevision: string, isChanged: string, meta = 'f.meta'): string => `
  WITH before AS MATERIALIZED (
    SELECT t.*, f.language, f.key_id, f.text AS new_text, ${meta} AS new_meta, f.state AS new_state,
           ${textRevision} AS new_text_revision
    FROM ${rows}
    ${findText(OLD)}
    WHERE ${isChanged}),
  retired AS (${retire('translations', 'before', '$3')}),
  replaced AS (
    UPDATE translations t SET text = b.new_text, meta = b.new_meta, state = b.new_state, text_revision = b.new_text_revision,
           since = $3, ${UPDATED}, updated_by = $2
    FROM before b WHERE t.project_id = $1 AND t.ctid = ANY (ARRAY(SELECT place FROM before)) AND t.ctid = b.place
    RETURNING t.language, ${EFFECT} AS effect, t.state)
  ${countTexts('SELECT * FROM replaced')}`;

/** Not prepared: a generic plan would join row by row. `$9` is the source language. */
export const REPLACE = replace(
  `unnest($4::text[], $5::uuid[], $6::text[], $7::smallint[], $8::jsonb[])
     AS f (language, key_id, text, state, meta)`,
  'CASE WHEN f.language = $9 THEN CASE WHEN t.text <> f.text THEN $3::bigint ELSE t.text_revision END END',
  't.text <> f.text OR t.meta IS DISTINCT FROM f.meta OR t.state <> f.state',
);

/** A single text, in `$4` to `$8` as a row of the set. */
export const REPLACE_ONE = prepared(
  `WITH before AS MATERIALIZED (
     SELECT ${OLD}, key_id, language, $6 AS new_text, $7::smallint AS new_state, $8::jsonb AS new_meta FROM translations
     WHERE project_id = $1 AND language = $4 AND key_id = $5
       AND (text <> $6 OR state <> $7 OR meta IS DISTINCT FROM $8::jsonb) LIMIT 1),
   retired AS (${retire('translations', 'before', '$3')}),
   replaced AS (
     UPDATE translations t SET text = $6, meta = $8::jsonb, state = $7, since = $3, ${UPDATED}, updated_by = $2,
            text_revision = CASE WHEN b.language = $9 THEN CASE WHEN b.text <> $6 THEN $3::bigint ELSE b.text_revision END END
     FROM before b WHERE t.project_id = $1 AND t.ctid = b.place
     RETURNING t.language, ${EFFECT} AS effect, t.state)
   ${countTexts('SELECT * FROM replaced')}`,
);

/**
 * SQL of the texts `f` of the history at the places of `$4`, with the revisions of `$5`, and of the texts at the places of `$6`, which the
 * undone change has left and others have replaced, as `l`: texts that return do not leave the database. The rows of a history stay in their places, and none that a reversal reads is pruned under the
 * project's lock.
 */
const EARLIER_TEXTS = `unnest($4::tid[], $5::bigint[], $6::tid[]) AS p (place, text_revision, left_place)
    ${lookUp(
      `SELECT language, key_id, text, state, meta, p.text_revision FROM translations_history
       WHERE project_id = $1 AND ctid = p.place`,
      'f',
    )}
    ${lookUpIfAny('SELECT meta FROM translations_history WHERE project_id = $1 AND ctid = p.left_place', 'l')}`;

/** Replaces texts by texts of the history. */
export const REVERT = replace(
  EARLIER_TEXTS,
  'f.text_revision',
  'true',
  `CASE WHEN p.left_place IS NULL THEN f.meta ELSE ${undoneMeta('f.meta', 'l.meta', 't.meta')} END`,
);

/** Inserts texts of the history. */
export const REVIVE = `
  WITH inserted AS (
    INSERT INTO translations (project_id, updated_by, since, language, key_id, text, state, meta, text_revision)
    SELECT $1, $2, $3, language, key_id, text, state, f.meta, f.text_revision FROM ${EARLIER_TEXTS}
    RETURNING language, state)
  ${countTexts(`SELECT language, 'inserted' AS effect, state FROM inserted`)}`;

/**
 * Sets the states of texts, which confirms them, and returns `CountedTexts`. `$6` are the states, `$7` is the source
 * language: a source text is changed or not, but never confirmed.
 */
export const SET_STATES = `
  WITH before AS MATERIALIZED (
    SELECT t.*, f.language, f.key_id, f.state AS new_state,
           CASE WHEN f.language = $7 THEN t.text_revision END AS new_text_revision
    FROM unnest($4::text[], $5::uuid[], $6::smallint[]) AS f (language, key_id, state)
    ${findText(OLD)}),
  retired AS (${retire('translations', 'before', '$3')}),
  changed AS (
    UPDATE translations t SET state = b.new_state, text_revision = b.new_text_revision, since = $3, ${UPDATED}, updated_by = $2
    FROM before b WHERE t.project_id = $1 AND t.ctid = ANY (ARRAY(SELECT place FROM before)) AND t.ctid = b.place
    RETURNING t.language, t.state)
  ${countTexts(`SELECT language, 'state' AS effect, state FROM changed`)}`;

/** SQL of the source texts of the rows of `$4` and `$5` as texts `f`, without metadata, with the state `$6`. `$7` is the source language. */
const SOURCE_TEXTS = `unnest($4::text[], $5::uuid[]) AS p (language, key_id)
    ${lookUp(
      `SELECT p.language, p.key_id, text, $6::smallint AS state, NULL::jsonb AS meta FROM translations
       WHERE project_id = $1 AND language = $7 AND key_id = p.key_id`,
      'f',
    )}`;

/** Inserts copies of source texts. */
export const INSERT_SOURCES = `
  WITH inserted AS (
    INSERT INTO translations (project_id, updated_by, since, language, key_id, text, state)
    SELECT $1, $2, $3, f.language, f.key_id, f.text, f.state FROM ${SOURCE_TEXTS}
    RETURNING language, state)
  ${countTexts(`SELECT language, 'inserted' AS effect, state FROM inserted`)}`;

/** Replaces texts by copies of source texts. */
export const REPLACE_BY_SOURCES = replace(SOURCE_TEXTS, 'NULL::bigint', 'true');

/** Sets metadata, and returns `CountedTexts`. `$7` is the source language. The texts are not confirmed. */
export const SET_META = `
  WITH before AS MATERIALIZED (
    SELECT t.*, f.language, f.key_id,
           nullif((coalesce(t.meta, '{}') - $3) || CASE WHEN f.meta IS NULL THEN '{}' ELSE jsonb_build_object($3, f.meta) END, '{}') AS new_meta,
           CASE WHEN f.language = $7 THEN t.text_revision ELSE coalesce(t.text_revision, t.since) END AS new_text_revision
    FROM unnest($4::text[], $5::uuid[], $6::jsonb[]) AS f (language, key_id, meta)
    ${findText(OLD)}),
  different AS (SELECT * FROM before WHERE meta IS DISTINCT FROM new_meta),
  retired AS (${retire('translations', 'different', '$2')}),
  changed AS (
    UPDATE translations t SET meta = b.new_meta, text_revision = b.new_text_revision, since = $2, ${UPDATED}
    FROM different b WHERE t.project_id = $1 AND t.ctid = ANY (ARRAY(SELECT place FROM different)) AND t.ctid = b.place
    RETURNING t.language, t.state)
  ${countTexts(`SELECT language, 'meta' AS effect, state FROM changed`)}`;

/**
 * SQL that sets the last removal of a text at the keys that lose texts of `removed`: no row of a text has it any more. The history has no
 * row of it. A change writes each key once, unless a text is later than the change.
 */
const TOUCHED = `,
  losing AS MATERIALIZED (
    SELECT k.place, f.updated_at FROM (SELECT key_id AS id, max(updated_at) AS updated_at FROM removed WHERE since < $2 GROUP BY key_id) AS f
    ${lookUp(
      `${keyById('f.id', 'ctid AS place')} AND (since < $2 AND text_removed_in IS DISTINCT FROM $2 OR f.updated_at > now())`,
      'k',
    )}),
  touched AS (
    UPDATE keys k SET text_removed_in = $2, text_removed_at = greatest(now(), k.text_removed_at, l.updated_at)
    FROM losing l WHERE k.project_id = $1 AND k.ctid = ANY (ARRAY(SELECT place FROM losing)) AND k.ctid = l.place)`;

/**
 * Returns SQL that deletes the texts at some places, and returns `CountedTexts`.
 *
 * @param places SQL of an array.
 * @param keys SQL of what happens to their keys
 * @param columns further ones
 */
const removeAt = (places: string, keys = TOUCHED, columns = ''): string => `
  WITH removed AS (
    DELETE FROM translations WHERE project_id = $1 AND ctid = ANY (${places})
    RETURNING since, updated_at, ${columnsOf('translations')}),
  retired AS (${retire('translations', 'removed', '$2')})${keys}
  SELECT *${columns} FROM (${countTexts(`SELECT language, 'removed' AS effect, NULL::smallint AS state FROM removed`)}) counted`;

export const REMOVE = removeAt(`ARRAY(
    SELECT t.place FROM unnest($3::text[], $4::uuid[]) AS f (language, key_id) ${findText('ctid AS place')})`);

/** The keys are deleted too. */
export const REMOVE_OF_KEYS = removeAt(
  `ARRAY(
    SELECT t.place FROM unnest($3::uuid[]) AS f (key_id)
    ${lookUpAll(textsOf('f.key_id', 'ctid AS place'), 't')})`,
  '',
);

/**
 * Removes the next rows of the primary key after `$4`, so that a large language is never held whole, and returns the
 * last key too.
 */
export const removeLanguage = (limit: number): string =>
  removeAt(
    `ARRAY(
    SELECT ctid FROM translations WHERE project_id = $1 AND language = $3 AND key_id > $4
    ORDER BY key_id LIMIT ${limit})`,
    TOUCHED,
    `, (SELECT key_id FROM removed ORDER BY key_id DESC LIMIT 1) AS "lastKeyId"`,
  );
