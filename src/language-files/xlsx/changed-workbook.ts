import { writeArchive } from '../archive/write-archive';
import { ZipParts } from '../archive/zip-parts';
import { TemplateMisfitError } from '../template/file-template';
import { decodeWithEncoding, encodeText } from '../text/text-encoding';
import { declaredEncoding, readXmlText } from '../xml/xml-reader';
import { attribute, type XmlElement } from '../xml/xml-tree';
import { readPart } from './part-reader';
import { parseColumn } from './sheet-reader';
import { extendTables, type RowsBefore } from './extended-tables';
import type { Workbook } from './workbook';

/** The names of the parts that a change of a sheet concerns. */
export interface ConcernedParts extends Pick<Workbook, 'relationshipsPart' | 'calculationChain'> {
  sheet: string;
  rowsBefore: RowsBefore;
}

/**
 * Returns a workbook with a changed sheet, whose tables have its new rows. It has neither the entries of folders, which some programs
 * write, nor the chain of calculation, which could list cells that have no formula any more: Excel makes a new one.
 *
 * @throws TemplateMisfitError if cells share a formula that the sheet has lost, or an array formula would replace a text
 * @throws ArchiveError, FormatError
 */
export function withChangedSheet(
  workbook: Uint8Array,
  changed: Uint8Array,
  { sheet, rowsBefore, relationshipsPart, calculationChain: chain }: ConcernedParts,
): Uint8Array {
  checkSharedFormulas(sheet, changed);
  checkArrayFormulas(sheet, changed);
  const parts = new ZipParts(workbook);
  const tables = extendTables(parts, sheet, changed, rowsBefore);
  const contentOf = (path: string): Uint8Array => {
    if (isSamePart(path, sheet)) return changed;
    const content = tables.get(path.toLowerCase()) ?? parts.read(path) ?? Buffer.alloc(0);
    if (chain === undefined) return content;
    if (isSamePart(path, relationshipsPart)) return without(content, isCalculationChain);
    if (isSamePart(path, '[Content_Types].xml')) return without(content, (element) => isContentTypeOf(element, chain));
    return content;
  };
  const files = parts.names
    .filter((path) => !path.endsWith('/') && !(chain !== undefined && isSamePart(path, chain)))
    .map((path) => ({ path, chunks: [contentOf(path)] }));
  return Buffer.concat([...writeArchive(files)]);
}

const isSamePart = (one: string, other: string): boolean => one.toLowerCase() === other.toLowerCase();

const isCalculationChain = (element: XmlElement): boolean =>
  attribute(element, 'Type')?.endsWith('/calcChain') ?? false;

const isContentTypeOf = (element: XmlElement, part: string): boolean =>
  isSamePart(attribute(element, 'PartName') ?? '', `/${part}`);

/** Returns an XML part without the elements of its root that are not wanted. */
function without(part: Uint8Array, isUnwanted: (element: XmlElement) => boolean): Uint8Array {
  const { text, ...encoding } = decodeWithEncoding(part, declaredEncoding);
  const kept: string[] = [];
  let offset = 0;
  readXmlText(text, (element, ancestors) => {
    if (ancestors.length !== 1 || !isUnwanted(element)) return false;
    kept.push(text.slice(offset, element.start));
    offset = element.end;
    return true;
  });
  return encodeText(kept.join('') + text.slice(offset), encoding) ?? part;
}

/** The first of the cells that share a formula has its text, and the range of the others. */
function checkSharedFormulas(sheet: string, content: Uint8Array): void {
  const [given, used] = [new Set<string>(), new Set<string>()];
  readPart(sheet, content, {
    open: (name, attributes) => {
      if (name !== 'f' || attributes.get('t') !== 'shared') return;
      (attributes.has('ref') ? given : used).add(attributes.get('si') ?? '');
    },
  });
  for (const formula of used) {
    if (!given.has(formula)) throw new TemplateMisfitError('other cells share the formula of a cell that changes');
  }
}

/** The cells from the first one to the last one, with their columns and rows. */
type CellRange = readonly [first: CellPlace, last: CellPlace];
type CellPlace = readonly [column: number, row: number];

/** A program that calculates the workbook fills the range of an array formula, whatever texts are there. */
function checkArrayFormulas(sheet: string, content: Uint8Array): void {
  // A cell in a range is right of another one in it or below it, because programs write all cells of the range.
  const above = new Map<number, CellRange>();
  let left: CellRange | undefined;
  let column = -1;
  const enter = (range: CellRange | undefined): void => {
    left = range;
    if (range) above.set(column, range);
  };
  readPart(sheet, content, {
    open: (name, attributes) => {
      if (name === 'c') {
        const place = placeOf(attributes.get('r') ?? '');
        [column] = place;
        enter([left, above.get(column)].find((range) => range && isIn(range, place)));
        if (left && attributes.get('t') === 'inlineStr') {
          throw new TemplateMisfitError('an array formula fills a cell that changes');
        }
      }
      const [first = '', last = first] = (attributes.get('ref') ?? '').split(':');
      if (name === 'f' && attributes.get('t') === 'array') enter([placeOf(first), placeOf(last)]);
    },
  });
}

const placeOf = (reference: string): CellPlace => [parseColumn(reference), Number(/\d+$/.exec(reference)?.[0] ?? 0)];

const isIn = ([first, last]: CellRange, place: CellPlace): boolean =>
  place.every((number, index) => number >= (first[index] ?? 0) && number <= (last[index] ?? 0));
