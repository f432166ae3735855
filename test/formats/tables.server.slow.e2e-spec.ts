import { strFromU8, strToU8, unzipSync, zipSync } from 'fflate';
import type { Json } from '../support/client';
import { Exchange, type Options } from '../support/exchange';
import { type RunningApp, startApp } from '../support/start-app';

describe('a table in the layout of its template', () => {
  let running: RunningApp;
  beforeAll(async () => {
    running = await startApp();
  });
  afterAll(() => running.close());

  const project = async (targetLanguages = ['de', 'fr']): Promise<Exchange> => {
    const { id, api } = await running.given.project({ targetLanguages });
    return new Exchange(api, id);
  };
  const all = { format: 'csv', language: '*' };

  it('gains no column that the file did not have', async () => {
    const exchange = await project();
    const file = 'Key;de;en;Owner\r\nhi;Hallo;Hi;anna\r\n\r\nbye;"";Bye;\r\n';
    await exchange.imported({ bytes: file, name: 'texts.csv' });
    expect((await exchange.exported(all)).toString()).toBe(file);
    await exchange.put('hi', { value: 'Hello', description: 'A greeting' });
    expect((await exchange.exported(all)).toString()).toBe(file.replace(';Hi;', ';Hello;'));
    expect(await exchange.lost(all)).toMatchObject([{ code: 'description_dropped', key: 'hi' }]);
  });

  it.each(['csv', 'tsv', 'xlsx'])('keeps rows without a key, with a warning, in %s', async (format) => {
    const exchange = await project(['de']);
    const table = 'key,en,de\nhi,Hi,Hallo\n,Section,\nbye,Bye,\n';
    const separator = format === 'tsv' ? '\t' : ',';
    const ofRows = async (): Promise<Uint8Array> => {
      if (format !== 'xlsx') return strToU8(table.replaceAll(',', separator));
      const from = await project(['de']);
      await from.imported({ bytes: table.replace('\n,', '\nx,'), name: 'texts.csv' });
      return withoutCell(await from.exported({ format, language: '*' }), 'A4');
    };
    const bytes = await ofRows();
    const { warnings } = await exchange.imported({ bytes, name: `texts.${format}` });
    expect(warnings).toMatchObject([
      { code: 'entry_kept_aside', key: '', language: 'en', line: format === 'xlsx' ? 4 : 3 },
    ]);
    expect(await exchange.texts()).toEqual({ en: { hi: 'Hi', bye: 'Bye' }, de: { hi: 'Hallo' } });
    const options = { format, language: '*' };
    expect(Buffer.compare(await exchange.exported(options), bytes)).toBe(0);
    await exchange.deleteKeys('bye');
    await exchange.put('hi', { translations: { de: 'Servus' } });
    const edited = await exchange.exported(options);
    const again = await project(['de']);
    expect((await again.imported({ bytes: edited, name: `texts.${format}` })).warnings).toEqual(warnings);
    expect(await again.texts()).toEqual({ en: { hi: 'Hi' }, de: { hi: 'Servus' } });
    const { status, body } = await again.import({ bytes, name: `texts.${format}` }, { strict: true });
    expect({ status, code: body.code }).toEqual({ status: 400, code: 'malformed_file' });
  });

  describe.each(['csv', 'tsv'])('of the format %s', (format) => {
    const d = format === 'csv' ? ',' : '\t';
    const options = { format, language: '*' };
    const given = async (): Promise<Exchange> => {
      const exchange = await project(['de']);
      const en = { a: '=1+1', b: '-5 %', c: '1+1', d: ' =1', e: '\tx', f: '\rx', g: '@x', h: '+x', '=i': 'x', j: "'x" };
      await exchange.imported({ bytes: JSON.stringify(en) }, { format: 'json', language: 'en', keySeparator: '' });
      await exchange.imported({ bytes: '{"c":"=2"}' }, { format: 'json', language: 'de' });
      await exchange.put('c', { value: '1+1', description: '@note' });
      return exchange;
    };

    it('has a warning for each cell that a spreadsheet may run as a formula', async () => {
      const exchange = await given();
      const found = (await exchange.lost(options)).map(({ code, key, language }) => [code, key, language]);
      expect(found.sort()).toEqual(
        [
          ['a', 'en'],
          ['b', 'en'],
          ['c', undefined],
          ['c', 'de'],
          ['e', 'en'],
          ['f', 'en'],
          ['g', 'en'],
          ['h', 'en'],
          ['=i', undefined],
        ]
          .map(([key, language]) => ['formula_cell', key, language])
          .sort(),
      );
      expect((await exchange.export(options)).headers.get('x-export-warnings')).toBe('9');
    });

    it('has warnings for, and escapes, signs that begin a cell where a spreadsheet expects another delimiter', async () => {
      const exchange = await project([]);
      const en = {
        a: 'x;=1',
        b: 'x,@1',
        c: 'x\t-1',
        d: 'x|+1',
        e: 'x\n=1',
        f: 'x;"=1',
        g: 'x\n- 1',
        h: 'x; =1',
        i: 'x=1;-',
      };
      await exchange.imported({ bytes: JSON.stringify(en) }, { format: 'json', language: 'en' });
      const found = await exchange.lost(options);
      expect(found.map(({ code, key }) => `${String(code)} ${String(key)}`).sort()).toEqual(
        ['a', 'b', 'c', 'd', 'e', 'f', 'i'].map((key) => `formula_cell ${key}`),
      );
      const escaped = await exchange.exported({ ...options, escapeFormulas: true });
      await exchange.imported({ bytes: escaped, name: `escaped.${format}` });
      const texts = JSON.parse((await exchange.exported({ format: 'json', language: 'en' })).toString()) as object;
      expect(texts).toEqual({
        ...{ a: "x;'=1", b: "x,'@1", c: "x\t'-1", d: "x|'+1", e: "x\n'=1", f: 'x;"\'=1' },
        ...{ g: 'x\n- 1', h: 'x; =1', i: "x=1;'-" },
      });
    });

    it('escapes these cells with escapeFormulas=true, also where a file of formulas was imported', async () => {
      const exchange = await given();
      const safe = await exchange.export({ ...options, escapeFormulas: true });
      expect(safe.headers.get('x-export-warnings')).toBeNull();
      const rows = [
        ['key', 'en', 'de', 'description'],
        ["'=i", 'x', '', ''],
        ['a', "'=1+1", '', ''],
        ['b', "'-5 %", '', ''],
        ['c', '1+1', "'=2", "'@note"],
        ['d', '" =1"', '', ''],
        ['e', format === 'tsv' ? '"\'\tx"' : "'\tx", '', ''],
        ['f', '"\'\rx"', '', ''],
        ['g', "'@x", '', ''],
        ['h', "'+x", '', ''],
        ['j', "'x", '', ''],
      ];
      const file = rows.map((row) => `${row.join(d)}\n`).join('');
      expect(safe.bytes.toString()).toBe(file);
      const imported = await exchange.exported(options);
      await exchange.imported({ bytes: imported, name: `texts.${format}` });
      expect((await exchange.exported({ ...options, escapeFormulas: true })).toString()).toBe(file);
      expect((await exchange.exported(options)).equals(imported)).toBe(true);
    });
  });

  it('escapes no formulas if it is of texts, and neither does another format', async () => {
    const exchange = await project();
    await exchange.imported({ bytes: '{"a":"=1+1"}' }, { format: 'json', language: 'en' });
    expect(await exchange.lost({ format: 'xlsx', language: '*' })).toEqual([]);
    for (const format of ['xlsx', 'json']) {
      const { status, body } = await exchange.export({ format, language: 'en', escapeFormulas: true });
      expect({ status, errors: body.errors }).toMatchObject({
        status: 400,
        errors: [{ parameter: 'escapeFormulas', code: 'not_allowed' }],
      });
    }
  });

  describe('without a header', () => {
    const CSV = 'hi;Hallo;note 1;Hi;A greeting\r\n"bye";"Tschüss; bis bald";;Bye;\r\nok;OK\r\n';
    const columns = 'key,de,,en,description';

    it('has the texts of the columns that the import names', async () => {
      const exchange = await project();
      const { imported, warnings } = await exchange.imported({ bytes: CSV, name: 'texts.csv' }, { columns });
      expect({ imported, warnings }).toEqual({ imported: 5, warnings: [] });
      expect(await exchange.texts()).toEqual({
        en: { hi: 'Hi', bye: 'Bye' },
        de: { hi: 'Hallo', bye: 'Tschüss; bis bald', ok: 'OK' },
        fr: {},
      });
      expect(await exchange.descriptions()).toEqual({ hi: 'A greeting' });
      const [template] = await exchange.templates();
      expect(template).toMatchObject({ options: { columns: columns.split(',') } });
    });

    it('comes back byte for byte, with edited and new rows', async () => {
      const exchange = await project();
      await exchange.imported({ bytes: CSV, name: 'texts.csv' }, { columns });
      expect((await exchange.exported(all)).toString()).toBe(CSV);
      await exchange.put('bye', { value: 'So long; bye', description: 'A farewell' });
      const edited = CSV.replace(';Bye;', ';"So long; bye";A farewell');
      expect((await exchange.exported(all)).toString()).toBe(edited);
      await exchange.imported({ bytes: '{"new": "New", "ok": "OK"}' }, { format: 'json', language: 'en' });
      const added = edited.replace('ok;OK', 'ok;OK;;OK') + 'new;;;New;\r\n';
      expect((await exchange.exported(all)).toString()).toBe(added);
      await exchange.deleteKeys('hi');
      expect((await exchange.exported(all)).toString()).toBe(added.replace(/^hi.*\r\n/, ''));
      const into = await project();
      await into.imported({ bytes: await exchange.exported(all), name: 'texts.csv' }, { columns });
      expect(await into.texts()).toEqual(await exchange.texts());
    });

    it('has tabs too, and texts of the language that the import names', async () => {
      const exchange = await project();
      const tsv = 'Hallo\thi\nTschüss, du\tbye\n';
      await exchange.imported({ bytes: tsv, name: 'de.tsv' }, { columns: 'value,key', language: 'de' });
      expect((await exchange.texts()).de).toEqual({ hi: 'Hallo', bye: 'Tschüss, du' });
      expect((await exchange.exported({ format: 'tsv', language: 'de' })).toString()).toBe(tsv);
    });

    it('may be a workbook', async () => {
      const exchange = await project(['de']);
      const table = 'key,en,de\nhi,Hi,Hallo\nbye,Bye,\n';
      await exchange.imported({ bytes: table, name: 'texts.csv' });
      const bytes = withoutFirstRow(await exchange.exported({ format: 'xlsx', language: '*' }));
      const into = await project(['de']);
      const options = { columns: 'key,en,de,description', format: 'xlsx' };
      await into.imported({ bytes, name: 'texts.xlsx' }, options);
      expect(await into.texts()).toEqual(await exchange.texts());
      expect(Buffer.compare(await into.exported({ format: 'xlsx', language: '*' }), bytes)).toBe(0);
      await into.put('bye', { translations: { de: 'Tschüss' } });
      await into.imported({ bytes: '{"new": "New"}' }, { format: 'json', language: 'en' });
      const again = await project(['de']);
      const edited = await into.exported({ format: 'xlsx', language: '*' });
      await again.imported({ bytes: edited, name: 'texts.xlsx' }, options);
      expect(await again.texts()).toEqual(await into.texts());
      expect((await again.imported({ bytes: edited, name: 'texts.xlsx' }, options)).imported).toBe(0);
    });

    it.each([
      ['names no column key', 'a,b\n', 'en,de', 'invalid_format'],
      ['names two columns for a language', 'a,b,c\n', 'key,de,DE', 'invalid_format'],
      ['names neither a language nor a column of texts', 'a,b\n', 'key,description', 'invalid_format'],
      ['contains what is no name of a column', 'a,b\n', 'key,en!', 'invalid_format'],
    ])('is refused where the option %s', async (_name, bytes, named, code) => {
      const exchange = await project();
      const { body } = await exchange.import({ bytes, name: 'texts.csv' }, { columns: named });
      expect(body).toMatchObject({ status: 400, code: 'validation_failed', errors: [{ parameter: 'columns', code }] });
    });

    it('is refused where columns and cells do not fit', async () => {
      const exchange = await project();
      const refusal = async (bytes: string, options: Options, name = 'texts.csv'): Promise<Json> => {
        const { status, body } = await exchange.import({ bytes, name }, options);
        expect(status).toBe(400);
        return body;
      };
      expect(await refusal('hi,Hi,Hallo\n', { columns: 'key,en' })).toMatchObject({
        code: 'malformed_file',
        detail: expect.stringContaining('3 cells, but the option columns names 2') as string,
        errors: [{ line: 1 }],
      });
      expect(await refusal('hi,Hi\n', { columns: 'key,en,de' })).toMatchObject({ code: 'malformed_file' });
      expect(await refusal('hi,Hi\nbye,Bye, bye\n', { columns: 'key,en' })).toMatchObject({ errors: [{ line: 2 }] });
      expect(await refusal('Key,en\nhi,Hi\n', { columns: 'key,en' })).toMatchObject({
        code: 'malformed_file',
        detail: expect.stringContaining('header') as string,
      });
      expect(await refusal('hi,Hi\n', { columns: 'key,value' })).toMatchObject({ code: 'malformed_file' });
      expect(await refusal('hi,Ciao\n', { columns: 'key,it' })).toMatchObject({ code: 'unknown_language' });
      expect(await refusal('hi=Hi\n', { columns: 'key,en', language: 'en' }, 'x.properties')).toMatchObject({
        code: 'validation_failed',
        errors: [{ parameter: 'columns', code: 'not_allowed' }],
      });
      expect(await exchange.texts()).toEqual({ en: {}, de: {}, fr: {} });
    });
  });
});

/** Returns a workbook that Glossa wrote without its header, with the numbers of the other rows as they were. */
const withoutFirstRow = (workbook: Uint8Array): Buffer => without(workbook, /<row r="1">.*?<\/row>/);
const withoutCell = (workbook: Uint8Array, cell: string): Buffer =>
  without(workbook, new RegExp(`<c r="${cell}".*?</c>`));

function without(workbook: Uint8Array, removed: RegExp): Buffer {
  const parts = unzipSync(new Uint8Array(workbook));
  const sheet = 'xl/worksheets/sheet1.xml';
  const source = strFromU8(parts[sheet] ?? new Uint8Array());
  return Buffer.from(zipSync({ ...parts, [sheet]: strToU8(source.replace(removed, '')) }));
}
