import * as fc from 'fast-check';
import { zipSync } from 'fflate';
import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import type { FileToWrite, ParseContext } from '../model/codec';
import type { EntryToWrite } from '../model/entry';
import type { Warning } from '../model/warnings';
import { describeCodec } from '../contract/codec.contract';
import { anyText } from '../contract/samples.contract';
import { FormatError, UnwritableTextError } from '../model/format-errors';
import { escapeOoxml, unescapeOoxml } from './ooxml-text';
import { xlsxCodec } from './xlsx-codec';
import { columnName, MAX_CELL_LENGTH } from './xlsx-writer';
import { MAX_UNPACKED } from '../archive/zip-parts';
import { samples } from '../../../test/support/samples';

const fixture = (name: string): Uint8Array => readFileSync(join(__dirname, 'fixtures', `${name}.xlsx`));

function read(bytes: Uint8Array, overrides: Partial<ParseContext> = {}) {
  const warnings: Warning[] = [];
  const warn = (warning: Warning): number => warnings.push(warning);
  const context = { projectLanguages: ['en', 'de'], sourceLanguage: 'en', warn, ...overrides };
  const { entries } = xlsxCodec.parse(bytes, context);
  return { entries, warnings, texts: entries.map(({ key, language, value }) => [key, language, value]) };
}

function getError(bytes: Uint8Array): FormatError {
  try {
    read(bytes);
  } catch (error) {
    if (error instanceof FormatError) return error;
    throw error;
  }
  throw new Error('the workbook was not refused');
}

const RELATIONS = 'http://schemas.openxmlformats.org/officeDocument/2006/relationships';

interface Content {
  sheets?: readonly string[];
  strings?: string;
  styles?: string;
}

/** Creates a minimal workbook. `sheets` holds the content of each sheet's `<sheetData>`. */
function createParts({ sheets = [], strings = '', styles = '' }: Content): Record<string, Uint8Array> {
  const relation = (id: string, type: string, target: string): string =>
    `<Relationship Id="${id}" Type="${RELATIONS}/${type}" Target="${target}"/>`;
  const names = sheets.map((_, i) => `<sheet name="Sheet ${i + 1}" sheetId="${i + 1}" r:id="r${i}"/>`).join('');
  const targets = sheets.map((_, i) => relation(`r${i}`, 'worksheet', `worksheets/sheet${i}.xml`)).join('');
  const others = relation('s', 'sharedStrings', 'sharedStrings.xml') + relation('f', 'styles', '/xl/styles.xml');
  return {
    '_rels/.rels': Buffer.from(`<Relationships>${relation('a', 'officeDocument', '/xl/workbook.xml')}</Relationships>`),
    'xl/workbook.xml': Buffer.from(`<workbook xmlns:r="${RELATIONS}"><sheets>${names}</sheets></workbook>`),
    'xl/_rels/workbook.xml.rels': Buffer.from(`<Relationships>${targets}${others}</Relationships>`),
    'xl/sharedStrings.xml': Buffer.from(`<sst>${strings}</sst>`),
    'xl/styles.xml': Buffer.from(`<styleSheet>${styles}</styleSheet>`),
    ...Object.fromEntries(sheets.map((rows, i) => [`xl/worksheets/sheet${i}.xml`, createSheet(rows)])),
  };
}

const createSheet = (rows: string): Buffer => Buffer.from(`<worksheet><sheetData>${rows}</sheetData></worksheet>`);
const workbook = (...sheets: string[]): Uint8Array => zipSync(createParts({ sheets }));
const inline = (...texts: string[]): string =>
  `<row>${texts.map((t) => `<c t="inlineStr"><is><t>${t}</t></is></c>`).join('')}</row>`;
const HEADER = inline('key', 'en', 'de');

const createFile = (entries: readonly EntryToWrite[], languages = ['en', 'de']): FileToWrite => ({
  language: languages[0] ?? 'en',
  languages,
  sourceLanguage: 'en',
  projectName: 'Shop',
  entries,
  warn: () => undefined,
});
const write = (entries: readonly EntryToWrite[]): Buffer =>
  Buffer.concat([...xlsxCodec.serialize(createFile(entries))].map((chunk) => Buffer.from(chunk)));

describeCodec(xlsxCodec, {
  fixtures: join(__dirname, 'fixtures'),
  carriesText: (text) => text.length <= MAX_CELL_LENGTH,
  templateMisfits: ['two-sheets.xlsx'],
});

describe('xlsxCodec cells', () => {
  it('reads numbers, rich text, CR and leading spaces from a workbook with two sheets', () => {
    expect(read(fixture('two-sheets')).texts).toEqual([
      ['number', 'en', '1.1'],
      ['number', 'de', '12345678901'],
      ['boolean', 'en', 'TRUE'],
      ['boolean', 'de', 'FALSE'],
      ['spaces', 'en', '  two  '],
      ['spaces', 'de', 'tab\tCR\rLF\nend'],
      ['formula-like', 'en', '=x'],
      ['formula-like', 'de', '-5%'],
      ['rich', 'en', 'bold and plain'],
      ['second', 'en', 'of sheet 2'],
      ['second', 'de', 'aus Blatt 2'],
    ]);
  });

  it('joins the runs of a shared string and ignores its phonetic reading', () => {
    const strings =
      '<si><t>key</t></si><si><t>en</t></si>' +
      '<si><r><rPr><b/></rPr><t xml:space="preserve"> a</t></r><r><t>b </t></r><rPh sb="0" eb="1"><t>no</t></rPh></si>';
    const rows =
      '<row><c t="s"><v>0</v></c><c t="s"><v>1</v></c></row><row><c t="str"><v>k</v></c><c t="s"><v>2</v></c></row>';
    expect(read(zipSync(createParts({ sheets: [rows], strings }))).texts).toEqual([['k', 'en', ' ab ']]);
  });

  it('rounds numbers to 15 digits as Excel displays them', () => {
    const values = ['1.1000000000000001', '5.0', '0', '-3', '1E-7', '123456789012345'];
    const rows = values.map((value) => `<row>${'<c t="str"><v>k</v></c>'}<c><v>${value}</v></c></row>`).join('');
    const { entries, warnings } = read(workbook(HEADER + rows));
    expect(entries.map(({ value }) => value)).toEqual(['1.1', '5', '0', '-3', '1e-7', '123456789012345']);
    expect(warnings).toEqual([]);
  });

  it('reads dates and percentages as stored numbers, with a warning that lists the cells', () => {
    const styles =
      '<numFmts><numFmt numFmtId="170" formatCode="General"/></numFmts><cellStyleXfs><xf numFmtId="9"/></cellStyleXfs>' +
      '<cellXfs><xf numFmtId="0"/><xf numFmtId="14"/><xf numFmtId="170"/><xf numFmtId="9"/></cellXfs>';
    const cell = (ref: string, style: number, value: string): string =>
      `<c r="${ref}" s="${style}"><v>${value}</v></c>`;
    const key = '<c r="A2" t="str"><v>k</v></c>';
    const rows = `${HEADER}<row r="2">${key}${cell('B2', 1, '45000')}${cell('C2', 3, '0.05')}</row>`;
    const { entries, warnings } = read(zipSync(createParts({ sheets: [rows], styles })));
    expect(entries.map(({ value }) => value)).toEqual(['45000', '0.05']);
    expect(warnings).toEqual([{ code: 'number_unformatted', detail: expect.stringMatching(/"Sheet 1".*: B2, C2$/) }]);
    const plain = rows.replace('s="1"', 's="2"').replace('s="3"', 's="0"');
    expect(read(zipSync(createParts({ sheets: [plain], styles }))).warnings).toEqual([]);
  });

  it('reads the last results of formulas and ignores errors, with warnings', () => {
    const formula = '<c r="B2" t="str"><f>A1&amp;"x"</f><v>keyx</v></c>';
    const error = '<c r="C2" t="e"><v>#REF!</v></c>';
    const { entries, warnings } = read(workbook(`${HEADER}<row r="2"><c t="str"><v>k</v></c>${formula}${error}</row>`));
    expect(entries.map(({ value }) => value)).toEqual(['keyx', null]);
    expect(warnings.map(({ code }) => code)).toEqual(['formula_result', 'cell_error']);
  });

  it.each([
    ['the key', 'A2', 'cell_error'],
    ['a language', 'C2', 'cell_error'],
    ['the description', 'D2', 'other_cell_error'],
    ['a column that is not imported', 'E2', 'other_cell_error'],
  ])('distinguishes errors in the columns of keys and texts from other errors: %s', (_, reference, code) => {
    const header = inline('key', 'en', 'de', 'description', 'price');
    const error = `<c r="${reference}" t="e"><v>#N/A</v></c>`;
    const { warnings } = read(workbook(`${header}<row r="2"><c r="B2" t="str"><v>A</v></c>${error}</row>`));
    expect(warnings).toEqual([{ code, detail: expect.stringContaining(`: ${reference}`) }]);
  });

  it('reads rows with missing columns and missing references', () => {
    const rows =
      '<row r="7"><c r="A7" t="str"><v>k</v></c><c r="C7" t="str"><v>D</v></c></row><row><c t="str"><v>l</v></c></row>';
    expect(read(workbook(HEADER + rows)).entries).toEqual([
      { key: 'k', language: 'de', value: 'D', line: 7 },
      { key: 'l', language: 'en', value: null, line: 8 },
    ]);
  });

  it('distinguishes an empty text from a missing one', () => {
    const values = new Map([['en', '']]);
    expect(read(write([{ key: 'a', values }])).texts).toEqual([['a', 'en', '']]);
  });
});

describe('unescapeOoxml and escapeOoxml', () => {
  it.each([
    ['_x000D_', '\r'],
    ['a_x000d__x000A_b', 'a\r\nb'],
    ['_x005F_x000D_', '_x000D_'],
    ['_x00e9_', 'é'],
    ['_x12_ _xGGGG_', '_x12_ _xGGGG_'],
  ])('unescapes %s', (written, text) => expect(unescapeOoxml(written)).toBe(text));

  it('escapes an underscore that would begin an escape', () => {
    expect(escapeOoxml('_x0041\u0001', 'k')).toBe('_x005F_x0041_x0001_');
    expect(escapeOoxml('_x0041_x', 'k')).toBe('_x005F_x0041_x');
  });

  it('unescapes every escaped text to the original', () => {
    const part = fc.constantFrom('_', 'x', '005F', '000D', '_x000D_', '\u0001', '\ufffe', '\r', 'A', '😀');
    const text = fc.oneof(
      anyText,
      fc.array(part).map((parts) => parts.join('')),
    );
    fc.assert(
      fc.property(text, (original) => {
        const parsed = escapeOoxml(original, 'k').replace(/&#13;/g, '\r').replace(/&lt;/g, '<').replace(/&gt;/g, '>');
        expect(unescapeOoxml(parsed.replace(/&amp;/g, '&'))).toBe(original);
      }),
    );
  });
});

describe('xlsxCodec sheets', () => {
  const row = (key: string): string => inline(key, 'A', 'B');

  it('reads all sheets with the same header and warns about the others', () => {
    const { texts, warnings } = read(
      workbook(inline('Read me'), HEADER + row('a'), '', HEADER + row('b'), inline('key', 'fr')),
    );
    expect(texts.map(([key]) => key)).toEqual(['a', 'a', 'b', 'b']);
    expect(warnings).toEqual([
      { code: 'sheet_without_header', detail: expect.stringContaining('"Sheet 1"') },
      { code: 'sheet_ignored', detail: expect.stringContaining('"Sheet 5"') },
    ]);
  });

  const table = HEADER + row('a');
  const columns = ['key', 'en', 'de'];
  it.each<[string, string, string | undefined, Partial<ParseContext>?]>([
    ['languages in another order', inline('key', 'de', 'en'), 'sheet_ignored'],
    ['languages without a column of keys', inline('de', 'German'), 'sheet_ignored'],
    ['one column of texts', inline('key', 'value'), 'sheet_ignored', { language: 'de' }],
    ['two columns without a header', inline('Author', 'Ada'), 'sheet_without_header', { language: 'de' }],
    ['further texts without a header', row('b'), 'sheet_ignored', { columns }],
    ['more columns than a table without a header', inline('a', 'b', 'c', 'd'), 'sheet_ignored', { columns }],
    ['no rows', '', undefined],
  ])(
    'distinguishes sheets with keys and texts from other sheets that are not read: %s',
    (_, other, code, options = {}) => {
      const { warnings } = read(workbook(options.columns ? row('a') : table, other), options);
      expect(warnings.map((warning) => warning.code)).toEqual(code === undefined ? [] : [code]);
    },
  );

  it('reads a sheet without a header in the language of the import if no sheet has a header', () => {
    expect(read(workbook(inline('a', 'A')), { language: 'de' }).texts).toEqual([['a', 'de', 'A']]);
    expect(read(workbook(inline('x', 'y'), HEADER + row('a')), { language: 'de' }).texts).toHaveLength(2);
  });

  it('reads the header from the first row with a text', () => {
    expect(read(workbook(`<row r="1"><c r="A1" s="1"/></row>${HEADER}${row('a')}`)).texts).toHaveLength(2);
  });

  it('has one entry for a row without a key, with its number and its first text', () => {
    const { entries } = read(workbook(HEADER + row('a') + inline('', '', 'B')));
    expect(entries.slice(2)).toEqual([{ key: '', language: 'de', value: 'B', line: 3 }]);
  });

  it('refuses a workbook without a header', () => {
    expect(getError(workbook(inline('a', 'b', 'c'))).message).toMatch(/names no language/);
    expect(getError(workbook(inline('en', 'de'))).message).toMatch(/no column "key"/);
    expect(getError(workbook('')).message).toMatch(/no rows/);
  });

  it('warns about columns that are not imported, with or without a name', () => {
    const { warnings } = read(workbook(inline('key', 'en', 'status') + inline('a', 'A', 'done', 'more')));
    expect(warnings.map(({ detail }) => detail)).toEqual([
      expect.stringContaining('"status"'),
      expect.stringContaining('column 4'),
    ]);
  });
});

describe('xlsxCodec.parse', () => {
  it.each([
    ['bytes that are not a zip archive', Buffer.from('key,en\n'), /not an \.xlsx/],
    ['an old .xls file', Buffer.concat([Buffer.from('d0cf11e0a1b11ae1', 'hex'), Buffer.alloc(600)]), /password/],
    ['a zip archive that is not a workbook', zipSync({ 'de.json': Buffer.from('{}') }), /lacks its part/],
    [
      'a reference to a missing shared string',
      workbook(`${HEADER}<row><c t="s"><v>7</v></c></row>`),
      /missing shared string/,
    ],
    ['XML that is not well-formed', workbook(`${HEADER}<row>`), /not well-formed/],
    ['undefined entities', workbook('<row><c t="str"><v>&xxe;</v></c></row>'), /not well-formed/],
    ['columns outside a sheet', workbook('<row><c r="ZZZ1"><v>1</v></c></row>'), /outside the columns/],
  ])('refuses %s', (_, bytes, message) => {
    expect(getError(bytes)).toMatchObject({ code: 'malformed_file', message: expect.stringMatching(message) });
  });

  it('refuses a zip bomb by its unpacked size', () => {
    const parts = createParts({ sheets: [HEADER] });
    parts['xl/worksheets/sheet0.xml'] = Buffer.alloc(MAX_UNPACKED + 1, ' ');
    expect(getError(zipSync(parts, { level: 1 }))).toMatchObject({ code: 'limit_exceeded' });
  });

  it('refuses elements with too many attributes', () => {
    const attributes = Array.from({ length: 101 }, (_, i) => ` a${i}="1"`).join('');
    expect(getError(workbook(`${HEADER}<row${attributes}/>`))).toMatchObject({ code: 'limit_exceeded' });
  });

  it('refuses a part with a wrong size in its header', () => {
    const bytes = Buffer.from(workbook(HEADER));
    const entry = bytes.lastIndexOf('xl/worksheets/sheet0.xml') - 46;
    bytes.writeUInt32LE(1, entry + 24);
    expect(getError(bytes).message).toMatch(/wrong size/);
  });

  it('refuses a long shared string that is used in too many cells', () => {
    const strings = `<si><t>key</t></si><si><t>en</t></si><si><t>${'x'.repeat(32_000)}</t></si>`;
    const cell = (text: number): string => `<c t="s"><v>${text}</v></c>`;
    const rows = `<row>${cell(0)}${cell(1)}</row>${`<row>${cell(0)}${cell(2)}</row>`.repeat(5_000)}`;
    expect(getError(zipSync(createParts({ sheets: [rows], strings })))).toMatchObject({ code: 'limit_exceeded' });
  });

  it('returns entries or throws a FormatError for any damaged workbook', () => {
    const bytes = Buffer.from(workbook(HEADER + inline('a', 'A', 'B')));
    fc.assert(
      fc.property(fc.nat(bytes.length - 1), fc.nat(255), (at, byte) => {
        const damaged = Buffer.from(bytes);
        damaged[at] = byte;
        try {
          read(damaged);
          read(bytes.subarray(0, at));
        } catch (error) {
          expect(error).toBeInstanceOf(FormatError);
        }
      }),
      { numRuns: samples(1_000) },
    );
  });
});

describe('xlsxCodec.serialize', () => {
  const values = new Map([['de', 'Ä']]);

  it('writes the same bytes for the same entries', () => {
    expect(write([{ key: 'a', values }]).equals(write([{ key: 'a', values }]))).toBe(true);
  });

  it('refuses a text that is longer than an Excel cell', () => {
    const long = new Map([['de', 'x'.repeat(MAX_CELL_LENGTH + 1)]]);
    expect(() => write([{ key: 'a', values: long }])).toThrow(UnwritableTextError);
    expect(() => write([{ key: 'a', values: new Map([['de', 'x'.repeat(MAX_CELL_LENGTH)]]) }])).not.toThrow();
  });

  it('names columns as Excel does', () => {
    expect([0, 25, 26, 51, 52, 701, 702, 16_383].map(columnName)).toEqual([
      'A',
      'Z',
      'AA',
      'AZ',
      'BA',
      'ZZ',
      'AAA',
      'XFD',
    ]);
  });
});

it('reads and writes 50,000 rows within the timeout', () => {
  const entries = Array.from({ length: 50_000 }, (_, i) => ({
    key: `key.${i}`,
    values: new Map([['en', `Hello ${i}`]]),
  }));
  expect(read(write(entries)).entries).toHaveLength(50_000);
});
