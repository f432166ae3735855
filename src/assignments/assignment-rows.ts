import { prepared } from '../database/statements';
import { COUNT_KEYS, IS_CURRENT } from '../keys/assigned-keys';

/** SQL of an `Assignment` of the rows `a`, `m` and `o`, with `COUNT_KEYS`. */
const COLUMNS = `a.id, a.language, a.task, n.keys,
  json_build_object('id', m.id, 'person', json_build_object('id', o.id, 'name', o.name)) AS member,
  (SELECT json_build_object('id', b.id, 'name', b.name) FROM persons b WHERE b.id = a.person_id) AS "assignedBy",
  CASE WHEN a.api_key_id IS NOT NULL THEN json_build_object('id', a.api_key_id, 'name', a.api_key_name) END AS "apiKey",
  a.created_at AS "createdAt"`;

const OF_MEMBER = 'JOIN memberships m ON m.id = a.membership_id JOIN persons o ON o.id = m.person_id';

/** Assignments of the project `$1` behind the assignment `$2`, of the member `$3` and in the language `$4` if these are not null. */
export const LIST_ASSIGNMENTS = prepared(`
  SELECT ${COLUMNS} FROM (
    SELECT a.* FROM assignments a JOIN projects p ON p.id = a.project_id JOIN memberships m ON m.id = a.membership_id
    WHERE a.project_id = $1 AND a.id > $2 AND ($3::uuid IS NULL OR a.membership_id = $3)
      AND ($4::text IS NULL OR a.language = $4) AND ${IS_CURRENT}
    ORDER BY a.id LIMIT $5) a ${OF_MEMBER} ${COUNT_KEYS} ORDER BY a.id`);

/** Assignments by their ids. */
export const FIND_ASSIGNMENTS = prepared(`
  SELECT ${COLUMNS} FROM assignments a ${OF_MEMBER} ${COUNT_KEYS} WHERE a.id = ANY ($1::uuid[]) ORDER BY a.id`);

/** An assignment in a project that the caller can see: `$2` is its organization, `$3` its projects. */
export const FIND_VISIBLE = prepared(`
  SELECT a.id FROM assignments a JOIN projects p ON p.id = a.project_id
  WHERE a.id = $1 AND p.organization_id = $2 AND ($3::uuid[] IS NULL OR p.id = ANY ($3))`);

export const LOCK_ASSIGNMENT = prepared('SELECT is_whole AS "isWhole" FROM assignments WHERE id = $1 FOR UPDATE');

/** The project `$1`, which is kept from being deleted, if the caller can see it. */
export const LOCK_PROJECT = prepared(`
  SELECT p.id, p.source_language AS "sourceLanguage", p.target_languages AS "targetLanguages" FROM projects p
  WHERE p.id = $1 AND p.organization_id = $2 AND ($3::uuid[] IS NULL OR p.id = ANY ($3)) FOR KEY SHARE OF p`);

/** Lets no other transaction add assignments to the project `$1` until this one ends. */
export const LOCK_ASSIGNMENTS = prepared(
  `SELECT pg_advisory_xact_lock(hashtextextended('assignments ' || $1::text, 0))`,
);

/** The member `$1` of the organization `$2`, who is kept from being removed. */
export const LOCK_MEMBER = prepared(`
  SELECT role, project_ids AS "projectIds", languages FROM memberships
  WHERE id = $1 AND organization_id = $2 FOR KEY SHARE`);

/** The assignments of the member `$2` to the languages `$3`. */
export const FIND_EARLIER = prepared(`
  SELECT id, is_whole AS "isWhole" FROM assignments WHERE project_id = $1 AND membership_id = $2 AND language = ANY ($3::text[])`);

/** Assigns the member `$2` to the languages `$4` for the task `$8`, with the ids `$3` if they are new. An assignment of all keys stays one. */
export const PUT_ASSIGNMENTS = prepared(`
  INSERT INTO assignments (id, project_id, membership_id, language, task, is_whole, person_id, api_key_id, api_key_name)
  SELECT n.id, $1, $2, n.language, $8, $5, $6, $7::uuid, coalesce((SELECT name FROM api_keys WHERE id = $7), '')
  FROM unnest($3::uuid[], $4::text[]) n (id, language)
  ON CONFLICT (project_id, membership_id, language, task)
    DO UPDATE SET is_whole = assignments.is_whole OR excluded.is_whole
  RETURNING id, is_whole AS "isWhole"`);

/** Adds the keys `$2` to the assignments `$1`, and returns the assignments that lacked some of them. */
export const ADD_KEYS = prepared(`
  WITH added AS (
    INSERT INTO assigned_keys (assignment_id, key_id)
    SELECT n.assignment_id, k.id FROM unnest($1::uuid[]) n (assignment_id) CROSS JOIN unnest($2::uuid[]) k (id)
    ON CONFLICT DO NOTHING RETURNING assignment_id)
  SELECT DISTINCT assignment_id AS id FROM added`);

export const REMOVE_ALL_KEYS = prepared('DELETE FROM assigned_keys WHERE assignment_id = ANY ($1::uuid[])');

export const REMOVE_KEYS = prepared('DELETE FROM assigned_keys WHERE assignment_id = $1 AND key_id = ANY ($2::uuid[])');

export const COUNT_ASSIGNMENTS = prepared('SELECT count(*)::int AS count FROM assignments WHERE project_id = $1');

export const COUNT_ASSIGNED_KEYS = prepared(`
  SELECT count(*)::int AS count FROM assigned_keys s JOIN assignments a ON a.id = s.assignment_id WHERE a.project_id = $1`);

export const DELETE_ASSIGNMENT = prepared('DELETE FROM assignments WHERE id = $1');

/** Deletes the assignment `$1` if it has no keys any more. */
export const DELETE_EMPTY = prepared(`
  DELETE FROM assignments a
  WHERE a.id = $1 AND NOT a.is_whole AND NOT EXISTS (SELECT FROM assigned_keys s WHERE s.assignment_id = a.id)`);
