import { readCsv } from './csv-reader';
import { TemplateMisfitError } from '../template/file-template';
import type { TablePlaces } from './csv-template';
import { mergeCells } from './merge-cells';
import { type Column, TableHeader } from './table-header';

type Versions<T> = Record<'base' | 'now' | 'file', T>;

/** A column of a long table, or several of a shorter one. */
const MAX_NEW_CELLS = 1_000_000;

/**
 * Gives each version of a table the columns that now and the file have added to the base, empty where it lacks them, and then
 * the cells that only one side has changed, so that its rows can be compared with the rows of the others.
 *
 * @param read finds the texts of a changed version
 * @throws TemplateMisfitError for a table that would have too many new cells
 */
export function alignTables(
  versions: Versions<TablePlaces>,
  read: (source: string) => TablePlaces,
): Versions<TablePlaces> {
  const changed = (tables: Versions<TablePlaces>, sources: Versions<string>): Versions<TablePlaces> => {
    const tableOf = (version: keyof Versions<string>): TablePlaces =>
      sources[version] === tables[version].source ? tables[version] : read(sources[version]);
    return { base: tableOf('base'), now: tableOf('now'), file: tableOf('file') };
  };
  const tables = changed(versions, alignColumns(versions));
  return changed(tables, mergeCells(tables));
}

function alignColumns(versions: Versions<TablePlaces>): Versions<string> {
  const { base, now, file } = {
    base: new TableHeader(versions.base),
    now: new TableHeader(versions.now),
    file: new TableHeader(versions.file),
  };
  const order = [...now.columns];
  for (const [index, column] of file.columns.entries()) {
    const previous = file.columns[index - 1]?.name;
    if (!now.has(column)) order.splice(order.findIndex(({ name }) => name === previous) + 1, 0, column);
  }
  const insert = (header: TableHeader): string =>
    insertColumns(header, order, (column) => !base.has(column) && !header.has(column));
  return { base: insert(base), now: insert(now), file: insert(file) };
}

/** Inserts columns behind the columns that precede them in the order. Rows that end before them stay. */
function insertColumns(header: TableHeader, order: readonly Column[], isInserted: (column: Column) => boolean): string {
  const inserted = new Map<number, Column[]>();
  let previous = -1;
  for (const column of order) {
    if (isInserted(column)) inserted.set(previous, [...(inserted.get(previous) ?? []), column]);
    else previous = header.placeOf(column) ?? previous;
  }
  const { source, delimiter, root } = header.table;
  if (inserted.size === 0 || header.columns.length === 0) return source;
  const parts = [source.slice(0, root.start)];
  let end = root.start;
  const add = (until: number, token: string): void => {
    parts.push(source.slice(end, until), token);
    end = until;
  };
  const places = [...inserted].sort(([one], [other]) => one - other);
  const count = order.filter(isInserted).length;
  let newCells = 0;
  let isHeader = true;
  readCsv(source.slice(root.start), delimiter, (_line, _cells, { start, ends }) => {
    const tokenOf = ({ token }: Column): string => (isHeader ? token : '');
    newCells += count;
    if (newCells > MAX_NEW_CELLS) throw new TemplateMisfitError('the rows of the table are too wide');
    for (const [place, columns] of places) {
      const cellEnd = ends[place];
      if (place < 0) add(root.start + start, columns.map((column) => tokenOf(column) + delimiter).join(''));
      else if (cellEnd !== undefined)
        add(root.start + cellEnd, columns.map((column) => delimiter + tokenOf(column)).join(''));
    }
    isHeader = false;
  });
  return parts.join('') + source.slice(end);
}
