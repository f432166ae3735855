import type { ParseContext } from '../model/codec';
import type { ParsedEntry } from '../model/entry';
import { FileLimitError, MalformedFileError } from '../model/format-errors';
import type { Cell, TableLayout } from './table-layout';

/** A row's cells with their columns, counted from 0; columns may be left out. */
export type RowCells = Iterable<readonly [column: number, cell: Cell]>;

/** Texts a table may have, empty cells counted: 50 MB can be 50 million commas. */
export const MAX_TEXTS = 2_000_000;

/** UTF-16 code units of all texts together: a workbook may use one long text in millions of cells. */
const MAX_LENGTH = 128 * 1024 * 1024;

/**
 * Collects the entries of a table's rows after its header: one for each language cell that is there, in the order of the
 * rows, then of the columns. An empty cell is `null`: the table says that there is no text. A row without any language
 * cell names its key, with a `null` in the first language. Empty rows are passed over. Columns that are not understood
 * are named in one warning each, if they hold anything.
 */
export class TableEntries {
  readonly entries: ParsedEntry[] = [];
  private readonly languages: ReadonlyMap<number, string>;
  private readonly names: ReadonlyMap<number, string>;
  private readonly warned = new Set<number>();
  private length = 0;

  constructor(
    private readonly layout: TableLayout,
    private readonly context: ParseContext,
  ) {
    this.languages = new Map(layout.languages.map(({ column, language }) => [column, language]));
    this.names = new Map(layout.unknown.map(({ column, name }) => [column, name]));
  }

  /**
   * @param line of the file, or the row's number in its sheet
   * @throws MalformedFileError for a row with texts and no key, and for one with more cells than the header
   * @throws FileLimitError beyond MAX_TEXTS and MAX_LENGTH
   */
  add(line: number, cells: RowCells): void {
    let key: Cell = null;
    let description: Cell = null;
    let filled = false;
    const texts: [language: string, text: Cell][] = [];
    for (const [column, cell] of cells) {
      filled ||= cell !== null && cell !== '';
      const language = this.languages.get(column);
      if (language !== undefined) texts.push([language, cell]);
      else if (column === this.layout.key) key = cell;
      else if (column === this.layout.description) description = cell;
      else if (cell) this.noteUnknown(column, line);
    }
    if (!filled) return;
    if (!key) throw new MalformedFileError('the row has no key', { line });
    this.push(line, key, texts.length > 0 ? texts : this.noText(), description);
  }

  private push(line: number, key: string, texts: readonly [string, Cell][], description: Cell): void {
    if (this.entries.length + texts.length > MAX_TEXTS) {
      throw new FileLimitError(`the file has more than ${MAX_TEXTS} texts`, { line });
    }
    for (const [language, value] of texts) {
      this.length += value?.length ?? 0;
      if (this.length > MAX_LENGTH) throw new FileLimitError('the texts of the file are too large', { line });
      this.entries.push({ key, language, value, ...(description ? { description } : {}), line });
    }
  }

  private noText(): [string, Cell][] {
    return this.layout.languages.slice(0, 1).map(({ language }) => [language, null]);
  }

  private noteUnknown(column: number, line: number): void {
    const { width } = this.layout;
    if (column >= width) {
      const detail = `the row has ${column + 1} cells, the first row ${width}: a text with a delimiter needs quotes`;
      throw new MalformedFileError(detail, { line });
    }
    if (this.warned.has(column)) return;
    this.warned.add(column);
    const name = this.names.get(column) ?? '';
    const which = name === '' ? `column ${column + 1}, which has no name,` : `column ${JSON.stringify(name)}`;
    this.context.warn({ code: 'unknown_column', detail: `${which} is no language and is not imported`, line });
  }
}
