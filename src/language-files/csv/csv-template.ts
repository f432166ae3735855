import type { FileToWrite, ParseContext, TemplateContext } from '../model/codec';
import type { EntryToWrite } from '../model/entry';
import {
  type FileTemplate,
  type ListSpace,
  type NewElement,
  type NewText,
  type Renaming,
  type Replacement,
  type TemplateElement,
  type TemplateList,
  TemplateMisfitError,
  type TemplateText,
} from '../template/file-template';
import { textsOf } from '../template/rewrite-template';
import { readCsv, type RowPlace } from './csv-reader';
import { readTableLayout } from './named-columns';
import type { Cell, TableLayout } from './table-layout';
import { writeCell } from './write-cell';

type FileOfLanguages = Pick<TemplateContext, 'languages' | 'sourceLanguage' | 'template'>;

/** Where the table is in its file. */
export interface TablePlace {
  /** The characters before it. */
  offset: number;
  delimiter: string;
}

/** A row of a key. */
interface TableRow extends TemplateList {
  key: string;
}

/**
 * New cells, with the empty ones before them. A narrow file has few; with 2,000 columns, each new text has 2,000.
 */
const MAX_CELLS = 10_000_000;

const DESCRIPTION = 'description';

/** The name of a text, or of the description. Keys contain no U+0000. */
const nameOf = (key: string, column: string): string => `${key}\0${column}`;
const columnIn = (name: string): string => name.slice(name.lastIndexOf('\0') + 1);
const keyIn = (name: string): string => name.slice(0, name.lastIndexOf('\0'));

/** The languages that a template of the file can have. */
export const templateContext = ({ languages, sourceLanguage, template }: FileOfLanguages): ParseContext => ({
  projectLanguages: languages,
  sourceLanguage,
  // A column of texts without a language has the texts of the only language.
  language: languages.length === 1 ? languages[0] : undefined,
  columns: template.columns,
  warn: () => undefined,
});

/** The rows of a table. */
export interface TablePlaces {
  source: string;
  delimiter: string;
  layout: TableLayout;
  root: TemplateList;
  rows: ReadonlyMap<string, TableRow>;
  /** Most texts of the file have quotes. */
  quotes: boolean;
}

/** Reads a table. @throws FormatError as `readCsv` and `readLayout` do, TemplateMisfitError */
export function readTablePlaces(source: string, place: TablePlace, file: FileOfLanguages): TablePlaces {
  let layout: TableLayout | undefined;
  let columns: ReadonlyMap<number, string> | undefined;
  const elements: TemplateElement[] = [];
  readCsv(source.slice(place.offset), place.delimiter, (_line, cells, row) => {
    const isHeader = !layout;
    layout ??= readTableLayout(cells, templateContext(file));
    if (!layout) throw new TemplateMisfitError('the table names no language');
    const start = row.start + place.offset;
    const key = isHeader && layout.hasHeader ? '' : cells[layout.keyColumn];
    columns ??= columnNames(layout);
    if (key) elements.push(readRow(key, cells, columns, { start, ends: row.ends, offset: place.offset }));
    else elements.push({ start, end: (row.ends.at(-1) ?? 0) + place.offset });
  });
  const { languages = [] } = layout ?? {};
  if (!layout || languages.some(({ language }) => !file.languages.includes(language))) {
    throw new TemplateMisfitError('the table has a column of another language');
  }
  const root = { start: elements.at(0)?.start ?? 0, end: elements.at(-1)?.end ?? 0, elements };
  const rows = new Map<string, TableRow>();
  for (const { list } of elements) {
    const row = list as TableRow | undefined;
    if (row) rows.set(row.key, row);
  }
  return { source, delimiter: place.delimiter, layout, root, rows, quotes: hasQuotes(source, root) };
}

/** Returns whether most texts have quotes. */
function hasQuotes(source: string, root: TemplateList): boolean {
  let [quoted, bare] = [0, 0];
  for (const { start, value } of textsOf(root)) {
    if (value === null) continue;
    if (value !== '' && source[start] === '"') quoted++;
    else bare++;
  }
  return quoted > bare;
}

/** @param columns those that have texts */
function readRow(
  key: string,
  cells: readonly Cell[],
  columns: ReadonlyMap<number, string>,
  { start, ends, offset }: RowPlace & { offset: number },
): TemplateElement {
  const end = (ends.at(-1) ?? 0) + offset;
  const elements = cells.map((value, column): TemplateElement => {
    const from = column === 0 ? start : (ends[column - 1] ?? 0) + offset + 1;
    const to = (ends[column] ?? 0) + offset;
    const name = columns.get(column);
    if (name === undefined) return { start: from, end: to };
    return { start: from, end: to, text: { start: from, end: to, name: nameOf(key, name), key, value } };
  });
  const row: TableRow = { start, end, elements, key };
  return { start, end, key, list: row };
}

/** Returns the columns that have texts: languages, or the description. */
function columnNames({ languages, descriptionColumn }: TableLayout): Map<number, string> {
  const names = new Map(languages.map(({ column, language }) => [column, language]));
  if (descriptionColumn !== undefined) names.set(descriptionColumn, DESCRIPTION);
  return names;
}

/**
 * Yields the texts of a table. A key without a text has an empty cell in its row, and no row of its own.
 *
 * @throws UnwritableTextError as `toRow` does, TemplateMisfitError for a text that has no column
 */
export function* tableTexts(
  file: FileToWrite,
  template: TableTemplate,
): Generator<[name: string, text: string, key: string]> {
  for (const entry of file.entries) {
    const { key } = entry;
    const [, ...cells] = template.toRow(entry);
    const description = cells.pop();
    const hasRow = template.hasRow(key);
    for (const [index, language] of file.languages.entries()) {
      const text = cells[index] ?? '';
      if (template.hasColumn(language)) {
        if (hasRow || cells[index] !== null) yield [nameOf(key, language), text, key];
      } else if (text !== '') throw new TemplateMisfitError('the table has no column for a language');
    }
    if (template.hasColumn(DESCRIPTION)) {
      if (hasRow || description) yield [nameOf(key, DESCRIPTION), description ?? '', key];
    } else if (description) {
      const detail = 'the table has no column for descriptions; it is not written';
      file.warn({ code: 'description_dropped', detail, key });
    }
  }
}

/** A table with a row for each key. */
export class TableTemplate implements FileTemplate {
  readonly root: TemplateList;
  private readonly rows: ReadonlyMap<string, TableRow>;
  private readonly columns: ReadonlyMap<string, number>;
  private newCells = 0;
  private readonly newline: string;
  /** Most texts of the file have quotes. */
  private readonly quotes: boolean;

  readonly source: string;
  private readonly delimiter: string;
  private readonly layout: TableLayout;

  /** @param toRow returns a key, its texts by language and its description; it throws UnwritableTextError */
  constructor(
    { source, delimiter, layout, root, rows, quotes }: TablePlaces,
    private readonly languages: readonly string[],
    readonly toRow: (entry: EntryToWrite) => Cell[],
  ) {
    this.source = source;
    this.delimiter = delimiter;
    this.layout = layout;
    this.root = root;
    this.rows = rows;
    this.quotes = quotes;
    this.columns = new Map(Array.from(columnNames(layout), ([column, name]) => [name, column]));
    this.newline = /\r\n|[\r\n]/.exec(source.slice(root.elements[0]?.end))?.[0] ?? '\n';
  }

  holds(entry: EntryToWrite): boolean {
    const { key } = entry;
    const row = this.rows.get(key);
    if (!row) return false;
    const [, ...cells] = this.toRow(entry);
    const description = cells.pop() ?? '';
    const holdsText = (column: string, text: string): boolean => {
      const at = this.columns.get(column);
      if (at === undefined) return text === '';
      const cell = row.elements[at]?.text;
      return cell !== undefined && (cell.value ?? '') === text;
    };
    return (
      holdsText(DESCRIPTION, description) &&
      this.languages.every((language, index) => holdsText(language, cells[index] ?? ''))
    );
  }

  rename({ element: { list }, to }: Renaming): Replacement[] | undefined {
    const cell = list?.elements[this.layout.keyColumn];
    return cell && [{ start: cell.start, end: cell.end, token: this.cell(to, this.source[cell.start] === '"') }];
  }

  hasRow(key: string): boolean {
    return this.rows.has(key);
  }

  hasColumn(name: string): boolean {
    return this.columns.has(name);
  }

  listFor(name: string): TemplateList {
    return this.rows.get(keyIn(name)) ?? this.root;
  }

  writeToken(value: string, { start }: TemplateText): string {
    if (value === '') return '';
    return this.cell(value, this.source[start] === '"');
  }

  writeElements(list: TemplateList, texts: readonly NewText[]): NewElement[] {
    if (list !== this.root) return this.writeCells(list, texts);
    const rows = new Map<string, NewText[]>();
    for (const text of texts) {
      const key = keyIn(text.name);
      const row = rows.get(key);
      if (row) row.push(text);
      else rows.set(key, [text]);
    }
    return Array.from(rows, ([key, row]) => this.writeRow(key, row));
  }

  spaceOf(list: TemplateList): ListSpace {
    const between = list === this.root ? this.newline : this.delimiter;
    return { before: '', between, after: '' };
  }

  private writeRow(key: string, texts: readonly NewText[]): NewElement {
    const cells = Array.from({ length: this.layout.width }, () => '');
    cells[this.layout.keyColumn] = this.cell(key, this.quotes);
    this.fill(cells, texts, 0);
    return { source: cells.join(this.delimiter), names: texts.map(({ name }) => name) };
  }

  /** Writes the cells that a row lacks at its end. */
  private writeCells({ elements }: TemplateList, texts: readonly NewText[]): NewElement[] {
    const present = texts.filter(({ value }) => value !== '');
    if (present.length === 0) return [];
    const cells: string[] = [];
    this.fill(cells, present, elements.length);
    return [
      { source: Array.from(cells, (cell) => cell ?? '').join(this.delimiter), names: present.map(({ name }) => name) },
    ];
  }

  private fill(cells: string[], texts: readonly NewText[], offset: number): void {
    this.newCells += this.layout.width;
    if (this.newCells > MAX_CELLS) throw new TemplateMisfitError('the rows of the table are too wide');
    for (const { name, value } of texts) {
      const column = (this.columns.get(columnIn(name)) ?? 0) - offset;
      if (column < 0) throw new TemplateMisfitError('a language has two columns');
      cells[column] =
        value === '' && columnIn(name) !== DESCRIPTION ? '""' : this.cell(value, this.quotes && value !== '');
    }
  }

  private cell(text: string, isQuoted: boolean): string {
    return writeCell(text, this.delimiter, isQuoted);
  }
}
