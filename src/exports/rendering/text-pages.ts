import type { Snapshot } from './snapshot';

const SELECT_TEXTS = `SELECT k.name, t.text
  FROM translations t JOIN keys k ON k.project_id = t.project_id AND k.id = t.key_id
  WHERE t.project_id = $1 AND t.language = $2 AND ($3::text IS NULL OR k.namespace = $3) ORDER BY k.name`;

/** Reads the names and texts of one language, page by page and in code point order of the names. */
export const textPages = (
  snapshot: Snapshot,
  language: string,
  namespace: string | undefined,
): AsyncGenerator<{ name: string; text: string }[]> =>
  snapshot.pages(SELECT_TEXTS, [snapshot.project.id, language, namespace ?? null]);
