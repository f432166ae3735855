import type { ParseContext, ParsedEntry } from '../codec';
import { MalformedFileError } from '../format-errors';
import type { Cell, TableLayout } from './table-layout';

/** A row of a table, with the line of a file or the number in a sheet where it starts. */
export interface TableRow {
  readonly line: number;
  readonly cells: readonly Cell[];
}

/**
 * The entries of a table's rows after its header: one for each language column, in the order of the rows, then of the
 * columns. An empty cell is `null`: the table says that there is no text. Empty rows are passed over. Columns that
 * are not understood are named in one warning each, if they hold anything.
 *
 * @throws MalformedFileError for a row with texts and no key, and for one with more cells than the header
 */
export function* tableEntries(
  rows: Iterable<TableRow>,
  layout: TableLayout,
  context: ParseContext,
): Generator<ParsedEntry> {
  const unnamed = new Map(layout.unknown.map(({ column, name }) => [column, name]));
  for (const row of rows) {
    warnOfUnknown(row, unnamed, context);
    if (row.cells.every((cell) => cell === null || cell === '')) continue;
    checkWidth(row, layout);
    yield* rowEntries(row, layout);
  }
}

function* rowEntries({ line, cells }: TableRow, layout: TableLayout): Generator<ParsedEntry> {
  const key = cells[layout.key] ?? '';
  if (key === '') throw new MalformedFileError('the row has no key', { line });
  const description = layout.description === undefined ? null : cells[layout.description];
  for (const { column, language } of layout.languages) {
    yield { key, language, value: cells[column] ?? null, ...(description ? { description } : {}), line };
  }
}

function checkWidth({ line, cells }: TableRow, { width }: TableLayout): void {
  const beyond = cells.findIndex((cell, column) => column >= width && cell !== null && cell !== '');
  if (beyond < 0) return;
  const detail = `the row has ${beyond + 1} cells, the first row ${width}: a text with a delimiter needs quotes`;
  throw new MalformedFileError(detail, { line });
}

/** Each column once, at its first text; a column that holds none is no loss. */
function warnOfUnknown({ line, cells }: TableRow, unknown: Map<number, string>, context: ParseContext): void {
  for (const [column, name] of unknown) {
    if (!cells[column]) continue;
    unknown.delete(column);
    const which = name === '' ? `column ${column + 1}, which has no name,` : `column ${JSON.stringify(name)}`;
    context.warn({ code: 'unknown_column', detail: `${which} is no language and is not imported`, line });
  }
}
