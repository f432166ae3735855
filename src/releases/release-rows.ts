import { prepared } from '../database/statements';

/** SQL of a name and an id as JSON, or null. */
const named = (id: string, name: string): string =>
  `CASE WHEN ${id} IS NOT NULL THEN json_build_object('id', ${id}, 'name', ${name}) END`;

/** SQL of a `Release` of the rows `r`. */
export const RELEASE_COLUMNS = `r.id, r.project_id AS "projectId", r.revision, r.channel, r.options, r.languages,
  r.file_count AS "fileCount", r.bytes::float8 AS bytes, r.created_at AS "createdAt",
  ${named('r.person_id', `coalesce((SELECT p.name FROM persons p WHERE p.id = r.person_id), 'removed person')`)} AS person,
  ${named('r.api_key_id', 'r.api_key_name')} AS "apiKey",
  coalesce((SELECT array_agg(c.name ORDER BY c.name) FROM channels c WHERE c.release_id = r.id), '{}') AS channels`;

/** A release that the caller can see: `$2` is its organization, `$3` its projects. */
export const FIND_RELEASE = prepared(`
  SELECT ${RELEASE_COLUMNS} FROM releases r JOIN projects p ON p.id = r.project_id
  WHERE r.id = $1 AND p.organization_id = $2 AND ($3::uuid[] IS NULL OR p.id = ANY ($3))`);
