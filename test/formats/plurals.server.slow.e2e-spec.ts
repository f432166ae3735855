import type { Json } from '../support/client';
import { Exchange, type Options } from '../support/exchange';
import { type RunningApp, startApp } from '../support/start-app';
import { CarriedPlurals, NATIVE } from './carried-plurals';

let running: RunningApp;
beforeAll(async () => {
  running = await startApp();
});
afterAll(() => running.close());

describe('plurals', () => {
  it('are tested for every format with plurals of its own', () => {
    expect(NATIVE).toEqual(['i18next', 'xcstrings', 'yaml-rails', 'po', 'android', 'stringsdict', 'qt-ts', 'fluent']);
  });

  // plural-pairs.slow.e2e-spec.ts has each pair of formats.
  it.each(NATIVE.map((format, place) => [format, NATIVE.at(place - 1) ?? '']))(
    'are unchanged if they are exported as %s and then as %s',
    async (first, second) => {
      const plurals = new CarriedPlurals(running.given);
      const from = await plurals.given();
      const carried = await plurals.carry(await plurals.carry(from, first), second);
      await plurals.expectSame(from, carried, [first, second]);
    },
  );

  describe('with arguments of ICU', () => {
    const TEXTS: Record<string, Record<string, string>> = {
      en: {
        files: "{count, plural, one {# file of {total} '{'x'}'} other {# files of {total} '{'x'}'}}",
        greeting: "Hello {name}, it's {n, plural, one {{n} day} other {# days}}",
      },
      pl: {
        files: '{count, plural, one {{total}: # a} few {{total}: # b} many {{total}: # c} other {{total}: # c}}',
        greeting: 'Cześć {name}',
      },
      ja: { files: '{count, plural, other {{total} #}}', greeting: '{name}' },
    };
    const STYLED: readonly [format: string, form: string][] = [
      ['i18next', '{{total}}: {{count}} a'],
      ['xcstrings', '%2$@: %1$lld a'],
      ['yaml-rails', '%{total}: %{count} a'],
      ['po', '%(total)s: %(count)d a'],
      ['android', '%2$s: %1$d a'],
      ['stringsdict', '%2$@: %1$lld a'],
      ['qt-ts', '%1: %n a'],
      ['fluent', '{ $total }: { $count } a'],
      ['php', ':total: :count a'],
    ];

    it.each(STYLED)('are written as in %s, and an import of the file changes nothing', async (format, form) => {
      const { id, api } = await running.given.project({ targetLanguages: ['pl', 'ja'] });
      const project = new Exchange(api, id);
      for (const [language, texts] of Object.entries(TEXTS))
        await project.imported({ bytes: JSON.stringify(texts) }, { format: 'icu-json', language });
      const languages = format === 'xcstrings' ? ['*'] : Object.keys(TEXTS);
      for (const language of languages) {
        const bytes = await project.exported({ format, language });
        if (['*', 'pl'].includes(language)) expect(bytes.toString()).toContain(form);
        const { updated } = await project.imported({ bytes }, { format, ...(language !== '*' && { language }) });
        expect([language, updated]).toEqual([language, 0]);
      }
      expect(await project.texts()).toEqual(TEXTS);
    });

    it('have arguments of ICU again in a changed form and in a new translation', async () => {
      const { id, api } = await running.given.project({ targetLanguages: ['pl', 'ja', 'de'] });
      const project = new Exchange(api, id);
      await project.imported({ bytes: JSON.stringify(TEXTS.en) }, { format: 'icu-json', language: 'en' });
      const german = { files_one: 'Eine von {{total}}', files_other: '{{count}} von {{total}}' };
      await project.imported({ bytes: JSON.stringify(german) }, { format: 'i18next', language: 'de' });
      expect((await project.texts()).de).toEqual({
        files: '{count, plural, one {Eine von {total}} other {# von {total}}}',
      });
    });
  });

  describe('with arguments of another format', () => {
    const TEXTS: Record<string, Record<string, string>> = {
      en: { files_one: '{{count}} file of {{total}} {x}', files_other: '{{count}} files of {{total}} {x}' },
      pl: {
        files_one: '{{total}}: {{count}} a',
        files_few: '{{total}}: {{count}} b',
        files_many: '{{total}}: {{count}} c',
        files_other: '{{total}}: {{count}} c',
      },
      ja: { files_other: '{{total}} {{count}}' },
    };
    const STYLED: readonly [format: string, form: string][] = [
      ['xcstrings', '%2$@: %1$lld a'],
      ['yaml-rails', '%{total}: %{count} a'],
      ['po', '%(total)s: %(count)d a'],
      ['android', '%2$s: %1$d a'],
      ['stringsdict', '%2$@: %1$lld a'],
      ['qt-ts', '%1: %n a'],
      ['fluent', '{ $total }: { $count } a'],
      ['php', ':total: :count a'],
    ];
    const given = async (): Promise<Exchange> => {
      const { id, api } = await running.given.project({ targetLanguages: ['pl', 'ja', 'de'] });
      const project = new Exchange(api, id);
      for (const [language, texts] of Object.entries(TEXTS))
        await project.imported({ bytes: JSON.stringify(texts) }, { format: 'i18next', language });
      return project;
    };

    it.each(STYLED)('are written as in %s, and an import of the file changes nothing', async (format, form) => {
      const project = await given();
      const before = await project.texts();
      for (const language of format === 'xcstrings' ? ['*'] : Object.keys(TEXTS)) {
        const bytes = await project.exported({ format, language });
        if (['*', 'pl'].includes(language)) expect(bytes.toString()).toContain(form);
        const { updated } = await project.imported({ bytes }, { format, ...(language !== '*' && { language }) });
        expect([language, updated]).toEqual([language, 0]);
        const again = await project.exported({ format, language });
        expect([language, again.toString()]).toEqual([language, bytes.toString()]);
      }
      expect(await project.texts()).toEqual(before);
    });

    it('have the arguments of the project again in a changed form and in a new translation', async () => {
      const project = await given();
      const bytes = await project.exported({ format: 'android', language: 'pl' });
      const changed = bytes.toString().replace('%2$s: %1$d a', '%1$d z %2$s');
      await project.imported({ bytes: changed }, { format: 'android', language: 'pl' });
      const german = bytes.toString().replaceAll(/<item quantity="(?:few|many)">.*<\/item>\n/g, '');
      await project.imported({ bytes: german }, { format: 'android', language: 'de' });
      const { pl, de } = await project.texts();
      expect([pl?.files, de?.files]).toEqual([
        expect.stringContaining("one {'{{'count'}}' z '{{'total'}}'}"),
        expect.stringContaining("one {'{{'total'}}': '{{'count'}}' a}"),
      ]);
    });

    it('stay in the file that they came from, and in one with the same arguments', async () => {
      const { id, api } = await running.given.project();
      const project = new Exchange(api, id);
      const file = (other: string): string =>
        `msgid ""\nmsgstr ""\n"Language: de\\n"\n\nmsgctxt "files"\nmsgid "{{count}} file"\nmsgid_plural "{{count}} files"\nmsgstr[0] "{{count}} Datei"\nmsgstr[1] "${other}"\n`;
      await project.imported({ bytes: file('{{count}} Dateien') }, { format: 'po', language: 'de' });
      expect(await project.lost({ format: 'po', language: 'de' })).toEqual([]);
      const exported = async (): Promise<string> =>
        (await project.exported({ format: 'po', language: 'de' })).toString();
      expect(await exported()).toBe(file('{{count}} Dateien'));
      const canonical = await project.exported({ format: 'po', language: 'de', layout: 'canonical' });
      expect(canonical.toString()).toContain('msgstr[0] "{{count}} Datei"\nmsgstr[1] "{{count}} Dateien"');
      const rails = await project.exported({ format: 'yaml-rails', language: 'de' });
      expect(rails.toString()).toContain('%{count} Dateien');
    });

    it('produce warnings where the format does not have them', async () => {
      const { id, api } = await running.given.project();
      const project = new Exchange(api, id);
      const texts = { files_one: '{{count}} of {{size, bytes}}', files_other: '{{count}} of {{size, bytes}} all' };
      await project.imported({ bytes: JSON.stringify(texts) }, { format: 'i18next', language: 'en' });
      expect(await project.lost({ format: 'android', language: 'en' })).toEqual([
        {
          code: 'placeholder_not_converted',
          detail: '{{size, bytes}} cannot be written in the style android',
          params: { names: '{{size, bytes}}', style: 'android' },
          key: 'files',
        },
      ]);
      expect((await project.exported({ format: 'android', language: 'en' })).toString()).toContain(
        '%1$d of {{size, bytes}}<',
      );
    });
  });

  describe('that a format cannot hold', () => {
    const EXACT = '{n, plural, =0 {none} =7 {a week} one {one day} other {# days of {owner}}}';
    const ORDINAL = '{count, selectordinal, one {#st} two {#nd} few {#rd} other {#th}}';
    const project = async (message: string): Promise<Exchange> => {
      const { id, api } = await running.given.project({ keys: [{ name: 'days', value: message }] });
      return new Exchange(api, id);
    };

    it.each(['xcstrings', 'yaml-rails', 'po', 'android', 'stringsdict', 'qt-ts', 'i18next'])(
      'are counted in a header and listed in the details of an export to %s',
      async (format) => {
        const from = await project(EXACT);
        const { headers, status } = await from.export({ format });
        const lost = await from.lost({ format });
        expect(status).toBe(200);
        expect(headers.get('x-export-warnings')).toBe(String(lost.length));
        expect(new Set(lost.map(({ key }) => key))).toEqual(new Set(['days']));
        expect(lost.some(({ detail }) => /7|exact/.test(detail))).toBe(true);
      },
    );

    it('are all counted, and the first thousand listed', async () => {
      const from = await project('one text');
      const messages = Object.fromEntries(Array.from({ length: 1_001 }, (_, i) => [`days${i}`, ORDINAL]));
      await from.imported({ bytes: JSON.stringify(messages) }, { format: 'json', language: 'en' });
      const { body } = await from.export({ format: 'android', details: true });
      const one = await (await project(ORDINAL)).lost({ format: 'android' });
      expect(body.warningCount).toBe(1_001 * one.length);
      expect(body.warnings).toHaveLength(1_000);
      const { headers } = await from.export({ format: 'android' });
      expect(headers.get('x-export-warnings')).toBe(String(body.warningCount));
    });

    it.each(['po', 'android', 'qt-ts', 'stringsdict', 'yaml-rails', 'xcstrings'])(
      'produce warnings for ordinals in exports to %s',
      async (format) => {
        expect(await (await project(ORDINAL)).lost({ format })).toContainEqual(
          expect.objectContaining({ code: expect.stringMatching(/^plural_/), key: 'days' }),
        );
      },
    );

    it.each(['json', 'icu-json', 'arb', 'xliff', 'resx', 'csv', 'properties', 'fluent'])(
      'are unchanged in %s, without a warning',
      async (format) => {
        const message = format === 'fluent' ? '{n, plural, =0 {none} one {one day} other {days}}' : EXACT;
        const from = await project(message);
        const { headers, bytes } = await from.export({ format });
        expect(headers.get('x-export-warnings')).toBeNull();
        await from.imported({ bytes }, { format, language: 'en' });
        expect(await from.texts()).toMatchObject({ en: { days: message } });
      },
    );

    it.each([...NATIVE, 'php'])('are kept when an unchanged file in %s is imported', async (format) => {
      // Fluent writes `#` and `{owner}` in its own syntax.
      const exact = format === 'fluent' ? '{n, plural, =0 {none} =7 {a week} one {one day} other {days}}' : EXACT;
      for (const message of [exact, ORDINAL]) {
        const from = await project(message);
        const back = await from.imported({ bytes: await from.exported({ format }) }, { format, language: 'en' });
        expect(back).toMatchObject({ imported: 0, updated: 0, skipped: 1, warnings: [] });
        expect(await from.texts()).toMatchObject({ en: { days: message } });
      }
    });

    it.each(['po', 'android', 'yaml-rails', 'i18next', 'xcstrings', 'stringsdict', 'qt-ts'])(
      'are kept with a warning when a file in %s changes another form',
      async (format) => {
        const from = await project(EXACT);
        const changed = (await from.exported({ format })).toString().replace(/(>|"|')one day(?=[<"'])/g, '$11 day');
        const expected = EXACT.replace('one {one day}', 'one {1 day}');
        for (const dryRun of [true, false]) {
          const back = await from.imported({ bytes: changed }, { format, language: 'en', dryRun });
          expect(back).toMatchObject({ imported: 0, updated: 1, skipped: 0 });
          expect(back.warnings).toContainEqual(
            expect.objectContaining({ code: 'plural_form_kept', key: 'days', language: 'en' }),
          );
          expect(await from.texts()).toMatchObject({ en: { days: dryRun ? EXACT : expected } });
        }
      },
    );

    it('produce a warning when a text replaces them', async () => {
      const from = await project(EXACT);
      const { warnings } = await from.imported({ bytes: '{"days":"days"}' }, { format: 'json', language: 'en' });
      expect(warnings).toEqual([expect.objectContaining({ code: 'plural_replaced', key: 'days', language: 'en' })]);
    });

    it('produce warnings in imports', async () => {
      const from = await project('x');
      const po =
        'msgid ""\nmsgstr "Plural-Forms: nplurals=2; plural=(n != 1);\\n"\n\nmsgid "a"\nmsgid_plural "b"\nmsgstr[0] "c"\nmsgstr[1] "d"\nmsgstr[2] "e"\n';
      const { warnings } = await from.imported({ bytes: po }, { language: 'de', format: 'po' });
      expect((warnings as Json[]).map(({ code, key }) => [code, key])).toEqual([['plural_form_dropped', 'a']]);
    });
  });
});

describe('string catalogs', () => {
  const catalog = (language: string): string => {
    const unit = (value: string) => ({ stringUnit: { state: 'translated', value } });
    const plural = { zero: unit('none'), other: unit('some') };
    const localizations = { [language]: { variations: { plural } } };
    return JSON.stringify({ sourceLanguage: 'en', version: '1.0', strings: { files: { localizations } } });
  };

  it.each(['!!', '', 'x-private', 'root', '__proto__'])(
    'are refused with the invalid language %j',
    async (language) => {
      const { id, api } = await running.given.project();
      const { status, body } = await new Exchange(api, id).import(
        { bytes: catalog(language) },
        { format: 'xcstrings' },
      );
      expect({ status, code: body.code }).toEqual({ status: 400, code: 'language_required' });
    },
  );

  it('may spell a language in their own way', async () => {
    const { id, api } = await running.given.project({ targetLanguages: ['de-AT'] });
    const into = new Exchange(api, id);
    await into.imported({ bytes: catalog('de_AT') }, { format: 'xcstrings' });
    expect((await into.texts())['de-AT']).toEqual({ files: '{count, plural, =0 {none} other {some}}' });
  });

  it('keep the existing source text if they have none, and use the key for a missing one', async () => {
    const { id, api } = await running.given.project({ keys: [{ name: 'files', value: 'Files' }] });
    const into = new Exchange(api, id);
    await into.imported({ bytes: catalog('de') }, { format: 'xcstrings' });
    expect((await into.texts()).en).toEqual({ files: 'Files' });
    await into.imported({ bytes: catalog('de').replace('files', 'new') }, { format: 'xcstrings' });
    expect((await into.texts()).en).toEqual({ files: 'Files', new: 'new' });
  });
});

describe('placeholders', () => {
  const project = async (value: string): Promise<Exchange> => {
    const { id, api } = await running.given.project({ keys: [{ name: 'a', value }] });
    return new Exchange(api, id);
  };

  it.each([
    ['keep', 'json', 'Hi {name}, {count} new'],
    ['printf', 'json', 'Hi %(name)s, %(count)s new'],
    ['android', 'json', 'Hi %1$s, %2$s new'],
    ['apple', 'json', 'Hi %@, %@ new'],
    ['i18next', 'json', 'Hi {{name}}, {{count}} new'],
    ['ruby', 'json', 'Hi %{name}, %{count} new'],
    ['icu', 'json', 'Hi {name}, {count} new'],
  ])('are exported in the style %s', async (placeholders, format, text) => {
    const from = await project('Hi {name}, {count} new');
    expect(JSON.parse((await from.exported({ format, placeholders })).toString())).toEqual({ a: text });
  });

  it.each([
    ['keep', 'Hi %{name}', 'Hi %{name}'],
    ['icu', 'Hi %{name}', 'Hi {name}'],
    ['icu', 'Hi {{name}}', 'Hi {name}'],
    ['icu', 'Hi %1$s and %2$@', expect.any(String)],
    ['ruby', 'Hi {{name}}', 'Hi %{name}'],
  ])('are imported with placeholders=%s', async (placeholders, text, stored) => {
    const into = await project('x');
    await into.imported({ bytes: JSON.stringify({ a: text }) }, { format: 'json', language: 'en', placeholders });
    expect(await into.texts()).toMatchObject({ en: { a: stored } });
  });

  it('are converted to ICU arguments in plurals and back', async () => {
    const into = await project('x');
    const android = (one: string, other: string): string =>
      `<resources><plurals name="p"><item quantity="one">${one}</item><item quantity="other">${other}</item></plurals></resources>`;
    const options = { format: 'android', language: 'en', placeholders: 'icu' };
    await into.imported({ bytes: android('%1$d file', '%1$d files') }, options);
    expect(await into.texts()).toMatchObject({ en: { p: '{count, plural, one {# file} other {# files}}' } });
    const out = (await into.exported({ format: 'android', placeholders: 'android' })).toString();
    expect(out).toMatch(/one">%1\$d file<[^]*other">%1\$d files</);
  });

  it('are kept with a warning if they have no equivalent', async () => {
    const from = await project('Hi {name} {0}');
    expect(await from.lost({ format: 'json', placeholders: 'printf' })).toEqual([
      expect.objectContaining({ code: 'placeholder_not_converted', key: 'a' }),
    ]);
  });
});

describe('formats and encodings', () => {
  const project = async (): Promise<Exchange> => {
    const { id, api } = await running.given.project();
    return new Exchange(api, id);
  };
  const utf16 = (text: string): Buffer => Buffer.from(`\ufeff${text}`, 'utf16le');
  const latin1 = (text: string): Buffer => Buffer.from(text, 'latin1');

  it.each<[string, string, string | Buffer]>([
    ['the file name', 'de.po', 'msgid "a"\nmsgstr "é"\n'],
    ['the file name of nested JSON', 'de.json', '{"x":{"y":"é"}}'],
    ['@@locale', 'any.json', '{"@@locale":"de","a":"é"}'],
    ['the root element', 'any.xml', '<resources><string name="a">é</string></resources>'],
    ['a locale at the root', 'any.yml', 'de:\n  a: é\n'],
    ['a byte order mark', 'de.strings', utf16('"a" = "é";')],
    ['NUL bytes', 'de.strings', utf16('"a" = "é";').subarray(2)],
    [
      'the charset of a PO header',
      'de.po',
      latin1('msgid ""\nmsgstr "Content-Type: text/plain; charset=ISO-8859-1\\n"\n\nmsgid "a"\nmsgstr "é"\n'),
    ],
    [
      'an XML declaration',
      'de.resx',
      latin1('<?xml version="1.0" encoding="ISO-8859-1"?><root><data name="a"><value>é</value></data></root>'),
    ],
    ['the rule of Java', 'de.properties', latin1('a=é')],
  ])('are detected by %s', async (_how, name, bytes) => {
    const into = await project();
    await into.imported({ bytes, name }, /any\.xml|any\.yml/.test(name) ? { language: 'de' } : {});
    expect(Object.values((await into.texts()).de ?? {})).toEqual(['é']);
  });

  it.each<[string, string | Buffer, Options]>([
    ['PO', 'msgid "a"\nmsgstr "b"\n', { language: 'de' }],
    [
      'XLIFF',
      '<xliff version="1.2"><file source-language="en" target-language="de" original="x" datatype="plaintext"><body><trans-unit id="a"><source>x</source><target>b</target></trans-unit></body></file></xliff>',
      {},
    ],
    [
      'XLIFF 2',
      '<xliff xmlns="urn:oasis:names:tc:xliff:document:2.0" version="2.0" srcLang="en" trgLang="de"><file id="f"><unit id="a"><segment><source>x</source><target>b</target></segment></unit></file></xliff>',
      {},
    ],
    [
      'Qt',
      '<!DOCTYPE TS><TS version="2.1" language="de"><context><name>c</name><message id="a"><source>x</source><translation>b</translation></message></context></TS>',
      {},
    ],
    [
      'TMX',
      '<tmx version="1.4"><header srclang="en"/><body><tu tuid="a"><tuv xml:lang="de"><seg>b</seg></tuv></tu></body></tmx>',
      {},
    ],
    [
      'RESX',
      '<root><resheader name="resmimetype"><value>text/microsoft-resx</value></resheader><data name="a"><value>b</value></data></root>',
      { language: 'de' },
    ],
    ['JSON', '{"a":"b"}', { language: 'de' }],
  ])('are detected by content alone: %s', async (_name, bytes, options) => {
    const into = await project();
    await into.imported({ bytes }, options);
    expect((await into.texts()).de).toEqual({ a: 'b' });
  });

  it('are refused with the candidates if they cannot be detected', async () => {
    const { status, body } = await (await project()).import({ bytes: 'a = b\n' }, { language: 'de' });
    expect({ status, code: body.code }).toEqual({ status: 400, code: 'unknown_format' });
    expect(body.errors).toEqual([expect.objectContaining({ parameter: 'format' })]);
    expect(body.detail).toMatch(/set format to one of json, /);
  });

  it('produce an error with the line of a byte that cannot be decoded', async () => {
    const { body } = await (await project()).import({ bytes: latin1('a: b\nc: é\n'), name: 'de.yaml' });
    expect(body).toMatchObject({ code: 'unknown_encoding', errors: [{ line: 2 }] });
  });
});
