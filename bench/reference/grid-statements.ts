/** The statements of the reference server for a grid: each is the simplest one that PostgreSQL answers the same page with. */

type Filter = 'untranslated' | 'state' | 'outdated' | 'tag' | 'search' | 'namespace';

/** The query of a list with at most one filter. */
export type GridQuery = Partial<Record<Filter | 'language' | 'sort', string>>;

const texts = (condition: string): string =>
  `k.id IN (SELECT t.key_id FROM translations t WHERE t.project_id = $1 AND ${condition})`;

/** SQL of each filter, with its value as `$3`. */
const FILTERS: Record<Filter, string> = {
  untranslated: `NOT EXISTS (SELECT FROM translations t WHERE t.project_id = $1 AND t.language = $3 AND t.key_id = k.id)`,
  state: texts(`t.language <> 'en' AND t.state = array_position('{draft,translated,reviewed}'::text[], $3) - 1`),
  outdated: `k.id IN (
    SELECT t.key_id FROM translations t JOIN translations s USING (project_id, key_id)
    WHERE project_id = $1 AND s.language = 'en' AND t.language <> 'en' AND coalesce(t.text_revision, t.since) < s.text_revision
      AND $3::text IS NOT NULL)`,
  tag: 'k.tags ? $3',
  search: `(k.name ILIKE '%' || $3 || '%' OR ${texts(`t.text ILIKE '%' || $3 || '%'`)})`,
  namespace: 'k.namespace = $3',
};

/** SQL of the findings of a key `k` by language. */
const CHECKS = `coalesce((
  SELECT json_object_agg(language, findings)
  FROM (
    SELECT f.language, json_agg(json_build_object('code', f.code, 'detail', f.detail, 'ignored', EXISTS (
             SELECT FROM ignored_findings i WHERE (i.project_id, i.key_id, i.language, i.code, i.texts_hash)
               = (f.project_id, f.key_id, f.language, f.code, f.texts_hash)))) AS findings
    FROM findings f WHERE f.project_id = $1 AND f.key_id = k.id AND f.language = ANY ($2) GROUP BY f.language) f), '{}')`;

/** Returns the statement of a page of 100 keys with the texts of some languages, and its values. */
export function gridPage(projectId: string, query: GridQuery): [string, unknown[]] {
  const { language, sort } = query;
  const filter = (Object.keys(FILTERS) as Filter[]).find((name) => query[name] !== undefined);
  const values = [projectId, language?.split(','), ...(filter ? [query[filter]] : [])];
  const order = sort === undefined ? 'left(k.name, 512), k.id' : 'changed_at DESC, k.id DESC';
  const changedAt = `greatest(k.updated_at, k.text_removed_at, (
      SELECT max(updated_at) FROM translations WHERE project_id = $1 AND key_id = k.id)) AS changed_at`;
  const statement = `
    SELECT k.id, k.name, k.namespace, s.text AS value, k.description, coalesce(k.tags, '[]') AS tags,
           k.max_length AS "maxLength", k.created_at AS "createdAt", greatest(k.updated_at, k.text_removed_at, t.updated_at) AS "updatedAt",
           t.translations, t.states, t.outdated, ${CHECKS} AS checks
    FROM (
      SELECT k.*${sort === undefined ? '' : `, ${changedAt}`} FROM keys k
      WHERE k.project_id = $1${filter ? ` AND ${FILTERS[filter]}` : ''} ORDER BY ${order} LIMIT 100) k
    LEFT JOIN translations s ON s.project_id = $1 AND s.language = 'en' AND s.key_id = k.id
    LEFT JOIN LATERAL (
      SELECT max(updated_at) AS updated_at,
             json_object_agg(language, text) FILTER (WHERE language = ANY ($2)) AS translations,
             json_object_agg(language, (ARRAY['draft', 'translated', 'reviewed'])[state + 1])
               FILTER (WHERE language = ANY ($2)) AS states,
             coalesce(json_agg(language)
               FILTER (WHERE language = ANY ($2) AND coalesce(text_revision, since) < s.text_revision), '[]') AS outdated
      FROM translations WHERE project_id = $1 AND key_id = k.id) t ON true
    ORDER BY ${order}`;
  return [statement, values];
}

/** $1 project. The words are runs of characters that are no white space. */
export const statisticsOf = `
  WITH sources AS MATERIALIZED (
    SELECT k.id AS key_id, k.namespace, s.text_revision,
           coalesce(array_length(regexp_split_to_array(trim(s.text), '\\s+'), 1), 0) AS words
    FROM keys k LEFT JOIN translations s ON s.project_id = $1 AND s.language = 'en' AND s.key_id = k.id
    WHERE k.project_id = $1)
  SELECT namespace, language, count(*) FILTER (WHERE state = 0) AS draft, count(*) FILTER (WHERE state = 1) AS translated,
         count(*) FILTER (WHERE state = 2) AS reviewed, sum(words) AS words,
         count(*) FILTER (WHERE language <> 'en' AND coalesce(t.text_revision, t.since) < s.text_revision) AS outdated
  FROM translations t JOIN sources s USING (key_id) WHERE t.project_id = $1 GROUP BY namespace, language`;
