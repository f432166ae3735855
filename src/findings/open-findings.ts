import { hasRow } from '../database/planned-reads';

/** SQL of whether the finding `f` of the project `$1` is ignored. */
export const IS_IGNORED = hasRow(
  `FROM ignored_findings i WHERE i.project_id = $1 AND i.key_id = f.key_id AND i.language = f.language AND i.code = f.code
     AND i.texts_hash = f.texts_hash`,
);

/**
 * Returns SQL of the findings `f` of the project `$1` that are not ignored.
 *
 * @param code parameter with a code; null for all
 * @param languages parameter with languages; null for all
 */
export const openFindings = (code: string, languages: string): string =>
  `FROM findings f WHERE f.project_id = $1 AND (${code} IS NULL OR f.code = ${code})
     AND (${languages} IS NULL OR f.language = ANY (${languages})) AND NOT ${IS_IGNORED}`;
