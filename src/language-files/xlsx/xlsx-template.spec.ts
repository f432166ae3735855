import { unzipSync, zipSync } from 'fflate';
import { concatChunks } from '../contract/round-trip.contract';
import type { EntryToWrite } from '../model/entry';
import { TEMPLATE_MISFIT, writeFile } from '../template/write-file';
import { xlsxCodec } from './xlsx-codec';

const RELATIONS = 'http://schemas.openxmlformats.org/officeDocument/2006/relationships';
const PACKAGE = 'http://schemas.openxmlformats.org/package/2006';
const relation = (id: string, target: string): string =>
  `<Relationship Id="${id}" Type="${RELATIONS}/${id}" Target="${target}"/>`;
const SHEET = 'xl/worksheets/sheet1.xml';
const RELATIONSHIPS = 'xl/_rels/workbook.xml.rels';

type Parts = Record<string, string>;

/** Returns the parts of a workbook with one sheet. */
const partsOf = (rows: string): Parts => ({
  '[Content_Types].xml': `<Types xmlns="${PACKAGE}/content-types"><Override PartName="/${SHEET}" ContentType="s"/></Types>`,
  '_rels/.rels': `<Relationships>${relation('officeDocument', 'xl/workbook.xml')}</Relationships>`,
  'xl/workbook.xml': `<workbook xmlns:r="${RELATIONS}"><sheets><sheet name="S" sheetId="1" r:id="worksheet"/></sheets></workbook>`,
  [RELATIONSHIPS]: `<Relationships>${relation('worksheet', 'worksheets/sheet1.xml')}</Relationships>`,
  [SHEET]: `<worksheet><sheetData>${rows}</sheetData></worksheet>`,
});

const cell = (place: string, text: string): string => `<c r="${place}" t="inlineStr"><is><t>${text}</t></is></c>`;
const row = (number: number, ...texts: string[]): string =>
  `<row r="${number}">${texts.map((text, column) => cell(`${'ABC'.charAt(column)}${number}`, text)).join('')}</row>`;
const emptyRow = (number: number): string => `<row r="${number}" ht="15.75" customHeight="1"/>`;
const HEADER = row(1, 'key', 'en', 'de');

type Changes = Record<string, string | undefined>;

/** Writes a workbook again with other texts in German; undefined for a key that is removed. */
function rewrite(parts: Parts, changes: Changes) {
  const bytes = zipSync(Object.fromEntries(Object.entries(parts).map(([path, text]) => [path, Buffer.from(text)])));
  const warnings: string[] = [];
  const warn = ({ code }: { code: string }): number => warnings.push(code);
  const languages = ['en', 'de'];
  const entries = new Map<string, EntryToWrite & { values: Map<string, string> }>();
  const { entries: read } = xlsxCodec.parse(bytes, {
    projectLanguages: languages,
    sourceLanguage: 'en',
    warn: () => 0,
  });
  for (const { key, language = '', value } of read) {
    const entry = entries.get(key) ?? { key, values: new Map() };
    if (typeof value === 'string') entry.values.set(language, value);
    entries.set(key, entry);
  }
  for (const [key, text] of Object.entries(changes)) {
    if (text === undefined) entries.delete(key);
    else entries.set(key, { key, values: new Map([...(entries.get(key)?.values ?? []), ['de', text]]) });
  }
  const file = { language: 'en', languages, sourceLanguage: 'en', projectName: 'p', omitsMissing: true, warn };
  const template = { bytes, isForeign: false };
  const written = concatChunks(writeFile(xlsxCodec, { ...file, entries: entries.values(), template }));
  const texts = Object.entries(unzipSync(written)).map(([path, part]) => [path, Buffer.from(part).toString()]);
  return { parts: Object.fromEntries(texts) as Parts, warnings };
}

/** Returns the rows of a sheet that is written into its template. */
function rowsOf(rows: string, changes: Changes): string | undefined {
  const { parts, warnings } = rewrite(partsOf(rows), changes);
  expect(warnings).toEqual([]);
  return /<sheetData>(.*)<\/sheetData>/.exec(parts[SHEET] ?? '')?.[1];
}

const withCells = (number: number, key: string, de: string): string =>
  `<row r="${number}">${cell(`A${number}`, key)}${cell(`C${number}`, de)}</row>`;

describe('the rows of a sheet as a template', () => {
  const rows = HEADER + row(2, 'a', 'A', 'B');

  it('writes new rows behind the last row with cells, in place of empty rows with their numbers', () => {
    const gap = emptyRow(3) + row(4, 'b', 'A', 'B');
    const written = rowsOf(rows + gap + [5, 6, 7, 1_000].map(emptyRow).join(''), { x: 'X', y: 'Y' });
    expect(written).toBe(rows + gap + withCells(5, 'x', 'X') + withCells(6, 'y', 'Y') + emptyRow(7) + emptyRow(1_000));
  });

  it.each([
    ['a header and empty rows', HEADER + emptyRow(2) + emptyRow(3), HEADER + withCells(2, 'x', 'X') + emptyRow(3)],
    ['the last row of a sheet', rows + emptyRow(1_048_576), rows + withCells(3, 'x', 'X') + emptyRow(1_048_576)],
    ['rows without numbers', `${rows}<row/><row/>`, `${rows}${withCells(3, 'x', 'X')}<row/>`],
  ])('adds a row to a sheet with %s', (_, source, written) => expect(rowsOf(source, { x: 'X' })).toBe(written));

  it('changes one of many rows, in one of many sheets', () => {
    const names = Array.from({ length: 150 }, (_, index) => `k${index}`);
    const many = HEADER + names.map((name, index) => row(index + 2, name, 'A', 'B')).join('');
    const others = names.map((name) => relation(name, `worksheets/${name}.xml`)).join('');
    const parts = partsOf(many);
    const [start = '', end = ''] = parts[RELATIONSHIPS]?.split('</') ?? [];
    const { parts: written, warnings } = rewrite(
      { ...parts, [RELATIONSHIPS]: `${start}${others}</${end}` },
      { k7: 'X' },
    );
    expect(warnings).toEqual([]);
    expect(written[SHEET]).toBe(parts[SHEET]?.replace(row(9, 'k7', 'A', 'B'), row(9, 'k7', 'A', 'X')));
  });

  it('keeps the empty rows when a row changes or goes', () => {
    const source = rows + emptyRow(3);
    expect(rowsOf(source, { a: 'C' })).toBe(source.replace('>B<', '>C<'));
    expect(rowsOf(source, { a: undefined })).toBe(HEADER + emptyRow(3));
  });
});

describe('the parts of a workbook as a template', () => {
  const parts = partsOf(HEADER + row(2, 'a', 'A', 'B'));

  it('leaves out the entries of folders', () => {
    const { warnings, parts: written } = rewrite({ 'xl/': '', 'xl/worksheets/': '', ...parts }, { a: 'C' });
    expect(warnings).toEqual([]);
    expect(written).toEqual({ ...parts, [SHEET]: parts[SHEET]?.replace('>B<', '>C<') });
  });

  it.each(['../x', 'xl\\x.xml', '/x'])(
    'writes the canonical layout in place of a workbook with a part named %j',
    (name) => {
      const { warnings, parts: written } = rewrite({ ...parts, [name]: '' }, { a: 'C' });
      expect(warnings).toEqual([TEMPLATE_MISFIT]);
      expect(written[SHEET]).toContain('<t>C</t>');
    },
  );
});

describe('tables of a sheet as a template', () => {
  const [TABLE, SHEET_RELATIONSHIPS] = ['xl/tables/table1.xml', 'xl/worksheets/_rels/sheet1.xml.rels'];
  const table = (range: string, attributes = ''): string =>
    `<table ref="${range}"${attributes}><autoFilter ref="${range}"/><tableColumns count="3"/></table>`;
  const withTable = (content: string, rows: string): Parts => ({
    ...partsOf(rows),
    [SHEET_RELATIONSHIPS]: `<Relationships>${relation('table', '../tables/table1.xml')}</Relationships>`,
    [TABLE]: content,
  });
  const rows = HEADER + row(2, 'a', 'A', 'B');

  it.each<[title: string, ranges: [before: string, after: string], attributes?: string, rows?: string]>([
    ['ends with the last row', ['A1:C2', 'A1:C4']],
    ['has no row with texts', ['A1:C2', 'A1:C3'], '', HEADER],
    ['has empty rows for the new ones', ['A1:C9', 'A1:C9']],
    ['ends before the last row', ['A1:C1', 'A1:C1']],
    ['has other columns', ['E1:F2', 'E1:F2']],
    ['ends with totals', ['A1:C2', 'A1:C2'], ' totalsRowCount="1"'],
  ])(
    'has the right range where a table %s and rows are added',
    (_title, [before, after], attributes = '', source = rows) => {
      const parts = withTable(table(before, attributes), source);
      const { parts: written, warnings } = rewrite(parts, { x: 'X', y: 'Y' });
      expect(warnings).toEqual([]);
      expect({ ...written, [SHEET]: '' }).toEqual({ ...parts, [TABLE]: table(after, attributes), [SHEET]: '' });
    },
  );

  it('stays as it is where texts change and rows go', () => {
    const parts = withTable(table('A1:C3'), rows + row(3, 'b', 'A', 'B'));
    const { parts: written } = rewrite(parts, { a: 'X', b: undefined });
    expect({ ...written, [SHEET]: '' }).toEqual({ ...parts, [SHEET]: '' });
  });
});

describe('formulas of a workbook as a template', () => {
  const formula = (place: string, attributes: string, text: string): string =>
    `<c r="${place}" t="str"><f${attributes}>${text}</f><v>x</v></c>`;
  const withLength = (number: number, key: string, attributes: string, text: string): string =>
    row(number, key, 'A', 'B').replace('</row>', `${formula(`D${number}`, attributes, text)}</row>`);
  const rows =
    HEADER +
    withLength(2, 'first', ' t="shared" ref="D2:D4" si="0"', 'LEN(B2)') +
    withLength(3, 'second', ' t="shared" si="0"', '') +
    withLength(4, 'third', ' t="shared" si="0"', '');
  const parts = partsOf(rows);

  it('leaves out the chain of calculation where the sheet changes, with all that refers to it', () => {
    const chain = relation('calcChain', 'calcChain.xml');
    const override = '<Override PartName="/xl/calcChain.xml" ContentType="c"/>';
    const withChain: Parts = {
      ...parts,
      '[Content_Types].xml': parts['[Content_Types].xml']?.replace('</Types>', `${override}</Types>`) ?? '',
      [RELATIONSHIPS]: parts[RELATIONSHIPS]?.replace('</', `${chain}</`) ?? '',
      'xl/calcChain.xml': '<calcChain><c r="D3" i="1"/></calcChain>',
    };
    expect(rewrite(withChain, {}).parts).toEqual(withChain);
    const { warnings, parts: written } = rewrite(withChain, { second: undefined });
    expect(warnings).toEqual([]);
    expect({ ...written, [SHEET]: '' }).toEqual({ ...parts, [SHEET]: '' });
  });

  /** The cells with formulas are in the column of the German texts. */
  const inGerman = rows.replace(/<c r="C[2-9]".*?<\/c>/g, '').replaceAll('r="D', 'r="C');

  it.each([
    ['removes the row of the first', rows, 'first', undefined],
    ['replaces the first', inGerman, 'first', 'C'],
  ])('writes the canonical layout for a change that %s of the cells that share a formula', (_, source, key, text) => {
    expect(rewrite(partsOf(source), { [key]: text }).warnings).toEqual([TEMPLATE_MISFIT]);
  });

  /** The formula of the first cell fills the column. */
  const filled = inGerman
    .replace('t="shared" ref="D2:D4" si="0"', 't="array" ref="C2:C4"')
    .replaceAll('<f t="shared" si="0"></f>', '');

  it('writes the canonical layout for a text in a cell that an array formula fills', () => {
    expect(rewrite(partsOf(filled), { third: 'C' }).warnings).toEqual([TEMPLATE_MISFIT]);
  });

  it('keeps an array formula when other cells change, and replaces it by a text', () => {
    const other = row(5, 'other', 'A', 'B');
    expect(rowsOf(filled + other, { other: 'C' })).toBe(filled + other.replace('>B<', '>C<'));
    expect(rowsOf(filled, { first: 'C' })).toBe(filled.replace(/<c r="C2".*?<\/c>/, cell('C2', 'C')));
  });

  it('keeps a shared formula when other cells change or go', () => {
    expect(rowsOf(rows, { first: 'C', third: undefined })).toBe(
      rows.replace('>B<', '>C<').replace(/<row r="4">.*?<\/row>/, ''),
    );
  });
});
