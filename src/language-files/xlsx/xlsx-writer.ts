import type { FileToWrite } from '../model/codec';
import type { EntryToWrite } from '../model/entry';
import type { FileToArchive } from '../archive/write-archive';
import { FileLimitError, UnwritableTextError } from '../model/format-errors';
import { XML_DECLARATION } from '../xml/xml-writer';
import { escapeOoxml } from './ooxml-text';

/** UTF-16 code units of a cell, and rows of a sheet: Excel's own limits, beyond which it cuts or refuses. */
export const MAX_CELL_LENGTH = 32_767;
const MAX_ROWS = 1_048_576;

const MAIN = 'http://schemas.openxmlformats.org/spreadsheetml/2006/main';
const RELATIONS = 'http://schemas.openxmlformats.org/officeDocument/2006/relationships';
const PACKAGE = 'http://schemas.openxmlformats.org/package/2006';
const TYPES = 'application/vnd.openxmlformats-officedocument.spreadsheetml';

const relation = (id: number, type: string, target: string): string =>
  `<Relationship Id="rId${id}" Type="${RELATIONS}/${type}" Target="${target}"/>`;
const relationships = (...relations: string[]): string =>
  `${XML_DECLARATION}<Relationships xmlns="${PACKAGE}/relationships">${relations.join('')}</Relationships>`;
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
  `${XML_DECLARATION}<workbook xmlns="${MAIN}" xmlns:r="${RELATIONS}">` +
  '<sheets><sheet name="Translations" sheetId="1" r:id="rId1"/></sheets></workbook>';

/** Style 1 is the number format Text: what a translator types there stays as it is typed, `1/2`, `=x` and `007` too. */
const STYLES =
  `${XML_DECLARATION}<styleSheet xmlns="${MAIN}">` +
  '<fonts count="1"><font><sz val="11"/><name val="Calibri"/></font></fonts>' +
  '<fills count="2"><fill><patternFill patternType="none"/></fill><fill><patternFill patternType="gray125"/></fill></fills>' +
  '<borders count="1"><border><left/><right/><top/><bottom/><diagonal/></border></borders>' +
  '<cellStyleXfs count="1"><xf numFmtId="0" fontId="0" fillId="0" borderId="0"/></cellStyleXfs>' +
  '<cellXfs count="2"><xf numFmtId="0" fontId="0" fillId="0" borderId="0" xfId="0"/>' +
  '<xf numFmtId="49" fontId="0" fillId="0" borderId="0" xfId="0" applyNumberFormat="1"/></cellXfs>' +
  '</styleSheet>';

/** The parts of a workbook with one sheet (ECMA-376 part 1). Texts stand in their cells, so that rows can be written as they come. */
export function workbookParts(file: FileToWrite): FileToArchive[] {
  return [
    { path: '[Content_Types].xml', chunks: [CONTENT_TYPES] },
    { path: '_rels/.rels', chunks: [relationships(relation(1, 'officeDocument', 'xl/workbook.xml'))] },
    { path: 'xl/workbook.xml', chunks: [WORKBOOK] },
    {
      path: 'xl/_rels/workbook.xml.rels',
      chunks: [relationships(relation(1, 'worksheet', 'worksheets/sheet1.xml'), relation(2, 'styles', 'styles.xml'))],
    },
    { path: 'xl/styles.xml', chunks: [STYLES] },
    { path: 'xl/worksheets/sheet1.xml', chunks: sheet(file) },
  ];
}

function* sheet({ languages, entries }: FileToWrite): Generator<string> {
  yield (
    `${XML_DECLARATION}<worksheet xmlns="${MAIN}"><sheetViews><sheetView workbookViewId="0">` +
    '<pane ySplit="1" topLeftCell="A2" activePane="bottomLeft" state="frozen"/></sheetView></sheetViews>' +
    `<cols><col min="1" max="${languages.length + 2}" width="40" style="1" customWidth="1"/></cols><sheetData>`
  );
  let number = 1;
  yield row(number, ['key', ...languages, 'description'], 'key');
  for (const entry of entries) {
    if (++number > MAX_ROWS) throw new FileLimitError(`a sheet holds at most ${MAX_ROWS} rows`, { key: entry.key });
    yield row(number, cellsOf(entry, languages), entry.key);
  }
  yield '</sheetData></worksheet>\n';
}

function cellsOf({ key, values, description }: EntryToWrite, languages: readonly string[]): (string | undefined)[] {
  const texts = languages.map((language) => {
    const text = values?.get(language);
    if (text === undefined || typeof text === 'string') return text;
    throw new UnwritableTextError(key, 'a sheet holds a plural only as its ICU message');
  });
  return [key, ...texts, description];
}

function row(number: number, cells: readonly (string | undefined)[], key: string): string {
  let written = `<row r="${number}">`;
  cells.forEach((text, column) => {
    if (text !== undefined) written += cell(`${columnName(column)}${number}`, text, key);
  });
  return `${written}</row>`;
}

function cell(ref: string, text: string, key: string): string {
  if (text.length > MAX_CELL_LENGTH) {
    throw new UnwritableTextError(key, `a cell of Excel holds at most ${MAX_CELL_LENGTH} characters`);
  }
  const space = /^\s|\s$/.test(text) ? ' xml:space="preserve"' : '';
  return `<c r="${ref}" s="1" t="inlineStr"><is><t${space}>${escapeOoxml(text, key)}</t></is></c>`;
}

/** 0 is A, 26 is AA. */
export function columnName(column: number): string {
  let name = '';
  for (let rest = column + 1; rest > 0; rest = Math.floor((rest - 1) / 26)) {
    name = String.fromCharCode(65 + ((rest - 1) % 26)) + name;
  }
  return name;
}
