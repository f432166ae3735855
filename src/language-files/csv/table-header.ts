import { readCsv } from './csv-reader';
import type { TablePlaces } from './csv-template';

/** The name of a column, and its cell in the header as it is written there. */
export interface Column {
  name: string;
  token: string;
}

/** The columns of a table. Columns without a name, and tables without a header, are not compared. */
export class TableHeader {
  readonly columns: readonly Column[];
  private readonly places: ReadonlyMap<string, number>;

  constructor(readonly table: TablePlaces) {
    const { root, layout, source, delimiter } = table;
    const cells: [column: Column, place: number][] = [];
    const [row] = layout.hasHeader ? root.elements : [];
    const text = source.slice(row?.start, row?.end);
    readCsv(row ? text : '', delimiter, (_line, names, { start, ends }) => {
      for (const [place, name] of names.entries()) {
        const token = text.slice(place === 0 ? start : (ends[place - 1] ?? 0) + 1, ends[place]);
        if (name?.trim()) cells.push([{ name: name.trim(), token }, place]);
      }
    });
    this.columns = cells.map(([column]) => column);
    this.places = new Map(cells.map(([{ name }, place]): [string, number] => [name, place]).reverse());
  }

  has({ name }: Pick<Column, 'name'>): boolean {
    return this.places.has(name);
  }

  placeOf({ name }: Pick<Column, 'name'>): number | undefined {
    return this.places.get(name);
  }
}
