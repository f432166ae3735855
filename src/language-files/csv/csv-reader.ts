import { CsvError, parse } from 'csv-parse/sync';
import { FileLimitError, FormatError, MalformedFileError } from '../model/format-errors';
import type { Cell } from './table-layout';

/** Cells a row may have: 500 languages, with room. */
export const MAX_COLUMNS = 2_000;

/** Bytes a row may have, so that a quote which is never closed is not read into one cell of the file's size. */
export const MAX_RECORD_SIZE = 64 * 1024 * 1024;

const CR = 0x0d;
const LF = 0x0a;
const QUOTE = 0x22;

/**
 * Gives each row of a file, empty lines passed over (RFC 4180, with any delimiter of ASCII and with CRLF, LF and CR as
 * line ends, mixed too). Texts are kept as they are: no trimming, no numbers. A quote inside an unquoted cell is a
 * character like any other. An empty cell is `null`, a quoted empty one (`""`) an empty text; PostgreSQL's COPY tells
 * them apart in the same way.
 *
 * @param take gets the line, 1-based, on which the row starts
 * @throws MalformedFileError with the line, for a quote that is not closed or that ends a cell too early
 * @throws FileLimitError beyond MAX_COLUMNS and MAX_RECORD_SIZE
 */
export function readCsv(text: string, delimiter: string, take: (line: number, cells: readonly Cell[]) => void): void {
  const positions = new RowPlaces(Buffer.from(text), delimiter.charCodeAt(0));
  try {
    parse(positions.bytes, {
      bom: false,
      delimiter,
      record_delimiter: ['\r\n', '\n', '\r'],
      max_record_size: MAX_RECORD_SIZE,
      relax_quotes: true,
      relax_column_count: true,
      skip_empty_lines: true,
      on_record: (record, { bytes: end }) => {
        const { line, start } = positions.next(end);
        if (record.length > MAX_COLUMNS) {
          throw new FileLimitError(`the row has more than ${MAX_COLUMNS} cells`, { line });
        }
        take(line, asWritten(record, positions, start));
        return null; // The parser keeps no rows.
      },
    });
  } catch (error) {
    throw readable(error, positions);
  }
}

/**
 * Compares a row with its bytes: the parser gives `""` as it gives an empty cell, and takes `"a"b` for the text `"a"b`,
 * going on outside quotes.
 */
function asWritten(record: readonly string[], positions: RowPlaces, start: number): Cell[] {
  const { bytes } = positions;
  let at = start;
  return record.map((text) => {
    const quoted = bytes[at] === QUOTE;
    const end = quoted ? endOfQuoted(positions, at) : at + Buffer.byteLength(text);
    at = end + 1;
    return text === '' && !quoted ? null : text;
  });
}

function endOfQuoted(positions: RowPlaces, start: number): number {
  const { bytes, delimiter } = positions;
  let end = bytes.indexOf(QUOTE, start + 1) + 1;
  while (bytes[end] === QUOTE) end = bytes.indexOf(QUOTE, end + 1) + 1;
  if (end < bytes.length && ![delimiter, CR, LF].includes(bytes[end] ?? CR)) {
    throw new MalformedFileError('a quote inside quotes must be doubled', { line: positions.lineAt(start) });
  }
  return end;
}

function readable(error: unknown, positions: RowPlaces): unknown {
  if (error instanceof FormatError || !(error instanceof CsvError)) return error;
  const position = { line: positions.next(positions.bytes.length).line };
  if (error.code === 'CSV_MAX_RECORD_SIZE') {
    return new FileLimitError(`the row is larger than ${MAX_RECORD_SIZE} bytes`, position);
  }
  if (error.code === 'CSV_QUOTE_NOT_CLOSED')
    return new MalformedFileError('a quote is never closed in this row', position);
  return new MalformedFileError(`not a table of cells: ${error.code}`, position);
}

/** Follows the parser through the bytes: its own line numbers count a CRLF inside quotes twice. */
class RowPlaces {
  private rowEnd = 0;
  private counted = 0;
  private line = 1;

  constructor(
    readonly bytes: Buffer,
    readonly delimiter: number,
  ) {}

  /** Where the row starts that ends there: after the one before it and empty lines. */
  next(end: number): { line: number; start: number } {
    let start = this.rowEnd;
    while (start < end && (this.bytes[start] === CR || this.bytes[start] === LF)) start++;
    this.rowEnd = end;
    return { line: this.lineAt(start), start };
  }

  /** Offsets are asked for in ascending order. */
  lineAt(offset: number): number {
    for (; this.counted < offset; this.counted++) {
      const byte = this.bytes[this.counted];
      if (byte === LF || (byte === CR && this.bytes[this.counted + 1] !== LF)) this.line++;
    }
    return this.line;
  }
}
