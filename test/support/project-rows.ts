import type { Database } from '../../src/database/database';
import type { Json } from './client';

const rows = (table: string, order: string): string =>
  `(SELECT jsonb_agg(to_jsonb(t) - 'project_id' - 'id' - 'updated_at' - 'created_at' - 'at' - 'name' ORDER BY ${order})
    FROM ${table} t WHERE project_id = $1)`;

const rowsOfKeys = (table: string, keyId: string, order: string): string =>
  `(SELECT jsonb_agg(to_jsonb(t) - 'project_id' - '${keyId}' - 'updated_at' - 'created_at' - 'text_removed_at' || jsonb_build_object('key', k.key)
      ORDER BY k.key, ${order})
    FROM ${table} t JOIN first_names k ON k.id = t.${keyId} WHERE project_id = $1)`;

/** The condition of rows of a project that are later than its last change, and of texts without keys. There are none. */
const WRONG = `
  (SELECT count(*) FROM (SELECT updated_at FROM keys WHERE project_id = $1 UNION ALL SELECT updated_at FROM translations WHERE project_id = $1) t
   WHERE updated_at > (SELECT updated_at FROM projects WHERE id = $1)) +
  (SELECT count(*) FROM translations t WHERE project_id = $1 AND NOT EXISTS (SELECT FROM keys k WHERE k.project_id = $1 AND k.id = t.key_id))`;

const ALL = `
  WITH versions AS (
    SELECT id, name, since FROM keys WHERE project_id = $1 UNION ALL SELECT id, name, since FROM keys_history WHERE project_id = $1),
  first_names AS (SELECT DISTINCT ON (id) id, name || '@' || since AS key FROM versions ORDER BY id, since)
  SELECT ${WRONG} AS wrong, jsonb_build_object(
    'project', (SELECT to_jsonb(p) - 'id' - 'name' - 'created_at' - 'updated_at' FROM projects p WHERE id = $1),
    'keys', ${rowsOfKeys('keys', 'id', 'since')},
    'keys_history', ${rowsOfKeys('keys_history', 'id', 'since, until')},
    'texts', ${rowsOfKeys('translations', 'key_id', 'language')},
    'texts_history', ${rowsOfKeys('translations_history', 'key_id', 'language, since, until')},
    'metas', ${rows('language_meta', 'language')},
    'metas_history', ${rows('language_meta_history', 'language, since')},
    'layouts', ${rows('file_layouts', 'format')},
    'layouts_history', ${rows('file_layouts_history', 'format, since')},
    'files', ${rows('file_templates', 'format, namespace, language, beside')},
    'files_history', ${rows('file_templates_history', 'format, namespace, language, beside, since')},
    'projects_history', ${rows('projects_history', 'since')},
    'changes', ${rows('changes', 'revision')}) AS rows`;

/**
 * Returns all that a project and its history have, without ids and times: a key is told by its first name and the revision that created
 * it. Two projects with the same writes have the same.
 */
export async function rowsOfProject(database: Database, id: string): Promise<Json> {
  const [all] = await database.rows<{ wrong: string; rows: Json }>(ALL, [id]);
  if (all?.wrong !== '0') throw new Error(`${all?.wrong} rows are later than the last change, or have no key`);
  return all.rows;
}
