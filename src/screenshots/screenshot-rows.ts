import { hasRow, lookUp } from '../database/planned-reads';
import { prepared } from '../database/statements';
import { MAX_REGIONS } from './screenshot-errors';

/** SQL of a `Screenshot` of the rows `s`, without its picture. */
const COLUMNS = `s.id, s.project_id AS "projectId", s.name, s.sha256, s.format, s.width, s.height, s.bytes, s.created_at AS "createdAt",
  coalesce((
    SELECT json_agg(json_build_object('keyId', r.key_id, 'x', r.x, 'y', r.y, 'width', r.width, 'height', r.height) ORDER BY r.id)
    FROM screenshot_regions r ${lookUp('SELECT id FROM keys WHERE id = r.key_id', 'k')} WHERE r.screenshot_id = s.id), '[]') AS keys`;

/** A screenshot of a project that the caller can see: `$2` is its organization, `$3` its projects. */
export const FIND_SCREENSHOT = prepared(`
  SELECT ${COLUMNS} FROM screenshots s JOIN projects p ON p.id = s.project_id
  WHERE s.id = $1 AND p.organization_id = $2 AND ($3::uuid[] IS NULL OR p.id = ANY ($3))`);

/** The screenshot of the project `$1` that was made of a file. */
export const FIND_BY_HASH = prepared(`SELECT ${COLUMNS} FROM screenshots s WHERE s.project_id = $1 AND s.sha256 = $2`);

/** Screenshots of the project `$1` before the screenshot `$2`, the newest first; if `$3` is not null, screenshots of this key. */
export const LIST_SCREENSHOTS = prepared(`
  SELECT ${COLUMNS} FROM screenshots s
  WHERE s.project_id = $1 AND s.id < $2 AND ($3::uuid IS NULL OR ${hasRow('FROM screenshot_regions r WHERE r.key_id = $3 AND r.screenshot_id = s.id')})
  ORDER BY s.id DESC LIMIT $4`);

/** Bytes of the picture of a screenshot, from the place `$2` on; the first is 1. */
export const READ_CONTENT = prepared('SELECT substring(content FROM $2 FOR $3) AS part FROM screenshots WHERE id = $1');

/** Keeps a project that the caller can see from being deleted. */
export const LOCK_PROJECT = prepared(`
  SELECT id FROM projects WHERE id = $1 AND organization_id = $2 AND ($3::uuid[] IS NULL OR id = ANY ($3)) FOR KEY SHARE`);

/** Lets no other transaction write screenshots of the project `$1` until this one ends. Writes of its keys do not wait. */
export const LOCK_SCREENSHOTS = prepared(
  `SELECT pg_advisory_xact_lock(hashtextextended('screenshots ' || $1::text, 0))`,
);

export const SUM_SCREENSHOTS = prepared(
  'SELECT count(*)::int AS count, coalesce(sum(bytes), 0)::float8 AS bytes FROM screenshots WHERE project_id = $1',
);

export const INSERT_SCREENSHOT = prepared(`
  INSERT INTO screenshots (id, project_id, sha256, name, format, width, height, bytes, content)
  VALUES ($1, $2, $3, $4, $5, $6, $7, $8, $9)`);

export const DELETE_SCREENSHOT = prepared('DELETE FROM screenshots WHERE id = $1');

/** Locks the keys of the project `$1` against deletion, and returns which of the ids there are. */
export const LOCK_KEYS = prepared('SELECT id FROM keys WHERE project_id = $1 AND id = ANY ($2::uuid[]) FOR KEY SHARE');

/** Removes the regions of keys, or of all keys that exist if `$2` is null. */
export const REMOVE_REGIONS = prepared(`
  DELETE FROM screenshot_regions r WHERE r.screenshot_id = $1
    AND (r.key_id = ANY ($2::uuid[]) OR ($2 IS NULL AND EXISTS (SELECT FROM keys k WHERE k.id = r.key_id)))`);

export const COUNT_REGIONS = prepared(`
  SELECT count(*)::int AS count FROM screenshot_regions r
  WHERE r.screenshot_id = $1 AND EXISTS (SELECT FROM keys k WHERE k.id = r.key_id)`);

export const INSERT_REGIONS = prepared(`
  INSERT INTO screenshot_regions (id, screenshot_id, key_id, x, y, width, height)
  SELECT r.id, $1, r.key_id, r.x, r.y, r.width, r.height
  FROM unnest($2::uuid[], $3::uuid[], $4::int[], $5::int[], $6::int[], $7::int[]) r (id, key_id, x, y, width, height)`);

/** Removes the oldest regions of deleted keys, so that a screenshot never has more than its limit with them. */
export const TRIM_REGIONS = prepared(`
  DELETE FROM screenshot_regions WHERE screenshot_id = $1 AND id NOT IN (
    SELECT r.id FROM screenshot_regions r WHERE r.screenshot_id = $1
    ORDER BY EXISTS (SELECT FROM keys k WHERE k.id = r.key_id) DESC, r.id DESC LIMIT ${MAX_REGIONS})`);
