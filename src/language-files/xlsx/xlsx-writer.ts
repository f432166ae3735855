import type { FileToWrite } from '../model/codec';
import type { EntryToWrite } from '../model/entry';
import type { FileToArchive } from '../archive/write-archive';
import { FileLimitError, UnwritableTextError } from '../model/format-errors';
import { writeEach } from '../model/left-out';
import { XML_DECLARATION } from '../xml/xml-writer';
import { escapeOoxml } from './ooxml-text';

/** Maximum length of a cell in UTF-16 code units. Excel truncates longer texts. */
export const MAX_CELL_LENGTH = 32_767;
/** Maximum number of rows of a sheet. Excel refuses more. */
export const MAX_ROWS = 1_048_576;

const MAIN = 'http://schemas.openxmlformats.org/spreadsheetml/2006/main';
const RELATIONSHIPS = 'http://schemas.openxmlformats.org/officeDocument/2006/relationships';
const PACKAGE = 'http://schemas.openxmlformats.org/package/2006';
const TYPES = 'application/vnd.openxmlformats-officedocument.spreadsheetml';

const relationship = (id: number, type: string, target: string): string =>
  `<Relationship Id="rId${id}" Type="${RELATIONSHIPS}/${type}" Target="${target}"/>`;
const relationshipsPart = (...relationships: string[]): string =>
  `${XML_DECLARATION}<Relationships xmlns="${PACKAGE}/relationships">${relationships.join('')}</Relationships>`;
const override = (part: string, type: string): string =>
  `<Override PartName="/xl/${part}" ContentType="${TYPES}.${type}+xml"/>`;

const CONTENT_TYPES =
  `${XML_DECLARATION}<Types xmlns="${PACKAGE}/content-types">` +
  '<Default Extension="rels" ContentType="application/vnd.openxmlformats-package.relationships+xml"/>' +
  '<Default Extension="xml" ContentType="application/xml"/>' +
  override('workbook.xml', 'sheet.main') +
  override('worksheets/sheet1.xml', 'worksheet') +
  override('styles.xml', 'styles') +
  '</Types>';

const WORKBOOK =
  `${XML_DECLARATION}<workbook xmlns="${MAIN}" xmlns:r="${RELATIONSHIPS}">` +
  '<sheets><sheet name="Translations" sheetId="1" r:id="rId1"/></sheets></workbook>';

/** Style 1 has the number format Text, so that Excel does not convert what a translator types (`1/2`, `=x`, `007`). */
const STYLES =
  `${XML_DECLARATION}<styleSheet xmlns="${MAIN}">` +
  '<fonts count="1"><font><sz val="11"/><name val="Calibri"/></font></fonts>' +
  '<fills count="2"><fill><patternFill patternType="none"/></fill><fill><patternFill patternType="gray125"/></fill></fills>' +
  '<borders count="1"><border><left/><right/><top/><bottom/><diagonal/></border></borders>' +
  '<cellStyleXfs count="1"><xf numFmtId="0" fontId="0" fillId="0" borderId="0"/></cellStyleXfs>' +
  '<cellXfs count="2"><xf numFmtId="0" fontId="0" fillId="0" borderId="0" xfId="0"/>' +
  '<xf numFmtId="49" fontId="0" fillId="0" borderId="0" xfId="0" applyNumberFormat="1"/></cellXfs>' +
  '</styleSheet>';

/**
 * Returns the parts of a workbook with one sheet (ECMA-376 part 1). Cells contain their texts inline instead of in
 * shared strings, so that rows can be written one at a time.
 */
export function createWorkbookParts(file: FileToWrite): FileToArchive[] {
  const worksheet = relationship(1, 'worksheet', 'worksheets/sheet1.xml');
  const styles = relationship(2, 'styles', 'styles.xml');
  return [
    { path: '[Content_Types].xml', chunks: [CONTENT_TYPES] },
    { path: '_rels/.rels', chunks: [relationshipsPart(relationship(1, 'officeDocument', 'xl/workbook.xml'))] },
    { path: 'xl/workbook.xml', chunks: [WORKBOOK] },
    { path: 'xl/_rels/workbook.xml.rels', chunks: [relationshipsPart(worksheet, styles)] },
    { path: 'xl/styles.xml', chunks: [STYLES] },
    { path: 'xl/worksheets/sheet1.xml', chunks: writeSheet(file) },
  ];
}

function* writeSheet(file: FileToWrite): Generator<string> {
  const { languages } = file;
  yield (
    `${XML_DECLARATION}<worksheet xmlns="${MAIN}"><sheetViews><sheetView workbookViewId="0">` +
    '<pane ySplit="1" topLeftCell="A2" activePane="bottomLeft" state="frozen"/></sheetView></sheetViews>' +
    `<cols><col min="1" max="${languages.length + 2}" width="40" style="1" customWidth="1"/></cols><sheetData>`
  );
  let rowNumber = 1;
  yield printRow(rowNumber, ['key', ...languages, 'description'], 'key');
  yield* writeEach(file, (entry) => {
    const row = printRow(rowNumber + 1, toRow(entry, languages), entry.key);
    if (++rowNumber > MAX_ROWS) throw new FileLimitError(`a sheet has at most ${MAX_ROWS} rows`, { key: entry.key });
    return row;
  });
  yield '</sheetData></worksheet>\n';
}

function toRow({ key, values, description }: EntryToWrite, languages: readonly string[]): (string | undefined)[] {
  const texts = languages.map((language) => {
    const text = values?.get(language);
    if (text === undefined || typeof text === 'string') return text;
    throw new UnwritableTextError(key, 'a sheet can hold a plural only as its ICU message');
  });
  return [key, ...texts, description];
}

function printRow(rowNumber: number, cells: readonly (string | undefined)[], key: string): string {
  const printedCells = cells.map((text, column) =>
    text === undefined ? '' : printCell(`r="${columnName(column)}${rowNumber}" s="1"`, text, key),
  );
  return `<row r="${rowNumber}">${printedCells.join('')}</row>`;
}

/**
 * @param attributes of the cell, without its type
 * @param prefix of the elements' names, with its colon
 * @throws UnwritableTextError
 */
export function printCell(attributes: string, text: string, key: string, prefix = ''): string {
  if (text.length > MAX_CELL_LENGTH) {
    throw new UnwritableTextError(key, `a cell in Excel holds at most ${MAX_CELL_LENGTH} characters`);
  }
  const space = /^\s|\s$/.test(text) ? ' xml:space="preserve"' : '';
  const content = `<${prefix}t${space}>${escapeOoxml(text, key)}</${prefix}t>`;
  return `<${prefix}c ${attributes} t="inlineStr"><${prefix}is>${content}</${prefix}is></${prefix}c>`;
}

/** Returns `A` for 0 and `AA` for 26. */
export function columnName(column: number): string {
  let name = '';
  for (let rest = column + 1; rest > 0; rest = Math.floor((rest - 1) / 26)) {
    name = String.fromCharCode(65 + ((rest - 1) % 26)) + name;
  }
  return name;
}
