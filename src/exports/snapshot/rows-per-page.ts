import type { Snapshot } from './snapshot';

/** Bytes of texts that a page may have. */
const PAGE_BYTES = 8 * 1_048_576;
/** The most bytes of a text: characters of UTF-8 that take three for each code unit. */
const MAX_TEXT_BYTES = 3 * 65_536;

/**
 * Returns the most rows of a page, so that its texts have a bounded size; undefined if all texts together are no longer
 * than a page may be.
 *
 * @param languages of the texts that a row has
 */
export async function rowsPerPage(snapshot: Snapshot, languages: readonly string[]): Promise<number | undefined> {
  const { project } = snapshot;
  const distinct = [...new Set(languages)];
  if (project.stringCount * distinct.length * MAX_TEXT_BYTES <= PAGE_BYTES) return undefined;
  const [found] = await snapshot.rows<{ longest: number; total: number }>(
    `SELECT coalesce(max(octet_length(text)), 0)::int AS longest, coalesce(sum(octet_length(text)), 0)::float8 AS total
     FROM ${snapshot.from('translations')} t WHERE project_id = $1 AND language = ANY ($2::text[])`,
    [project.id, distinct],
  );
  if (!found || found.total <= PAGE_BYTES) return undefined;
  return Math.max(1, Math.floor(PAGE_BYTES / (found.longest * distinct.length)));
}
