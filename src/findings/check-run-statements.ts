import { leaseSql } from '../background/lease';
import { RULES_VERSION } from '../checks/finding';
import { versionOf } from '../glossary/glossary-statements';
import { prepared, type PreparedStatement } from '../database/statements';
import { lookUp, lookUpAll, lookUpIfAny } from '../database/planned-reads';
import { keyById, textOf, textsOf } from '../project-write/stored-rows';

// Keys of texts to check are parameters: their ids, and for each key the languages that are checked, joined by commas;
// null for all.

/** Texts that are checked in one step, if they are short. */
export const STEP_TEXTS = 4_000;
/** The same where all work shares one connection, which a step holds for about 5 ms. */
export const STEP_TEXTS_OF_ONE_CONNECTION = 500;
/** Bytes of the texts and source texts that are checked in one step. A key with more is checked in parts. */
const MAX_STEP_BYTES = 1_048_576;
/** Bytes of the texts in a part of a key, beside its source text. */
export const MAX_PART_BYTES = MAX_STEP_BYTES / 2;

/** A key with more changed texts is checked in all languages. */
const MAX_LANGUAGES = 50;

const LEASE = leaseSql(30);

/** Reads the revision of a project, and the revision whose texts are checked. */
export const PROGRESS = prepared(`
  SELECT p.revision, c.revision AS "checkedRevision", coalesce(c.exact, false) AS "isExact"
  FROM projects p LEFT JOIN project_checks c ON c.project_id = p.id AND c.rules = ${RULES_VERSION}
    AND c.glossary_version = ${versionOf('p.organization_id')}
  WHERE p.id = $1`);

/** Whether the findings of `c` are of these rules and terms. */
const IS_OF_RULES = '(c.rules = excluded.rules AND c.terms_hash = excluded.terms_hash)';

/**
 * Takes the lease `$2` of a project. Findings of other rules, or of other terms of the glossary, do not count: `$3` is the version of the
 * glossary, and `$4` identifies its terms that apply to the project.
 */
export const TAKE = prepared(`
  INSERT INTO project_checks AS c (project_id, rules, lease, leased_until, glossary_version, terms_hash)
  SELECT id, ${RULES_VERSION}, $2::uuid, ${LEASE.until}, $3::bigint, $4 FROM projects WHERE id = $1 FOR KEY SHARE
  ON CONFLICT (project_id) DO UPDATE SET lease = excluded.lease, leased_until = excluded.leased_until, rules = excluded.rules,
    glossary_version = excluded.glossary_version, terms_hash = excluded.terms_hash,
    revision = CASE WHEN ${IS_OF_RULES} THEN c.revision END, exact = c.exact AND ${IS_OF_RULES}
  WHERE ${LEASE.isFree('c')}
  RETURNING revision, exact AS "isExact"`);

export const RELEASE = prepared(`UPDATE project_checks SET ${LEASE.release} WHERE project_id = $1 AND lease = $2`);

/** Renews the lease `$2`, and sets the revision whose texts are checked. */
export const ADVANCE = prepared(`
  UPDATE project_checks SET ${LEASE.renew}, revision = $3, exact = $4
  WHERE project_id = $1 AND lease = $2 RETURNING untold AS unsent`);

export const SET_UNSENT = prepared('UPDATE project_checks SET untold = $2 WHERE project_id = $1');

export const LOCK_PROJECT = prepared('SELECT has_webhooks AS "hasWebhooks" FROM projects WHERE id = $1 FOR KEY SHARE');

export const PROJECT = prepared(`
  SELECT revision, oldest_revision AS "oldestRevision", source_language AS "sourceLanguage",
         cardinality(target_languages) + 1 AS languages
  FROM projects WHERE id = $1`);

/**
 * The keys with changed texts since the revision `$2`, in the order of their ids. A key whose source text or length
 * limit changed is checked in all languages (`$3` is the source language), and so is a key whose place in the order of
 * the names changed.
 *
 * Where the findings are exact (`$4`), a text that is the same as then needs no check. Otherwise, a text that changed,
 * and changed back, may have the findings of the text in between.
 *
 * `since + 0` is no condition of an index: nearly all rows of a history hold since before, and rows that ended after
 * `$2` are few.
 */
export const CHANGED = prepared(`
  WITH replaced AS (
    SELECT key_id, language, text FROM translations_history
    WHERE project_id = $1 AND until > $2 AND (since + 0 <= $2 OR NOT $4::boolean)),
  current AS (SELECT key_id, language, text FROM translations WHERE project_id = $1 AND since > $2),
  changed AS (
    SELECT key_id, language FROM replaced FULL JOIN current USING (key_id, language)
    WHERE NOT $4::boolean OR replaced.text IS DISTINCT FROM current.text
    UNION ALL
    SELECT k.id, NULL FROM keys_history h
    ${lookUp(keyById('h.id', 'id, max_length, left(name, 512) AS place'), 'k')}
    WHERE h.project_id = $1 AND h.until > $2 AND (h.since + 0 <= $2 OR NOT $4::boolean)
      AND (NOT $4::boolean OR k.max_length IS DISTINCT FROM h.max_length OR k.place <> left(h.name, 512)))
  SELECT key_id AS id,
         CASE WHEN count(*) > ${MAX_LANGUAGES} OR bool_or(language IS NULL OR language = $3) THEN NULL
              ELSE string_agg(language, ',') END AS languages
  FROM changed GROUP BY key_id ORDER BY key_id LIMIT $5`);

/** The next keys behind `$2`. */
export const NEXT_KEYS = prepared(
  'SELECT id, NULL AS languages FROM keys WHERE project_id = $1 AND id > $2 ORDER BY id LIMIT $3',
);

/** The languages of `$3` in which the key `$2` has texts or findings, and the sizes of the texts. */
export const TEXT_SIZES = prepared(`
  SELECT language, max(bytes) AS bytes FROM (
    SELECT language, octet_length(text) AS bytes FROM translations WHERE project_id = $1 AND key_id = $2
    UNION ALL
    SELECT language, 0 FROM findings WHERE project_id = $1 AND key_id = $2) texts
  WHERE $3::text IS NULL OR language = ANY (string_to_array($3, ','))
  GROUP BY language ORDER BY language`);

/** The texts of the first keys of a list, packed. */
export interface PackedTexts {
  /** The number of the keys. */
  count: number;
  /** See `TextsToCheck`. */
  keys: string;
}

/**
 * Reads the texts of the first keys of `$2` and `$3`, as many as a step has: none if the first key has more. `$4` is
 * the source language. Long texts are not read before it is known that they fit: their lengths are stored beside them.
 */
export const TEXTS = prepared(`
  WITH asked AS MATERIALIZED (
    SELECT f.*, s.text AS source FROM unnest($2::uuid[], $3::text[]) WITH ORDINALITY AS f (id, languages, place)
    ${lookUpIfAny(textOf('f.id', '$4', 'text'), 's')}),
  found AS MATERIALIZED (
    SELECT f.place, f.source, t.language, t.text FROM asked f
    ${lookUpAll(
      `${textsOf('f.id', 'language, text')} AND (f.languages IS NULL OR language = ANY (string_to_array(f.languages, ',')))`,
      't',
    )}),
  taken AS (
    SELECT coalesce(min(place) - 1, cardinality($2::uuid[])) AS count FROM (
      SELECT place, sum(sum(octet_length(text)) + coalesce(max(octet_length(source)), 0)) OVER (ORDER BY place) AS bytes
      FROM found GROUP BY place) sizes
    WHERE bytes > ${MAX_STEP_BYTES}),
  packed AS (
    SELECT place, json_object_agg(language, text) AS texts FROM found
    WHERE place <= (SELECT count FROM taken) GROUP BY place)
  SELECT (SELECT count FROM taken)::int AS count, coalesce((
    SELECT json_agg(json_build_array(k.id, k.max_length, a.source, p.texts))::text
    FROM packed p JOIN asked a USING (place)
    ${lookUp(keyById('a.id', 'id, max_length'), 'k')}), '[]') AS keys`);

/** The findings of a parameter with JSON of a list of `TextFinding`. */
const newFindings = (parameter: string): string =>
  `json_to_recordset(${parameter}::json) AS n ("keyId" uuid, language text, code text, detail text, "textsHash" text)`;

const isGone = (parameter: string): string =>
  `(f.key_id, f.language, f.code) NOT IN (SELECT n."keyId", n.language, n.code FROM ${newFindings(parameter)})`;

const removeBetween = (end: '<' | '<='): PreparedStatement =>
  prepared(
    `DELETE FROM findings f WHERE f.project_id = $1 AND f.key_id > $2 AND f.key_id ${end} $3 AND ${isGone('$4')}`,
  );

/** Removes the findings of all keys behind `$2`, up to `$3`, that are not found any more. */
export const REMOVE_THROUGH = removeBetween('<=');

/** Removes the findings of all keys behind `$2`, before `$3`, that are not found any more. */
export const REMOVE_BEFORE = removeBetween('<');

/** Removes the findings of texts that are not found any more. */
export const REMOVE_OF_TEXTS = prepared(`
  DELETE FROM findings f USING unnest($2::uuid[], $3::text[]) AS w (id, languages)
  WHERE f.project_id = $1 AND f.key_id = w.id AND (w.languages IS NULL OR f.language = ANY (string_to_array(w.languages, ',')))
    AND ${isGone('$4')}`);

/** Stores findings of keys that are not deleted, and returns the numbers of new ones that are not ignored. */
export const STORE = prepared(`
  WITH stored AS (
    INSERT INTO findings AS f (project_id, key_id, language, code, detail, texts_hash, place)
    SELECT $1, n."keyId", n.language, n.code, n.detail, decode(n."textsHash", 'hex'), k.place FROM ${newFindings('$2')}
    ${lookUp(keyById('n."keyId"', 'left(name, 512) AS place'), 'k')}
    ON CONFLICT (project_id, key_id, language, code) DO UPDATE
    SET detail = excluded.detail, texts_hash = excluded.texts_hash, place = excluded.place
    WHERE (f.detail, f.texts_hash, f.place) IS DISTINCT FROM (excluded.detail, excluded.texts_hash, excluded.place)
    RETURNING f.*, xmax = 0 AS is_new)
  SELECT language, code, count(*)::int AS count FROM stored s
  WHERE is_new AND NOT EXISTS (
    SELECT FROM ignored_findings i WHERE i.project_id = $1 AND i.key_id = s.key_id AND i.language = s.language AND i.code = s.code
      AND i.texts_hash = s.texts_hash)
  GROUP BY language, code`);

/**
 * Whether the project `p` has changed since it was checked, and no replica checks it; `c` is its row of
 * `project_checks`, if any.
 */
export const IS_CHANGED = `(c.revision IS DISTINCT FROM p.revision OR c.rules <> ${RULES_VERSION} OR NOT c.exact
      OR c.glossary_version <> ${versionOf('p.organization_id')})
    AND ${LEASE.isFree('c')}`;
