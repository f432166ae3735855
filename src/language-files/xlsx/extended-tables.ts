import type { ZipParts } from '../archive/zip-parts';
import { decodeWithEncoding, encodeText } from '../text/text-encoding';
import { XmlEdits } from '../xml/xml-edits';
import { declaredEncoding, readXmlText } from '../xml/xml-reader';
import { attribute, childElements } from '../xml/xml-tree';
import { readPart } from './part-reader';
import { relatedParts } from './workbook';
import { columnName } from './xlsx-writer';

/** The rows of a sheet before it was changed. */
export interface RowsBefore {
  /** The number of the last row that had cells. */
  lastRow: number;
  keyColumn: number;
}

/**
 * Returns the tables of a sheet that shall have its new rows, by the names of their parts in lower case. Excel extends
 * a table in the same way when a person writes below it.
 *
 * @throws FormatError
 */
export function extendTables(
  parts: ZipParts,
  sheet: string,
  changed: Uint8Array,
  { lastRow, keyColumn }: RowsBefore,
): Map<string, Uint8Array> {
  const extended = new Map<string, Uint8Array>();
  const tables = relatedParts(sheet, 'table', parts);
  const last = tables.length === 0 ? lastRow : lastRowIn(sheet, changed);
  for (const part of last > lastRow ? tables : []) {
    const table = parts.read(part);
    if (table) extended.set(part.toLowerCase(), extend(table, { lastRow, keyColumn }, last));
  }
  return extended;
}

function lastRowIn(sheet: string, content: Uint8Array): number {
  let [row, last] = [0, 0];
  readPart(sheet, content, {
    open: (name, attributes) => {
      if (name === 'row') row = Number(attributes.get('r') ?? row + 1);
      if (name === 'c') last = Math.max(last, row);
    },
  });
  return last;
}

function extend(table: Uint8Array, { lastRow, keyColumn }: RowsBefore, last: number): Uint8Array {
  const { text, ...encoding } = decodeWithEncoding(table, declaredEncoding);
  const { root } = readXmlText(text, () => false);
  const range = attribute(root, 'ref') ?? '';
  const [, start = '', first = '', end = '', row = ''] = /^(([A-Z]+)\d+):([A-Z]+)(\d+)$/.exec(range) ?? [];
  const hasTotals = Number(attribute(root, 'totalsRowCount') ?? 0) > 0;
  const hasKeys = isUpTo(first, columnName(keyColumn)) && isUpTo(columnName(keyColumn), end);
  if (hasTotals || !hasKeys || Number(row) < lastRow || Number(row) >= last) return table;
  const edits = new XmlEdits(text, '');
  for (const element of [root, ...childElements(root, 'autoFilter')]) {
    if (attribute(element, 'ref') === range) edits.setAttribute(element, 'ref', `${start}:${end}${last}`, '');
  }
  return encodeText(edits.apply(), encoding) ?? table;
}

/** Whether a column is another one or left of it. */
const isUpTo = (column: string, other: string): boolean =>
  column.length === other.length ? column <= other : column.length < other.length;
