import { FileLimitError, MalformedFileError } from '../model/format-errors';
import type { Cell } from './table-layout';

/** Maximum number of cells in a row; leaves room beyond 500 languages. */
export const MAX_COLUMNS = 2_000;

const CR = 0x0d;
const LF = 0x0a;

/** The places of the cells of a row: the first one starts at `start`, and each ends where its delimiter is. */
export interface RowPlace {
  start: number;
  ends: readonly number[];
}

type OnRow = (line: number, cells: readonly Cell[], place: RowPlace) => void;

/**
 * Reads the rows of a file except empty lines (RFC 4180, with any ASCII delimiter and with CRLF, LF and CR as line
 * ends, even mixed). Texts are kept as written: they are not trimmed, and numbers are not converted. A quote inside an
 * unquoted cell is an ordinary character. An empty cell is `null`, and a quoted empty cell (`""`) is an empty text, as
 * in PostgreSQL's COPY. Takes linear time, whatever the lengths of the rows.
 *
 * @param onRow receives the 1-based line on which the row starts, its cells, and their places in the text
 * @throws MalformedFileError with the line, for a quote that is not closed or is followed by more text
 * @throws FileLimitError beyond `MAX_COLUMNS`
 */
export function readCsv(text: string, delimiter: string, onRow: OnRow): void {
  new CsvReader(text, delimiter.charCodeAt(0)).read(onRow);
}

class CsvReader {
  private offset = 0;
  private line = 1;

  constructor(
    private readonly text: string,
    private readonly delimiter: number,
  ) {}

  read(onRow: OnRow): void {
    for (;;) {
      this.skipLineEnds();
      if (this.offset >= this.text.length) return;
      const [line, start] = [this.line, this.offset];
      const ends: number[] = [];
      onRow(line, this.readRow(ends), { start, ends });
    }
  }

  private skipLineEnds(): void {
    const start = this.offset;
    while (isLineEnd(this.codeAt(this.offset))) this.offset++;
    this.countLines(start, this.offset);
  }

  private readRow(ends: number[]): Cell[] {
    const { line } = this;
    const cells: Cell[] = [];
    for (;;) {
      if (cells.length === MAX_COLUMNS) {
        throw new FileLimitError(`the row has more than ${MAX_COLUMNS} cells`, { line });
      }
      cells.push(this.text[this.offset] === '"' ? this.readQuotedCell(line) : this.readCell());
      ends.push(this.offset);
      if (this.codeAt(this.offset) !== this.delimiter) return cells;
      this.offset++;
    }
  }

  private readCell(): Cell {
    const start = this.offset;
    while (!this.isCellEnd(this.offset)) this.offset++;
    return this.offset === start ? null : this.text.slice(start, this.offset);
  }

  private readQuotedCell(rowLine: number): string {
    const { text } = this;
    const start = this.offset + 1;
    let end = text.indexOf('"', start);
    while (end >= 0 && text[end + 1] === '"') end = text.indexOf('"', end + 2);
    if (end < 0) throw new MalformedFileError('a quote in this row is not closed', { line: rowLine });
    if (!this.isCellEnd(end + 1)) {
      throw new MalformedFileError('a quote inside quotes must be doubled', { line: this.line });
    }
    this.countLines(start, end);
    this.offset = end + 1;
    return text.slice(start, end).replaceAll('""', '"');
  }

  private isCellEnd(offset: number): boolean {
    const code = this.codeAt(offset);
    return code === this.delimiter || isLineEnd(code) || offset >= this.text.length;
  }

  /** Returns NaN after the end. */
  private codeAt(offset: number): number {
    return this.text.charCodeAt(offset);
  }

  private countLines(start: number, end: number): void {
    for (let i = start; i < end; i++) {
      const code = this.codeAt(i);
      if (code === LF || (code === CR && this.codeAt(i + 1) !== LF)) this.line++;
    }
  }
}

const isLineEnd = (code: number): boolean => code === CR || code === LF;
