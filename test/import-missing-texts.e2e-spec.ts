import { strToU8, unzipSync, zipSync } from 'fflate';
import { Exchange, type Options } from './support/exchange';
import { type RunningApp, startApp } from './support/start-app';

const zipOf = (files: Record<string, string>): Uint8Array =>
  zipSync(Object.fromEntries(Object.entries(files).map(([path, text]) => [path, strToU8(text)])));

type FilesOf = (...languages: string[]) => Record<string, string>;

const filesOf =
  (path: string, content: string): FilesOf =>
  (...languages) =>
    Object.fromEntries(
      languages.map((language) => [path.replace('*', language), content.replaceAll('LANGUAGE', language)]),
    );

const BILINGUAL: [[string, FilesOf], [string, FilesOf], [string, FilesOf]] = [
  [
    'xliff',
    filesOf(
      'app.*.xlf',
      '<?xml version="1.0"?>\n<xliff version="1.2" xmlns="urn:oasis:names:tc:xliff:document:1.2"><file source-language="en" target-language="LANGUAGE" datatype="plaintext" original="app"><body>\n<trans-unit id="a"><source>A</source><target>A LANGUAGE</target></trans-unit>\n</body></file></xliff>\n',
    ),
  ],
  ['po', filesOf('po/*.po', 'msgid ""\nmsgstr ""\n"Language: LANGUAGE\\n"\n\nmsgid "A"\nmsgstr "A LANGUAGE"\n')],
  [
    'qt-ts',
    filesOf(
      'app_*.ts',
      '<?xml version="1.0" encoding="utf-8"?>\n<!DOCTYPE TS>\n<TS version="2.1" language="LANGUAGE">\n<context>\n    <name>C</name>\n    <message>\n        <source>A</source>\n        <translation>A LANGUAGE</translation>\n    </message>\n</context>\n</TS>\n',
    ),
  ],
];

describe('missingTexts=remove', () => {
  let running: RunningApp;
  beforeAll(async () => {
    running = await startApp();
  });
  afterAll(() => running.close());

  const REMOVE = { format: 'json', missingTexts: 'remove' };
  const created = (): ReturnType<typeof running.given.project> =>
    running.given.project({ targetLanguages: ['de', 'fr'] });
  const project = async (): Promise<Exchange> => {
    const { id, api } = await created();
    return new Exchange(api, id);
  };
  const zipped = async (exchange: Exchange, format: string): Promise<Record<string, string>> => {
    const files = unzipSync(await exchange.exported({ format, language: '*' }));
    return Object.fromEntries(Object.entries(files).map(([path, bytes]) => [path, Buffer.from(bytes).toString()]));
  };
  const given = async (files: Record<string, string>): Promise<Exchange> => {
    const exchange = await project();
    await exchange.imported({ bytes: zipOf(files) }, { format: 'json' });
    return exchange;
  };
  const exported = (exchange: Exchange): Promise<Record<string, string>> => zipped(exchange, 'json');
  const ALL = { 'en.json': '{"a":"A","b":"B"}', 'de.json': '{"a":"Ä","b":"B"}', 'fr.json': '{"a":"À"}' };

  it('removes the texts that the file of their language lacks, and no texts of other languages', async () => {
    const exchange = await given(ALL);
    const { details } = await exchange.imported({ bytes: '{"b":"B"}' }, { ...REMOVE, language: 'de' });
    expect(details).toMatchObject({ removedTexts: [{ key: 'a', language: 'de' }], removedTextCount: 1 });
    expect(await exchange.texts()).toEqual({ en: { a: 'A', b: 'B' }, de: { b: 'B' }, fr: { a: 'À' } });
    expect((await exchange.exported({ format: 'json', language: 'de' })).toString()).toBe('{"b":"B"}');
  });

  it('removes a text that is empty or null in the file', async () => {
    const exchange = await given(ALL);
    await exchange.imported({ bytes: '{"a":null,"b":""}' }, { ...REMOVE, language: 'de' });
    expect((await exchange.texts())['de']).toEqual({});
    expect((await exchange.exported({ format: 'json', language: 'de' })).toString()).toBe('{"a":null,"b":""}');
  });

  it.each<[string, Record<string, string>, Record<string, string>]>([
    ['source texts', {}, { 'en.json': '{"a":"","b":"B"}', 'de.json': '{"a":"","b":"B"}' }],
    ['texts with empty=keep', { empty: 'keep' }, { 'en.json': '{"a":"A"}', 'de.json': '{"a":""}' }],
    ['texts with empty=skip', { empty: 'skip' }, { 'en.json': '{"a":"","b":"B"}', 'de.json': '{"a":""}' }],
  ])('changes nothing when the same files are sent again, with empty %s', async (_, options, files) => {
    const exchange = await given(ALL);
    const mirror = { ...REMOVE, deleteMissing: true, ...options };
    const first = await exchange.imported({ bytes: zipOf(files) }, mirror);
    const texts = await exchange.texts();
    const again = await exchange.imported({ bytes: zipOf(files) }, mirror);
    expect(again).toMatchObject({
      imported: 0,
      updated: 0,
      revision: first.revision,
      details: { removedTextCount: 0 },
    });
    expect(await exchange.texts()).toEqual(texts);
  });

  it('leaves an empty source text that another file of the language has', async () => {
    const exchange = await given({ 'en.json': '{"a":"","b":"B"}' });
    await exchange.imported({ bytes: 'b = B\n' }, { ...REMOVE, format: 'properties', language: 'en' });
    expect((await exchange.texts())['en']).toEqual({ a: '', b: 'B' });
  });

  describe('with a base', () => {
    /** A project with a reviewed German text that is empty, and its German file. */
    const givenEmpty = async (format: string): Promise<{ exchange: Exchange; bytes: Buffer; options: Options }> => {
      const exchange = await project();
      for (const name of ['b', 'suffix']) await exchange.create(name, `the ${name}`);
      await exchange.put('b', { translations: { de: 'B' } });
      await exchange.put('suffix', { translations: { de: '' }, states: { de: 'reviewed' } });
      const { bytes, headers } = await exchange.export({ format, language: 'de' });
      const base = headers.get('x-glossa-revision') ?? '';
      return { exchange, bytes, options: { ...REMOVE, format, language: 'de', base } };
    };

    it.each(['json', 'po', 'xliff', 'csv', 'properties', 'android', 'strings', 'yaml'])(
      'leaves an empty text that stands in the file as in the base, in %s',
      async (format) => {
        const { exchange, bytes, options } = await givenEmpty(format);
        const { details } = await exchange.imported({ bytes }, options);
        expect(details).toMatchObject({ removedTexts: [], conflicts: [] });
        expect((await exchange.texts())['de']).toEqual({ b: 'B', suffix: '' });
        await exchange.put('suffix', { translations: { de: 'mal' } });
        await exchange.imported({ bytes }, options);
        expect((await exchange.texts())['de']).toEqual({ b: 'B', suffix: 'mal' });
      },
    );

    it('leaves a text that both sides have emptied, and removes an empty text that has left the file', async () => {
      const { exchange, options } = await givenEmpty('json');
      await exchange.put('b', { translations: { de: '' } });
      const { details } = await exchange.imported({ bytes: '{"b":""}' }, options);
      expect(details).toMatchObject({ removedTexts: [{ key: 'suffix', language: 'de' }], conflicts: [] });
      expect((await exchange.texts())['de']).toEqual({ b: '' });
    });
  });

  it.each([true, false])('says of an empty text of the file that it has removed it (base: %p)', async (isMerge) => {
    const exchange = await given(ALL);
    const base = (await exchange.export({ format: 'json', language: 'de' })).headers.get('x-glossa-revision') ?? '';
    const options = { ...REMOVE, language: 'de', ...(isMerge && { base }) };
    const { details } = await exchange.imported({ bytes: '{"a":null,"b":""}' }, options);
    expect(details.pairs).toEqual([
      expect.objectContaining({ key: 'a', outcome: 'skipped', reason: 'null', before: 'Ä', after: null }),
      expect.objectContaining({ key: 'b', outcome: 'skipped', reason: 'empty', before: 'B', after: null }),
    ]);
  });

  it('is one change, which an undo takes back', async () => {
    const { id, api } = await running.given.project({ targetLanguages: ['de'] });
    const exchange = new Exchange(api, id);
    await exchange.imported({ bytes: zipOf({ 'en.json': '{"a":"A"}', 'de.json': '{"a":"Ä"}' }) }, { format: 'json' });
    const { revision } = await exchange.imported({ bytes: zipOf({ 'en.json': '{"a":"A"}' }) }, REMOVE);
    expect(await exchange.texts()).toEqual({ en: { a: 'A' }, de: {} });
    expect(await exchange.templates()).toMatchObject([{ language: 'en' }]);
    expect((await api.post(`projects/${id}/changes/${revision}/undo`, {})).status).toBe(200);
    expect(await exchange.texts()).toEqual({ en: { a: 'A' }, de: { a: 'Ä' } });
    expect(await exchange.templates()).toHaveLength(2);
  });

  it('takes the file that a zip lacks along, with its texts, and leaves the files of the zip as they are', async () => {
    const exchange = await given({ ...ALL, 'de/shop.json': '{"x":"X"}' });
    const newer = { 'en.json': '{"a":"A","b":"B"}', 'de.json': '{"b":"B2"}' };
    await exchange.imported({ bytes: zipOf(newer) }, REMOVE);
    expect(await exchange.texts()).toEqual({ en: { a: 'A', b: 'B' }, de: { b: 'B2' }, fr: {} });
    expect(await exported(exchange)).toEqual(newer);
  });

  it.each(BILINGUAL)(
    'leaves no file of a language whose file is gone, in %s, until it has a text',
    async (format, files) => {
      const { id, api } = await created();
      const exchange = new Exchange(api, id);
      const all = files('en', 'de', 'fr');
      await exchange.imported({ bytes: zipOf(all) }, { format });
      const { revision } = await exchange.imported(
        { bytes: zipOf(files('en', 'de')) },
        { format, missingTexts: 'remove', deleteMissing: true },
      );
      expect(await zipped(exchange, format)).toEqual(files('en', 'de'));
      await api.post(`projects/${id}/changes/${revision}/undo`, {});
      expect(await zipped(exchange, format)).toEqual(all);
      await exchange.imported({ bytes: zipOf(files('en', 'de')) }, { format, missingTexts: 'remove' });
      expect(await zipped(exchange, format)).toEqual(files('en', 'de'));
      await exchange.imported({ bytes: zipOf(all) }, { format });
      expect(await zipped(exchange, format)).toEqual(all);
    },
  );

  describe('of a zip with a list of its files', () => {
    const NESTED = {
      ...{ 'en/x.json': '{"a":"A"}', 'de/x.json': '{"a":"Ä"}', 'fr/x.json': '{"a":"À"}' },
      ...{ 'en/y.json': '{"b":"B"}', 'de/y.json': '{"b":"B"}', 'fr/y.json': '{"b":"B"}' },
    };
    const listed = (files: Record<string, string>): Uint8Array => {
      const list = Object.keys(files).map((path) => {
        const name = path.slice(3, -5);
        return { path, language: path.slice(0, 2), namespace: name === 'others' ? '' : name };
      });
      return zipOf({ ...files, 'glossa-files.json': JSON.stringify({ files: list }) });
    };
    const without = (...paths: string[]): Record<string, string> =>
      Object.fromEntries(Object.entries(NESTED).filter(([path]) => !paths.includes(path)));
    const givenListed = async (more: Record<string, string> = {}): Promise<Exchange> => {
      const exchange = await project();
      await exchange.imported({ bytes: listed({ ...NESTED, ...more }) }, { format: 'json' });
      return exchange;
    };

    it.each([
      ['a namespace', ['en/y.json', 'de/y.json', 'fr/y.json'], { deleteMissing: true }],
      ['one language of a namespace', ['de/y.json'], {}],
      ['a language', ['fr/x.json', 'fr/y.json'], {}],
    ])('writes no file of %s any more that the zip lacks', async (_, paths, options) => {
      const exchange = await givenListed();
      const left = without(...paths);
      await exchange.imported({ bytes: listed(left) }, { ...REMOVE, ...options });
      expect(await exported(exchange)).toEqual(left);
    });

    it('writes the file of a language again when it has a text', async () => {
      const exchange = await givenListed();
      await exchange.imported({ bytes: listed(without('fr/x.json', 'fr/y.json')) }, REMOVE);
      await exchange.put('y.b', { translations: { fr: 'B' } });
      expect(await exported(exchange)).toEqual(without('fr/x.json'));
    });

    it('writes the file of a text that stays as before, such as a text that is newer than the base', async () => {
      const others = { 'en/others.json': '{"d":"D"}' };
      const exchange = await givenListed(others);
      const base = (await exchange.export({ format: 'json' })).headers.get('x-glossa-revision') ?? '';
      await exchange.imported({ bytes: '{"c":"C"}' }, { format: 'json', language: 'en', namespace: 'y' });
      const left = { ...others, ...without('en/y.json', 'de/y.json', 'fr/y.json') };
      await exchange.imported({ bytes: listed(left) }, { ...REMOVE, deleteMissing: true, base });
      expect(await exported(exchange)).toEqual({ ...left, 'en/y.json': '{"c":"C"}' });
    });

    it('writes every file as before without missingTexts=remove', async () => {
      const exchange = await givenListed();
      await exchange.imported({ bytes: listed(without('de/y.json')) }, { format: 'json' });
      expect(await exported(exchange)).toEqual(NESTED);
    });
  });

  it('leaves no restriction on languages that are added later', async () => {
    const [, [format, files]] = BILINGUAL;
    const { id, api } = await created();
    const exchange = new Exchange(api, id);
    await exchange.imported({ bytes: zipOf(files('en', 'de', 'fr')) }, { format });
    await exchange.imported({ bytes: zipOf(files('en', 'de')) }, { format, missingTexts: 'remove' });
    await api.patch(`projects/${id}`, { addLanguages: ['it'] });
    expect(Object.keys(await zipped(exchange, format))).toEqual(['po/en.po', 'po/de.po', 'po/it.po']);
  });

  it('leaves texts in a namespace that has another file', async () => {
    const exchange = await given({ 'en.json': '{"a":"A"}', 'de.json': '{"a":"Ä"}', 'de/shop.json': '{"x":"X"}' });
    await exchange.imported({ bytes: '{}' }, { ...REMOVE, language: 'de' });
    expect((await exchange.texts())['de']).toEqual({ 'shop.x': 'X' });
    await exchange.imported({ bytes: '{}' }, { ...REMOVE, language: 'de', namespace: 'shop' });
    expect((await exchange.texts())['de']).toEqual({});
  });

  describe('beside files of other formats without a namespace', () => {
    const po = (...messages: readonly [string, string][]): string =>
      `msgid ""\nmsgstr ""\n"Language: de\\n"\n${messages.map(([id, text]) => `\nmsgid "${id}"\nmsgstr "${text}"\n`).join('')}`;
    const csv = 'key,en,de\na,A,Tabelle\nt,T,Nur hier\n';

    it('leaves texts that another file of the language holds', async () => {
      const exchange = await given(ALL);
      await exchange.imported({ bytes: po(['a', 'Ä'], ['p', 'Nur hier'], ['e', '']) }, { format: 'po' });
      await exchange.put('e', { translations: { de: 'Von Hand' } });
      const dryRun = await exchange.imported({ bytes: '{}' }, { ...REMOVE, language: 'de', dryRun: true });
      const { details } = await exchange.imported({ bytes: '{}' }, { ...REMOVE, language: 'de' });
      expect(details.removedTexts).toEqual(['b', 'e'].map((key) => ({ key, language: 'de' })));
      expect(dryRun.details).toEqual(details);
      expect((await exchange.texts())['de']).toEqual({ a: 'Ä', p: 'Nur hier' });
      await exchange.imported({ bytes: po(['p', 'Nur hier']) }, { format: 'po', missingTexts: 'remove' });
      expect((await exchange.texts())['de']).toEqual({ p: 'Nur hier' });
    });

    it('leaves texts of a file of several languages, and with it the texts of files of one language', async () => {
      const exchange = await given(ALL);
      await exchange.imported({ bytes: csv }, { format: 'csv' });
      await exchange.imported({ bytes: '{}' }, { ...REMOVE, language: 'de' });
      expect((await exchange.texts())['de']).toEqual({ a: 'Tabelle', t: 'Nur hier' });
      await exchange.imported({ bytes: '{"b":"B"}' }, { format: 'json', language: 'de' });
      await exchange.imported({ bytes: 'key,en,de\na,A,\n' }, { format: 'csv', missingTexts: 'remove' });
      expect(await exchange.texts()).toEqual({ en: { a: 'A', b: 'B' }, de: { b: 'B' }, fr: { a: 'À' } });
    });

    it('leaves the texts of other formats that a zip lacks, and texts of a namespace in a file of all', async () => {
      const exchange = await given(ALL);
      await exchange.imported({ bytes: po(['p', 'Nur hier']) }, { format: 'po' });
      await exchange.imported({ bytes: zipOf({ 'en.json': '{"a":"A"}', 'de.json': '{"shop.x":"X"}' }) }, REMOVE);
      expect(await exchange.texts()).toEqual({ en: { a: 'A', p: 'p' }, de: { p: 'Nur hier', 'shop.x': 'X' }, fr: {} });
      await exchange.imported({ bytes: '{"y":"Y"}' }, { ...REMOVE, language: 'de', namespace: 'shop' });
      expect((await exchange.texts())['de']).toEqual({ p: 'Nur hier', 'shop.x': 'X', 'shop.y': 'Y' });
    });
  });

  it('makes exports equal to the newer zip together with deleteMissing', async () => {
    const header = (language: string): string =>
      `msgid ""\nmsgstr ""\n"Language: ${language}\\n"\n"Content-Type: text/plain; charset=UTF-8\\n"\n\n`;
    const older = {
      'po/de.po': `${header('de')}msgid "Open"\nmsgstr "Öffnen"\n\nmsgid "Old"\nmsgstr "Alt"\n`,
      'po/fr.po': `${header('fr')}msgid "Open"\nmsgstr "Ouvrir"\n\nmsgid "Old"\nmsgstr "Vieux"\n`,
    };
    const newer = {
      'po/de.po': `${header('de')}msgid "Open"\nmsgstr "Öffnen"\n\nmsgid "New"\nmsgstr ""\n`,
      'po/fr.po': `${header('fr')}msgid "Open"\nmsgstr "Ouvrir"\n\nmsgid "New"\nmsgstr "Nouveau"\n`,
    };
    const exchange = await project();
    await exchange.imported({ bytes: zipOf(older) }, { format: 'po' });
    await exchange.imported({ bytes: zipOf(newer) }, { format: 'po', missingTexts: 'remove', deleteMissing: true });
    const files = unzipSync(await exchange.exported({ format: 'po', language: 'de,fr' }));
    expect(
      Object.fromEntries(Object.entries(files).map(([path, bytes]) => [path, Buffer.from(bytes).toString()])),
    ).toEqual(newer);
  });

  it.each([{ missingTexts: 'remove' }, { deleteMissing: true }, { strict: true }])(
    'refuses a file with a message that cannot be read, with its line (%p)',
    async (options) => {
      const exchange = await project();
      await exchange.imported({ bytes: 'a = A\nb = B\n' }, { format: 'fluent', language: 'en' });
      const broken = { bytes: 'a = A\nb B\n' };
      const { status, body } = await exchange.import(broken, { format: 'fluent', language: 'en', ...options });
      expect({ status, code: body.code, errors: body.errors }).toEqual({
        status: 400,
        code: 'malformed_file',
        errors: [expect.objectContaining({ line: 2 })],
      });
      expect(await exchange.texts()).toEqual({ en: { a: 'A', b: 'B' }, de: {}, fr: {} });
      const { warnings } = await exchange.imported(broken, { format: 'fluent', language: 'en' });
      expect(warnings).toEqual([expect.objectContaining({ code: 'entry_unreadable', line: 2 })]);
    },
  );

  it('writes nothing in a dry run, and keeps reviewed texts as conflict says', async () => {
    const exchange = await given(ALL);
    await exchange.imported({ bytes: '{"a":"Ä"}' }, { format: 'json', language: 'de', state: 'reviewed' });
    const dry = await exchange.imported({ bytes: '{}' }, { ...REMOVE, language: 'de', dryRun: true });
    expect(dry.details.removedTextCount).toBe(2);
    expect((await exchange.texts())['de']).toEqual({ a: 'Ä', b: 'B' });
    await exchange.imported({ bytes: '{}' }, { ...REMOVE, language: 'de', conflict: 'keep-reviewed' });
    expect((await exchange.texts())['de']).toEqual({ a: 'Ä' });
    const { status, body } = await exchange.import({ bytes: '{}' }, { ...REMOVE, language: 'de', conflict: 'keep' });
    expect({ status, code: body.code }).toEqual({ status: 400, code: 'validation_failed' });
  });

  describe('with a base, and comments that the project has changed since', () => {
    const properties = { format: 'properties', missingTexts: 'remove' };
    const files = (comment: string): Record<string, string> => ({
      'm_en.properties': 'a=A\nb=B\n',
      'm_de.properties': `# ${comment}\na=A\nb=B\n`,
      'n_en.properties': 'x=X\n',
      'n_de.properties': 'x=X\n',
    });
    const givenChanged = async (): Promise<{ exchange: Exchange; base: string }> => {
      const exchange = await project();
      await exchange.imported({ bytes: zipOf(files('one')) }, { format: 'properties' });
      const base = (await exchange.export({ format: 'properties' })).headers.get('x-glossa-revision') ?? '';
      await exchange.imported({ bytes: zipOf(files('two')) }, { format: 'properties' });
      return { exchange, base };
    };
    const without = Object.fromEntries(Object.entries(files('one')).filter(([path]) => path !== 'm_de.properties'));

    it('keeps the lines of a file that the zip lacks, with a warning', async () => {
      const { exchange, base } = await givenChanged();
      const body = await exchange.imported({ bytes: zipOf(without) }, { ...properties, base });
      expect(body.warnings).toMatchObject([
        { code: 'layout_kept', language: 'de', params: { reason: 'changed_file', path: '"m_de.properties"' } },
      ]);
      expect(await zipped(exchange, 'properties')).toEqual(without);
      await exchange.put('m.a', { translations: { de: 'A3' } });
      expect(await zipped(exchange, 'properties')).toEqual({ ...without, 'm_de.properties': '# two\na=A3\n' });
    });

    it.each([
      ['with conflict=overwrite', 'two', { conflict: 'overwrite' }],
      ['that the project has not changed', 'one', {}],
    ])('removes a file %s', async (_, comment, options) => {
      const { exchange, base } = await givenChanged();
      await exchange.imported({ bytes: zipOf(files(comment)) }, { format: 'properties' });
      const body = await exchange.imported({ bytes: zipOf(without) }, { ...properties, ...options, base });
      expect(body.warnings).toEqual([]);
      await exchange.put('m.a', { translations: { de: 'A3' } });
      expect((await zipped(exchange, 'properties'))['m_de.properties']).toBe('a=A3\n');
    });

    it('warns of the comment of an entry that the file lacks', async () => {
      const { exchange, base } = await givenChanged();
      const file = { bytes: 'b=B\n' };
      const options = { ...properties, language: 'de', namespace: 'm', base };
      const { warnings } = await exchange.imported(file, options);
      expect(warnings).toMatchObject([{ code: 'layout_kept', language: 'de' }]);
    });
  });
});
