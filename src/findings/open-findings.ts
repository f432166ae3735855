import { hasRow } from '../database/planned-reads';

const IGNORED = `FROM ignored_findings i WHERE i.project_id = $1 AND i.key_id = f.key_id AND i.language = f.language AND i.code = f.code
     AND i.texts_hash = f.texts_hash`;

/** SQL of whether the finding `f` of the project `$1` is ignored. It is looked up. */
export const IS_IGNORED = hasRow(IGNORED);

/** SQL of whether the finding `f` is ignored, for many findings: they are joined with all ignored findings. */
export const IS_AMONG_IGNORED = `EXISTS (SELECT ${IGNORED})`;

/**
 * Returns SQL of the findings `f` of the project `$1` that are not ignored.
 *
 * @param code parameter with a code; null for all
 * @param languages parameter with languages; null for all
 * @param isIgnored SQL of whether the finding `f` is ignored
 */
export const openFindings = (code: string, languages: string, isIgnored = IS_IGNORED): string =>
  `FROM findings f WHERE f.project_id = $1 AND (${code} IS NULL OR f.code = ${code})
     AND (${languages} IS NULL OR f.language = ANY (${languages})) AND NOT ${isIgnored}`;
