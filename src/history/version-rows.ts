import { sizeOf } from '../database/first-bytes';
import { keyVersion, textVersion } from '../project-write/as-of/version-sql';
import { lastSet } from '../project-write/as-of/versions';
import type { ChangeItem, KeyVersion, TextVersion } from './change';
import { lookUpIfAny } from '../database/planned-reads';
import { idPrefix } from '../projects/id-prefix';

/** Columns of a table of keys or texts, as the relations have them that list both. */
export interface VersionColumns {
  id: string;
  /** It is empty for the key itself. */
  language: string;
  /** The content of the row. */
  content: string;
}

export const TEXTS: VersionColumns = {
  id: 'key_id',
  language: 'language',
  content: `text, state, ${lastSet()} AS set_in, NULL::text AS name, NULL::text AS description, NULL::jsonb AS tags, NULL::int AS max_length`,
};

export const KEYS: VersionColumns = {
  id: 'id',
  language: `'' COLLATE "C"`,
  content: 'NULL::text AS text, NULL::smallint AS state, NULL::bigint AS set_in, name, description, tags, max_length',
};

/** SQL of the rows of a table that are since, or until, the revision of a change. */
const rowsOf = (
  table: string,
  bound: 'since' | 'until',
  columns: VersionColumns,
  { revision, limit, after }: ChangedRows,
): string => `(
  SELECT '${table} ${bound}' AS source, ${bound === 'until'} AS "isBefore", ${columns.id} AS "keyId", ${columns.language} AS language, ${columns.content} FROM ${table}
  WHERE project_id = $1 AND ${bound} = ${revision}${after === undefined ? '' : ` AND ${after(columns)}`}
  ORDER BY ${idPrefix(columns.id)}, ${columns.id}, ${columns.language} LIMIT ${limit})`;

interface ChangedRows {
  /** SQL of the revision. */
  revision: string;
  /** SQL of the number of rows of each table. */
  limit: string;
  /** Returns SQL of a condition. */
  after?: (columns: VersionColumns) => string;
}

/**
 * SQL of the first rows of each table that a change of the project `$1` made, or replaced or removed, in the order of the keys and
 * languages. Each table is read by its index of revisions.
 */
export const changedRows = (rows: ChangedRows): string =>
  [
    rowsOf('keys_history', 'until', KEYS, rows),
    rowsOf('keys_history', 'since', KEYS, rows),
    rowsOf('keys', 'since', KEYS, rows),
    rowsOf('translations_history', 'until', TEXTS, rows),
    rowsOf('translations_history', 'since', TEXTS, rows),
    rowsOf('translations', 'since', TEXTS, rows),
  ].join(' UNION ALL ');

/** SQL of the version that a row `r` with such content is, and of the size of the content. */
export const VERSION = `CASE WHEN r.text IS NULL THEN ${keyVersion('r')} ELSE ${textVersion('r')} END`;
export const VERSION_BYTES = sizeOf('r.text', 'r.name', 'r.description', 'r.tags::text');

/** SQL of the revision that set or confirmed the text of such a row last; null for a source text, and for a key. */
export const SET_IN = 'CASE WHEN r.language <> (SELECT source_language FROM projects WHERE id = $1) THEN r.set_in END';

/**
 * SQL, after FROM and behind a relation, of the name of a key after a revision: if the change deleted the key, the name
 * before. `$1` is the project. The history is read by the id alone: with the project, an index of its revisions can look
 * as cheap.
 */
export const joinName = (id: string, revision: string): string => `
  ${lookUpIfAny(
    `SELECT name AS key_name FROM (
      SELECT k.name, k.since FROM keys k WHERE k.project_id = $1 AND k.id = ${id} AND k.since <= ${revision}
      UNION ALL
      SELECT h.name, h.since FROM keys_history h
      WHERE h.id = ${id} AND h.since <= ${revision} AND h.until >= ${revision}) versions
    ORDER BY since DESC`,
    'named',
  )}`;

/** A row that a change made, or that it replaced or removed. */
export interface VersionRow {
  language: string;
  isBefore: boolean;
  version: TextVersion | KeyVersion;
  /** See `SET_IN`. */
  setIn: string | null;
  /** The name of the key after the change. */
  name: string | null;
}

/**
 * Pairs rows that were replaced or removed with the rows that were written. Rows of a key and a language follow each
 * other.
 */
export function pairVersions(keyId: string, rows: readonly VersionRow[]): ChangeItem[] {
  const pairs: { language: string; name: string | null; before?: VersionRow; after?: VersionRow }[] = [];
  for (const row of rows) {
    const { language, name } = row;
    let pair = pairs.at(-1);
    if (pair?.language !== language) {
      pair = { language, name };
      pairs.push(pair);
    }
    pair[row.isBefore ? 'before' : 'after'] = row;
  }
  return pairs.flatMap(({ language, name, before, after }) => {
    const versions = { before: before?.version ?? null, after: after?.version ?? null };
    const item = { keyId, name: name ?? '', language: language || null, ...versions };
    if (JSON.stringify(versions.before) !== JSON.stringify(versions.after)) return [item];
    // Other rows differ only in data of file formats.
    const [earlier, later] = [Number(before?.setIn), Number(after?.setIn)];
    return earlier === later ? [] : [{ ...item, confirmed: earlier < later }];
  });
}
