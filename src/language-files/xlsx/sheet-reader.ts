import type { ParseContext } from '../model/codec';
import type { Cell, TableLayout } from '../csv/table-layout';
import { MalformedFileError } from '../model/format-errors';
import { type CellWarning, getCellText, type RawCell } from './cell-text';
import type { PartHandler } from './part-reader';
import { RichText } from './rich-text';
import type { Sheet, Workbook } from './workbook';

/** Number of columns of a sheet: A to XFD. */
const MAX_CELLS = 16_384;

/** Maximum number of cells that one warning lists. */
const MAX_LISTED_CELLS = 10;

/** The cells that a row contains, with their columns, counted from 0. */
export type SheetCells = readonly (readonly [column: number, cell: Cell])[];

/** Receives the 1-based number of a row and its cells; returns true if no more rows are needed. */
export type OnRow = (row: number, cells: SheetCells) => boolean;

/** Reads the rows of a sheet. @throws FormatError as `Workbook.read` does */
export function readSheet(workbook: Workbook, sheet: Sheet, onRow: OnRow): void {
  workbook.read(sheet.part, new SheetReader(workbook, onRow, NO_COLUMNS));
}

/**
 * Reads the rows of a sheet of texts. Cells whose text differs from what Excel displays (see `getCellText`) produce one warning
 * for each reason, which lists the cells.
 *
 * @throws FormatError as `Workbook.read` does
 */
export function readSheetOfTexts(
  workbook: Workbook,
  sheet: Sheet,
  { keyColumn, languages }: TableLayout,
  warn: ParseContext['warn'],
  onRow: OnRow,
): void {
  const reader = new SheetReader(workbook, onRow, new Set([keyColumn, ...languages.map(({ column }) => column)]));
  workbook.read(sheet.part, reader);
  for (const [{ code, detail }, { references, count }] of reader.warnings) {
    const list = references.join(', ') + (count > references.length ? ` and ${count - references.length} more` : '');
    warn({ code, detail: `sheet ${JSON.stringify(sheet.name)}: ${detail}: ${list}` });
  }
}

const NO_COLUMNS: ReadonlySet<number> = new Set();

class SheetReader implements PartHandler {
  /** The number of cells for each warning, and the first of them. */
  readonly warnings = new Map<CellWarning, { references: string[]; count: number }>();
  private readonly inlineText = new RichText();
  private row = 0;
  private cells: [number, Cell][] = [];
  private column = -1;
  private cell: (RawCell & { reference: string }) | undefined;
  private inValue = false;
  private done = false;

  /** @param textColumns the columns of keys and texts */
  constructor(
    private readonly workbook: Workbook,
    private readonly onRow: OnRow,
    private readonly textColumns: ReadonlySet<number>,
  ) {}

  isDone(): boolean {
    return this.done;
  }

  open(name: string, attributes: ReadonlyMap<string, string>): void {
    if (name === 'row') this.openRow(attributes.get('r'));
    else if (name === 'c') this.openCell(attributes);
    else if (!this.cell) return;
    else if (name === 'f') this.cell.hasFormula = true;
    else if (name === 'v') this.inValue = true;
    else this.inlineText.open(name);
  }

  text(piece: string): void {
    if (!this.cell) return;
    if (this.inValue) this.cell.value += piece;
    else this.inlineText.add(piece);
  }

  close(name: string): void {
    if (name === 'row') this.closeRow();
    else if (name === 'c') this.closeCell();
    else if (name === 'v') this.inValue = false;
    else this.inlineText.close(name);
  }

  /** A row without a number follows the previous row. */
  private openRow(number: string | undefined): void {
    this.row = number === undefined ? this.row + 1 : Number(number);
    this.cells = [];
    this.column = -1;
  }

  private closeRow(): void {
    if (this.done || this.cells.length === 0) return;
    this.done = this.onRow(this.row, this.cells);
    this.cells = [];
  }

  /** A cell without a reference follows the previous cell. */
  private openCell(attributes: ReadonlyMap<string, string>): void {
    const reference = attributes.get('r');
    this.column = reference === undefined ? this.column + 1 : parseColumn(reference);
    if (this.column < 0 || this.column >= MAX_CELLS || this.cells.length >= MAX_CELLS) {
      throw new MalformedFileError('the cell is outside the columns of a sheet (A to XFD)', { line: this.row });
    }
    this.inlineText.start();
    this.inValue = false;
    this.cell = {
      reference: reference ?? `row ${this.row}`,
      type: attributes.get('t') ?? 'n',
      style: Number(attributes.get('s') ?? '0'),
      hasFormula: false,
      value: '',
      inlineText: '',
    };
  }

  private closeCell(): void {
    if (!this.cell) return;
    const { reference, ...rawCell } = this.cell;
    this.cell = undefined;
    const cell: RawCell = { ...rawCell, inlineText: this.inlineText.value };
    const hasText = this.textColumns.has(this.column);
    const text = getCellText(cell, this.workbook, hasText, (warning) => this.addWarning(warning, reference));
    if (text === undefined) {
      throw new MalformedFileError(`the cell ${reference} refers to a missing shared string`, { line: this.row });
    }
    this.cells.push([this.column, text]);
  }

  private addWarning(warning: CellWarning, reference: string): void {
    const counted = this.warnings.get(warning) ?? { references: [], count: 0 };
    this.warnings.set(warning, counted);
    counted.count++;
    if (counted.references.length < MAX_LISTED_CELLS) counted.references.push(reference);
  }
}

/** Returns 0 for `A1`, 26 for `AA7`, and -1 for a text that is not a cell reference. */
export function parseColumn(reference: string): number {
  const letters = /^[A-Z]{1,3}(?=\d)/.exec(reference)?.[0] ?? '';
  let column = 0;
  for (const letter of letters) column = column * 26 + letter.charCodeAt(0) - 64;
  return column - 1;
}
