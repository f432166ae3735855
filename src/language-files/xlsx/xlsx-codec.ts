import { writeArchive } from '../archive/write-archive';
import type { FormatCodec, ParseContext, ParsedFile } from '../model/codec';
import { TableEntries } from '../csv/table-entries';
import { NO_HEADER, readLayout, type Cell, type TableLayout } from '../csv/table-layout';
import { MAX_COLUMNS } from '../csv/csv-reader';
import { FileLimitError, FormatError, MalformedFileError } from '../model/format-errors';
import { readSheet, type SheetCells } from './sheet-reader';
import { openWorkbook, type Sheet, type Workbook } from './workbook';
import { workbookParts } from './xlsx-writer';

/** A workbook of Excel, one column a language. */
export const xlsxCodec: FormatCodec = {
  id: 'xlsx',
  name: 'Excel workbook',
  extensions: ['xlsx'],
  isZip: true,
  mediaType: 'application/vnd.openxmlformats-officedocument.spreadsheetml.sheet',
  bilingual: false,
  multilingual: true,
  plurals: 'none',
  comments: true,
  losses: [
    'Columns that are neither the key, a language nor a description are not imported; a warning names them.',
    'Sheets without the header of the first one that has languages are not imported; a warning names them.',
    'Formatting and rich text are not kept; formulas, dates and percentages become the values that the file holds, with a warning.',
  ],
  keepsMeta: false,
  streams: false,
  canParse: true,
  sniff: (head) => (head.startsWith('PK\u0003\u0004') ? 1 : 0),
  parse: (bytes, context) => parseWorkbook(openWorkbook(bytes), context),
  serialize: (file) => writeArchive(workbookParts(file)),
};

/** The first row of a sheet that holds anything. */
interface FirstRow {
  readonly row: number;
  readonly cells: readonly Cell[];
}

function parseWorkbook(workbook: Workbook, context: ParseContext): ParsedFile {
  const firsts = new Map(workbook.sheets.map((sheet) => [sheet, firstRow(workbook, sheet)]));
  const { layout, first } = chooseLayout([...firsts.values()], context);
  const table = new TableEntries({ ...layout, width: Infinity }, context);
  for (const [sheet, own] of firsts) {
    if (!own) continue;
    const sameHeader = own === first || (layout.header && namesOf(own.cells) === namesOf(first.cells));
    if (sameHeader) readTable(workbook, sheet, layout.header ? own.row : 0, table, context);
    else context.warn({ code: 'sheet_ignored', detail: `sheet ${JSON.stringify(sheet.name)} has another header` });
  }
  return { entries: table.entries };
}

function firstRow(workbook: Workbook, sheet: Sheet): FirstRow | undefined {
  let first: FirstRow | undefined;
  readSheet(
    workbook,
    sheet,
    () => undefined,
    (row, cells) => {
      if (cells.some(([, cell]) => cell)) first = { row, cells: denseCells(row, cells) };
      return first !== undefined;
    },
  );
  return first;
}

/** Up to the last cell that holds anything. */
function denseCells(row: number, cells: SheetCells): Cell[] {
  const dense: Cell[] = [];
  for (const [column, cell] of cells) {
    if (!cell) continue;
    if (column >= MAX_COLUMNS) throw new FileLimitError(`the row has more than ${MAX_COLUMNS} cells`, { line: row });
    while (dense.length < column) dense.push(null);
    dense[column] = cell;
  }
  return dense;
}

/** That of the first sheet with a header; a sheet without one is read only where no other has one. */
function chooseLayout(
  firsts: readonly (FirstRow | undefined)[],
  context: ParseContext,
): { layout: TableLayout; first: FirstRow } {
  let headless: { layout: TableLayout; first: FirstRow } | undefined;
  let refusal: FormatError | undefined;
  for (const first of firsts) {
    if (!first) continue;
    try {
      const layout = readLayout(first.cells, context);
      if (layout?.header) return { layout, first };
      if (layout) headless ??= { layout, first };
    } catch (error) {
      if (!(error instanceof FormatError)) throw error;
      refusal ??= error;
    }
  }
  if (headless) return headless;
  throw refusal ?? new MalformedFileError(firsts.some(Boolean) ? NO_HEADER : 'the workbook has no rows');
}

const namesOf = (cells: readonly Cell[]): string => JSON.stringify(cells.map((cell) => (cell ?? '').trim()));

function readTable(workbook: Workbook, sheet: Sheet, header: number, table: TableEntries, context: ParseContext): void {
  const warn: ParseContext['warn'] = (warning) => context.warn(warning);
  readSheet(workbook, sheet, warn, (row, cells) => {
    if (row === header) return false;
    try {
      table.add(row, cells);
    } catch (error) {
      if (!(error instanceof MalformedFileError)) throw error;
      throw new MalformedFileError(`sheet ${JSON.stringify(sheet.name)}: ${error.message}`, error.position);
    }
    return false;
  });
}
