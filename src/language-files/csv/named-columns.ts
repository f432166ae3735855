import { canonicalLanguage } from '../../common/language-tag';
import type { ParseContext } from '../model/codec';
import { MalformedFileError } from '../model/format-errors';
import { MAX_COLUMNS } from './csv-reader';
import { type Cell, DESCRIPTION_NAMES, readLayout, type TableLayout, TEXT_NAMES } from './table-layout';

/** The meaning of a column that is named by the option `columns`. */
type Column = 'key' | 'description' | 'text' | 'skipped' | { language: string };

/** Returns undefined for a name that says nothing about a column. */
function columnOf(name: string): Column | undefined {
  const lower = name.trim().toLowerCase();
  if (lower === '') return 'skipped';
  if (lower === 'key') return 'key';
  if (DESCRIPTION_NAMES.includes(lower)) return 'description';
  if (TEXT_NAMES.includes(lower)) return 'text';
  const language = canonicalLanguage(name.trim());
  return language === undefined ? undefined : { language };
}

/** Returns what is wrong with names of columns, undefined if they make a table. */
export function findColumnIssue(names: readonly string[]): string | undefined {
  if (names.length > MAX_COLUMNS) return `names more than ${MAX_COLUMNS} columns`;
  const found = new Set<string>();
  for (const name of names) {
    const column = columnOf(name);
    if (column === undefined) return `${JSON.stringify(name)} is neither key, nor description, nor a language`;
    if (column === 'skipped') continue;
    const id = typeof column === 'string' ? column : `language ${column.language}`;
    if (found.has(id)) return `names two columns for ${id}`;
    found.add(id);
  }
  if (!found.has('key')) return 'names no column key';
  const texts = [...found].filter((id) => id !== 'key' && id !== 'description');
  if (texts.length === 0) return 'names no language';
  return found.has('text') && texts.length > 1 ? 'names both a column of texts and a language' : undefined;
}

/**
 * Interprets the first row of a table, whose columns it names or the import does.
 *
 * @param isComplete the row has its empty cells at the end too
 * @throws MalformedFileError as `readLayout` and `readNamedLayout` do
 */
export const readTableLayout = (
  cells: readonly Cell[],
  context: ParseContext,
  isComplete = true,
): TableLayout | undefined =>
  context.columns
    ? readNamedLayout(cells, context.columns, { language: context.language, isComplete })
    : readLayout(cells, context);

/**
 * Returns the layout of a table without a header, whose columns the import names.
 *
 * @param firstRow a row of texts
 * @throws MalformedFileError for a row with another number of cells, for a header, and for texts in an unknown language
 */
function readNamedLayout(
  firstRow: readonly Cell[],
  names: readonly string[],
  { language, isComplete }: Pick<ParseContext, 'language'> & { isComplete: boolean },
): TableLayout {
  const columns = names.map(columnOf);
  const width = columns.length;
  if (firstRow.length > width || (isComplete && firstRow.length < width)) {
    const counts = `the first row has ${firstRow.length} cells, but the option columns names ${width}`;
    throw new MalformedFileError(counts, { line: 1 });
  }
  const keyColumn = columns.indexOf('key');
  if (firstRow[keyColumn]?.trim().toLowerCase() === 'key') {
    throw new MalformedFileError('the file has a header, so that its columns cannot be named', { line: 1 });
  }
  const languages = columns.flatMap((column, index) => {
    if (typeof column === 'object') return [{ column: index, language: column.language }];
    if (column !== 'text') return [];
    if (language !== undefined) return [{ column: index, language }];
    throw new MalformedFileError('the language of the column of texts is not known; set language', { line: 1 });
  });
  const descriptionColumn = columns.indexOf('description');
  return {
    ...{ hasHeader: false, width, keyColumn, languages, unknown: [] },
    ...(descriptionColumn >= 0 && { descriptionColumn }),
    skipped: columns.flatMap((column, index) => (column === 'skipped' ? [index] : [])),
  };
}
