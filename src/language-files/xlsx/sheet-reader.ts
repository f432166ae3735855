import type { ParseContext } from '../model/codec';
import type { Cell } from '../csv/table-layout';
import { MalformedFileError } from '../model/format-errors';
import { type CellNote, cellText, type RawCell } from './cell-text';
import type { PartEvents } from './part-reader';
import { RichText, type Sheet, type Workbook } from './workbook';

/** Columns of a sheet: A to XFD. */
const MAX_CELLS = 16_384;

/** Cells named in a warning. */
const MAX_NAMED = 10;

/** Cells that are there, with their columns, counted from 0. */
export type SheetCells = readonly (readonly [column: number, cell: Cell])[];

/** Gets a row's number, 1-based; true: no more rows are needed. */
export type TakeRow = (row: number, cells: SheetCells) => boolean;

/**
 * Gives the rows of a sheet. What was not taken as it shows (see `cellText`) is named in one warning of each kind.
 *
 * @throws FormatError as `Workbook.read` does
 */
export function readSheet(workbook: Workbook, sheet: Sheet, warn: ParseContext['warn'], take: TakeRow): void {
  const reader = new SheetReader(workbook, take);
  workbook.read(sheet.part, reader);
  for (const [{ code, detail }, { refs, count }] of reader.notes) {
    const named = refs.join(', ') + (count > refs.length ? ` and ${count - refs.length} more` : '');
    warn({ code, detail: `sheet ${JSON.stringify(sheet.name)}: ${detail}: ${named}` });
  }
}

class SheetReader implements PartEvents {
  readonly notes = new Map<CellNote, { refs: string[]; count: number }>();
  private readonly inline = new RichText();
  private row = 0;
  private cells: [number, Cell][] = [];
  private column = -1;
  private cell: (RawCell & { ref: string }) | undefined;
  private inValue = false;
  private finished = false;

  constructor(
    private readonly workbook: Workbook,
    private readonly take: TakeRow,
  ) {}

  done(): boolean {
    return this.finished;
  }

  open(name: string, attributes: ReadonlyMap<string, string>): void {
    if (name === 'row') this.openRow(attributes.get('r'));
    else if (name === 'c') this.openCell(attributes);
    else if (!this.cell) return;
    else if (name === 'f') this.cell.formula = true;
    else if (name === 'v') this.inValue = true;
    else this.inline.open(name);
  }

  text(piece: string): void {
    if (!this.cell) return;
    if (this.inValue) this.cell.value += piece;
    else this.inline.add(piece);
  }

  close(name: string): void {
    if (name === 'row') this.closeRow();
    else if (name === 'c') this.closeCell();
    else if (name === 'v') this.inValue = false;
    else this.inline.close(name);
  }

  private openRow(number: string | undefined): void {
    this.row = number === undefined ? this.row + 1 : Number(number);
    this.cells = [];
    this.column = -1;
  }

  private closeRow(): void {
    if (this.finished || this.cells.length === 0) return;
    this.finished = this.take(this.row, this.cells);
    this.cells = [];
  }

  /** A cell without a reference follows the one before it. */
  private openCell(attributes: ReadonlyMap<string, string>): void {
    const ref = attributes.get('r');
    this.column = ref === undefined ? this.column + 1 : columnOf(ref);
    if (this.column < 0 || this.column >= MAX_CELLS || this.cells.length >= MAX_CELLS) {
      throw new MalformedFileError('a cell is in no column that a sheet has', { line: this.row });
    }
    this.inline.start();
    this.inValue = false;
    const [type, style] = [attributes.get('t') ?? 'n', Number(attributes.get('s') ?? '0')];
    this.cell = { ref: ref ?? `row ${this.row}`, type, style, formula: false, value: '', inline: '' };
  }

  private closeCell(): void {
    if (!this.cell) return;
    const { ref, ...raw } = this.cell;
    this.cell = undefined;
    const text = cellText({ ...raw, inline: this.inline.value }, this.workbook, (note) => this.note(note, ref));
    if (text === undefined) throw new MalformedFileError(`the cell ${ref} has no such shared text`, { line: this.row });
    this.cells.push([this.column, text]);
  }

  private note(note: CellNote, ref: string): void {
    const noted = this.notes.get(note) ?? { refs: [], count: 0 };
    this.notes.set(note, noted);
    noted.count++;
    if (noted.refs.length < MAX_NAMED) noted.refs.push(ref);
  }
}

/** `A1` is 0, `AA7` is 26; -1 for what is no reference. */
function columnOf(ref: string): number {
  const letters = /^[A-Z]{1,3}(?=\d)/.exec(ref)?.[0] ?? '';
  let column = 0;
  for (const letter of letters) column = column * 26 + letter.charCodeAt(0) - 64;
  return column - 1;
}
