/** The statements of the reference server: the simplest ones, and as few as possible, for the same work. */

/** $1 organization */
export const projectsOf = `
  SELECT id, name, source_language AS "sourceLanguage", target_languages AS "targetLanguages", string_count AS "stringCount"
  FROM projects WHERE organization_id = $1 ORDER BY id`;

/** $1 organization, $2 project */
export const projectOf = `
  SELECT id, name, source_language AS "sourceLanguage", target_languages AS "targetLanguages", string_count AS "stringCount", revision
  FROM projects WHERE organization_id = $1 AND id = $2`;

/** $1 organization, $2 key */
export const keyWithTexts = `
  SELECT k.id, k.name, k.namespace, t.texts ->> p.source_language AS value, k.description, k.created_at AS "createdAt",
         greatest(k.updated_at, k.text_removed_at, t.updated_at) AS "updatedAt", t.texts AS translations
  FROM keys k JOIN projects p ON p.id = k.project_id AND p.organization_id = $1
  LEFT JOIN LATERAL (SELECT json_object_agg(language, text) AS texts, max(updated_at) AS updated_at
                     FROM translations WHERE key_id = k.id) t ON true
  WHERE k.id = $2`;

/** $1 organization, $2 key */
export const lockedProject = `
  SELECT p.id, p.source_language AS source FROM projects p
  WHERE p.id = (SELECT project_id FROM keys WHERE id = $2) AND p.organization_id = $1 FOR NO KEY UPDATE`;

/** $1 project, $2 language, $3 key, $4 text */
export const setText = `
  INSERT INTO translations (project_id, language, key_id, text) VALUES ($1, $2, $3, $4)
  ON CONFLICT (project_id, language, key_id) DO UPDATE SET text = excluded.text, updated_at = now()`;

/** $1 project, $2 number of new keys */
export const raiseRevision = `
  UPDATE projects SET revision = revision + 1, updated_at = now(), string_count = string_count + $2 WHERE id = $1`;

/** $1 project, $2 key, $3 name */
export const createKey = `
  INSERT INTO keys (project_id, id, name, name_hash) VALUES ($1, $2, $3, sha256(convert_to($3::text, 'UTF8')))`;

/** $1 project: the flat map of its source texts */
export const bigJsonOf = `
  SELECT json_object_agg(k.name, t.text)::text AS json
  FROM projects p JOIN translations t ON t.project_id = p.id AND t.language = p.source_language
  JOIN keys k ON k.project_id = t.project_id AND k.id = t.key_id WHERE p.id = $1`;

/** $1 project, $2 ids, $3 names */
export const insertKeys = `
  INSERT INTO keys (project_id, id, name, name_hash)
  SELECT $1, id, name, sha256(convert_to(name, 'UTF8')) FROM unnest($2::uuid[], $3::text[]) AS new (id, name)
  ON CONFLICT (project_id, name_hash) DO NOTHING`;

/** $1 project, $2 language, $3 ids, $4 texts */
export const upsertTexts = `
  INSERT INTO translations (project_id, language, key_id, text)
  SELECT $1, $2, key_id, text FROM unnest($3::uuid[], $4::text[]) AS new (key_id, text)
  ON CONFLICT (project_id, language, key_id) DO UPDATE SET text = excluded.text, updated_at = now()`;
