import { firstBytes, sizeOf } from '../database/first-bytes';
import { lookUpIfAny } from '../database/planned-reads';
import { prepared } from '../database/statements';

/** The greatest number of changed or deleted comments of a project of which streams of events tell at a time. */
export const TOLD_COMMENTS = 20;

/** SQL of a person as JSON: the name is the name now. */
export const personOf = (id: string): string =>
  `(SELECT json_build_object('id', o.id, 'name', o.name) FROM persons o WHERE o.id = ${id})`;

/** SQL of a `Comment` of the rows `c`. */
export const COMMENT_COLUMNS = `c.id, c.project_id AS "projectId", c.key_id AS "keyId", c.thread_id AS "threadId", c.language, c.text,
  coalesce((SELECT json_agg(${personOf('n.id')} ORDER BY n.place) FROM unnest(c.mentions) WITH ORDINALITY n (id, place)
            WHERE EXISTS (SELECT FROM persons o WHERE o.id = n.id)), '[]') AS mentions,
  ${personOf('c.person_id')} AS person,
  CASE WHEN c.api_key_id IS NOT NULL THEN json_build_object('id', c.api_key_id, 'name', c.api_key_name) END AS "apiKey",
  c.created_at AS "createdAt", c.edited_at AS "editedAt", c.deleted_at IS NOT NULL AS "isDeleted", t.resolved_at AS "resolvedAt"`;

/** SQL of the first comment `t` of the discussion of a comment `c`. */
export const THREAD = lookUpIfAny('SELECT resolved_at FROM comments WHERE id = c.thread_id', 't');

/** A comment on a key that exists, in a project that the caller can see: `$2` is its organization, `$3` its projects. */
export const FIND_COMMENT = prepared(`
  SELECT ${COMMENT_COLUMNS}
  FROM comments c ${THREAD} JOIN projects p ON p.id = c.project_id JOIN keys k ON k.id = c.key_id
  WHERE c.id = $1 AND p.organization_id = $2 AND ($3::uuid[] IS NULL OR p.id = ANY ($3))`);

/** Comments on the key `$2` of the project `$1` behind the comment `$3`. */
export const LIST_COMMENTS = prepared(`
  SELECT ${COMMENT_COLUMNS}, c."hasNext" FROM (${firstBytes({
    rows: 'SELECT * FROM comments WHERE project_id = $1 AND key_id = $2 AND id > $3 ORDER BY id LIMIT $4',
    order: 'r.id',
    bytes: sizeOf('r.text'),
  })}) c ${THREAD} ORDER BY c.id`);

/** The project of the key `$1`, which is kept from being deleted, if the caller can see it. */
export const LOCK_PROJECT_OF_KEY = prepared(`
  SELECT p.id, p.organization_id AS "organizationId", p.source_language || p.target_languages AS languages
  FROM keys k JOIN projects p ON p.id = k.project_id
  WHERE k.id = $1 AND p.organization_id = $2 AND ($3::uuid[] IS NULL OR p.id = ANY ($3)) FOR KEY SHARE OF p`);

/** Locks the first comment of the discussion of the comment `$1` on the key `$2`, so that it is not deleted meanwhile. */
export const LOCK_THREAD_OF_REPLY = prepared(`
  SELECT id FROM comments
  WHERE id = (SELECT thread_id FROM comments WHERE id = $1 AND project_id = $3 AND key_id = $2) FOR NO KEY UPDATE`);

/** Lets no other transaction add a comment to the key `$1` until this one ends. Writes of the key itself do not wait. */
export const LOCK_COMMENTS_OF_KEY = prepared(
  `SELECT pg_advisory_xact_lock(hashtextextended('comments ' || $1::text, 0))`,
);

export const COUNT_COMMENTS = prepared(
  'SELECT count(*)::int AS count FROM comments WHERE project_id = $1 AND key_id = $2',
);

export const INSERT_COMMENT = prepared(`
  INSERT INTO comments (id, project_id, key_id, thread_id, language, text, mentions, person_id, api_key_id, api_key_name)
  VALUES ($1, $2, $3, $4, $5, $6, $7::uuid[], $8, $9::uuid, coalesce((SELECT name FROM api_keys WHERE id = $9), ''))`);

export const LOCK_THREAD = prepared('SELECT id FROM comments WHERE id = $1 FOR UPDATE');

export const SET_TEXT = prepared(
  'UPDATE comments SET text = $2, mentions = $3::uuid[], edited_at = now(), changed_at = now() WHERE id = $1 AND text <> $2',
);

/** A discussion that is resolved again keeps its time. */
export const SET_RESOLVED = prepared(
  'UPDATE comments SET resolved_at = CASE WHEN $2::boolean THEN coalesce(resolved_at, now()) END, changed_at = now() WHERE id = $1',
);

/** The deletion is noted: streams of events tell of the comments of a project that were changed or deleted last. */
export const DELETE_COMMENT = prepared(`
  WITH deleted AS (DELETE FROM comments WHERE id = $1 RETURNING id, project_id, key_id)
  INSERT INTO comment_deletions (id, project_id, key_id) SELECT id, project_id, key_id FROM deleted`);

/** Forgets the deletions of the project `$1` of which no stream tells any more. Rows that another transaction deletes at the moment are skipped. */
export const FORGET_DELETIONS = prepared(`
  DELETE FROM comment_deletions WHERE id IN (
    SELECT id FROM comment_deletions WHERE project_id = $1
    ORDER BY deleted_at DESC OFFSET ${TOLD_COMMENTS} FOR UPDATE SKIP LOCKED)`);

/** Takes the content of the first comment `$1` of a discussion, if others have replied. */
export const EMPTY_COMMENT = prepared(`
  UPDATE comments c SET text = '', mentions = '{}', person_id = NULL, api_key_id = NULL, api_key_name = '', deleted_at = now(), changed_at = now()
  WHERE id = $1 AND EXISTS (
    SELECT FROM comments r WHERE r.project_id = c.project_id AND r.key_id = c.key_id AND r.thread_id = $1 AND r.id <> $1)
  RETURNING id`);

/** Deletes the first comment `$1` of a discussion, if it was deleted before and the last reply is deleted now. */
export const DELETE_EMPTY_THREAD = prepared(`
  DELETE FROM comments c WHERE id = $1 AND deleted_at IS NOT NULL AND NOT EXISTS (
    SELECT FROM comments r WHERE r.project_id = c.project_id AND r.key_id = c.key_id AND r.thread_id = $1 AND r.id <> $1)`);
