import { ZipParts } from '../archive/zip-parts';
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
  type TemplateList,
  TemplateMisfitError,
  type TemplateText,
  type WantedTexts,
} from '../template/file-template';
import { decodeWithEncoding, encodeText } from '../text/text-encoding';
import { declaredEncoding } from '../xml/xml-reader';
import { withChangedSheet } from './changed-workbook';
import {
  cellName,
  type CellText,
  columnIn,
  emptyRowKey,
  keyIn,
  MAX_TAG,
  SheetPlaces,
  startTag,
  styleIn,
} from './sheet-places';
import { readSheet, type SheetCells } from './sheet-reader';
import { openWorkbook } from './workbook';
import { findTable } from './workbook-table';
import { columnName, MAX_ROWS, printCell } from './xlsx-writer';

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
  readSheet(workbook, sheet, (row, cells) => {
    rows.push([row, cells]);
    return false;
  });
  const { relationshipsPart, calculationChain } = workbook;
  const places = new SheetPlaces(text, rows, layout, headerRow);
  const rowsBefore = { lastRow: places.lastRow, keyColumn: layout.keyColumn };
  const parts = { sheet: sheet.part, rowsBefore, relationshipsPart, calculationChain };
  const encode = (source: string, original: Uint8Array): Uint8Array | undefined => {
    if (source === text) return original;
    const changed = encodeText(withoutDimension(source), encoding);
    return changed && withChangedSheet(original, changed, parts);
  };
  return { read: places, encode };
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

  /** Rows without cells stay behind the new rows, except for those whose numbers the new rows take. */
  prepare(wanted: WantedTexts): WantedTexts {
    const { rows, lastRow, emptyRows } = this.places;
    const added = new Set<string>();
    for (const [name, value] of wanted) if (value !== undefined && !rows.has(keyIn(name))) added.add(keyIn(name));
    const kept = Array.from(emptyRows.keys()).filter((row) => row > lastRow + added.size);
    return new Map([...wanted, ...kept.map((row) => [emptyRowKey(row), undefined] as const)]);
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
