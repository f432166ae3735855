import { CsvError, parse, type CastingFunction } from 'csv-parse/sync';
import { FileLimitError, FormatError, MalformedFileError } from '../format-errors';
import type { TableRow } from './table-entries';
import type { Cell } from './table-layout';

/** Cells a row may have: 500 languages, with room. */
export const MAX_COLUMNS = 2_000;

/** Bytes a row may have, so that a quote which is never closed is not read into one cell of the file's size. */
export const MAX_RECORD_SIZE = 64 * 1024 * 1024;

const CR = 0x0d;
const LF = 0x0a;

/**
 * The rows of a file (RFC 4180, with any delimiter and with CRLF, LF and CR as line ends, mixed too). Texts are kept as
 * they are: no trimming, no numbers. A quote inside an unquoted cell is a character like any other. An empty cell is
 * `null`, a quoted empty one (`""`) an empty text; PostgreSQL's COPY tells them apart in the same way.
 *
 * @throws MalformedFileError with the line, for a quote that is not closed or that ends a cell too early
 * @throws FileLimitError beyond MAX_COLUMNS and MAX_RECORD_SIZE
 */
export function readCsv(text: string, delimiter: string): TableRow[] {
  const collector = new CellCollector(Buffer.from(text));
  try {
    parse(collector.bytes, {
      bom: false,
      delimiter,
      record_delimiter: ['\r\n', '\n', '\r'],
      max_record_size: MAX_RECORD_SIZE,
      relax_quotes: true,
      relax_column_count: true,
      skip_empty_lines: true,
      cast: collector.take,
      on_record: () => null, // Its own list of rows stays empty.
    });
    return collector.rows;
  } catch (error) {
    throw readable(error, collector);
  }
}

function readable(error: unknown, collector: CellCollector): unknown {
  if (error instanceof FormatError || !(error instanceof CsvError)) return error;
  const place = { line: collector.nextLine() };
  if (error.code === 'CSV_MAX_RECORD_SIZE') {
    return new FileLimitError(`the row is larger than ${MAX_RECORD_SIZE} bytes`, place);
  }
  if (error.code === 'CSV_QUOTE_NOT_CLOSED') return new MalformedFileError('the quote is never closed', place);
  return new MalformedFileError(`not a table of cells: ${error.code}`, place);
}

/** Follows the parser through the bytes: its own line numbers count a CRLF inside quotes twice. */
class CellCollector {
  readonly rows: TableRow[] = [];
  private cells: Cell[] = [];
  private cellEnd = -1;
  private counted = 0;
  private line = 1;

  constructor(readonly bytes: Buffer) {}

  readonly take: CastingFunction = (value, { index, bytes: end, quoting }) => {
    const start = this.nextStart(index === 0);
    if (index === 0) this.startRow(start);
    if (index >= MAX_COLUMNS) {
      throw new FileLimitError(`the row has more than ${MAX_COLUMNS} cells`, { line: this.lineAt(start) });
    }
    if (quoting && this.rawLength(value) !== end - start) {
      throw new MalformedFileError('a quote inside quotes must be doubled', { line: this.lineAt(start) });
    }
    this.cells.push(value === '' && !quoting ? null : value);
    this.cellEnd = end;
    return value;
  };

  /** The line on which the cell starts that could not be read. */
  nextLine(): number {
    return this.lineAt(this.nextStart(this.atRowEnd()));
  }

  /** The parser takes `"a"b` for the text `"a"b`, and goes on outside quotes; told by the length that it should have. */
  private rawLength(value: string): number {
    return Buffer.byteLength(value) + 2 + (value.includes('"') ? value.split('"').length - 1 : 0);
  }

  private startRow(start: number): void {
    this.cells = [];
    this.rows.push({ line: this.lineAt(start), cells: this.cells });
  }

  private nextStart(ofRow: boolean): number {
    let start = ofRow ? Math.max(this.cellEnd, 0) : this.cellEnd + 1;
    while (ofRow && this.isLineEnd(start)) start++;
    return start;
  }

  private atRowEnd(): boolean {
    return this.cellEnd < 0 || this.isLineEnd(this.cellEnd);
  }

  private isLineEnd(at: number): boolean {
    return this.bytes[at] === CR || this.bytes[at] === LF;
  }

  private lineAt(offset: number): number {
    for (; this.counted < offset; this.counted++) {
      const byte = this.bytes[this.counted];
      if (byte === LF || (byte === CR && this.bytes[this.counted + 1] !== LF)) this.line++;
    }
    return this.line;
  }
}
