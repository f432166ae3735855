import { stringify } from 'csv-stringify/sync';
import { primarySubtag } from '../../common/language-tag';
import { decodeText, FormatError, readCsv } from '../../language-files';
import { TermFileError } from '../glossary-errors';
import { DEFAULT_LANGUAGE, PARTS_OF_SPEECH, type PartOfSpeech, type Term, type TermContent } from '../term';
import { withApostrophes, withoutApostrophes } from './formula-cells';
import { assertValid, assertValidTranslations, type ImportedTerm, languageOf } from './imported-term';

/** The columns that are no languages, in the order in which they are written. */
const COLUMNS = [
  'term',
  'language',
  'partOfSpeech',
  'definition',
  'caseSensitive',
  'doNotTranslate',
  'forbidden',
  'projectIds',
] as const;
type Column = (typeof COLUMNS)[number];

const DELIMITERS = [',', ';', '\t'];

/** Separates the translations of a cell. A translation that has it, or a backslash, has a backslash before it. */
const SEPARATOR = '|';

/**
 * Returns terms as a table with a column for each language.
 *
 * @param escapesFormulas whether an apostrophe is put before what a spreadsheet may run as a formula
 */
export function writeCsv(terms: readonly Term[], escapesFormulas = false): string {
  const languages = [...new Set(terms.flatMap(({ translations }) => Object.keys(translations)))].sort();
  const rows = terms.map((term) => [
    ...COLUMNS.map((column) => cellOf(term, column)),
    ...languages.map((language) => joined(term.translations[language] ?? [])),
  ]);
  const cells = rows.map((row) => row.map((cell) => withApostrophes(cell, escapesFormulas)));
  return stringify([[...COLUMNS, ...languages], ...cells], { quoted_match: [/^\s|\s$/] });
}

function cellOf(term: Term, column: Column): string {
  if (column === 'projectIds') return term.projectIds?.join(SEPARATOR) ?? '';
  const value = term[column];
  return typeof value === 'boolean' ? String(value) : (value ?? '');
}

const joined = (texts: readonly string[]): string =>
  texts.map((text) => text.replace(/[|\\]/g, String.raw`\$&`)).join(SEPARATOR);

/** Returns the translations of a cell, without white space around them, each of them once. */
function split(cell: string): string[] {
  const texts = Array.from(cell.matchAll(/(?:\\[|\\]|[^|])+/g), ([text]) => text.trim().replace(/\\([|\\])/g, '$1'));
  return [...new Set(texts)].filter((text) => text !== '');
}

/**
 * Reads a table with a header: the column `term`, others of `COLUMNS`, and columns of languages, in any order.
 *
 * @param language of terms without a language; undefined: `DEFAULT_LANGUAGE`
 * @param add receives the terms in their order
 * @throws TermFileError, and what `add` throws
 */
export function readCsvTerms(bytes: Uint8Array, language: string | undefined, add: (term: ImportedTerm) => void): void {
  let header: (Column | { language: string })[] | undefined;
  try {
    const text = decodeText(bytes);
    readCsv(text, delimiterOf(text), (line, cells) => {
      if (!header) header = readHeader(cells, line);
      else if (cells.some((cell) => cell !== null && cell.trim() !== ''))
        add(readRow(header, cells, { line, language: language ?? DEFAULT_LANGUAGE }));
    });
  } catch (error) {
    if (error instanceof FormatError) throw new TermFileError(error.message, error.position.line);
    throw error;
  }
  if (!header) throw new TermFileError('the file has no rows', 1);
}

function delimiterOf(text: string): string {
  const [head = ''] = text.trimStart().split(/[\r\n]/, 1);
  const counts = DELIMITERS.map((delimiter) => head.split(delimiter).length);
  return DELIMITERS[counts.indexOf(Math.max(...counts))] ?? ',';
}

type Cells = readonly (string | null)[];

function readHeader(cells: Cells, line: number): (Column | { language: string })[] {
  const names = cells.map((cell) => (cell ?? '').trim());
  const header = names.map((name) => {
    const column = COLUMNS.find((known) => known.toLowerCase() === name.toLowerCase());
    return column ?? { language: languageOfColumn(name, line) };
  });
  const keys = header.map((column) => (typeof column === 'string' ? column : `:${column.language}`));
  const twice = keys.findIndex((key, index) => keys.indexOf(key) !== index);
  if (twice !== -1) throw new TermFileError(`the column "${names[twice] ?? ''}" occurs twice`, line);
  if (!header.includes('term')) throw new TermFileError('the first row has no column "term"', line);
  return header;
}

/**
 * Returns the language of a column. `comment` and `German` are well-formed tags too, but no registered language has
 * more than three letters, so they are other columns.
 */
function languageOfColumn(name: string, line: number): string {
  const language = languageOf(name, line);
  if (primarySubtag(language).length > 3)
    throw new TermFileError(`the column "${name}" is neither of ${COLUMNS.join(', ')} nor a language tag`, line);
  return language;
}

function readRow(
  header: readonly (Column | { language: string })[],
  cells: Cells,
  { line, language }: { line: number; language: string },
): ImportedTerm {
  if (cells.length > header.length) throw new TermFileError('the row has more cells than the first row', line);
  const sent = new Map<Column, string>();
  const translations: Record<string, string[]> = {};
  for (const [index, column] of header.entries()) {
    const cell = withoutApostrophes((cells[index] ?? '').trim());
    if (typeof column === 'string') sent.set(column, cell);
    else {
      const texts = split(cell);
      if (texts.length > 0) translations[column.language] = texts;
    }
  }
  const projects = sent.get('projectIds');
  const own = sent.get('language') ?? '';
  const term: ImportedTerm = {
    line,
    term: sent.get('term') ?? '',
    language: own === '' ? language : languageOf(own, line),
    translations,
    forbidden: flagOf(sent, 'forbidden', line),
    caseSensitive: flagOf(sent, 'caseSensitive', line),
    doNotTranslate: flagOf(sent, 'doNotTranslate', line),
    partOfSpeech: partOf(sent.get('partOfSpeech'), line),
    definition: sent.has('definition') ? sent.get('definition') || null : undefined,
    projectIds: projects === undefined ? undefined : projects === '' ? null : split(projects.toLowerCase()),
  };
  assertValid(term, line);
  assertValidTranslations(translations, line);
  return term;
}

const YES = ['true', 'yes', '1'];
const NO = ['false', 'no', '0', ''];

/** @returns undefined without such a column */
function flagOf(sent: ReadonlyMap<Column, string>, column: Column, line: number): boolean | undefined {
  const cell = sent.get(column)?.toLowerCase();
  if (cell === undefined) return undefined;
  if (YES.includes(cell)) return true;
  if (NO.includes(cell)) return false;
  throw new TermFileError(`${column} must be true or false`, line);
}

function partOf(cell: string | undefined, line: number): TermContent['partOfSpeech'] | undefined {
  if (cell === undefined) return undefined;
  if (cell === '') return null;
  const part = PARTS_OF_SPEECH.find((known) => known.toLowerCase() === cell.toLowerCase());
  if (!part) throw new TermFileError(`partOfSpeech must be one of ${PARTS_OF_SPEECH.join(', ')}`, line);
  return part satisfies PartOfSpeech;
}
