import type { ParseContext } from '../model/codec';
import { MalformedFileError } from '../model/format-errors';
import { languageFromName } from '../text/language-from-name';

/** The text of a cell as written; null for an empty cell. */
export type Cell = string | null;

/** The meaning of the columns of a table of translations. Columns are counted from 0. */
export interface TableLayout {
  /** False if the first row is a row of texts. */
  readonly hasHeader: boolean;
  /** The number of columns. */
  readonly width: number;
  readonly keyColumn: number;
  readonly languages: readonly LanguageColumn[];
  readonly descriptionColumn?: number;
  /** The columns that are not imported. */
  readonly unknown: readonly UnknownColumn[];
  /** The columns that the import leaves out, without a warning. Default: none. */
  readonly skipped?: readonly number[];
}

export interface LanguageColumn {
  readonly column: number;
  readonly language: string;
}

export interface UnknownColumn {
  readonly column: number;
  /** Empty for a column without a name. */
  readonly name: string;
}

export const DESCRIPTION_NAMES = ['description', 'comment', 'context'];
export const TEXT_NAMES = ['value', 'text', 'translation', 'target', 'string'];

/** The error for a table whose first row `readLayout` cannot interpret. */
export const NO_HEADER =
  'the first row names no language: the file needs a column "key" and one for each language, such as "en", ' +
  'or, if the import specifies a language, a column "key" and a column "value"; ' +
  'the columns of a file without a header are named by the option columns';

/**
 * Interprets the first row of a table. In this order:
 *
 * - A row with a column that is named by a language is a header. A name is a language if the project has it or its
 *   primary subtag has two letters.
 * - A row with a column `key` is a header too. The texts are in its column `value`, `text`, `translation`, `target` or
 *   `string`, or else in its only other column; the import specifies their language.
 * - Two columns without a header are keys and texts in the language that the import specifies.
 *
 * Keys are in the column `key` in any case, or else in the first column, unless it is a language or a description, or
 * else in the column `name`. `id` as the first column is the key and not Indonesian.
 *
 * @returns undefined if the row is none of these
 * @throws MalformedFileError if the row has languages but no column for keys
 */
export function readLayout(firstRow: readonly Cell[], context: ParseContext): TableLayout | undefined {
  const names = firstRow.map((cell) => (cell ?? '').trim());
  const keyColumn = findKeyColumn(names, context);
  const languages = findLanguageColumns(names, keyColumn, context);
  if (languages.length > 0) {
    if (keyColumn === undefined) {
      throw new MalformedFileError('the header names languages but has no column "key"', { line: 1 });
    }
    return createLayout(names, keyColumn, languages);
  }
  return context.language === undefined ? undefined : readSingleLanguageLayout(names, context.language);
}

function readSingleLanguageLayout(names: readonly string[], language: string): TableLayout | undefined {
  const keyColumn = indexOfName(names, 'key');
  if (keyColumn >= 0) {
    const column = findTextColumn(names, keyColumn);
    return column === undefined ? undefined : createLayout(names, keyColumn, [{ column, language }]);
  }
  if (names.length !== 2 || names[0] === '') return undefined;
  return { hasHeader: false, width: 2, keyColumn: 0, languages: [{ column: 1, language }], unknown: [] };
}

function findTextColumn(names: readonly string[], keyColumn: number): number | undefined {
  const textColumn = names.findIndex((name) => TEXT_NAMES.includes(name.toLowerCase()));
  if (textColumn >= 0) return textColumn;
  const candidates = names.flatMap((name, column) =>
    column === keyColumn || name === '' || DESCRIPTION_NAMES.includes(name.toLowerCase()) ? [] : [column],
  );
  return candidates.length === 1 ? candidates[0] : undefined;
}

function findKeyColumn(names: readonly string[], context: ParseContext): number | undefined {
  const keyColumn = indexOfName(names, 'key');
  if (keyColumn >= 0) return keyColumn;
  const first = names[0];
  if (first === undefined) return undefined;
  const firstLower = first.toLowerCase();
  const isLanguage = languageFromName(first, context.projectLanguages, 'column') !== undefined;
  if (firstLower === 'id' || !(DESCRIPTION_NAMES.includes(firstLower) || isLanguage)) return 0;
  const nameColumn = indexOfName(names, 'name');
  return nameColumn >= 0 ? nameColumn : undefined;
}

function findLanguageColumns(
  names: readonly string[],
  keyColumn: number | undefined,
  context: ParseContext,
): LanguageColumn[] {
  return names.flatMap((name, column) => {
    const language = column === keyColumn ? undefined : languageFromName(name, context.projectLanguages, 'column');
    return language === undefined ? [] : [{ column, language }];
  });
}

function createLayout(names: readonly string[], keyColumn: number, languages: readonly LanguageColumn[]): TableLayout {
  const used = new Set([keyColumn, ...languages.map(({ column }) => column)]);
  const descriptionColumn = DESCRIPTION_NAMES.map((description) =>
    names.findIndex((name, column) => name.toLowerCase() === description && !used.has(column)),
  ).find((column) => column >= 0);
  if (descriptionColumn !== undefined) used.add(descriptionColumn);
  const unknown = names.flatMap((name, column) => (used.has(column) ? [] : [{ column, name }]));
  return { hasHeader: true, width: names.length, keyColumn, languages, descriptionColumn, unknown };
}

/** Returns the first column with the name in any case, or -1. */
const indexOfName = (names: readonly string[], lowerCaseName: string): number =>
  names.findIndex((name) => name.toLowerCase() === lowerCaseName);
