import { type BoundedRow, firstBytes } from '../database/first-bytes';
import { containsText } from '../database/search-pattern';
import { prepared } from '../database/statements';
import { MAX_GLOSSARY_BYTES } from './glossary-errors';
import { BYTES_OF_PROJECT, type Term } from './term';

const COLUMNS = `t.id, t.term, t.language, t.definition, t.part_of_speech AS "partOfSpeech", t.case_sensitive AS "caseSensitive",
  t.do_not_translate AS "doNotTranslate", t.forbidden, t.translations, t.created_at AS "createdAt", t.updated_at AS "updatedAt"`;

/** Whether a caller who is limited to the projects `$2` can see a term. */
const IS_VISIBLE = '($2::uuid[] IS NULL OR t.project_ids IS NULL OR t.project_ids && $2)';

/** The projects of a term that such a caller can see. */
const PROJECT_IDS = `CASE WHEN $2::uuid[] IS NULL OR t.project_ids IS NULL THEN t.project_ids
  ELSE ARRAY(SELECT id FROM unnest(t.project_ids) AS id WHERE id = ANY ($2)) END AS "projectIds"`;

/** SQL of the size of a term. @param projectIds SQL of its projects */
const sizeOf = (bytes: string, projectIds: string): string =>
  `${bytes} + ${BYTES_OF_PROJECT} * coalesce(cardinality(${projectIds}), 0)`;

/** Terms as `firstTerms` selects them. */
export type BoundedTerm = Term & BoundedRow;

/**
 * The first terms that have no more bytes together than a glossary. A glossary can have more, since the projects of terms did not count
 * in earlier versions.
 *
 * @param rows SQL of terms with the column `projectIds`, in their order
 */
const firstTerms = (rows: string): string => `
  SELECT ${COLUMNS}, t."projectIds", t."hasNext" FROM (${firstBytes({
    rows,
    order: 'r.place, r.id',
    bytes: sizeOf('r.bytes', 'r."projectIds"'),
    maxBytes: MAX_GLOSSARY_BYTES,
  })}) t ORDER BY t.place, t.id`;

/** Whether a project is one to which a term applies. */
const appliesTo = (project: string): string => `(t.project_ids IS NULL OR ${project} = ANY (t.project_ids))`;

/** SQL of the version of the glossary of an organization; 0 if it never had a term. @param organization SQL of its id */
export const versionOf = (organization: string): string =>
  `coalesce((SELECT version FROM glossaries WHERE organization_id = ${organization}), 0)`;

/** Locks the glossary of the organization `$1`, and makes it a new version. */
export const LOCK = prepared(`
  INSERT INTO glossaries AS g (organization_id, version) SELECT id, 1 FROM organizations WHERE id = $1 FOR KEY SHARE
  ON CONFLICT (organization_id) DO UPDATE SET version = g.version + 1 RETURNING version`);

export const VERSION = prepared('SELECT version FROM glossaries WHERE organization_id = $1');

const SEARCHED = ['$3', '$9'] as const;

/** The terms of the organization `$1`, as a caller with the projects `$2` can see them. `$3` and `$9` are `searchPatterns`. */
export const LIST = prepared(
  firstTerms(`
  SELECT t.*, ${PROJECT_IDS} FROM glossary_terms t
  WHERE t.organization_id = $1 AND ${IS_VISIBLE}
    AND ($3::text IS NULL OR ${containsText('t.term', SEARCHED)} OR ${containsText('t.definition', SEARCHED)} OR EXISTS (
      SELECT FROM jsonb_each(t.translations) AS l, jsonb_array_elements_text(l.value) AS text
      WHERE ${containsText('text', SEARCHED)}))
    AND ($4::text IS NULL OR t.language = $4 OR t.translations ? $4)
    AND ($5::uuid IS NULL OR ${appliesTo('$5')})
    AND ($6::text IS NULL OR (t.place, t.id) > ($6, $7))
  ORDER BY t.place, t.id LIMIT $8`),
);

/** All of these terms. */
export const EXPORT = prepared(
  firstTerms(`
  SELECT t.*, ${PROJECT_IDS} FROM glossary_terms t WHERE t.organization_id = $1 AND ${IS_VISIBLE} ORDER BY t.place, t.id`),
);

export const FIND = prepared(`
  SELECT ${COLUMNS}, ${PROJECT_IDS} FROM glossary_terms t WHERE t.organization_id = $1 AND ${IS_VISIBLE} AND t.id = $3`);

/** All projects of a term, whatever the caller can see. */
export const PROJECTS_OF = prepared('SELECT project_ids AS "projectIds" FROM glossary_terms WHERE id = $1');

/** Those of the ids `$2` that are projects of the organization, which are not deleted before the transaction ends. */
export const LOCK_PROJECTS = prepared(
  'SELECT id FROM projects WHERE organization_id = $1 AND id = ANY ($2::uuid[]) ORDER BY id FOR KEY SHARE',
);

/** Another term that says the same of the same language, part of speech and projects. */
export const SAME = prepared(`
  SELECT t.id FROM glossary_terms t
  WHERE t.organization_id = $1 AND t.place = $2 AND t.id <> $3 AND t.term = $4 AND t.language = $5
    AND t.part_of_speech IS NOT DISTINCT FROM $6 AND t.forbidden = $7 AND t.project_ids IS NOT DISTINCT FROM $8::uuid[]
  LIMIT 1`);

const VALUES = '$3, $4, $5, $6, $7, $8, $9, $10, $11, $12, $13';

export const INSERT = prepared(`
  INSERT INTO glossary_terms AS t (organization_id, id, place, term, language, definition, part_of_speech, case_sensitive,
    do_not_translate, forbidden, translations, bytes, project_ids)
  VALUES ($1, $2, ${VALUES}) RETURNING ${COLUMNS}, t.project_ids AS "projectIds"`);

/** The projects stay if `$14` is not true. */
export const CHANGE = prepared(`
  UPDATE glossary_terms t SET place = $3, term = $4, language = $5, definition = $6, part_of_speech = $7, case_sensitive = $8,
    do_not_translate = $9, forbidden = $10, translations = $11, bytes = $12,
    project_ids = CASE WHEN $14 THEN $13::uuid[] ELSE t.project_ids END, updated_at = now()
  WHERE t.organization_id = $1 AND t.id = $2 RETURNING t.id`);

export const DELETE = prepared('DELETE FROM glossary_terms WHERE organization_id = $1 AND id = $2');

export const TOTALS = prepared(`
  SELECT count(*)::int AS terms, coalesce(sum(${sizeOf('bytes', 'project_ids')}), 0)::float8 AS bytes
  FROM glossary_terms WHERE organization_id = $1`);

/** The terms that apply to the project `$2`, as a JSON list, with the version of the glossary. */
export const OF_PROJECT = prepared(`
  SELECT g.version, coalesce((
    SELECT json_agg(json_build_object('id', t.id, 'term', t.term, 'language', t.language, 'definition', t.definition,
      'partOfSpeech', t.part_of_speech, 'caseSensitive', t.case_sensitive, 'doNotTranslate', t.do_not_translate,
      'forbidden', t.forbidden, 'translations', t.translations) ORDER BY t.place, t.id)
    FROM glossary_terms t WHERE t.organization_id = $1 AND ${appliesTo('$2')}), '[]') AS terms
  FROM glossaries g WHERE g.organization_id = $1`);

/** All terms of the organization `$1`. */
export const ALL = prepared(
  firstTerms(`
  SELECT t.*, t.project_ids AS "projectIds" FROM glossary_terms t WHERE t.organization_id = $1 ORDER BY t.place, t.id`),
);

/** As `LOCK_PROJECTS`, for texts that may be no ids. */
export const FIND_PROJECTS = prepared(
  'SELECT id::text FROM projects WHERE organization_id = $1 AND id::text = ANY ($2::text[]) FOR KEY SHARE',
);

/** Writes the terms of `$2`, a JSON list of terms with their places and sizes. */
export const WRITE_ALL = prepared(`
  INSERT INTO glossary_terms (organization_id, id, place, term, language, definition, part_of_speech, case_sensitive,
    do_not_translate, forbidden, translations, bytes, project_ids)
  SELECT $1, n.id, n.place, n.term, n.language, n.definition, n."partOfSpeech", n."caseSensitive", n."doNotTranslate", n.forbidden,
    n.translations, n.bytes,
    CASE WHEN json_typeof(n."projectIds") = 'array' THEN ARRAY(SELECT json_array_elements_text(n."projectIds")::uuid) END
  FROM json_to_recordset($2::json) AS n (id uuid, place text, term text, language text, definition text, "partOfSpeech" text,
    "caseSensitive" boolean, "doNotTranslate" boolean, forbidden boolean, translations jsonb, bytes integer, "projectIds" json)
  ON CONFLICT (id) DO UPDATE SET definition = excluded.definition, case_sensitive = excluded.case_sensitive,
    do_not_translate = excluded.do_not_translate, translations = excluded.translations, bytes = excluded.bytes, updated_at = now()`);
