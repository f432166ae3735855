import { TemplateMisfitError } from '../template/file-template';
import { readCsv } from './csv-reader';
import type { TablePlaces } from './csv-template';
import type { Cell, TableLayout } from './table-layout';
import { needsQuotes, writeCell } from './write-cell';

export type Versions<T> = Record<'base' | 'now' | 'file', T>;

/** The habit of a file in writing cells. */
export interface CellStyle {
  delimiter: string;
  /** Most cells have quotes that they do not need. Undefined: all cells need the quotes that they have. */
  quotes?: boolean;
  /** The characters before the first row, such as `sep=;`. */
  head: string;
}

/** A row of a table: its cells as they are written, and undefined for a cell that a short row lacks. */
export interface GridRow {
  key?: string;
  isHeader: boolean;
  cells: (string | undefined)[];
  start: number;
  end: number;
}

/** A column of a table. The versions of a table give the same column the same id. */
export interface GridColumn {
  id: string;
  /** The columns of keys and of each language have a role in all versions, whatever their names. */
  role?: string;
  /** Exports write its cells. */
  hasTexts: boolean;
}

/** A column of a long table, or several of a shorter one. */
const MAX_NEW_CELLS = 1_000_000;

/** A table as rows of cells, which can get other columns. */
export class TableGrid {
  columns: readonly GridColumn[];
  readonly rows: readonly GridRow[];
  style: CellStyle;
  private readonly rowsByKey = new Map<string, GridRow>();
  private readonly repeated = new Set<string>();
  private newCells = 0;

  constructor(readonly places: TablePlaces) {
    const { source, delimiter, layout, root } = places;
    const head = source.slice(0, root.start);
    const rows: GridRow[] = [];
    let counts = { quoted: 0, bare: 0 };
    readCsv(source.slice(root.start), delimiter, (_line, values, { start, ends }) => {
      const isHeader = rows.length === 0 && layout.hasHeader;
      const cells = ends.map((end, at) =>
        source.slice(root.start + (at === 0 ? start : (ends[at - 1] ?? 0) + 1), root.start + end),
      );
      const key = (isHeader ? null : values[layout.keyColumn]) ?? '';
      const place = { start: root.start + start, end: root.start + (ends.at(-1) ?? 0) };
      const row: GridRow = { ...(key !== '' && { key }), isHeader, cells, ...place };
      rows.push(row);
      counts = countQuotes(counts, cells, values, delimiter);
      if (row.key === undefined) return;
      if (this.rowsByKey.has(row.key)) this.repeated.add(row.key);
      this.rowsByKey.set(row.key, row);
    });
    this.rows = rows;
    const { quoted, bare } = counts;
    this.style = { delimiter, head, ...(quoted + bare > 0 && { quotes: quoted > bare }) };
    this.columns = columnsOf(rows[0], layout);
  }

  /** Returns the row of a key; undefined if there is none, or several. */
  rowOf(key: string): GridRow | undefined {
    return this.repeated.has(key) ? undefined : this.rowsByKey.get(key);
  }

  get header(): GridRow | undefined {
    return this.rows.find(({ isHeader }) => isHeader);
  }

  isRepeated(key: string): boolean {
    return this.repeated.has(key);
  }

  placeOf(id: string): number {
    return this.columns.findIndex((column) => column.id === id);
  }

  /** Writes the cells in another habit. Cells in the habit of the file stay as they are. */
  restyle(style: CellStyle): void {
    const { delimiter, quotes = this.style.quotes } = style;
    const isOtherQuotes = quotes !== undefined && this.style.quotes !== undefined && quotes !== this.style.quotes;
    if (delimiter === this.style.delimiter && !isOtherQuotes) return;
    const restyled = (token: string | undefined): string | undefined => {
      const value = valueOf(token);
      if (!value) return token;
      const isQuoted = isOtherQuotes ? quotes : token?.startsWith('"') === true;
      return writeCell(value, delimiter, isQuoted);
    };
    for (const row of this.rows) row.cells = row.cells.map(restyled);
    this.style = { ...style, ...(delimiter === this.style.delimiter && { head: this.style.head }) };
  }

  /**
   * Gives the table other columns. The cells of the columns that it had stand in them, and cells behind the last column stay there.
   *
   * @param tokenOf returns the name of a column that the table lacks, as it is written
   * @throws TemplateMisfitError for a table that would have too many new cells
   */
  arrange(columns: readonly GridColumn[], tokenOf: (id: string) => string): void {
    const width = this.columns.length;
    const places = columns.map(({ id }) => this.placeOf(id));
    if (places.length !== width || places.some((place, at) => place !== at)) {
      for (const row of this.rows) row.cells = this.arranged(row, columns, { places, tokenOf });
    }
    this.columns = columns;
  }

  private arranged(
    { cells, isHeader }: GridRow,
    columns: readonly GridColumn[],
    { places, tokenOf }: { places: readonly number[]; tokenOf: (id: string) => string },
  ): (string | undefined)[] {
    const width = this.columns.length;
    const isComplete = cells.length >= width;
    this.newCells += places.filter((place) => place < 0).length;
    if (this.newCells > MAX_NEW_CELLS) throw new TemplateMisfitError('the rows of the table are too wide');
    const arranged = places.map((place, at) => {
      if (place >= 0) return cells[place];
      if (isHeader) return tokenOf(columns[at]?.id ?? '');
      return isComplete ? '' : undefined;
    });
    return [...arranged, ...cells.slice(width)];
  }

  /** Returns the file. A row ends with the last cell that it has. */
  toSource(): string {
    const { places, style } = this;
    const parts = [style.head];
    let end = places.root.start;
    for (const row of this.rows) {
      const length = row.cells.findLastIndex((cell) => cell !== undefined) + 1;
      const cells = Array.from(row.cells.slice(0, length), (cell) => cell ?? '');
      parts.push(places.source.slice(end, row.start), cells.join(style.delimiter));
      end = row.end;
    }
    return parts.join('') + places.source.slice(end);
  }
}

/** Returns what a cell says; null for an empty cell without quotes. */
export function valueOf(token: string | undefined): Cell {
  if (!token) return null;
  return token.startsWith('"') ? token.slice(1, -1).replaceAll('""', '"') : token;
}

function countQuotes(
  counts: { quoted: number; bare: number },
  tokens: readonly string[],
  values: readonly Cell[],
  delimiter: string,
): { quoted: number; bare: number } {
  let { quoted, bare } = counts;
  for (const [at, value] of values.entries()) {
    if (!value || needsQuotes(value, delimiter)) continue;
    if (tokens[at]?.startsWith('"')) quoted++;
    else bare++;
  }
  return { quoted, bare };
}

/** Returns the columns by their names, or by their roles in a table without a header. */
function columnsOf(first: GridRow | undefined, layout: TableLayout): GridColumn[] {
  const { keyColumn, languages, descriptionColumn } = layout;
  const roles = new Map([
    [keyColumn, 'key'],
    ...languages.map(({ column, language }): [number, string] => [column, `language ${language}`]),
  ]);
  const seen = new Map<string, number>();
  return Array.from({ length: layout.width }, (_, at) => {
    const role = roles.get(at);
    const name = layout.hasHeader ? (valueOf(first?.cells[at]) ?? '').trim() : (role ?? '');
    const count = seen.get(name) ?? 0;
    seen.set(name, count + 1);
    const hasTexts = at === descriptionColumn || role?.startsWith('language') === true;
    return { id: `${name}\0${count}`, ...(role !== undefined && { role }), hasTexts };
  });
}
