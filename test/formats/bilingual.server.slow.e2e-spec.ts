import { strFromU8, strToU8, unzipSync, zipSync } from 'fflate';
import { codecById, codecs } from '../../src/language-files';
import { Exchange, type Options } from '../support/exchange';
import { type RunningApp, startApp } from '../support/start-app';

const PO = `# Translators of Shop
msgid ""
msgstr ""
"Project-Id-Version: Shop 1\\n"
"Language-Team: German <de@example.org>\\n"
"Language: de\\n"
"Content-Type: text/plain; charset=UTF-8\\n"
"Plural-Forms: nplurals=2; plural=(n != 1);\\n"

# a translator says
#. For the cart
#: src/cart.c:12 src/cart.c:40
#, fuzzy, c-format
#| msgid "Old %s"
msgctxt "cart"
msgid "Buy %s"
msgstr "%s kaufen"

msgid "Sell"
msgstr ""
`;

const XLIFF = `<xliff xmlns="urn:oasis:names:tc:xliff:document:1.2" version="1.2">
  <file original="a.html" source-language="en-US" target-language="de" datatype="html">
    <body>
      <trans-unit id="u1" approved="yes">
        <source>Hello <g id="1">you</g></source>
        <target state="needs-review-translation">Hallo <g id="1">du</g></target>
        <note from="developer">A greeting</note>
      </trans-unit>
      <trans-unit id="u2">
        <source>Bye</source>
      </trans-unit>
    </body>
  </file>
</xliff>
`;

let running: RunningApp;
beforeAll(async () => {
  running = await startApp();
});
afterAll(() => running.close());

describe('bilingual files', () => {
  const project = async (wanted: Parameters<typeof running.given.project>[0] = {}): Promise<Exchange> => {
    const { id, api } = await running.given.project(wanted);
    return new Exchange(api, id);
  };
  const text = async (from: Exchange, options: object): Promise<string> =>
    (await from.exported({ ...options })).toString();

  it('fill in missing source texts and replace none', async () => {
    const into = await project({ keys: [{ name: 'u1', value: 'Already here' }] });
    await into.imported({ bytes: XLIFF });
    expect(await into.texts()).toEqual({
      en: { u1: 'Already here', u2: 'Bye' },
      de: { u1: 'Hallo <g id="1">du</g>' },
    });
  });

  it('keep a source text that differs, with a warning, until the source text of the project changes', async () => {
    const into = await project({ keys: [{ name: 'u1', value: 'Hello there' }] });
    const dryRun = await into.imported({ bytes: XLIFF }, { dryRun: true });
    const { warnings } = await into.imported({ bytes: XLIFF });
    expect(warnings).toMatchObject([{ code: 'source_differs', key: 'u1', language: 'de' }]);
    expect(dryRun.warnings).toEqual(warnings);
    expect(await text(into, { format: 'xliff', language: 'de' })).toBe(XLIFF);
    await into.put('u1', { value: 'Hi there' });
    expect(await text(into, { format: 'xliff', language: 'de' })).toBe(
      XLIFF.replace('<source>Hello <g id="1">you</g></source>', '<source>Hi there</source>'),
    );
  });

  it('are compared in a zip with the sources that it brings, for a dry run too, unless the sources are names', async () => {
    const unit = (id: string, source: string, target: string): string =>
      `<trans-unit id="${id}" resname="${id}.name"><source>${source}</source><target>${target}</target></trans-unit>`;
    const file = (language: string, ...units: readonly string[]): string =>
      `<xliff version="1.2"><file original="f" source-language="en" target-language="${language}" datatype="plaintext"><body>` +
      `${units.join('')}</body></file></xliff>`;
    const english = file('en', unit('a', 'a.name', 'New'), unit('b', 'b.name', 'Name'), unit('c', 'Same', 'Same'));
    const german = file('de', unit('a', 'Old', 'Alt'), unit('b', 'b.name', 'Name'), unit('c', 'Same', 'Gleich'));
    const bytes = zipSync({ 'x.de.xlf': strToU8(german), 'x.en.xlf': strToU8(english) });
    for (const keys of [[], [{ name: 'x.a', value: 'Earlier' }]]) {
      const into = await project({ keys });
      const dryRun = await into.imported({ bytes, name: 'x.zip' }, { dryRun: true });
      const { warnings } = await into.imported({ bytes, name: 'x.zip' });
      const ofDifferences = (warnings as { code: string }[]).filter(({ code }) => code === 'source_differs');
      expect(ofDifferences).toMatchObject([{ key: 'a', language: 'de' }]);
      expect(dryRun.warnings).toEqual(warnings);
      const exported = unzipSync(await into.exported({ format: 'xliff', language: '*' }));
      expect(strFromU8(exported['x.de.xlf'] ?? new Uint8Array())).toBe(german);
    }
  });

  it('add no key to files of other languages, unless it has a text there or the file of the source language has it', async () => {
    const { id, api } = await running.given.project({ targetLanguages: ['de', 'sl'] });
    const into = new Exchange(api, id);
    const message = (id: string, text = ''): string => `\nmsgid "${id}"\nmsgstr "${text}"\n`;
    const file = (language: string, ...messages: readonly string[]): string =>
      `msgid ""\nmsgstr ""\n"Language: ${language}\\n"\n${messages.join('')}`;
    const exported = (language: string): Promise<string> => text(into, { format: 'po', language });
    const english = file('en', message('open', 'Open'));
    const german = file('de', message('open', 'Öffnen'));
    const slovene = file('sl', message('open', 'Odpri'), message('stale', 'Staro'));
    for (const bytes of [slovene, english, german, slovene]) await into.imported({ bytes });
    expect([await exported('en'), await exported('de'), await exported('sl')]).toEqual([english, german, slovene]);
    await api.post(`projects/${id}/keys`, { name: 'new', value: 'new' });
    expect(await exported('de')).toBe(german + message('new'));
    await into.deleteKeys('new');
    await into.put('stale', { translations: { de: 'Alt' } });
    expect(await exported('de')).toBe(german + message('stale', 'Alt'));
    expect(await exported('en')).toBe(english);
    await into.put('stale', { translations: { de: '' } });
    const newer = english + message('stale', 'Stale');
    await into.imported({ bytes: newer });
    expect(await exported('en')).toBe(newer);
  });

  describe('as single files', () => {
    const unit = (id: string, source: string, target: string): string =>
      `<trans-unit id="${id}"><source>${source}</source>${target && `<target>${target}</target>`}</trans-unit>`;
    const xliff = (language: string, ...units: readonly string[]): string =>
      `<xliff version="1.2"><file original="f" source-language="en" target-language="${language}" datatype="plaintext"><body>` +
      `${units.join('')}</body></file></xliff>`;
    const xliff2 = (language: string, source: string, target: string): string =>
      `<xliff xmlns="urn:oasis:names:tc:xliff:document:2.0" version="2.0" srcLang="en" trgLang="${language}"><file id="f">` +
      `<unit id="a"><segment><source>${source}</source><target>${target}</target></segment></unit></file></xliff>`;
    const qt = (language: string, source: string, target: string): string =>
      `<TS version="2.1" language="${language}" sourcelanguage="en">\n<context>\n    <name></name>\n    <message id="a">\n` +
      `        <source>${source}</source>\n        <translation>${target}</translation>\n    </message>\n</context>\n</TS>\n`;
    const cases: Record<string, (language: string, source: string, target: string) => string> = {
      xliff: (language, source, target) => xliff(language, unit('a', source, target)),
      xliff2,
      'qt-ts': qt,
    };

    it.each(Object.entries(cases))(
      'stay as they are in %s in any order, with a warning, until the source text changes',
      async (format, file) => {
        const [english, german] = [file('en', 'New', 'New'), file('de', 'Old', 'Alt')];
        for (const files of [
          [german, english],
          [english, german],
        ]) {
          const into = await project();
          const warnings: unknown[] = [];
          for (const bytes of files) {
            const dryRun = await into.imported({ bytes }, { format, dryRun: true });
            const imported = await into.imported({ bytes }, { format });
            expect(dryRun.warnings).toEqual(imported.warnings);
            warnings.push(...imported.warnings);
          }
          expect(warnings).toMatchObject([{ code: 'source_differs', key: 'a' }]);
          expect(await into.texts()).toEqual({ en: { a: 'New' }, de: { a: 'Alt' } });
          expect(await text(into, { format, language: 'de' })).toBe(german);
          expect(await text(into, { format, language: 'en' })).toBe(english);
          await into.imported({ bytes: english }, { format });
          expect(await text(into, { format, language: 'de' })).toBe(german);
          // Qt finds messages by their sources.
          if (format === 'qt-ts') continue;
          await into.put('a', { value: 'Newer' });
          expect(await text(into, { format, language: 'de' })).toBe(german.replace('Old', 'Newer'));
        }
      },
    );

    it('have a newer source text that a monolingual file brings after another one', async () => {
      const into = await project();
      const german = xliff('de', unit('a', 'Old', 'Alt'));
      await into.imported({ bytes: german }, { format: 'xliff' });
      const { warnings } = await into.imported({ bytes: '{"a":"New"}' }, { format: 'json', language: 'en' });
      expect(warnings).toMatchObject([{ code: 'source_differs', key: 'a', language: 'en' }]);
      expect(await text(into, { format: 'xliff', language: 'de' })).toBe(german);
      await into.imported({ bytes: '{"a":"Newer"}' }, { format: 'json', language: 'en' });
      expect(await text(into, { format: 'xliff', language: 'de' })).toBe(german.replace('Old', 'Newer'));
    });

    it('have the source text that a person wrote before the file of the source language came', async () => {
      const into = await project();
      const german = xliff('de', unit('a', 'Old', 'Alt'));
      await into.imported({ bytes: german }, { format: 'xliff' });
      await into.put('a', { value: 'Edited' });
      await into.imported({ bytes: xliff('en', unit('a', 'New', 'New')) }, { format: 'xliff' });
      expect(await text(into, { format: 'xliff', language: 'de' })).toBe(german.replace('Old', 'New'));
    });

    const differing = async (into: Exchange, bytes: string, format: string): Promise<unknown[]> => {
      const { warnings } = await into.imported({ bytes }, { format });
      return (warnings as { code: string }[]).filter(({ code }) => code === 'source_differs');
    };

    it('come in any order without a warning if their sources are names', async () => {
      const po = (language: string, text: string): string =>
        `msgid ""\nmsgstr "Language: ${language}\\n"\n\nmsgid "no-assignment"\nmsgstr "${text}"\n`;
      const named = (language: string, text: string): string =>
        xliff(language, unit('a" resname="a.name', 'a.name', text));
      for (const [format, file] of [
        ['po', po],
        ['xliff', named],
      ] as const) {
        const into = await project();
        const files = [file('de', 'Keine Zuordnung'), file('en', 'No assignment')];
        for (const bytes of files) expect(await differing(into, bytes, format)).toEqual([]);
        expect([await text(into, { format, language: 'de' }), await text(into, { format, language: 'en' })]).toEqual(
          files,
        );
      }
    });

    it('keep white space and equiv-text of a source that does not differ otherwise', async () => {
      const into = await project();
      const english = (equiv: string, space: string): string =>
        xliff('en', unit('a', `Hello${space}<x id="I" equiv-text="${equiv}"/>`, '')).replace(
          ' target-language="en"',
          '',
        );
      const german = xliff('de', unit('a', 'Hello <x id="I"/>', 'Hallo <x id="I"/>'));
      await into.imported({ bytes: english('{{a}}', ' ') }, { format: 'xliff' });
      await into.imported({ bytes: german }, { format: 'xliff' });
      await into.imported({ bytes: english('{{b}}', '\n  ') }, { format: 'xliff' });
      expect(await text(into, { format: 'xliff', language: 'de' })).toBe(german);
      await into.imported({ bytes: english('{{b}}', '\n new ') }, { format: 'xliff' });
      expect(await text(into, { format: 'xliff', language: 'de' })).toContain(
        'new <x id="I" equiv-text="{{b}}"/></source>',
      );
    });

    const monolingual = codecs.filter(({ bilingual, template, canParse }) => template && canParse && !bilingual);
    it.each(monolingual.map(({ id }) => id))('bring no stale msgid into an imported file of %s', async (format) => {
      const { id, api } = await running.given.project({
        targetLanguages: ['de', 'sl'],
        keys: [{ name: 'open', value: 'Open', translations: { de: 'Öffnen' } }],
      });
      const into = new Exchange(api, id);
      const slovene = (...ids: readonly string[]): string =>
        `msgid ""\nmsgstr ""\n"Language: sl\\n"\n${ids.map((id) => `\nmsgid "${id}"\nmsgstr ""\n`).join('')}`;
      const isTable = codecById(format)?.multilingual ?? false;
      const options = { format, language: isTable ? 'en,de' : 'en' };
      const files = async (): Promise<Buffer> => into.exported(options);
      await into.imported({ bytes: await files() }, { format, ...(!isTable && { language: 'en' }) });
      const imported = await files();
      await into.imported({ bytes: slovene('open', 'stale') }, { format: 'po' });
      expect(Object.keys((await into.texts())['en'] ?? {})).toEqual(['open', 'stale']);
      expect((await files()).equals(imported)).toBe(true);
      await into.put('stale', { value: 'No longer stale' });
      expect((await files()).equals(imported)).toBe(false);
    });
  });

  it('come singly and in a zip with names as sources, and the zip is exported byte for byte', async () => {
    const file = (language: string, text: string): string =>
      `msgid ""\nmsgstr "Language: ${language}\\n"\n\nmsgid "no-assignment"\nmsgstr "${text}"\n`;
    const files = { 'de/messages.po': file('de', 'Keine Zuordnung'), 'en/messages.po': file('en', 'No assignment') };
    const texts = { en: { 'no-assignment': 'No assignment' }, de: { 'no-assignment': 'Keine Zuordnung' } };
    const singly = await project();
    for (const [name, bytes] of Object.entries(files)) await singly.imported({ bytes, name }, { filename: name });
    expect(await singly.texts()).toEqual(texts);
    const zipped = await project();
    const entries = Object.entries(files).map(([path, text]) => [path, strToU8(text)]);
    const { warnings } = await zipped.imported({ bytes: zipSync(Object.fromEntries(entries)), name: 'po.zip' });
    expect({ texts: await zipped.texts(), warnings }).toEqual({ texts, warnings: [] });
    const exported = unzipSync(await zipped.exported({ format: 'po', language: '*' }));
    expect(Object.fromEntries(Object.entries(exported).map(([path, bytes]) => [path, strFromU8(bytes)]))).toEqual(
      files,
    );
  });

  it('set the texts of the source language from the sources when the targets are empty', async () => {
    const into = await project();
    const bytes = 'msgid ""\nmsgstr ""\n\nmsgid "Buy"\nmsgstr ""\n\n#. Source text: "Sell"\nmsgid "sell"\nmsgstr ""\n';
    await into.imported({ bytes, name: 'shop.pot' }, { language: 'en' });
    expect(await into.texts()).toEqual({ en: { Buy: 'Buy', sell: 'Sell' }, de: {} });
  });

  it.each(['po', 'xliff', 'xliff2', 'qt-ts'])(
    'contain every key, with an empty target for a missing text, in %s',
    async (format) => {
      const from = await project({
        keys: [
          { name: 'a', value: 'A', translations: { de: 'Ä' } },
          { name: 'b', value: 'B' },
        ],
      });
      const bytes = await from.exported({ format, language: 'de' });
      const into = await project();
      await into.imported({ bytes }, { format });
      expect(await into.texts()).toEqual({ en: { a: 'A', b: 'B' }, de: { a: 'Ä' } });
    },
  );

  it.each([
    ['xliff', XLIFF.replace('en-US', 'fr')],
    ['po', PO.replace('"Language: de', '"X-Source-Language: fr\\n"\n"Language: de')],
    ['qt-ts', '<TS version="2.1" language="de" sourcelanguage="fr"></TS>'],
    [
      'xliff2',
      '<xliff xmlns="urn:oasis:names:tc:xliff:document:2.0" version="2.0" srcLang="fr" trgLang="de"><file id="f"/></xliff>',
    ],
  ])('are refused if they have another source language: %s', async (format, bytes) => {
    const into = await project();
    const { status, body } = await into.import({ bytes }, { format });
    expect({ status, code: body.code, detail: body.detail }).toEqual({
      status: 400,
      code: 'language_mismatch',
      detail: "the file's source language is fr, the project's en",
    });
    expect(await into.texts()).toEqual({ en: {}, de: {} });
  });

  it('keep header, comments, references, flags, context and the previous msgid of PO', async () => {
    const into = await project();
    await into.imported({ bytes: PO });
    const out = await text(into, { format: 'po', language: 'de' });
    for (const line of PO.split('\n')) expect(out).toContain(line);
    expect(await into.descriptions()).toEqual({ 'cart\u0004Buy %s': 'For the cart' });
  });

  it('keep ids, notes, states, attributes and inline elements of XLIFF', async () => {
    const into = await project();
    await into.imported({ bytes: XLIFF });
    const out = await text(into, { format: 'xliff', language: 'de' });
    for (const part of [
      'original="a.html"',
      'datatype="html"',
      '<trans-unit id="u1" approved="yes">',
      '<source>Hello <g id="1">you</g></source>',
      '<target state="needs-review-translation">Hallo <g id="1">du</g></target>',
      '<note from="developer">A greeting</note>',
    ])
      expect(out).toContain(part);
  });

  it.each([
    ['xliff', XLIFF, '<target state="needs-translation"/>'],
    ['xliff2', XLIFF, '<target/>'],
  ])('have no target in %s for a text that is missing, or an empty one with untranslated=empty', async (...given) => {
    const [format, bytes, empty] = given;
    const into = await project();
    await into.imported({ bytes });
    const exported = async (options: Options): Promise<string> =>
      text(into, { format, language: 'de', layout: 'canonical', ...options });
    expect((await exported({})).match(/<target/g)).toHaveLength(1);
    expect(await exported({ untranslated: 'empty' })).toContain(empty);
  });

  it('has the plural forms of the language in its header, whatever language its name begins with', async () => {
    const into = await project();
    const forms =
      'nplurals=3; plural=(n%10==1 && n%100!=11 ? 0 : n%10>=2 && n%10<=4 && (n%100<10 || n%100>=20) ? 1 : 2)';
    const header = `msgid ""\nmsgstr ""\n"Language: hr\\n"\n"Plural-Forms: ${forms};\\n"\n\n`;
    const message = 'msgid "%d file"\nmsgid_plural "%d files"\nmsgstr[0] "a"\nmsgstr[1] "b"\nmsgstr[2] "c"\n';
    await into.imported({ bytes: header + message, name: 'de_hr.po' }, { createLanguages: true });
    expect((await into.texts())['hr']).toEqual({
      '%d file': expect.stringMatching(/one \{a\} few \{b\} other \{c\}/),
    });
  });

  describe('the state of a text', () => {
    it('stays fuzzy after an import and an export', async () => {
      const into = await project();
      await into.imported({ bytes: PO });
      const out = await into.exported({ format: 'po', language: 'de' });
      expect(await into.imported({ bytes: out })).toMatchObject({ imported: 0, updated: 0 });
      expect(await text(into, { format: 'po', language: 'de' })).toContain('#, fuzzy, c-format');
    });

    it('is not fuzzy after the text was changed, while metadata of the key is kept', async () => {
      const into = await project();
      await into.imported({ bytes: PO });
      await into.put('cart\u0004Buy %s', { translations: { de: 'Kaufe %s' } });
      const out = await text(into, { format: 'po', language: 'de' });
      expect(out).toContain('#: src/cart.c:12 src/cart.c:40\n#, c-format\nmsgctxt "cart"');
      expect(out).not.toMatch(/fuzzy|Old %s/);
    });

    it('is not fuzzy after a file without the flag, even if the text is the same', async () => {
      const into = await project();
      await into.imported({ bytes: PO });
      const reviewed = PO.replace('#, fuzzy, c-format\n#| msgid "Old %s"\n', '#, c-format\n');
      expect(await into.imported({ bytes: reviewed })).toMatchObject({ updated: 0 });
      expect(await text(into, { format: 'po', language: 'de' })).not.toContain('fuzzy');
    });

    it('is in XLIFF new after a change of the text, and as in the file when the text is back', async () => {
      const into = await project();
      await into.imported({ bytes: XLIFF });
      await into.put('u1', { translations: { de: 'Moin' } });
      expect(await text(into, { format: 'xliff', language: 'de' })).toBe(
        XLIFF.replace('approved="yes"', 'approved="no"').replace(
          'needs-review-translation">Hallo <g id="1">du</g>',
          'translated">Moin',
        ),
      );
      await into.put('u1', { translations: { de: 'Hallo <g id="1">du</g>' }, states: { de: 'draft' } });
      expect(await text(into, { format: 'xliff', language: 'de' })).toBe(XLIFF);
    });
  });
});

describe('files of one language', () => {
  it('keep arrays, attributes, comments and markup of Android', async () => {
    const { id, api } = await running.given.project();
    const into = new Exchange(api, id);
    const xml = `<?xml version="1.0" encoding="UTF-8"?>
<resources xmlns:tools="http://schemas.android.com/tools" tools:locale="en">
  <!-- Title of the app -->
  <string name="app" translatable="false">Shop</string>
  <string name="bold">A <b>bold</b> one</string>
  <string-array name="days">
    <item>Monday</item>
    <item>Tuesday</item>
  </string-array>
</resources>
`;
    await into.imported({ bytes: xml, name: 'strings.xml' }, { language: 'en' });
    expect(await into.texts()).toMatchObject({ en: { app: 'Shop', 'days[0]': 'Monday', 'days[1]': 'Tuesday' } });
    expect(await into.descriptions()).toEqual({ app: 'Title of the app' });
    expect((await into.exported({ format: 'android' })).toString()).toBe(xml);
  });
});

describe('files of several languages', () => {
  const project = async (): Promise<Exchange> => {
    const { id, api } = await running.given.project({
      targetLanguages: ['de', 'pt-BR'],
      keys: [
        { name: 'a', value: 'A', description: 'A letter', translations: { de: 'Ä' } },
        { name: 'b', value: '=1+1', translations: { 'pt-BR': 'Ü\r\n"x"' } },
      ],
    });
    return new Exchange(api, id);
  };

  it.each(['csv', 'tsv', 'xlsx', 'tmx', 'xcstrings'])(
    'contain all languages or the requested ones in %s',
    async (format) => {
      const from = await project();
      const { id, api } = await running.given.project({ targetLanguages: ['de', 'pt-BR'] });
      const into = new Exchange(api, id);
      await into.imported({ bytes: await from.exported({ format, language: '*' }) }, { format });
      expect(await into.texts()).toEqual(await from.texts());
      const some = await running.given.project({ targetLanguages: ['de', 'pt-BR'] });
      const part = new Exchange(some.api, some.id);
      await part.imported({ bytes: await from.exported({ format, language: ['en', 'de'] }) }, { format });
      expect((await part.texts())['pt-BR']).toEqual({});
      expect((await part.texts()).de).toEqual((await from.texts()).de);
    },
  );

  it('have a column per language, named by its tag', async () => {
    const csv = (await (await project()).exported({ format: 'csv', language: '*' })).toString();
    expect(csv).toBe('key,en,de,pt-BR,description\na,A,Ä,,A letter\nb,=1+1,,"Ü\r\n""x""",\n');
  });

  it('may have other columns, which warnings name', async () => {
    const into = await project();
    const csv = 'key,en,DE,pt_br,Status,Max length\na,A2,Ä2,Á2,done,10\n';
    const { imported, updated, warnings } = await into.imported({ bytes: csv, name: 'texts.csv' });
    expect({ imported, updated }).toEqual({ imported: 1, updated: 2 });
    expect((warnings as { code: string; detail: string }[]).map(({ detail }) => detail).join()).toMatch(
      /Status.*Max length/s,
    );
  });

  it('are imported for one language when one is requested', async () => {
    const into = await project();
    const { imported, updated, warnings } = await into.imported(
      { bytes: 'key,en,de\nb,other,Bee\n', name: 'x.csv' },
      { language: 'de' },
    );
    expect({ imported, updated }).toEqual({ imported: 1, updated: 0 });
    expect(warnings).toEqual([expect.objectContaining({ code: 'language_left_out', language: 'en' })]);
  });
});
