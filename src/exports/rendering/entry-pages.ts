import type { Transaction } from '../../database/transaction';
import { rowPages } from './row-pages';
import {
  type EntryToWrite,
  type FormatCodec,
  fromMessage,
  type Meta,
  type PlaceholderStyle,
  type Plural,
  type MessageConversion,
  type Warning,
} from '../../language-files';

/** Which texts go into one file. */
export interface FileSelection {
  projectId: string;
  codec: FormatCodec;
  /** One, or all of them for a format of several languages. */
  languages: readonly string[];
  sourceLanguage: string;
  namespace?: string;
  stripNamespace: boolean;
  /** Another language, that stands in for missing texts. */
  fallback?: string;
  /** Keys without a text are written too. */
  withMissing: boolean;
  /** Of placeholders; undefined: as they are. */
  style?: PlaceholderStyle;
  warn: (warning: Warning) => void;
}

interface Row {
  name: string;
  text: string | null;
  source?: string | null;
  description?: string | null;
  keyMeta?: Meta | null;
  meta?: Meta | null;
  texts?: (string | null)[];
  metas?: (Meta | null)[];
}

/**
 * The entries of a file in code point order of their names, page by page: a small project is one page, a large one is
 * never held whole.
 */
export async function* entryPages(
  tx: Transaction,
  selection: FileSelection,
  stringCount: number,
): AsyncGenerator<EntryToWrite[]> {
  const { sql, parameters } = statementOf(selection);
  const toEntry = entryMaker(selection);
  for await (const rows of rowPages<Row>(tx, sql, parameters, stringCount)) yield rows.map(toEntry);
}

/** Joins only what the format can carry, so that a plain export pays for nothing else. */
function statementOf(selection: FileSelection): { sql: string; parameters: unknown[] } {
  const { codec, projectId, sourceLanguage, namespace } = selection;
  const parameters: unknown[] = [projectId, codec.metaId ?? codec.id];
  const parameter = (value: unknown): string => `$${parameters.push(value)}`;
  const columns = ['k.name'];
  const joins: string[] = [];
  if (codec.comments) columns.push('k.description');
  if (codec.keepsMeta) columns.push('k.meta -> $2 AS "keyMeta"');
  const present = codec.multilingual
    ? joinLanguages(selection, columns, joins, parameter)
    : joinLanguage(selection, columns, joins, parameter);
  // Named placeholders have the positions, where there are only positions, that they have in the source text.
  if (codec.bilingual || selection.style !== undefined) {
    joins.push(textsIn('s', parameter(sourceLanguage)));
    columns.push('s.text AS source');
  }
  const conditions = ['k.project_id = $1', `$2::text IS NOT NULL`];
  if (namespace !== undefined) conditions.push(`k.namespace = ${parameter(namespace)}`);
  if (!selection.withMissing) conditions.push(present);
  return {
    sql: `SELECT ${columns.join(', ')} FROM keys k ${joins.join(' ')} WHERE ${conditions.join(' AND ')} ORDER BY k.name`,
    parameters,
  };
}

const textsIn = (alias: string, language: string): string =>
  `LEFT JOIN translations ${alias} ON ${alias}.project_id = $1 AND ${alias}.language = ${language} AND ${alias}.key_id = k.id`;

type Joiner = (
  selection: FileSelection,
  columns: string[],
  joins: string[],
  parameter: (value: unknown) => string,
) => string;

/** @returns the condition of having a text */
const joinLanguage: Joiner = ({ languages, fallback, codec }, columns, joins, parameter) => {
  joins.push(textsIn('t', parameter(languages[0])));
  if (codec.keepsMeta) columns.push('t.meta -> $2 AS meta');
  if (fallback === undefined || fallback === languages[0]) {
    columns.push('t.text');
    return 't.text IS NOT NULL';
  }
  joins.push(textsIn('f', parameter(fallback)));
  columns.push('coalesce(t.text, f.text) AS text');
  return 'coalesce(t.text, f.text) IS NOT NULL';
};

/** All languages of a key in one row, in the order of the file's languages. */
const joinLanguages: Joiner = ({ languages, fallback, codec }, columns, joins, parameter) => {
  const wanted = parameter(languages);
  const missing =
    fallback === undefined
      ? ''
      : `LEFT JOIN translations f ON f.project_id = $1 AND f.language = ${parameter(fallback)} AND f.key_id = k.id`;
  const text = fallback === undefined ? 't.text' : 'coalesce(t.text, f.text)';
  joins.push(`CROSS JOIN LATERAL (
    SELECT array_agg(${text} ORDER BY w.place) AS texts, bool_or(${text} IS NOT NULL) AS present,
           ${codec.keepsMeta ? 'jsonb_agg(t.meta -> $2 ORDER BY w.place)' : 'NULL::jsonb'} AS metas
    FROM unnest(${wanted}::text[]) WITH ORDINALITY AS w (language, place)
    LEFT JOIN translations t ON t.project_id = $1 AND t.language = w.language AND t.key_id = k.id ${missing}) m`);
  columns.push('m.texts', 'NULL AS text');
  if (codec.keepsMeta) columns.push('m.metas');
  return 'm.present';
};

function entryMaker(selection: FileSelection): (row: Row) => EntryToWrite {
  const { codec, languages, stripNamespace, style } = selection;
  return ({ name, text, source, description, keyMeta, meta, texts, metas }) => {
    const warn: MessageConversion['warn'] = (code, detail) => selection.warn({ code, detail, key: name });
    const valueOf = (each: string): string | Plural => fromMessage(each, codec, { style, warn }, source ?? undefined);
    const entry: EntryToWrite = { key: stripNamespace ? withoutNamespace(name) : name };
    if (text !== null) entry.value = valueOf(text);
    if (typeof source === 'string' && codec.bilingual) entry.source = source === text ? entry.value : valueOf(source);
    if (typeof description === 'string') entry.description = description;
    if (keyMeta) entry.keyMeta = keyMeta;
    if (meta) entry.meta = meta;
    if (texts) entry.values = byLanguage(languages, texts, valueOf);
    if (metas) entry.metas = byLanguage(languages, metas, (each) => each);
    return entry;
  };
}

function byLanguage<T, U>(
  languages: readonly string[],
  values: readonly (T | null)[],
  map: (value: T) => U,
): Map<string, U> {
  const mapped = new Map<string, U>();
  for (const [index, language] of languages.entries()) {
    const value = values[index];
    if (value !== null && value !== undefined) mapped.set(language, map(value));
  }
  return mapped;
}

function withoutNamespace(name: string): string {
  return name.slice(name.indexOf('.') + 1);
}
