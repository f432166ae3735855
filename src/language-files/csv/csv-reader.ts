import { CsvError, parse } from 'csv-parse/sync';
import { FileLimitError, FormatError, MalformedFileError } from '../model/format-errors';
import type { Cell } from './table-layout';

/** Maximum number of cells in a row; leaves room beyond 500 languages. */
export const MAX_COLUMNS = 2_000;

/** Maximum size of a row in bytes, so that an unclosed quote does not put the rest of a large file into one cell. */
export const MAX_RECORD_SIZE = 64 * 1024 * 1024;

const CR = 0x0d;
const LF = 0x0a;
const QUOTE = 0x22;

/**
 * Reads the rows of a file except empty lines (RFC 4180, with any ASCII delimiter and with CRLF, LF and CR as line
 * ends, even mixed). Texts are kept as written: they are not trimmed, and numbers are not converted. A quote inside an
 * unquoted cell is an ordinary character. An empty cell is `null`, and a quoted empty cell (`""`) is an empty text, as
 * in PostgreSQL's COPY.
 *
 * @param onRow receives the 1-based line on which the row starts, and its cells
 * @throws MalformedFileError with the line, for a quote that is not closed or is followed by more text
 * @throws FileLimitError beyond `MAX_COLUMNS` and `MAX_RECORD_SIZE`
 */
export function readCsv(text: string, delimiter: string, onRow: (line: number, cells: readonly Cell[]) => void): void {
  const locator = new RowLocator(Buffer.from(text), delimiter.charCodeAt(0));
  try {
    parse(locator.bytes, {
      bom: false,
      delimiter,
      record_delimiter: ['\r\n', '\n', '\r'],
      max_record_size: MAX_RECORD_SIZE,
      relax_quotes: true,
      relax_column_count: true,
      skip_empty_lines: true,
      on_record: (record, { bytes: end }) => {
        const { line, start } = locator.locateRow(end);
        if (record.length > MAX_COLUMNS) {
          throw new FileLimitError(`the row has more than ${MAX_COLUMNS} cells`, { line });
        }
        onRow(line, toCells(record, locator, start));
        return null; // The parser stores no rows.
      },
    });
  } catch (error) {
    throw toFormatError(error, locator);
  }
}

/**
 * Compares a row with its bytes, because the parser returns the same for `""` and an empty cell, and accepts `"a"b`,
 * where it continues as if outside quotes.
 */
function toCells(record: readonly string[], locator: RowLocator, rowStart: number): Cell[] {
  let offset = rowStart;
  return record.map((text) => {
    const isQuoted = locator.bytes[offset] === QUOTE;
    const end = isQuoted ? findQuotedEnd(locator, offset) : offset + Buffer.byteLength(text);
    offset = end + 1;
    return text === '' && !isQuoted ? null : text;
  });
}

/** Returns the offset after the closing quote. */
function findQuotedEnd(locator: RowLocator, start: number): number {
  const { bytes, delimiter } = locator;
  let end = bytes.indexOf(QUOTE, start + 1) + 1;
  while (bytes[end] === QUOTE) end = bytes.indexOf(QUOTE, end + 1) + 1;
  if (end < bytes.length && ![delimiter, CR, LF].includes(bytes[end] ?? CR)) {
    throw new MalformedFileError('a quote inside quotes must be doubled', { line: locator.lineAt(start) });
  }
  return end;
}

function toFormatError(error: unknown, locator: RowLocator): unknown {
  if (error instanceof FormatError || !(error instanceof CsvError)) return error;
  const position = { line: locator.locateRow(locator.bytes.length).line };
  if (error.code === 'CSV_MAX_RECORD_SIZE') {
    return new FileLimitError(`the row is larger than ${MAX_RECORD_SIZE} bytes`, position);
  }
  if (error.code === 'CSV_QUOTE_NOT_CLOSED') {
    return new MalformedFileError('a quote in this row is not closed', position);
  }
  return new MalformedFileError(`not valid CSV: ${error.code}`, position);
}

/** Follows the parser through the bytes to count lines: the parser counts a CRLF inside quotes twice. */
class RowLocator {
  private rowEnd = 0;
  private countedBytes = 0;
  private line = 1;

  constructor(
    readonly bytes: Buffer,
    readonly delimiter: number,
  ) {}

  /** Returns the start of the row that ends at the offset: after the previous row and empty lines. */
  locateRow(end: number): { line: number; start: number } {
    let start = this.rowEnd;
    while (start < end && (this.bytes[start] === CR || this.bytes[start] === LF)) start++;
    this.rowEnd = end;
    return { line: this.lineAt(start), start };
  }

  /** Must be called with ascending offsets. */
  lineAt(offset: number): number {
    for (; this.countedBytes < offset; this.countedBytes++) {
      const byte = this.bytes[this.countedBytes];
      if (byte === LF || (byte === CR && this.bytes[this.countedBytes + 1] !== LF)) this.line++;
    }
    return this.line;
  }
}
