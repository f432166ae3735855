import { NAMESPACE_OF_NAME } from '../../common/namespace-of';
import { heldAt, keyNameAt } from '../../project-write/as-of/versions';
import { rowsPerPage } from './rows-per-page';
import type { Snapshot } from './snapshot';
import { lookUp, lookUpAll } from '../../database/planned-reads';
import { textOf, textsOf } from '../../project-write/stored-rows';

/** A text that differs from the text at an earlier revision, or the name of a removed text. */
export interface DeltaRow {
  language: string;
  name: string;
  /** Null for the name of a removed text. */
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

/**
 * The texts, by key and language, that were set, replaced or removed since `$2`, or whose key has another name, with
 * the names and texts now and then. Each part is read by an index, so that the cost does not depend on the size of the
 * project.
 */
const CHANGED = `
  WITH renamed AS (
    SELECT k.id FROM keys k
    ${lookUp(`SELECT name FROM keys_history h WHERE h.id = k.id AND h.project_id = $1 AND ${heldAt('$2', 'h')}`, 'h')}
    WHERE k.project_id = $1 AND k.since > $2 AND k.name <> h.name),
  replaced AS (
    SELECT key_id, language, text FROM translations_history WHERE project_id = $1 AND ${heldAt('$2')}),
  made AS (SELECT key_id, language, text FROM translations WHERE project_id = $1 AND since > $2),
  texts AS (
    SELECT key_id, language, made.text, replaced.text AS old_text FROM replaced FULL JOIN made USING (key_id, language)
    UNION ALL
    SELECT t.key_id, t.language, t.text, t.text FROM renamed
    ${lookUpAll(`${textsOf('renamed.id', 'key_id, language, text')} AND since <= $2`, 't')}),
  changed AS (
    SELECT t.language, t.text, t.old_text,
           (SELECT name FROM keys WHERE project_id = $1 AND id = t.key_id) AS name,
           ${keyNameAt('t.key_id', '$2')} AS old_name
    FROM texts t WHERE t.language = ANY ($3))`;

/** Returns SQL of the rows of one namespace, or of all, in the order of the languages and names. */
const inOrder = (rows: string): string => `${CHANGED}
  SELECT language, name, text FROM (${rows}) r WHERE $4::text IS NULL OR ${NAMESPACE_OF_NAME} = $4
  ORDER BY array_position($3, language), name COLLATE "C"`;

const SET = inOrder(`
    SELECT language, name, text FROM changed
    WHERE text IS NOT NULL AND (old_text IS NULL OR text <> old_text OR name <> old_name)`);

/** A name that another key with a text has now is not removed. */
const REMOVED = inOrder(`
    SELECT language, old_name AS name, NULL AS text FROM changed c
    WHERE old_text IS NOT NULL AND (text IS NULL OR name <> old_name)
      AND NOT EXISTS (
        SELECT FROM keys k ${lookUp(textOf('k.id', 'c.language', ''), 't')}
        WHERE k.project_id = $1 AND k.name_hash = sha256(convert_to(c.old_name, 'UTF8')))`);

/** Reads the texts that differ from the texts of an earlier revision, by language and name. */
export async function* setPages(snapshot: Snapshot, selection: DeltaSelection): AsyncGenerator<DeltaRow[]> {
  const maxRows = await rowsPerPage(snapshot, selection.languages);
  yield* snapshot.pages(SET, parametersOf(snapshot, selection), maxRows);
}

/** Reads the names of the texts that were removed since an earlier revision, by language and name. */
export const removedPages = (snapshot: Snapshot, selection: DeltaSelection): AsyncGenerator<DeltaRow[]> =>
  snapshot.pages(REMOVED, parametersOf(snapshot, selection));

const parametersOf = ({ project }: Snapshot, { since, languages, namespace }: DeltaSelection): unknown[] => [
  project.id,
  since,
  languages,
  namespace ?? null,
];
