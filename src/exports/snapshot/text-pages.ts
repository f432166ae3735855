import { rowsPerPage } from './rows-per-page';
import type { Snapshot } from './snapshot';

const selectTexts = ({ from }: Snapshot): string => `SELECT k.name, t.text
  FROM ${from('translations')} t JOIN ${from('keys')} k ON k.project_id = t.project_id AND k.id = t.key_id
  WHERE t.project_id = $1 AND t.language = $2 AND ($3::text IS NULL OR k.namespace = $3) ORDER BY k.name`;

/** Reads the names and texts of one language, page by page and in code point order of the names. */
export async function* textPages(
  snapshot: Snapshot,
  language: string,
  namespace: string | undefined,
): AsyncGenerator<{ name: string; text: string }[]> {
  const maxRows = await rowsPerPage(snapshot, [language]);
  yield* snapshot.pages(selectTexts(snapshot), [snapshot.project.id, language, namespace ?? null], maxRows);
}
