import { stateToNumber, type TranslationState } from '../../common/translation-state';
import { uuidArray } from '../../database/array-parameter';
import { type FormatCodec, needsItems, needsSource, type PlaceholderStyle, type Warning } from '../../language-files';
import { type FileNames, fileOf, isSelected, type KeySelection } from '../render/file-of-key';
import type { Snapshot } from './snapshot';
import { lookUp, lookUpIfAny, lookUpTotals } from '../../database/planned-reads';
import { EARLIER_NAMES } from '../../project-write/stores/earlier-names';
import { PATH } from '../../project-write/stores/nested-path';
import { ADDED_AS, FIRST_SOURCE } from '../../project-write/stores/target-origin';

/** The keys and texts of the files in one language, or of one file that holds several. */
export interface EntrySelection extends FileNames, KeySelection {
  projectId: string;
  /** The tables to read, see `Snapshot`. */
  from: Snapshot['from'];
  codec: FormatCodec;
  /** One language, or all languages of a file that holds several. */
  languages: readonly string[];
  sourceLanguage: string;
  /** The language whose texts replace missing ones. */
  fallback?: string;
  /** The lowest state of the texts that are written; the others are missing. It does not concern source texts. */
  minState?: TranslationState;
  /** Only keys with all of these tags. */
  tags?: readonly string[];
  /** Everyone can read the files, see `ExportPlan`. */
  isPublic: boolean;
  /** Files may have the layout of a template, which decides about keys that only files of other languages have. */
  hasTemplates: boolean;
  /** Keys without a text are written too. */
  withMissing: boolean;
  /** The earlier names of renamed keys are read, because imported files have them. */
  withEarlierNames?: boolean;
  /** The ids of the keys, which are few. Default: all keys. */
  keyIds?: readonly string[];
  /** Cells that a spreadsheet may run as formulas are escaped. Default: they are warnings. */
  escapesFormulas?: boolean;
  /** The style of placeholders. Default: they are not converted. */
  style?: PlaceholderStyle;
  warn: (warning: Warning) => void;
}

/** Builds a statement that joins only what the format can hold, so that an export of plain JSON stays fast. */
export function entryStatement(selection: EntrySelection): { sql: string; parameters: unknown[] } {
  const { codec, projectId, sourceLanguage } = selection;
  const parameters: unknown[] = [projectId, codec.metaId ?? codec.id];
  const parameter = (value: unknown): string => `$${parameters.push(value)}`;
  const columns = ['k.name'];
  const joins: string[] = [];
  if (codec.comments && !selection.isPublic) columns.push('k.description');
  if (codec.keepsMeta) columns.push('k.meta -> $2 AS "keyMeta"');
  if (codec.nests) columns.push(`k.meta -> '${PATH}' AS path`);
  if (selection.withEarlierNames) columns.push(`k.meta -> '${EARLIER_NAMES}' AS "earlierNames"`);
  if (codec.lengths) columns.push('k.max_length AS "maxLength"');
  const hasText = codec.multilingual
    ? joinLanguages(selection, columns, joins, parameter)
    : joinLanguage(selection, columns, joins, parameter);
  // In a style without names, a named placeholder gets its position in the source text.
  if (codec.bilingual || needsSource(codec, selection.style)) {
    joins.push(joinTexts(selection, 's', parameter(sourceLanguage)));
    columns.push('s.text AS source');
  }
  if (selection.hasTemplates) {
    columns.push(`k.meta -> '${ADDED_AS}' AS "addedAs"`);
    if (codec.bilingual) columns.push(`k.meta -> '${FIRST_SOURCE}' AS "firstSource"`);
  }
  // `$2` must occur in the statement, whether or not the format keeps metadata.
  const conditions = ['k.project_id = $1', `$2::text IS NOT NULL`, isSelected(selection, parameter)];
  for (const tag of selection.tags ?? []) conditions.push(`jsonb_exists(k.tags, ${parameter(tag)})`);
  if (!selection.withMissing) conditions.push(needsItems(codec) ? `(${hasText} OR k.name LIKE '%]%')` : hasText);
  if (selection.files) columns.push(`${fileOf(selection.files, parameter)} AS file`);
  const order = selection.files ? 'file, k.name' : 'k.name';
  const sql = `SELECT ${columns.join(', ')} FROM ${keysOf(selection, parameter)} ${joins.join(' ')}
    WHERE ${conditions.join(' AND ')} ORDER BY ${order}`;
  return { sql, parameters };
}

/** SQL of the keys `k`. Each of a few keys is looked up by itself, whatever the planner expects. */
const keysOf = ({ from, keyIds }: EntrySelection, parameter: (value: unknown) => string): string =>
  keyIds
    ? `unnest(${parameter(uuidArray(keyIds))}::uuid[]) AS wanted (id)
       ${lookUp(`SELECT * FROM ${from('keys')} k WHERE k.project_id = $1 AND k.id = wanted.id`, 'k')}`
    : `${from('keys')} k`;

const joinTexts = ({ from, keyIds }: EntrySelection, alias: string, language: string): string => {
  const ofKey = (text: string): string =>
    `${text}.project_id = $1 AND ${text}.language = ${language} AND ${text}.key_id = k.id`;
  return keyIds
    ? lookUpIfAny(`SELECT * FROM ${from('translations')} o WHERE ${ofKey('o')}`, alias)
    : `LEFT JOIN ${from('translations')} ${alias} ON ${ofKey(alias)}`;
};

/** Joins the texts `t` that are written. */
const joinWritten = (selection: EntrySelection, language: string, parameter: (value: unknown) => string): string => {
  const { minState, sourceLanguage } = selection;
  const join = joinTexts(selection, 't', language);
  if (minState === undefined) return join;
  return `${join} AND (t.state >= ${stateToNumber(minState)} OR t.language = ${parameter(sourceLanguage)})`;
};

/** Adds columns and joins to a statement and returns the condition that a key has a text. */
type Joiner = (
  selection: EntrySelection,
  columns: string[],
  joins: string[],
  parameter: (value: unknown) => string,
) => string;

const joinLanguage: Joiner = (selection, columns, joins, parameter) => {
  const { languages, fallback, codec } = selection;
  joins.push(joinWritten(selection, parameter(languages[0]), parameter));
  if (codec.keepsMeta) columns.push('t.meta -> $2 AS meta');
  if (codec.states) columns.push('t.state');
  if (fallback === undefined || fallback === languages[0]) {
    columns.push('t.text');
    return 't.text IS NOT NULL';
  }
  joins.push(joinTexts(selection, 'f', parameter(fallback)));
  columns.push('coalesce(t.text, f.text) AS text');
  return 'coalesce(t.text, f.text) IS NOT NULL';
};

/** All languages of a key are arrays in one row, in the order of the file's languages. */
const joinLanguages: Joiner = (selection, columns, joins, parameter) => {
  const { languages, fallback, codec } = selection;
  const list = parameter(languages);
  const fallbackJoin = fallback === undefined ? '' : joinTexts(selection, 'f', parameter(fallback));
  const text = fallback === undefined ? 't.text' : 'coalesce(t.text, f.text)';
  const ofKey = `
    SELECT array_agg(${text} ORDER BY w.place) AS texts, bool_or(${text} IS NOT NULL) AS present,
           ${codec.keepsMeta ? 'jsonb_agg(t.meta -> $2 ORDER BY w.place)' : 'NULL::jsonb'} AS metas,
           ${codec.states ? 'array_agg(t.state ORDER BY w.place)' : 'NULL::smallint[]'} AS states
    FROM unnest(${list}::text[]) WITH ORDINALITY AS w (language, place)
    ${joinWritten(selection, 'w.language', parameter)} ${fallbackJoin}`;
  joins.push(lookUpTotals(ofKey, 'm'));
  columns.push('m.texts', 'NULL AS text');
  if (codec.keepsMeta) columns.push('m.metas');
  if (codec.states) columns.push('m.states');
  return 'm.present';
};
