import { prepared } from '../../database/statements';
import { heldAt } from '../as-of/versions';
import { countKeys } from './counted-rows';
import { isFromFile, ORIGIN, originSql } from './description-origin';
import { EARLIER_NAMES, MAX_EARLIER_NAMES } from './earlier-names';
import { PATH } from './nested-path';
import { ADDED_AS, ADDED_BY_NAME, FIRST_SOURCE } from './target-origin';
import { columnsOf, retire } from './retired-rows';
import { undoneMeta } from './reversal-target';
import { insertingKeys } from './translation-statements';
import { lookUp, lookUpIfAny } from '../../database/planned-reads';
import { keyById, keyByName } from '../stored-rows';

// As in translation-statements.ts, each row is looked up by itself and written at its place, so that no plan depends on statistics.

/** The columns of a row that the history keeps, and its namespace. */
const OLD = `since, namespace, ${columnsOf('keys')}`;

/**
 * @param revision the parameter that contains the revision of the write
 * @param first number of the first of six array parameters: ids, names, descriptions, metadata, tags, length limits
 */
const insert = (revision: string, first: number): string => `
  INSERT INTO keys (project_id, since, id, name, name_hash, description, meta, tags, max_length)
  SELECT $1, ${revision}, id, name, sha256(convert_to(name, 'UTF8')), description, meta, tags, max_length
  FROM unnest($${first}::uuid[], $${first + 1}::text[], $${first + 2}::text[], $${first + 3}::jsonb[], $${first + 4}::jsonb[],
              $${first + 5}::int[]) AS f (id, name, description, meta, tags, max_length)`;

export const INSERT = prepared(insert('$2', 3));

export const INSERT_WITH_TEXTS = insertingKeys(
  `${insert('$3', 8)} ON CONFLICT (project_id, name_hash) DO NOTHING RETURNING id`,
);

const COUNT_CHANGED = countKeys(`
    SELECT namespace, 'changed' AS effect, 1 AS weight FROM changed
    UNION ALL SELECT old_namespace, 'changed', 0 FROM changed`);

/**
 * Returns SQL that sets the columns of the CTE `before`, whose rows have a place, and returns `CountedKeys`.
 *
 * @param returned further columns of the CTE `changed`
 */
const updateFrom = (columns: string, count = COUNT_CHANGED, returned = ''): string => `,
  retired AS (${retire('keys', 'before', '$2')}),
  changed AS (
    UPDATE keys k SET ${columns}, since = $2, updated_at = greatest(now(), k.updated_at)
    FROM before b WHERE k.project_id = $1 AND k.ctid = ANY (ARRAY(SELECT place FROM before)) AND k.ctid = b.place
    RETURNING k.namespace, b.namespace AS old_namespace${returned})
  ${count}`;

/** SQL of the metadata of a key that may get another name. */
const RENAMED_META = `CASE WHEN b.name = b.new_name THEN b.meta ELSE
    coalesce(b.meta, '{}') || jsonb_build_object('${EARLIER_NAMES}',
      (jsonb_build_array(b.name) || coalesce(b.meta -> '${EARLIER_NAMES}', '[]')) - ${MAX_EARLIER_NAMES}) END`;

export const UPDATE = `
  WITH before AS MATERIALIZED (
    SELECT k.*, f.name AS new_name, f.description AS new_description, f.tags AS new_tags, f.max_length AS new_max_length
    FROM unnest($3::uuid[], $4::text[], $5::text[], $6::jsonb[], $7::int[]) AS f (id, name, description, tags, max_length)
    ${lookUp(keyById('f.id', `ctid AS place, ${OLD}`), 'k')}
    WHERE k.name <> f.name OR k.description IS DISTINCT FROM f.description OR k.tags IS DISTINCT FROM f.tags
       OR k.max_length IS DISTINCT FROM f.max_length)
  ${updateFrom(`name = b.new_name, name_hash = sha256(convert_to(b.new_name, 'UTF8')), description = b.new_description,
                meta = ${RENAMED_META}, tags = b.new_tags, max_length = b.new_max_length`)}`;

/** SQL of keys `k` with their tags after a change: without the tags of `$4`, with the tags of `$5`. */
export const WITH_CHANGED_TAGS = `unnest($3::uuid[]) AS f (id)
    ${lookUp(keyById('f.id', `ctid AS place, ${OLD}`), 'k')}
    CROSS JOIN LATERAL (
      SELECT jsonb_agg(tag ORDER BY tag) AS tags, count(*)::int AS count
      FROM (SELECT tag COLLATE "C" AS tag FROM jsonb_array_elements_text(coalesce(k.tags, '[]')) t (tag) WHERE tag <> ALL ($4::text[])
            UNION SELECT tag COLLATE "C" FROM unnest($5::text[]) t (tag)) a) new`;

export const CHANGE_TAGS = `
  WITH before AS MATERIALIZED (
    SELECT k.*, new.tags AS new_tags FROM ${WITH_CHANGED_TAGS} WHERE k.tags IS DISTINCT FROM new.tags)
  ${updateFrom('tags = b.new_tags')}`;

/** The tags of `k` and of `$7` together. */
const ALL_TAGS = `CASE WHEN $7::jsonb IS NULL THEN k.tags ELSE (
      SELECT jsonb_agg(tag ORDER BY tag)
      FROM (SELECT DISTINCT tag COLLATE "C" AS tag FROM jsonb_array_elements_text(coalesce(k.tags, '[]') || $7) AS t (tag)) a) END`;

/** Returns SQL of metadata with the digest of the new description if it came from the file. */
const withOrigin = (meta: string): string => `CASE
      WHEN f.rule <> 'fill' AND f.description IS NOT NULL AND d.description = f.description
        THEN ${meta} || jsonb_build_object('${ORIGIN}', ${originSql('$8', 'f.description')})
      WHEN d.description IS NULL THEN (${meta}) - '${ORIGIN}'
      ELSE ${meta} END`;

/** SQL of what a key `k` has after a file `f` has described it. */
interface DescribedSql {
  /** @param metaId SQL of the member of the metadata that is the format's */
  description: (metaId: string) => string;
  maxLength: string;
}

const OVERWRITTEN: DescribedSql = {
  description: (metaId) => `
    CASE WHEN f.rule = 'fill' THEN coalesce(k.description, f.description)
         WHEN f.rule = 'replace' AND ${isFromFile('k', metaId)} THEN f.description
         ELSE coalesce(f.description, k.description) END`,
  maxLength: 'coalesce(f.max_length, k.max_length)',
};

const KEPT: DescribedSql = {
  description: () => 'coalesce(k.description, f.description)',
  maxLength: 'coalesce(k.max_length, f.max_length)',
};

const COUNT_DESCRIBED = `
  SELECT namespace, 'changed' AS effect, count(*)::int AS count,
         coalesce(array_agg(file_row) FILTER (WHERE is_described), '{}') AS described
  FROM changed GROUP BY namespace`;

/** Returns `CountedKeys` with the places of the keys that have got another description, from 1 on. */
const describe = ({ description, maxLength }: DescribedSql, meta: string): string => `
  WITH before AS MATERIALIZED (
    SELECT k.*, new.description AS new_description, new.meta AS new_meta, new.max_length AS new_max_length, new.tags AS new_tags,
           f.file_row::int
    FROM unnest($3::text[], $4::text[], $5::jsonb[], $6::int[], $9::text[]) WITH ORDINALITY AS f (name, description, meta, max_length, rule, file_row)
    ${lookUp(keyByName('f.name', `ctid AS place, ${OLD}`), 'k')}
    CROSS JOIN LATERAL (SELECT ${description('$8')} AS description) d
    CROSS JOIN LATERAL (
      SELECT d.description, nullif(${withOrigin(meta)}, '{}') AS meta, ${maxLength} AS max_length, ${ALL_TAGS} AS tags) new
    WHERE k.description IS DISTINCT FROM new.description OR k.meta IS DISTINCT FROM new.meta
       OR k.max_length IS DISTINCT FROM new.max_length OR k.tags IS DISTINCT FROM new.tags)
  ${updateFrom(
    'description = b.new_description, meta = b.new_meta, max_length = b.new_max_length, tags = b.new_tags',
    COUNT_DESCRIBED,
    ', b.file_row, b.description IS DISTINCT FROM b.new_description AS is_described',
  )}`;

export const DESCRIBE_OVERWRITING = describe(
  OVERWRITTEN,
  `coalesce(k.meta, '{}') - CASE WHEN $10::boolean THEN '${PATH}' ELSE '' END || f.meta`,
);

export const DESCRIBE_KEEPING = describe(KEPT, `f.meta || coalesce(k.meta, '{}')`);

const countDescribed = ({ description, maxLength }: DescribedSql): string => `
  SELECT count(*)::int AS count
  FROM unnest($2::text[], $3::text[], $4::int[], $5::text[]) AS f (name, description, max_length, rule)
  ${lookUp(keyByName('f.name', 'description, max_length, meta'), 'k')}
  WHERE k.description IS DISTINCT FROM (${description('$6')}) OR k.max_length IS DISTINCT FROM ${maxLength}`;

export const COUNT_OVERWRITTEN = countDescribed(OVERWRITTEN);

export const COUNT_FILLED = countDescribed(KEPT);

export const NAME_BY_SOURCE = `
  WITH before AS MATERIALIZED (
    SELECT k.*, nullif(
      (k.meta - '${ADDED_AS}' - '${ADDED_BY_NAME}') ||
        CASE WHEN f.digest IS NULL THEN '{}' ELSE jsonb_build_object('${FIRST_SOURCE}', f.digest) END, '{}') AS new_meta
    FROM unnest($3::uuid[], $4::bigint[]) AS f (id, digest)
    ${lookUp(keyById('f.id', `ctid AS place, ${OLD}`), 'k')})
  ${updateFrom('meta = b.new_meta')}`;

/** Returns `CountedKeys` with the ids of the keys that existed. */
export const DELETE = `
  WITH removed AS (
    DELETE FROM keys WHERE project_id = $1 AND ctid = ANY (ARRAY(
      SELECT k.place FROM unnest($3::uuid[]) AS f (id)
      ${lookUp(keyById('f.id', 'ctid AS place'), 'k')}))
    RETURNING ${OLD}),
  retired AS (${retire('keys', 'removed', '$2')})
  SELECT namespace, 'removed' AS effect, count(*)::int AS count, array_agg(id) AS ids FROM removed GROUP BY namespace`;

/** Selects the row of the key `f.id` that held at the revision `$4`. */
const AT_TARGET = `SELECT ${columnsOf('keys')} FROM keys_history
      WHERE id = f.id AND project_id = $1 AND ${heldAt('$4')}`;

/** Frees the names of keys, which get others in the same transaction: two keys may exchange their names. */
export const RELEASE_NAMES = `
  UPDATE keys SET name_hash = sha256(uuid_send(id)) WHERE project_id = $1 AND ctid = ANY (ARRAY(
    SELECT k.place FROM unnest($2::uuid[]) AS f (id)
    ${lookUp(keyById('f.id', 'ctid AS place'), 'k')}))`;

/** Selects the row of the key `f.id` that the undone change `$5` has left, if it was replaced since. */
const LEFT = 'SELECT meta FROM keys_history WHERE id = f.id AND project_id = $1 AND since = $5';

const REVERTED_META = `CASE WHEN $5::bigint IS NULL OR k.since = $5 THEN h.meta ELSE ${undoneMeta('h.meta', 'l.meta', 'k.meta')} END`;

/** `$5` is the only revision that is undone; null: all later ones. */
export const REVERT = `
  WITH before AS MATERIALIZED (
    SELECT k.*, h.name AS new_name, h.description AS new_description, h.tags AS new_tags,
           h.max_length AS new_max_length, ${REVERTED_META} AS new_meta
    FROM unnest($3::uuid[]) AS f (id)
    ${lookUp(keyById('f.id', `ctid AS place, ${OLD}`), 'k')}
    ${lookUp(AT_TARGET, 'h')}
    ${lookUpIfAny(LEFT, 'l')})
  ${updateFrom(`name = b.new_name, name_hash = sha256(convert_to(b.new_name, 'UTF8')), description = b.new_description,
                meta = b.new_meta, tags = b.new_tags, max_length = b.new_max_length`)}`;

export const REVIVE = `
  WITH revived AS (
    INSERT INTO keys (project_id, since, name_hash, ${columnsOf('keys')})
    SELECT $1::uuid, $2::bigint, sha256(convert_to(h.name, 'UTF8')), h.*
    FROM unnest($3::uuid[]) AS f (id) ${lookUp(AT_TARGET, 'h')}
    RETURNING namespace)
  ${countKeys(`SELECT namespace, 'inserted' AS effect, 1 AS weight FROM revived`)}`;

export const FIND_PATH = `SELECT FROM keys WHERE project_id = $1 AND jsonb_exists(meta, '${PATH}') LIMIT 1`;

export const FIND_IDS = `
  SELECT k.id, f.name FROM unnest($2::text[]) AS f (name)
  ${lookUp(keyByName('f.name', 'id'), 'k')}`;
