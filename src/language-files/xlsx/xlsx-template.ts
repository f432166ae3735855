import { writeArchive } from '../archive/write-archive';
import { ZipParts } from '../archive/zip-parts';
import type { TableLayout } from '../csv/table-layout';
import type { FileToWrite, ParseContext, ReadTemplate, TemplateContext, TemplateSupport } from '../model/codec';
import type { EntryToWrite } from '../model/entry';
import { UnwritableTextError } from '../model/format-errors';
import {
  type FileTemplate,
  type ListSpace,
  type NewElement,
  type NewText,
  type Renaming,
  type Replacement,
  type TemplateElement,
  type TemplateList,
  TemplateMisfitError,
  type TemplateText,
} from '../template/file-template';
import { decodeWithEncoding, encodeText } from '../text/text-encoding';
import { declaredEncoding, readXmlText } from '../xml/xml-reader';
import { childElements, localName, type XmlElement } from '../xml/xml-tree';
import { readSheet, type SheetCells } from './sheet-reader';
import { openWorkbook } from './workbook';
import { findTable } from './workbook-table';
import { columnName, MAX_ROWS, printCell } from './xlsx-writer';

const cellName = (key: string, column: number): string => `${key}\0${column}`;

export const xlsxTemplate: TemplateSupport<SheetPlaces, SheetTemplate> = {
  readContainer: readXlsxPlaces,
  open: (places) => new SheetTemplate(places),
  texts: xlsxTexts,
};

/** Reads a workbook whose texts are in one sheet. @throws FormatError, TemplateMisfitError */
function readXlsxPlaces(
  bytes: Uint8Array,
  { languages, sourceLanguage, template }: TemplateContext,
): ReadTemplate<SheetPlaces> {
  const workbook = openWorkbook(bytes);
  const language = languages.length === 1 ? languages[0] : undefined;
  const { columns } = template;
  const context: ParseContext = {
    language,
    columns,
    projectLanguages: languages,
    sourceLanguage,
    warn: () => undefined,
  };
  const { sheets, layout, headerRow } = findTable(workbook, context);
  const [sheet, ...others] = sheets;
  const content = sheet && new ZipParts(bytes).read(sheet.part);
  if (!content || others.length > 0) throw new TemplateMisfitError('the texts are not in one sheet');
  const { text, ...encoding } = decodeWithEncoding(content, declaredEncoding);
  const rows: [row: number, cells: SheetCells][] = [];
  readSheet(
    workbook,
    sheet,
    (warning) => context.warn(warning),
    (row, cells) => {
      rows.push([row, cells]);
      return false;
    },
  );
  const encode = (source: string, original: Uint8Array): Uint8Array | undefined => {
    const changed = source === text ? undefined : encodeText(withoutDimension(source), encoding);
    if (!changed) return source === text ? original : undefined;
    const parts = new ZipParts(original);
    const isSheet = (path: string): boolean => path.toLowerCase() === sheet.part.toLowerCase();
    const files = parts.names.map((path) => ({ path, chunks: [isSheet(path) ? changed : (parts.read(path) ?? '')] }));
    return Buffer.concat([...writeArchive(files)]);
  };
  return { read: new SheetPlaces(text, rows, layout, headerRow), encode };
}

/** The range of the cells is optional, and rows may have been added. */
const withoutDimension = (sheet: string): string => sheet.replace(/<(?:\w{1,40}:)?dimension\s[^<>]{0,200}\/>/, '');

/** Yields the texts of the entries by their columns. @throws UnwritableTextError */
function* xlsxTexts(file: FileToWrite, { places: { layout } }: SheetTemplate): Generator<[string, string, string]> {
  const columns = new Map(layout.languages.map(({ language, column }) => [language, column]));
  for (const { key, values, description } of file.entries) {
    for (const [language, text] of values ?? []) {
      const column = columns.get(language);
      if (column === undefined) throw new TemplateMisfitError(`the sheet has no column for ${language}`);
      if (typeof text !== 'string') {
        throw new UnwritableTextError(key, 'a sheet can hold a plural only as its ICU message');
      }
      yield [cellName(key, column), text, key];
    }
    if (description && layout.descriptionColumn !== undefined) {
      yield [cellName(key, layout.descriptionColumn), description, key];
    }
  }
}

interface SheetRow {
  number: number;
  cells: TemplateList;
  /** Further rows have the same key. */
  isRepeated?: boolean;
}

interface CellText extends TemplateText {
  column: number;
}

/** The rows of a sheet, whose elements are their cells. */
class SheetPlaces {
  readonly root: TemplateList;
  readonly rows = new Map<string, SheetRow>();
  /** The number of the last row. */
  lastRow: number;
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
    readXmlText(source, (element, [root, parent, row]) => {
      if (!root || !parent || row || localName(parent) !== 'sheetData' || localName(element) !== 'row') return false;
      data ??= parent;
      if (parent !== data) return false;
      const cells = childElements(element, 'c');
      const [number, values] = (cells.length > 0 ? read.next().value : undefined) ?? [];
      const span = { start: element.contentStart, end: element.contentEnd };
      const entry = number === undefined || !values ? undefined : this.readRow(number, span, cells, values);
      elements.push({ start: element.start, end: element.end, ...entry });
      return true;
    });
    if (!data) throw new TemplateMisfitError('the sheet has no rows');
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

/** A sheet whose cells can be replaced in their places. */
class SheetTemplate implements FileTemplate {
  readonly onlyAppends = true;
  readonly source: string;
  readonly root: TemplateList;
  /** The numbers of new rows, by key. */
  private readonly newRows = new Map<string, number>();

  constructor(readonly places: SheetPlaces) {
    this.source = places.source;
    this.root = places.root;
  }

  holds({ key, values, description }: EntryToWrite): boolean {
    const row = this.places.rows.get(key);
    if (!row || row.isRepeated) return false;
    const { languages, descriptionColumn } = this.places.layout;
    const wanted = new Map(languages.map(({ language, column }) => [column, values?.get(language) ?? '']));
    if (descriptionColumn !== undefined) wanted.set(descriptionColumn, description ?? '');
    if (values && Array.from(values.keys()).some((name) => !languages.some(({ language }) => language === name)))
      return false;
    for (const { text } of row.cells.elements) {
      const { column, value } = text as CellText;
      if (value === null) continue;
      if (value !== wanted.get(column)) return false;
      wanted.delete(column);
    }
    return Array.from(wanted.values()).every((text) => text === '');
  }

  rename({ element, to }: Renaming): Replacement[] | undefined {
    const cell = element.list?.elements.find(({ text }) => (text as CellText).column === this.places.layout.keyColumn);
    const text = cell?.text;
    return text && [{ start: text.start, end: text.end, token: this.writeToken(to, text) }];
  }

  listFor(name: string): TemplateList {
    return this.places.rows.get(keyIn(name))?.cells ?? this.root;
  }

  writeToken(value: string, { start, name }: TemplateText): string {
    const tag = this.source.slice(start, start + MAX_TAG);
    const [, reference = `r="${this.referenceOf(name)}"`] = /\s(r\s*=\s*"[^"]*")/.exec(startTag(tag)) ?? [];
    return this.print(name, value, `${reference}${styleIn(tag)}`);
  }

  writeElements(list: TemplateList, texts: readonly NewText[]): NewElement[] {
    if (list !== this.root) {
      return texts.map(({ name, value }) => ({ source: this.writeCell(name, value), names: [name] }));
    }
    const rows = new Map<string, NewText[]>();
    for (const text of texts) rows.set(keyIn(text.name), [...(rows.get(keyIn(text.name)) ?? []), text]);
    return Array.from(rows, ([key, cells]) => this.writeRow(key, cells));
  }

  spaceOf(): ListSpace {
    return { before: '', between: '', after: '' };
  }

  private writeRow(key: string, texts: readonly NewText[]): NewElement {
    const number = this.places.lastRow + this.newRows.size + 1;
    if (number > MAX_ROWS) throw new TemplateMisfitError('the sheet has no further rows');
    this.newRows.set(key, number);
    const cells = [{ name: cellName(key, this.places.layout.keyColumn), value: key }, ...texts];
    cells.sort((one, other) => columnIn(one.name) - columnIn(other.name));
    const printed = cells.map(({ name, value }) => this.writeCell(name, value)).join('');
    const tag = `${this.places.prefix}row`;
    return { source: `<${tag} r="${number}">${printed}</${tag}>`, names: texts.map(({ name }) => name) };
  }

  private writeCell(name: string, value: string): string {
    return this.print(name, value, `r="${this.referenceOf(name)}"${this.places.styleOf(columnIn(name))}`);
  }

  private referenceOf(name: string): string {
    return `${columnName(columnIn(name))}${this.numberOf(keyIn(name))}`;
  }

  private print(name: string, value: string, attributes: string): string {
    return printCell(attributes, value, keyIn(name), this.places.prefix);
  }

  private numberOf(key: string): number | undefined {
    return this.newRows.get(key) ?? this.places.rows.get(key)?.number;
  }
}

/** The most characters of a start tag. */
const MAX_TAG = 1_000;
const startTag = (xml: string): string => /^<[^>]*>/.exec(xml)?.[0] ?? '';

/** Returns the attribute of the style in the start tag that a cell begins with. */
const styleIn = (cell: string): string => {
  const [, style] = /\s(s\s*=\s*"\d+")/.exec(startTag(cell)) ?? [];
  return style === undefined ? '' : ` ${style}`;
};

const keyIn = (name: string): string => name.slice(0, name.lastIndexOf('\0'));
const columnIn = (name: string): number => Number(name.slice(name.lastIndexOf('\0') + 1));
