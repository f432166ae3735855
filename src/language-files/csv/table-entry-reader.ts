import type { ParseContext } from '../model/codec';
import type { ParsedEntry } from '../model/entry';
import { FileLimitError, MalformedFileError } from '../model/format-errors';
import type { Cell, TableLayout } from './table-layout';

/** The cells of a row with their columns, counted from 0. Columns may be missing. */
export type RowCells = Iterable<readonly [column: number, cell: Cell]>;

/** Maximum number of texts in a table, empty cells included: 50 MB can be 50 million commas. */
export const MAX_TEXTS = 2_000_000;

/** Maximum total length of all texts in UTF-16 code units: a workbook can use one long text in millions of cells. */
const MAX_TOTAL_LENGTH = 128 * 1024 * 1024;

/**
 * Passes on the entries of a table's rows after the header: one for each language cell, in the order of rows and then
 * of columns. An empty cell is `null`, an explicitly missing text. A row without any language cell yields its key with
 * `null` in the first language, and so does one without a key, which has at most its first text. Empty rows are
 * skipped. Each column that is not imported produces one warning, if it has any text.
 */
export class TableEntryReader {
  private readonly languageByColumn: ReadonlyMap<number, string>;
  private readonly unknownNameByColumn: ReadonlyMap<number, string>;
  private readonly warnedColumns = new Set<number>();
  private textCount = 0;
  private totalLength = 0;

  constructor(
    private readonly layout: TableLayout,
    private readonly context: ParseContext,
    private readonly add: (entry: ParsedEntry) => void,
  ) {
    this.languageByColumn = new Map(layout.languages.map(({ column, language }) => [column, language]));
    this.unknownNameByColumn = new Map(layout.unknown.map(({ column, name }) => [column, name]));
  }

  /**
   * @param line the line of the file, or the number of the row in its sheet
   * @throws MalformedFileError for a row with more cells than the header
   * @throws FileLimitError beyond `MAX_TEXTS` and `MAX_TOTAL_LENGTH`
   */
  addRow(line: number, cells: RowCells): void {
    let key: Cell = null;
    let description: Cell = null;
    let isEmpty = true;
    const texts: [language: string, text: Cell][] = [];
    for (const [column, cell] of cells) {
      if (cell !== null && cell !== '') isEmpty = false;
      const language = this.languageByColumn.get(column);
      if (language !== undefined) texts.push([language, cell]);
      else if (column === this.layout.keyColumn) key = cell;
      else if (column === this.layout.descriptionColumn) description = cell;
      else if (cell) this.handleUnknownCell(column, line);
    }
    if (isEmpty) return;
    const present = !key ? texts.filter(([, text]) => text).slice(0, 1) : texts;
    this.addEntries(line, key ?? '', present.length > 0 ? present : this.createMissingText(), description);
  }

  private addEntries(line: number, key: string, texts: readonly [string, Cell][], description: Cell): void {
    this.textCount += texts.length;
    if (this.textCount > MAX_TEXTS) {
      throw new FileLimitError(`the file has more than ${MAX_TEXTS} texts`, { line });
    }
    for (const [language, value] of texts) {
      this.totalLength += value?.length ?? 0;
      if (this.totalLength > MAX_TOTAL_LENGTH) {
        throw new FileLimitError(`the texts of the file have more than ${MAX_TOTAL_LENGTH} characters`, { line });
      }
      this.add({ key, language, value, ...(description ? { description } : {}), line });
    }
  }

  private createMissingText(): [string, Cell][] {
    return this.layout.languages.slice(0, 1).map(({ language }) => [language, null]);
  }

  private handleUnknownCell(column: number, line: number): void {
    const { width } = this.layout;
    if (column >= width) {
      const counts = `the row has ${column + 1} cells but the first row has ${width}`;
      throw new MalformedFileError(`${counts}; texts that contain a delimiter need quotes`, { line });
    }
    if (this.warnedColumns.has(column) || this.layout.skipped?.includes(column)) return;
    this.warnedColumns.add(column);
    const name = this.unknownNameByColumn.get(column) ?? '';
    const label = name === '' ? `column ${column + 1}, which has no name,` : `column ${JSON.stringify(name)}`;
    this.context.warn({ code: 'unknown_column', detail: `${label} is not a language and is not imported`, line });
  }
}
