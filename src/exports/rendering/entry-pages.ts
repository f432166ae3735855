import { EventLoopYielder } from '../../common/scheduling/event-loop-yielder';
import type { Transaction } from '../../database/transaction';
import {
  type EntryToWrite,
  type FormatCodec,
  fromMessage,
  type MessageConversion,
  type Meta,
  type PlaceholderStyle,
  type Plural,
  type Warning,
} from '../../language-files';
import type { FilePart } from './file-part';
import { readPages } from './row-pages';

/** The texts of one file. */
export interface FileSelection {
  projectId: string;
  codec: FormatCodec;
  /** One language, or all languages of a file that holds several. */
  languages: readonly string[];
  sourceLanguage: string;
  /** Default: keys of all namespaces. */
  namespace?: string;
  /** Keys are written without their namespace. */
  stripNamespace: boolean;
  /** The part of the keys in a file of a zip with a file for each namespace. Default: all of them. */
  part?: FilePart;
  /** The language whose texts replace missing ones. */
  fallback?: string;
  /** Keys without a text are written too. */
  withMissing: boolean;
  /** The style of placeholders. Default: they are not converted. */
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
 * Reads the entries of a file in code point order of their names. A small project is one page; a large one is read page
 * by page, so that it is never in memory completely.
 */
export async function* entryPages(
  tx: Transaction,
  selection: FileSelection,
  stringCount: number,
): AsyncGenerator<EntryToWrite[]> {
  const { sql, parameters } = buildStatement(selection);
  const toEntry = createMapper(selection);
  const { part } = selection;
  const yielder = new EventLoopYielder();
  for await (const rows of readPages<Row>(tx, sql, parameters, stringCount)) {
    yield await yielder.map(part ? rows.filter(({ name }) => part.includes(name)) : rows, toEntry);
  }
}

/** Builds a statement that joins only what the format can hold, so that an export of plain JSON stays fast. */
function buildStatement(selection: FileSelection): { sql: string; parameters: unknown[] } {
  const { codec, projectId, sourceLanguage, namespace } = selection;
  const parameters: unknown[] = [projectId, codec.metaId ?? codec.id];
  const parameter = (value: unknown): string => `$${parameters.push(value)}`;
  const columns = ['k.name'];
  const joins: string[] = [];
  if (codec.comments) columns.push('k.description');
  if (codec.keepsMeta) columns.push('k.meta -> $2 AS "keyMeta"');
  const hasText = codec.multilingual
    ? joinLanguages(selection, columns, joins, parameter)
    : joinLanguage(selection, columns, joins, parameter);
  // In a style without names, a named placeholder gets its position in the source text.
  if (codec.bilingual || selection.style !== undefined) {
    joins.push(joinTexts('s', parameter(sourceLanguage)));
    columns.push('s.text AS source');
  }
  // `$2` must occur in the statement, whether or not the format keeps metadata.
  const conditions = ['k.project_id = $1', `$2::text IS NOT NULL`];
  if (namespace !== undefined) conditions.push(`k.namespace = ${parameter(namespace)}`);
  if (selection.part) conditions.push(conditionOf(selection.part, parameter));
  if (!selection.withMissing) conditions.push(hasText);
  const sql = `SELECT ${columns.join(', ')} FROM keys k ${joins.join(' ')}
    WHERE ${conditions.join(' AND ')} ORDER BY k.name`;
  return { sql, parameters };
}

/**
 * Returns a condition that all names of the part fulfil. The names that begin with `ns.` are a range of the index
 * `keys_in_order`; `ns/` is the first name behind them, because `/` is the next character after the dot.
 */
function conditionOf({ namespace, others }: FilePart, parameter: (value: unknown) => string): string {
  if (namespace === '')
    return `k.namespace <> ALL (${parameter(others.filter((other) => !other.includes('.')))}::text[])`;
  const value = `${parameter(namespace)}::text`;
  return `left(k.name, 512) >= left(${value} || '.', 512) AND left(k.name, 512) <= left(${value} || '/', 512)`;
}

const joinTexts = (alias: string, language: string): string =>
  `LEFT JOIN translations ${alias}
    ON ${alias}.project_id = $1 AND ${alias}.language = ${language} AND ${alias}.key_id = k.id`;

/** Adds columns and joins to a statement and returns the condition that a key has a text. */
type Joiner = (
  selection: FileSelection,
  columns: string[],
  joins: string[],
  parameter: (value: unknown) => string,
) => string;

const joinLanguage: Joiner = ({ languages, fallback, codec }, columns, joins, parameter) => {
  joins.push(joinTexts('t', parameter(languages[0])));
  if (codec.keepsMeta) columns.push('t.meta -> $2 AS meta');
  if (fallback === undefined || fallback === languages[0]) {
    columns.push('t.text');
    return 't.text IS NOT NULL';
  }
  joins.push(joinTexts('f', parameter(fallback)));
  columns.push('coalesce(t.text, f.text) AS text');
  return 'coalesce(t.text, f.text) IS NOT NULL';
};

/** All languages of a key are arrays in one row, in the order of the file's languages. */
const joinLanguages: Joiner = ({ languages, fallback, codec }, columns, joins, parameter) => {
  const list = parameter(languages);
  const fallbackJoin = fallback === undefined ? '' : joinTexts('f', parameter(fallback));
  const text = fallback === undefined ? 't.text' : 'coalesce(t.text, f.text)';
  joins.push(`CROSS JOIN LATERAL (
    SELECT array_agg(${text} ORDER BY w.place) AS texts, bool_or(${text} IS NOT NULL) AS present,
           ${codec.keepsMeta ? 'jsonb_agg(t.meta -> $2 ORDER BY w.place)' : 'NULL::jsonb'} AS metas
    FROM unnest(${list}::text[]) WITH ORDINALITY AS w (language, place)
    ${joinTexts('t', 'w.language')} ${fallbackJoin}) m`);
  columns.push('m.texts', 'NULL AS text');
  if (codec.keepsMeta) columns.push('m.metas');
  return 'm.present';
};

function createMapper(selection: FileSelection): (row: Row) => EntryToWrite {
  const { codec, languages, style } = selection;
  return ({ name, text, source, description, keyMeta, meta, texts, metas }) => {
    const warn: MessageConversion['warn'] = (code, detail) => selection.warn({ code, detail, key: name });
    const toValue = (message: string): string | Plural =>
      fromMessage(message, codec, { style, warn }, source ?? undefined);
    const entry: EntryToWrite = { key: nameInFile(name, selection) };
    if (text !== null) entry.value = toValue(text);
    if (typeof source === 'string' && codec.bilingual) entry.source = source === text ? entry.value : toValue(source);
    if (typeof description === 'string') entry.description = description;
    if (keyMeta) entry.keyMeta = keyMeta;
    if (meta) entry.meta = meta;
    if (texts) entry.values = byLanguage(languages, texts, toValue);
    if (metas) entry.metas = byLanguage(languages, metas, (stored) => stored);
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

function nameInFile(name: string, { part, stripNamespace }: FileSelection): string {
  if (!part) return stripNamespace ? name.slice(name.indexOf('.') + 1) : name;
  return part.namespace === '' ? name : name.slice(part.namespace.length + 1);
}
