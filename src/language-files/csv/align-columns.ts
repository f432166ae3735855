import { TemplateMisfitError } from '../template/file-template';
import type { TablePlaces } from './csv-template';
import { mergeCells } from './merge-cells';
import { type CellStyle, type GridColumn, TableGrid, valueOf, type Versions } from './table-grid';

/**
 * Gives the versions of a table the same columns in the same order, delimiters and quotes, and then the cells that only one side has
 * changed, so that the rows of each version can be compared with the rows of the others, and stand under the header of any of them.
 *
 * @param read finds the texts of a changed version
 * @throws TemplateMisfitError for a table that would have too many new cells, and where one side has removed a column in which
 *   the other has changed cells
 */
export function alignTables(
  versions: Versions<TablePlaces>,
  read: (source: string) => TablePlaces,
): Versions<TablePlaces> {
  const grids = {
    base: new TableGrid(versions.base),
    now: new TableGrid(versions.now),
    file: new TableGrid(versions.file),
  };
  const { base, now, file } = grids;
  const all = [base, now, file];
  const style = mergeStyles(base.style, now.style, file.style);
  for (const grid of all) grid.restyle(style);
  identifyRenamed(now, base, file);
  identifyRenamed(file, base, now);
  refuseLostCells(base, now, file);
  refuseLostCells(base, file, now);
  const columns = mergeColumns(base.columns, now.columns, file.columns);
  const names = new Map<string, string>();
  for (const grid of all) {
    for (const [at, { id }] of grid.columns.entries()) if (!names.has(id)) names.set(id, grid.header?.cells[at] ?? '');
  }
  for (const grid of all) grid.arrange(columns, (id) => names.get(id) ?? '');
  mergeCells(grids);
  const placesOf = (grid: TableGrid): TablePlaces => {
    const source = grid.toSource();
    return source === grid.places.source ? grid.places : read(source);
  };
  const aligned = { base: placesOf(base), now: placesOf(now), file: placesOf(file) };
  for (const { delimiter, layout } of [aligned.base, aligned.file]) {
    if (delimiter !== aligned.now.delimiter || layout.keyColumn !== aligned.now.layout.keyColumn) {
      throw new TemplateMisfitError('the versions of the table have their keys in different columns');
    }
  }
  return aligned;
}

function mergeStyles(base: CellStyle, now: CellStyle, file: CellStyle): CellStyle {
  const { delimiter, head } = now.delimiter === base.delimiter ? file : now;
  const isSame = now.quotes === undefined || now.quotes === base.quotes;
  return { delimiter, head, quotes: isSame ? file.quotes : now.quotes };
}

/** Gives the columns that a side has renamed their ids in the base. */
function identifyRenamed(side: TableGrid, base: TableGrid, other: TableGrid): void {
  const added = side.columns.filter(({ id }) => base.placeOf(id) < 0 && other.placeOf(id) < 0);
  const formerIds = new Map<string, string>();
  for (const column of base.columns) {
    if (side.placeOf(column.id) >= 0) continue;
    const renamed = added.find(
      (each) =>
        !formerIds.has(each.id) && each.role === column.role && (each.role ?? hasSameCells(column, base, each, side)),
    );
    if (renamed) formerIds.set(renamed.id, column.id);
  }
  side.columns = side.columns.map((column) => ({ ...column, id: formerIds.get(column.id) ?? column.id }));
}

/** Whether the rows of two versions have the same cells in two columns, and not only empty ones. */
function hasSameCells(column: GridColumn, base: TableGrid, renamed: GridColumn, side: TableGrid): boolean {
  const [place, other] = [base.placeOf(column.id), side.placeOf(renamed.id)];
  let isEmpty = true;
  for (const { key, cells } of side.rows) {
    const row = key === undefined ? undefined : base.rowOf(key);
    if (!row) continue;
    const value = valueOf(cells[other]) ?? '';
    if (value !== (valueOf(row.cells[place]) ?? '')) return false;
    isEmpty &&= value === '';
  }
  return !isEmpty;
}

/** @throws TemplateMisfitError if a side has removed a column in which the other has cells that the base lacks */
function refuseLostCells(base: TableGrid, side: TableGrid, other: TableGrid): void {
  const lost = base.columns.filter(({ id, hasTexts }) => !hasTexts && side.placeOf(id) < 0 && other.placeOf(id) >= 0);
  if (lost.length === 0) return;
  const places = lost.map(({ id }): [number, number] => [base.placeOf(id), other.placeOf(id)]);
  const textOf = (cells: readonly (string | undefined)[]): string => cells.map((cell) => cell ?? '').join('\0');
  const known = new Set(base.rows.map(({ cells }) => textOf(cells)));
  for (const { key, isHeader, cells } of other.rows) {
    if (isHeader || known.has(textOf(cells))) continue;
    const row = key === undefined ? undefined : base.rowOf(key);
    for (const [ofBase, ofOther] of places) {
      const value = valueOf(cells[ofOther]) ?? '';
      if (value !== '' && value !== valueOf(row?.cells[ofBase]))
        throw new TemplateMisfitError('the table lacks a column that has changed cells');
    }
  }
}

/** Returns the columns that both sides have kept or one has added, in the order of the side that has moved columns. */
function mergeColumns(
  base: readonly GridColumn[],
  now: readonly GridColumn[],
  file: readonly GridColumn[],
): GridColumn[] {
  const idsOf = (columns: readonly GridColumn[]): Set<string> => new Set(columns.map(({ id }) => id));
  const [inBase, inNow, inFile] = [idsOf(base), idsOf(now), idsOf(file)];
  const kept = (columns: readonly GridColumn[]): string[] =>
    columns.flatMap(({ id }) => (inBase.has(id) && inNow.has(id) && inFile.has(id) ? [id] : []));
  const orderOf = (columns: readonly GridColumn[]): string => kept(columns).join('\n');
  const isFileMoved = orderOf(now) === orderOf(base) && orderOf(file) !== orderOf(base);
  const [first, second] = isFileMoved ? [file, now] : [now, file];
  const order = [...first];
  let place = 0;
  for (const column of second) {
    const at = order.findIndex(({ id }) => id === column.id);
    if (at < 0) order.splice(place, 0, column);
    place = (at < 0 ? place : at) + 1;
  }
  return order.filter(({ id }) => !inBase.has(id) || (inNow.has(id) && inFile.has(id)));
}
