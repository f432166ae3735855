import * as fc from 'fast-check';
import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import type { FileToWrite, FormatCodec, ParseContext } from '../model/codec';
import type { EntryToWrite } from '../model/entry';
import type { Warning } from '../model/warnings';
import { startCpuClock } from '../contract/cpu-time.contract';
import { describeCodec } from '../contract/codec.contract';
import { FileLimitError, MalformedFileError, UnwritableTextError } from '../model/format-errors';
import { csvCodec, tsvCodec } from './csv-codec';
import { MAX_COLUMNS } from './csv-reader';
import { MAX_TEXTS } from './table-entry-reader';

const fixture = (name: string): Uint8Array => readFileSync(join(__dirname, 'fixtures', name));

function createContext(overrides: Partial<ParseContext> = {}): ParseContext & { warnings: Warning[] } {
  const warnings: Warning[] = [];
  const warn = (warning: Warning): number => warnings.push(warning);
  return { projectLanguages: ['en', 'de'], sourceLanguage: 'en', warnings, warn, ...overrides };
}

const read = (text: string | Uint8Array, overrides: Partial<ParseContext> = {}, codec: FormatCodec = csvCodec) =>
  codec.parse(typeof text === 'string' ? Buffer.from(text) : text, createContext(overrides)).entries;

const texts = (text: string | Uint8Array, overrides: Partial<ParseContext> = {}, codec: FormatCodec = csvCodec) =>
  read(text, overrides, codec).map(({ key, language, value }) => [key, language, value]);

function getError(text: string | Uint8Array, overrides: Partial<ParseContext> = {}): MalformedFileError {
  try {
    read(text, overrides);
  } catch (error) {
    if (error instanceof MalformedFileError || error instanceof FileLimitError) return error;
    throw error;
  }
  throw new Error('the file was not refused');
}

const createFile = (entries: readonly EntryToWrite[], languages = ['en', 'de']): FileToWrite => ({
  language: languages[0] ?? 'en',
  languages,
  sourceLanguage: 'en',
  projectName: 'Shop',
  entries,
  warn: () => undefined,
});

const write = (entries: readonly EntryToWrite[], codec: FormatCodec = csvCodec, languages?: string[]): string =>
  [...codec.serialize(createFile(entries, languages))].join('');

describeCodec(csvCodec, { fixtures: join(__dirname, 'fixtures'), templateMisfits: ['no-header.csv'] });
describeCodec(tsvCodec, { fixtures: join(__dirname, 'fixtures') });

describe('csvCodec header row', () => {
  it('reads each language column in the order of rows and columns', () => {
    expect(texts('key,en,pt_BR\na,A,B\nb,C,D\n')).toEqual([
      ['a', 'en', 'A'],
      ['a', 'pt-BR', 'B'],
      ['b', 'en', 'C'],
      ['b', 'pt-BR', 'D'],
    ]);
  });

  it('finds the key column by its name in any case and position', () => {
    expect(texts('de,KEY\nHallo,a\n')).toEqual([['a', 'de', 'Hallo']]);
  });

  it('reads the first column as the key if none is named key', () => {
    expect(texts('Bezeichner,en\na,A\n')).toEqual([['a', 'en', 'A']]);
  });

  it('reads id as the key in the first column and as Indonesian in others', () => {
    expect(texts('id,en\na,A\n')).toEqual([['a', 'en', 'A']]);
    expect(texts('key,id\na,A\n')).toEqual([['a', 'id', 'A']]);
  });

  it('reads the column name as the key if the first column is a description', () => {
    expect(texts('comment,name,en\nc,a,A\n')).toEqual([['a', 'en', 'A']]);
  });

  it('reads a three-letter language only if the project has it', () => {
    expect(texts('key,en,gsw\na,A,B\n', { projectLanguages: ['en', 'gsw'] })).toHaveLength(2);
    expect(texts('key,en,gsw\na,A,B\n')).toEqual([['a', 'en', 'A']]);
  });

  it.each(['description', 'Comment', 'context'])('reads the column %s as the description', (name) => {
    expect(read(`key,en,${name}\na,A,note\n`)[0]).toMatchObject({ key: 'a', description: 'note' });
  });

  it('warns once about an unknown column, with its name and the line of its first text', () => {
    const context = createContext();
    csvCodec.parse(Buffer.from('key,en,max length,empty,\na,A,,,\nb,B,20,,x\nc,C,30,,\n'), context);
    expect(context.warnings).toEqual([
      { code: 'unknown_column', detail: expect.stringContaining('"max length"'), line: 3 },
      { code: 'unknown_column', detail: expect.stringContaining('column 5'), line: 3 },
    ]);
  });

  it('refuses a header with languages but no key column', () => {
    expect(getError('en,de\nA,B\n')).toMatchObject({
      message: expect.stringContaining('"key"'),
      position: { line: 1 },
    });
  });

  it('reads a key and a value column in the language of the import', () => {
    expect(texts('key,value\na,A\n', { language: 'de' })).toEqual([['a', 'de', 'A']]);
    expect(texts('key,comment,Wortlaut\na,c,A\n', { language: 'de' })).toEqual([['a', 'de', 'A']]);
  });

  it('reads two columns without a header in the language of the import', () => {
    expect(texts(fixture('no-header.csv'), { language: 'de' })).toEqual([
      ['greeting', 'de', 'Hallo'],
      ['farewell', 'de', 'Tschüss, bis bald; ja'],
    ]);
  });

  it('reports what is missing if there is neither a header nor a language', () => {
    expect(getError(fixture('no-header.csv')).message).toMatch(/names no language.*"key"/);
    expect(getError('a,b,c\n', { language: 'de' }).message).toMatch(/names no language/);
    expect(getError('').message).toMatch(/no rows/);
  });
});

describe('csvCodec delimiter detection', () => {
  it.each([',', ';', '\t', '|'])('finds the delimiter %j in the header', (delimiter) => {
    const rows = ['key', 'en', 'de'].join(delimiter) + '\n' + ['a', '"x,;|\ty"', 'B, b'].join(delimiter) + '\n';
    const expected = delimiter === ',' ? 'B' : 'B, b';
    expect(texts(delimiter === ',' ? rows.replace('B, b', 'B') : rows)).toEqual([
      ['a', 'en', 'x,;|\ty'],
      ['a', 'de', expected],
    ]);
  });

  it('ignores delimiters inside quotes', () => {
    expect(texts('"key";"en";"a, b, c, d"\na;A;\n')).toEqual([['a', 'en', 'A']]);
  });

  it('uses the delimiter that the line sep= specifies', () => {
    expect(read('sep=;\r\nkey;en\r\na;A, b\r\n')).toEqual([{ key: 'a', language: 'en', value: 'A, b', line: 3 }]);
  });

  it('uses the first delimiter in the line if there is no header', () => {
    expect(texts('a;Hello, my, friend\n', { language: 'en' })).toEqual([['a', 'en', 'Hello, my, friend']]);
  });
});

describe('csvCodec cells', () => {
  it('keeps texts that look like formulas or numbers', () => {
    expect(texts(fixture('formulas.csv')).map(([, , value]) => value)).toEqual([
      '-5%',
      '+1',
      '=SUM(A1)',
      '@a',
      "'x",
      '007',
      '1e5',
      'true',
    ]);
  });

  it.each(['\r', '\n', '\r\n'])('keeps the line end %j inside quotes', (end) => {
    expect(texts(`key,en${end}a,"x${end}y"${end}b,B${end}`)).toEqual([
      ['a', 'en', `x${end}y`],
      ['b', 'en', 'B'],
    ]);
  });

  it('keeps leading and trailing spaces', () => {
    expect(texts('key,en\n a , A \n')).toEqual([[' a ', 'en', ' A ']]);
  });

  it('reads quotes inside an unquoted cell as ordinary characters', () => {
    expect(texts('key,en\na,5" disk\nb,say "hi"\n')).toEqual([
      ['a', 'en', '5" disk'],
      ['b', 'en', 'say "hi"'],
    ]);
  });

  it('distinguishes an empty cell from a quoted empty text', () => {
    expect(texts('key,en,de\na,,""\n')).toEqual([
      ['a', 'en', null],
      ['a', 'de', ''],
    ]);
  });

  it('reads UTF-16 with a byte order mark', () => {
    const bytes = Buffer.from('\uFEFFkey\ten\r\na\tÄ😀\r\n', 'utf16le');
    expect(texts(bytes)).toEqual([['a', 'en', 'Ä😀']]);
    expect(texts(bytes, {}, tsvCodec)).toEqual([['a', 'en', 'Ä😀']]);
  });

  it('reads UTF-8 with a byte order mark and mixed line ends', () => {
    expect(read(fixture('bom-mixed-line-ends.csv'))).toEqual([
      { key: 'a', language: 'en', value: 'A', line: 2 },
      { key: 'b', language: 'en', value: 'B\r\nb', line: 3 },
      { key: 'c', language: 'en', value: 'C', line: 5 },
      { key: 'd', language: 'en', value: 'D', line: 7 },
    ]);
  });
});

describe('csvCodec rows', () => {
  it('returns both rows of a duplicate key', () => {
    expect(read('key,en\na,A\na,B\n').map(({ value, line }) => [value, line])).toEqual([
      ['A', 2],
      ['B', 3],
    ]);
  });

  it('reads rows that are shorter than the header, and skips empty ones', () => {
    expect(texts('key,en,de\n\na,A\n,,\n"",,\nb\n')).toEqual([
      ['a', 'en', 'A'],
      ['b', 'en', null],
    ]);
  });

  it('has one entry for a row without a key, with its line and its first text', () => {
    const entries = read('key,en,de,description\na,"x\r\ny"\n,,B,b\n"",,,c\n');
    expect(entries.slice(1)).toEqual([
      { key: '', language: 'de', value: 'B', description: 'b', line: 4 },
      { key: '', language: 'en', value: null, description: 'c', line: 5 },
    ]);
  });

  it('refuses a row with more cells than the header and reports its line', () => {
    expect(getError('key,en\na,A,\nb,Hello, you\n')).toMatchObject({ position: { line: 3 } });
  });

  it.each([
    ['is never closed', 'key,en\na,A\nb,"B\nc,C\n', 3],
    ['ends a cell too early', 'key,en\na,"x\ny"\nb,"say "hi", you"\n', 4],
    ['ends a cell too early before a second quote', 'key,en,de\na,"a"b,xx",y\n', 2],
    ['ends the last cell too early', 'key,en\na,"x"y', 2],
  ])('refuses a quote that %s and reports its line', (_, text, line) => {
    expect(getError(text)).toMatchObject({ code: 'malformed_file', position: { line } });
  });

  it('refuses a row with too many cells', () => {
    expect(getError(`key,en\n${','.repeat(MAX_COLUMNS + 1)}`)).toMatchObject({
      code: 'limit_exceeded',
      position: { line: 2 },
    });
  });
});

describe.each([csvCodec, tsvCodec])('$id serialize', (codec) => {
  it('writes keys, languages and descriptions, with quotes only where they are needed', () => {
    const d = codec === csvCodec ? ',' : '\t';
    const values = new Map([['de', 'sagt "a"']]);
    const rows = [{ key: 'a', values, description: 'd' }, { key: 'b' }];
    const expected = `key${d}en${d}de${d}description\na${d}${d}"sagt ""a"""${d}d\nb${d}${d}${d}\n`;
    expect(write(rows, codec)).toBe(expected);
  });

  it('writes texts that are read back to the code unit', () => {
    const text = fc.oneof(
      fc.string({ unit: 'grapheme' }),
      fc.string({ unit: fc.constantFrom('"', ',', ';', '\t', '|', '\r', '\n', ' ', 'a', '\uFEFF', '\u2028', '=') }),
    );
    const clean = text.filter((candidate) => !candidate.includes('\0'));
    const entry = fc.record({
      key: clean.filter((key) => key !== ''),
      en: fc.option(clean, { nil: undefined }),
      de: fc.option(clean, { nil: undefined }),
      description: fc.option(
        clean.filter((candidate) => candidate !== ''),
        { nil: undefined },
      ),
    });
    fc.assert(
      fc.property(fc.array(entry), (rows) => {
        const entries = rows.map(({ key, en, de, description }) => ({
          key,
          values: createValues(en, de),
          description,
        }));
        const written = write(entries, codec);
        const back = read(written, {}, codec);
        const expected = rows.flatMap(({ key, en, de, description }) => [
          [key, 'en', en ?? null, description],
          [key, 'de', de ?? null, description],
        ]);
        expect(back.map((e) => [e.key, e.language, e.value, e.description])).toEqual(expected);
      }),
    );
  });

  it('pulls one entry at a time', () => {
    let pulled = 0;
    const entries = (function* () {
      for (; pulled < 10; pulled++) yield { key: `k${pulled}` };
    })();
    const chunks = codec.serialize({ ...createFile([]), entries })[Symbol.iterator]();
    chunks.next();
    chunks.next();
    expect(pulled).toBeLessThan(2);
  });

  it.each(['\0', '\uD800'])('refuses the character %j', (text) => {
    expect(() => write([{ key: 'a', values: new Map([['de', `x${text}`]]) }], codec)).toThrow(UnwritableTextError);
  });
});

it('refuses a table with more texts than the limit', () => {
  const languages = Array.from({ length: 500 }, () => 'en').join(',');
  const rows = `a${','.repeat(500)}\n`.repeat(MAX_TEXTS / 500 + 1);
  expect(getError(`key,${languages}\n${rows}`)).toMatchObject({ code: 'limit_exceeded' });
});

it('reads 100,000 rows with two languages within the timeout', () => {
  const lines = Array.from({ length: 100_000 }, (_, i) => `key.${i},"Hello ""you"" ${i}",Hallo ${i}\n`);
  expect(read(`key,en,de\n${lines.join('')}`)).toHaveLength(200_000);
});

it('reads rows that are shorter than the header as quickly as complete ones', () => {
  const file = `key,en,de\n${'a\n'.repeat(200_000)}`;
  const cpuSeconds = startCpuClock();
  expect(read(file)).toHaveLength(200_000);
  expect(cpuSeconds()).toBeLessThan(3);
});

it('refuses a header with more columns than the limit as quickly as its first row', () => {
  const cpuSeconds = startCpuClock();
  expect(getError(`key${',a'.repeat(30_000)}\na,b\n`)).toMatchObject({ code: 'limit_exceeded', position: { line: 1 } });
  expect(cpuSeconds()).toBeLessThan(0.5);
});

it('scores a file by its first line only', () => {
  expect(csvCodec.sniff?.('key,en\n')).toBe(2);
  expect(csvCodec.sniff?.('a,b\n')).toBe(1);
  expect(csvCodec.sniff?.('hello\na,b\n')).toBe(0);
  expect(tsvCodec.sniff?.('key,en\n')).toBe(0);
});

function createValues(en: string | undefined, de: string | undefined): Map<string, string> {
  const values = new Map<string, string>();
  if (en !== undefined) values.set('en', en);
  if (de !== undefined) values.set('de', de);
  return values;
}
