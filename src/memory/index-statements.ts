import { prepared } from '../database/statements';

/**
 * The version of the rules by which texts are taken apart: of this program, and of the word breaks of CLDR that Node.js has. The
 * texts of earlier versions are indexed again.
 */
const PROGRAM_RULES = 1;
export const MEMORY_RULES = PROGRAM_RULES * 1_000 + Number.parseInt(process.versions.icu ?? '0', 10);

/** The most changed source texts that are indexed without a pass over all keys. */
export const MAX_CHANGED_TEXTS = 500;
/** Source texts of a step of a pass: a step holds the connection of the embedded database for some 20 ms. */
export const STEP_TEXTS = 100;
/** Rows of deleted keys that a step removes. */
export const STEP_REMOVED = 5_000;

const INDEXED_PROJECT =
  'SELECT p.id, p.organization_id AS "organizationId", p.source_language AS "sourceLanguage" FROM projects p';

/** The projects among `$1` that no newer version of the service has indexed. */
export const PROJECTS_TO_INDEX = prepared(`
  ${INDEXED_PROJECT} LEFT JOIN memory_projects m ON m.project_id = p.id
  WHERE p.id = ANY ($1::uuid[]) AND (m.rules IS NULL OR m.rules <= ${MEMORY_RULES})`);

/** Projects whose source texts may have changed since they were indexed, `$1` at most. Each of them has its turn. */
export const DUE = prepared(`
  ${INDEXED_PROJECT} LEFT JOIN memory_projects m ON m.project_id = p.id
  WHERE m.revision IS DISTINCT FROM p.revision OR m.rules < ${MEMORY_RULES} ORDER BY random() LIMIT $1`);

/** Begins the index of a project, or begins it anew for the rules. */
export const BEGIN_PROJECT = prepared(`
  INSERT INTO memory_projects AS m (project_id, rules, revision) SELECT id, ${MEMORY_RULES}, -1 FROM projects WHERE id = $1 FOR KEY SHARE
  ON CONFLICT (project_id) DO UPDATE SET rules = ${MEMORY_RULES}, revision = -1, pass_revision = NULL, pass_after = NULL
  WHERE m.rules < ${MEMORY_RULES}`);

/** Locks a project before the rows that a deletion of it removes after it: a step and a deletion would wait for each other. */
export const LOCK_PROJECT = prepared('SELECT FROM projects WHERE id = $1 FOR KEY SHARE');

/** Locks the progress of a project: another replica that indexes it at this moment keeps it. */
export const LOCK_PROGRESS = prepared(`
  SELECT m.revision, m.pass_revision AS "passRevision", m.pass_after AS "passAfter", p.revision AS "projectRevision"
  FROM memory_projects m JOIN projects p ON p.id = m.project_id
  WHERE m.project_id = $1 AND m.rules = ${MEMORY_RULES} FOR UPDATE OF m SKIP LOCKED`);

/** The first changed source texts since the revision `$3`, `$4` at most. */
export const CHANGED_SOURCES = prepared(`
  SELECT key_id AS "keyId", left(text, $5) AS text FROM translations
  WHERE project_id = $1 AND language = $2 AND since > $3 LIMIT $4`);

/** The next source texts of a pass, in the order of their keys, with the place of the last one. */
export const NEXT_SOURCES = prepared(`
  SELECT key_id AS "keyId", CASE WHEN since > $3 THEN left(text, $5) END AS text FROM translations
  WHERE project_id = $1 AND language = $2 AND key_id > $6 ORDER BY key_id LIMIT $4`);

/** Sets texts of a project: their keys, weights and lexemes. */
export const SET_TEXTS = prepared(`
  INSERT INTO memory_texts AS m (project_id, key_id, weight, lexemes)
  SELECT $1, key_id, weight, lexemes::tsvector FROM unnest($2::uuid[], $3::int[], $4::text[]) AS t (key_id, weight, lexemes)
  ON CONFLICT (project_id, key_id) DO UPDATE SET weight = excluded.weight, lexemes = excluded.lexemes
  WHERE m.lexemes <> excluded.lexemes`);

/** Counts the words `$2` of an organization, in an order that keeps two replicas from waiting for each other. */
export const COUNT_WORDS = prepared(`
  INSERT INTO memory_words AS w (organization_id, lexeme, texts)
  SELECT $1, lexeme, count(*)::int FROM unnest($2::text[]) AS t (lexeme) GROUP BY lexeme ORDER BY lexeme
  ON CONFLICT (organization_id, lexeme) DO UPDATE SET texts = w.texts + excluded.texts`);

/** Removes texts of keys that were deleted since the revision `$2`. */
export const REMOVE_DELETED = prepared(`
  DELETE FROM memory_texts WHERE project_id = $1 AND key_id IN (
    SELECT h.id FROM keys_history h
    WHERE h.project_id = $1 AND h.until > $2
      AND EXISTS (SELECT FROM memory_texts m WHERE m.project_id = $1 AND m.key_id = h.id)
      AND NOT EXISTS (SELECT FROM keys k WHERE k.project_id = $1 AND k.id = h.id)
    LIMIT ${STEP_REMOVED})
  RETURNING 1`);

export const SET_PROGRESS = prepared(
  'UPDATE memory_projects SET revision = $2, pass_revision = $3, pass_after = $4 WHERE project_id = $1',
);
