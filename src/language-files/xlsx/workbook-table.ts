import type { ParseContext, ParsedFile } from '../model/codec';
import { MAX_COLUMNS } from '../csv/csv-reader';
import { TableEntryReader } from '../csv/table-entry-reader';
import type { ParsedEntry } from '../model/entry';
import { readTableLayout } from '../csv/named-columns';
import { NO_HEADER, type Cell, type TableLayout } from '../csv/table-layout';
import { FileLimitError, FormatError, MalformedFileError } from '../model/format-errors';
import { readSheet, readSheetOfTexts, type SheetCells } from './sheet-reader';
import type { Sheet, Workbook } from './workbook';

/** The first row of a sheet with a text. */
interface FirstRow {
  readonly row: number;
  readonly cells: readonly Cell[];
}

interface SheetLayout {
  readonly layout: TableLayout;
  readonly firstRow: FirstRow;
}

/** The table of a workbook: the sheets with the same header. */
export interface WorkbookTable {
  readonly layout: TableLayout;
  /** The number of the row with the header; 0 without one. */
  readonly headerRow: number;
  readonly sheets: readonly Sheet[];
}

/** Reads the entries of all sheets that have the same header; the other sheets produce a warning. */
export function readWorkbookEntries(workbook: Workbook, context: ParseContext): ParsedFile {
  const firstRows = readFirstRows(workbook);
  const chosen = chooseLayout([...firstRows.values()], context);
  const entries: ParsedEntry[] = [];
  const reader = new TableEntryReader({ ...chosen.layout, width: Infinity }, context, (entry) => entries.push(entry));
  for (const [sheet, firstRow] of firstRows) {
    if (!firstRow) continue;
    if (isOfTable(firstRow, chosen)) {
      readSheetEntries(workbook, sheet, { layout: chosen.layout, firstRow }, reader, context);
    } else {
      const [code, reason] = hasTable(firstRow, chosen, context)
        ? ['sheet_ignored', 'another header']
        : ['sheet_without_header', 'no header with keys and languages'];
      context.warn({ code, detail: `sheet ${JSON.stringify(sheet.name)} has ${reason} and is not imported` });
    }
  }
  return { entries };
}

/** Finds the sheets that `readWorkbookEntries` reads. */
export function findTable(workbook: Workbook, context: ParseContext): WorkbookTable {
  const firstRows = readFirstRows(workbook);
  const { layout, firstRow } = chooseLayout([...firstRows.values()], context);
  const sheets = [...firstRows]
    .filter(([, row]) => row && isOfTable(row, { layout, firstRow }))
    .map(([sheet]) => sheet);
  return { layout, headerRow: layout.hasHeader ? firstRow.row : 0, sheets };
}

const readFirstRows = (workbook: Workbook): Map<Sheet, FirstRow | undefined> =>
  new Map(workbook.sheets.map((sheet) => [sheet, readFirstRow(workbook, sheet)]));

const isOfTable = (row: FirstRow, { layout, firstRow }: SheetLayout): boolean =>
  row === firstRow || (layout.hasHeader && hasSameNames(row, firstRow));

/** Whether a sheet that is not of the table may have keys and texts. A table with a header has no further texts without one. */
function hasTable({ cells }: FirstRow, { layout: { hasHeader } }: SheetLayout, context: ParseContext): boolean {
  try {
    const layout = readTableLayout(cells, context, false);
    return layout !== undefined && (layout.hasHeader || !hasHeader);
  } catch (error) {
    // The row names languages or texts, and lacks what else a table has.
    if (error instanceof FormatError) return true;
    throw error;
  }
}

function readFirstRow(workbook: Workbook, sheet: Sheet): FirstRow | undefined {
  let firstRow: FirstRow | undefined;
  readSheet(workbook, sheet, (row, cells) => {
    if (cells.some(([, cell]) => cell)) firstRow = { row, cells: toDenseCells(row, cells) };
    return firstRow !== undefined;
  });
  return firstRow;
}

/** Fills in missing cells, up to the last cell with a text. */
function toDenseCells(row: number, cells: SheetCells): Cell[] {
  const denseCells: Cell[] = [];
  for (const [column, cell] of cells) {
    if (!cell) continue;
    if (column >= MAX_COLUMNS) throw new FileLimitError(`the row has more than ${MAX_COLUMNS} cells`, { line: row });
    while (denseCells.length < column) denseCells.push(null);
    denseCells[column] = cell;
  }
  return denseCells;
}

/** Returns the layout of the first sheet with a header, or of the first without one if no sheet has a header. */
function chooseLayout(firstRows: readonly (FirstRow | undefined)[], context: ParseContext): SheetLayout {
  let withoutHeader: SheetLayout | undefined;
  let firstError: FormatError | undefined;
  for (const firstRow of firstRows) {
    if (!firstRow) continue;
    try {
      const layout = readTableLayout(firstRow.cells, context, false);
      if (layout?.hasHeader) return { layout, firstRow };
      if (layout) withoutHeader ??= { layout, firstRow };
    } catch (error) {
      if (!(error instanceof FormatError)) throw error;
      firstError ??= error;
    }
  }
  if (withoutHeader) return withoutHeader;
  throw firstError ?? new MalformedFileError(firstRows.some(Boolean) ? NO_HEADER : 'the workbook has no rows');
}

function hasSameNames(a: FirstRow, b: FirstRow): boolean {
  const printNames = ({ cells }: FirstRow): string => JSON.stringify(cells.map((cell) => (cell ?? '').trim()));
  return printNames(a) === printNames(b);
}

function readSheetEntries(
  workbook: Workbook,
  sheet: Sheet,
  { layout, firstRow }: SheetLayout,
  reader: TableEntryReader,
  context: ParseContext,
): void {
  const warn: ParseContext['warn'] = (warning) => context.warn(warning);
  readSheetOfTexts(workbook, sheet, layout, warn, (row, cells) => {
    if (layout.hasHeader && row === firstRow.row) return false;
    try {
      reader.addRow(row, cells);
    } catch (error) {
      if (!(error instanceof MalformedFileError)) throw error;
      throw new MalformedFileError(`sheet ${JSON.stringify(sheet.name)}: ${error.message}`, error.position);
    }
    return false;
  });
}
