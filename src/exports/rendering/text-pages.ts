import { rowPages } from './row-pages';
import type { Snapshot } from './snapshot';

/** Names and texts of one language, in code point order of the names. */
export function textPages(
  { tx, project }: Snapshot,
  language: string,
  namespace: string | undefined,
): AsyncGenerator<{ name: string; text: string }[]> {
  return rowPages(
    tx,
    `SELECT k.name, t.text FROM translations t JOIN keys k ON k.project_id = t.project_id AND k.id = t.key_id
     WHERE t.project_id = $1 AND t.language = $2 AND ($3::text IS NULL OR k.namespace = $3) ORDER BY k.name`,
    [project.id, language, namespace ?? null],
    project.stringCount,
  );
}
