import type { TableLayout } from '../csv/table-layout';
import {
  type TemplateElement,
  type TemplateList,
  TemplateMisfitError,
  type TemplateText,
} from '../template/file-template';
import { readXmlText } from '../xml/xml-reader';
import { attribute, childElements, localName, type XmlElement } from '../xml/xml-tree';
import type { SheetCells } from './sheet-reader';

export const cellName = (key: string, column: number): string => `${key}\0${column}`;
/** Returns the key of the element of a row without cells, which no entry has. */
export const emptyRowKey = (row: number): string => `\0row ${row}`;

/** The most characters of a start tag. */
export const MAX_TAG = 1_000;
export const startTag = (xml: string): string => /^<[^>]*>/.exec(xml)?.[0] ?? '';

/** Returns the attribute of the style in the start tag that a cell begins with. */
export const styleIn = (cell: string): string => {
  const [, style] = /\s(s\s*=\s*"\d+")/.exec(startTag(cell)) ?? [];
  return style === undefined ? '' : ` ${style}`;
};

export const keyIn = (name: string): string => name.slice(0, name.lastIndexOf('\0'));
export const columnIn = (name: string): number => Number(name.slice(name.lastIndexOf('\0') + 1));

export interface SheetRow {
  number: number;
  cells: TemplateList;
  /** Further rows have the same key. */
  isRepeated?: boolean;
}

export interface CellText extends TemplateText {
  column: number;
}

/** The rows of a sheet, whose elements are their cells. */
export class SheetPlaces {
  readonly root: TemplateList;
  readonly rows = new Map<string, SheetRow>();
  /** The number of the last row that has cells. */
  lastRow: number;
  /** The numbers of the rows without cells behind all others: Google Sheets writes a sheet up to row 1,000. */
  readonly emptyRows = new Map<number, TemplateElement>();
  /** The offsets of the last cells, by column. */
  private readonly lastCells = new Map<number, number>();
  /** The prefix of the elements. */
  readonly prefix: string;

  /** @param rows that have cells, in the order of the file */
  constructor(
    readonly source: string,
    rows: readonly (readonly [row: number, cells: SheetCells])[],
    readonly layout: TableLayout,
    private readonly headerRow: number,
  ) {
    this.lastRow = headerRow;
    const read = rows.values();
    const elements: TemplateElement[] = [];
    let data: XmlElement | undefined;
    let count = 0;
    readXmlText(source, (element, [root, parent, row]) => {
      if (!root || !parent || row || localName(parent) !== 'sheetData' || localName(element) !== 'row') return false;
      data ??= parent;
      if (parent !== data) return false;
      // A row without a number follows the previous row, as for `readSheet`.
      count = Number(attribute(element, 'r') ?? count + 1);
      const cells = childElements(element, 'c');
      const [number, values] = (cells.length > 0 ? read.next().value : undefined) ?? [];
      const span = { start: element.contentStart, end: element.contentEnd };
      const entry = number === undefined || !values ? undefined : this.readRow(number, span, cells, values);
      const place: TemplateElement = { start: element.start, end: element.end, ...entry };
      elements.push(place);
      if (cells.length === 0) this.emptyRows.set(count, place);
      else this.emptyRows.clear();
      return true;
    });
    if (!data) throw new TemplateMisfitError('the sheet has no rows');
    for (const [row, place] of this.emptyRows) Object.assign(place, { key: emptyRowKey(row), isTrailing: true });
    this.prefix = data.name.slice(0, -'sheetData'.length);
    this.root = { start: data.contentStart, end: data.contentEnd, elements };
  }

  /** Returns the style of the last cell of a column. */
  styleOf(column: number): string {
    const start = this.lastCells.get(column);
    return start === undefined ? '' : styleIn(this.source.slice(start, start + MAX_TAG));
  }

  private readRow(
    number: number,
    span: { start: number; end: number },
    cells: readonly XmlElement[],
    values: SheetCells,
  ): Pick<TemplateElement, 'key' | 'list'> | undefined {
    this.lastRow = Math.max(this.lastRow, number);
    const { keyColumn, languages, descriptionColumn } = this.layout;
    const key = values.find(([column]) => column === keyColumn)?.[1];
    if (!key || number === this.headerRow) return undefined;
    const texts = new Set([...languages.map(({ column }) => column), descriptionColumn]);
    const list: TemplateList = { ...span, elements: [], rankOf: columnIn };
    for (const [i, [column, value]] of values.entries()) {
      const cell = cells[i];
      if (!cell) throw new TemplateMisfitError('the rows of the sheet cannot be told apart');
      const { start, end } = cell;
      this.lastCells.set(column, start);
      // The cells of other columns keep their places.
      const text: CellText = {
        start,
        end,
        key,
        column,
        name: cellName(key, column),
        value: texts.has(column) ? value : null,
      };
      list.elements.push({ start, end, isNote: column === descriptionColumn || !texts.has(column), text });
    }
    this.rows.set(key, { number, cells: list, isRepeated: this.rows.has(key) });
    return { key, list };
  }
}
