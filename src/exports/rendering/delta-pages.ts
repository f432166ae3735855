import type { Snapshot } from './snapshot';

/** A text that differs from the one at an earlier revision, or the name of one that is gone. */
export interface DeltaRow {
  language: string;
  name: string;
  /** Null for a name that is gone. */
  text: string | null;
}

/** The texts that a delta compares. */
export interface DeltaSelection {
  /** The earlier revision. */
  since: number;
  languages: readonly string[];
  /** Default: keys of all namespaces. */
  namespace?: string;
}

const NAMESPACE = `split_part(CASE WHEN position('.' IN name) > 0 THEN name ELSE '.' END, '.', 1)`;

/**
 * The texts, by key and language, that were set, replaced or removed since `$2`, or whose key has another name, with the names
 * and texts now and then. Each part is read by an index, so that the cost does not depend on the size of the project.
 */
const CHANGED = `
  WITH renamed AS (
    SELECT k.id FROM keys k CROSS JOIN LATERAL (
      SELECT name FROM keys_history h WHERE h.id = k.id AND h.project_id = $1 AND h.since <= $2 AND h.until > $2 LIMIT 1) h
    WHERE k.project_id = $1 AND k.since > $2 AND k.name <> h.name),
  places AS (
    SELECT key_id, language FROM translations WHERE project_id = $1 AND since > $2
    UNION
    SELECT key_id, language FROM translations_history WHERE project_id = $1 AND since <= $2 AND until > $2
    UNION
    SELECT t.key_id, t.language FROM renamed CROSS JOIN LATERAL (
      SELECT key_id, language FROM translations WHERE project_id = $1 AND key_id = renamed.id OFFSET 0) t),
  changed AS (
    SELECT p.language,
           (SELECT name FROM keys WHERE project_id = $1 AND id = p.key_id) AS name,
           (SELECT text FROM translations t
            WHERE t.project_id = $1 AND t.language = p.language AND t.key_id = p.key_id) AS text,
           coalesce(
             (SELECT name FROM keys_history h
              WHERE h.id = p.key_id AND h.project_id = $1 AND h.since <= $2 AND h.until > $2 LIMIT 1),
             (SELECT name FROM keys k WHERE k.project_id = $1 AND k.id = p.key_id AND k.since <= $2)) AS old_name,
           coalesce(
             (SELECT text FROM translations_history h
              WHERE h.key_id = p.key_id AND h.project_id = $1 AND h.language = p.language AND h.since <= $2 AND h.until > $2
              LIMIT 1),
             (SELECT text FROM translations t
              WHERE t.project_id = $1 AND t.language = p.language AND t.key_id = p.key_id AND t.since <= $2)) AS old_text
    FROM places p WHERE p.language = ANY ($3))`;

/** Returns SQL of the rows of one namespace, or of all, in the order of the languages and names. */
const inOrder = (rows: string): string => `${CHANGED}
  SELECT language, name, text FROM (${rows}) r WHERE $4::text IS NULL OR ${NAMESPACE} = $4
  ORDER BY array_position($3, language), name COLLATE "C"`;

const SET = inOrder(`
    SELECT language, name, text FROM changed
    WHERE text IS NOT NULL AND (old_text IS NULL OR text <> old_text OR name <> old_name)`);

/** A name that another key has got since, with a text, is not gone. */
const REMOVED = inOrder(`
    SELECT language, old_name AS name, NULL AS text FROM changed c
    WHERE old_text IS NOT NULL AND (text IS NULL OR name <> old_name)
      AND NOT EXISTS (
        SELECT FROM keys k CROSS JOIN LATERAL (
          SELECT FROM translations t WHERE t.project_id = $1 AND t.language = c.language AND t.key_id = k.id LIMIT 1) t
        WHERE k.project_id = $1 AND k.name_hash = sha256(convert_to(c.old_name, 'UTF8')))`);

/** Reads the texts that differ from those of an earlier revision, by language and name. */
export const setPages = (snapshot: Snapshot, selection: DeltaSelection): AsyncGenerator<DeltaRow[]> =>
  snapshot.pages(SET, parametersOf(snapshot, selection));

/** Reads the names of the texts that are gone since an earlier revision, by language and name. */
export const removedPages = (snapshot: Snapshot, selection: DeltaSelection): AsyncGenerator<DeltaRow[]> =>
  snapshot.pages(REMOVED, parametersOf(snapshot, selection));

const parametersOf = ({ project }: Snapshot, { since, languages, namespace }: DeltaSelection): unknown[] => [
  project.id,
  since,
  languages,
  namespace ?? null,
];
