import { strFromU8, strToU8, unzipSync, zipSync } from 'fflate';
import type { Client, Json } from '../support/client';
import { Exchange } from '../support/exchange';
import { type RunningApp, startApp } from '../support/start-app';

type Files = Record<string, string>;

const zipOf = (files: Files): Uint8Array =>
  zipSync(Object.fromEntries(Object.entries(files).map(([path, text]) => [path, strToU8(text)])), { level: 0 });

const properties = (...texts: [string, string][]): string => texts.map(([key, text]) => `${key}=${text}\n`).join('');
const strings = (...texts: [string, string][]): string =>
  texts.map(([key, text]) => `"${key}" = "${text}";\n`).join('');
const resx = (...texts: [string, string][]): string =>
  `<root>\n${texts.map(([key, text]) => `  <data name="${key}"><value>${text}</value></data>\n`).join('')}</root>\n`;
const android = (...texts: [string, string][]): string =>
  `<resources>\n${texts.map(([key, text]) => `    <string name="${key}">${text}</string>\n`).join('')}</resources>\n`;
const stringsdict = (...texts: [string, string][]): string =>
  '<?xml version="1.0" encoding="UTF-8"?>\n<plist version="1.0">\n<dict>\n' +
  texts
    .map(
      ([key, text]) =>
        `  <key>${key}</key>\n  <dict>\n    <key>NSStringLocalizedFormatKey</key>\n    <string>%#@n@</string>\n    <key>n</key>\n` +
        '    <dict>\n      <key>NSStringFormatSpecTypeKey</key>\n      <string>NSStringPluralRuleType</string>\n' +
        '      <key>NSStringFormatValueTypeKey</key>\n      <string>d</string>\n      <key>one</key>\n' +
        `      <string>one ${text}</string>\n      <key>other</key>\n      <string>%d ${text}</string>\n    </dict>\n  </dict>\n`,
    )
    .join('') +
  '</dict>\n</plist>\n';

const json = (...texts: [string, string][]): string => `${JSON.stringify(Object.fromEntries(texts), null, 2)}\n`;
const yaml = (...texts: [string, string][]): string => texts.map(([key, text]) => `${key}: ${text}\n`).join('');
const po = (...texts: [string, string][]): string =>
  `msgid ""\nmsgstr ""\n"Content-Type: text/plain; charset=UTF-8\\n"\n${texts.map(([key, text]) => `\nmsgid "${key}"\nmsgstr "${text}"\n`).join('')}`;

type Texts = (...texts: [string, string][]) => string;

/** The file that all languages fall back to, the file of the source language, and another language, in each format that has such files. */
const FORMATS: [format: string, fallback: string, own: string, german: string, file: Texts][] = [
  ['properties', 'm/messages.properties', 'm/messages_en.properties', 'm/messages_de.properties', properties],
  ['resx', 'm/Resources.resx', 'm/Resources.en.resx', 'm/Resources.de.resx', resx],
  [
    'strings',
    'Base.lproj/Localizable.strings',
    'en.lproj/Localizable.strings',
    'de.lproj/Localizable.strings',
    strings,
  ],
  [
    'stringsdict',
    'Base.lproj/Localizable.stringsdict',
    'en.lproj/Localizable.stringsdict',
    'de.lproj/Localizable.stringsdict',
    stringsdict,
  ],
  ['android', 'res/values/strings.xml', 'res/values-en/strings.xml', 'res/values-de/strings.xml', android],
];

/** Two files of a language under two spellings or names, in each kind of paths. */
const SPELLINGS: [format: string, language: string, source: string, first: string, second: string, file: Texts][] = [
  ['android', 'he', 'res/values/strings.xml', 'res/values-he/strings.xml', 'res/values-iw/strings.xml', android],
  ['json', 'hr', 'texts/en.json', 'texts/hr.json', 'texts/scr.json', json],
  [
    'strings',
    'id',
    'en.lproj/Localizable.strings',
    'id.lproj/Localizable.strings',
    'in.lproj/Localizable.strings',
    strings,
  ],
  ['yaml', 'de', 'texts/en.yaml', 'texts/de.yaml', 'texts/de.yml', yaml],
  ['po', 'he', 'po/en.po', 'po/he.po', 'po/iw.po', po],
];

/** More than two files of one language, the first of which has most keys. */
const SEVERAL: [format: string, language: string, source: string | undefined, paths: string[], file: Texts][] = [
  ['json', 'pt-BR', 'texts/en.json', ['texts/pt-BR.json', 'texts/pt_BR.json', 'texts/pt_br.json'], json],
  ['yaml', 'pt-BR', 'texts/en.yaml', ['texts/pt-BR.yaml', 'texts/pt_BR.yaml', 'texts/pt_BR.yml', 'texts/pt_br.yml'], yaml],
  ['po', 'pt-BR', 'po/en.po', ['po/pt-BR.po', 'po/pt_BR.po', 'po/pt_br.po'], po],
  ['strings', 'pt-BR', 'en.lproj/Localizable.strings', ['pt-BR.lproj/Localizable.strings', 'pt_BR.lproj/Localizable.strings', 'pt_br.lproj/Localizable.strings'], strings],
  ['android', 'en', undefined, ['res/values/strings.xml', 'res/values-b+en/strings.xml', 'res/values-en/strings.xml'], android],
  ['properties', 'en', undefined, ['m/messages.properties', 'm/messages_EN.properties', 'm/messages_en.properties'], properties],
  ['resx', 'en', undefined, ['m/Resources.resx', 'm/Resources.EN.resx', 'm/Resources.en.resx'], resx],
]; // prettier-ignore

const HUE = '{n, plural, one {one Hue} other {%d Hue}}';

describe('files of one language and namespace', () => {
  let running: RunningApp;
  beforeAll(async () => {
    running = await startApp();
  });
  afterAll(() => running.close());

  const given = async (
    format: string,
    files: Files,
    options = {},
    targetLanguages = ['de'],
  ): Promise<{ exchange: Exchange; api: Client; result: Json; exported: (layout?: string) => Promise<Files> }> => {
    const { id, api } = await running.given.project({ targetLanguages, name: 'Shop' });
    const exchange = new Exchange(api, id);
    const result = await exchange.imported({ bytes: zipOf(files), name: 'texts.zip' }, { format, ...options });
    const exported = async (layout = 'template'): Promise<Files> => {
      const bytes = await exchange.exported({ format, language: '*', layout });
      return Object.fromEntries(
        Object.entries(unzipSync(new Uint8Array(bytes))).map(([path, file]) => [path, strFromU8(file)]),
      );
    };
    return { exchange, api, result, exported };
  };
  const textOf = (text: string, format: string): string => (format === 'stringsdict' ? `one ${text}` : text);

  describe.each(FORMATS)(
    'that all languages fall back to, and of the source language, as %s',
    (format, fallback, own, german, file) => {
      const files: Files = {
        [fallback]: file(['a', 'Colour'], ['b', 'Both'], ['c', 'Fallback']),
        [own]: file(['a', 'Color'], ['b', 'Both'], ['d', 'Own']),
        [german]: file(['a', 'Farbe']),
      };

      it('is kept with it, and the text of the language itself counts', async () => {
        const { exchange, result, exported } = await given(format, files);
        const { en } = (await exchange.texts()) as Record<string, Files>;
        expect(Object.keys(en ?? {}).sort()).toEqual(['a', 'b', 'c', 'd']);
        expect(en?.a).toContain(textOf('Color', format));
        expect(result.warnings).toEqual([
          expect.objectContaining({
            ...{ code: 'duplicate_key', key: 'a', language: 'en' },
            detail: expect.stringMatching(new RegExp(`"${own}".*"${fallback}"`)),
          }),
        ]);
        expect(await exported()).toEqual(files);
      });

      it('keeps comments of its own', async () => {
        const { exchange, exported } = await given(format, files);
        const comments: Record<string, [open: string, close: string, before: RegExp]> = {
          properties: ['# ', '\n', /^(?=\w)/gm],
          strings: ['/* ', ' */\n', /^(?=")/gm],
          android: ['<!-- ', ' -->\n    ', /(?=<string)/g],
          resx: ['<comment>', '</comment>', /(?=<\/data>)/g],
        };
        const [open, close, before] = comments[format] ?? [];
        if (before === undefined) return;
        const commented = (text: string, comment: string): string => text.replace(before, `${open}${comment}${close}`);
        for (const [ofFallback, ofOwn] of [
          ['Of all', undefined],
          [undefined, 'Of one'],
          ['Of all', 'Of one'],
        ]) {
          const sent = {
            ...files,
            ...(ofFallback !== undefined && { [fallback]: commented(files[fallback] ?? '', ofFallback) }),
            ...(ofOwn !== undefined && { [own]: commented(files[own] ?? '', ofOwn) }),
          };
          await exchange.imported({ bytes: zipOf(sent), name: 'texts.zip' }, { format });
          expect(await exported()).toEqual(sent);
        }
      });

      it('comes back byte for byte when the same zip is imported again, also as a mirror', async () => {
        const { exchange, exported } = await given(format, files);
        await exchange.imported({ bytes: zipOf(files), name: 'texts.zip' }, { format, missingTexts: 'remove' });
        expect(await exported()).toEqual(files);
        const without = Object.fromEntries(Object.entries(files).filter(([path]) => path !== own));
        await exchange.imported(
          { bytes: zipOf(without), name: 'texts.zip' },
          { format, missingTexts: 'remove', deleteMissing: true },
        );
        expect(await exported()).toEqual(without);
      });

      it('changes in one line where its texts do', async () => {
        const { exchange, api, exported } = await given(format, files);
        await exchange.put('a', { value: format === 'stringsdict' ? HUE : 'Hue' });
        await exchange.deleteKeys('b');
        await api.post(`projects/${exchange.projectId}/keys`, { name: 'e', value: 'New' });
        const { [fallback]: first = '', ...others } = await exported();
        expect(others).toEqual({
          [own]: file(['a', 'Hue'], ['d', 'Own']),
          [german]: files[german],
        });
        const without = file(['a', 'Hue'], ['c', 'Fallback']);
        expect(first.slice(0, without.length / 2)).toBe(without.slice(0, without.length / 2));
        expect(first).toContain('New');
        expect(first).not.toContain('Own');
      });

      it('is one file with the texts that count in every other export', async () => {
        const { exchange, exported } = await given(format, files);
        const alone = (await exchange.exported({ format, language: 'en' })).toString();
        for (const text of ['Color', 'Fallback', 'Own']) expect(alone).toContain(text);
        expect(alone).not.toContain('Colour');
        expect(Object.keys(await exported('canonical'))).toHaveLength(2);
      });
    },
  );

  describe.each(SPELLINGS)('of two spellings as %s in %s', (format, language, source, first, second, file) => {
    const files: Files = {
      [source]: file(['a', 'A'], ['b', 'B'], ['c', 'C'], ['d', 'D']),
      [first]: file(['a', 'One'], ['b', 'Same'], ['c', 'Left']),
      [second]: file(['a', 'Two'], ['b', 'Same'], ['d', 'Right']),
    };

    it('come back byte for byte, and a warning names the file whose text counts', async () => {
      const { exchange, result, exported } = await given(format, files, {}, [language]);
      const texts = (await exchange.texts())[language];
      expect(texts).toEqual({ a: 'Two', b: 'Same', c: 'Left', d: 'Right' });
      expect(result.warnings).toEqual([
        expect.objectContaining({
          ...{ code: 'duplicate_key', key: 'a', language },
          detail: expect.stringMatching(new RegExp(`"${second}".*"${first}".*later file`)),
        }),
      ]);
      expect(await exported()).toEqual(files);
      await exchange.imported({ bytes: zipOf(files), name: 'texts.zip' }, { format, missingTexts: 'remove' });
      expect(await exported()).toEqual(files);
    });

    it('change in one line each, and have no text of each other', async () => {
      const { exchange, exported } = await given(format, files, {}, [language]);
      await exchange.put('b', { translations: { [language]: 'Edited' } });
      expect(await exported()).toEqual({
        ...files,
        [first]: file(['a', 'One'], ['b', 'Edited'], ['c', 'Left']),
        [second]: file(['a', 'Two'], ['b', 'Edited'], ['d', 'Right']),
      });
    });

    it('have all texts in one file when only one of them is left', async () => {
      const { api, exchange, exported } = await given(format, files, {}, [language]);
      const { templates } = (await api.get(`projects/${exchange.projectId}/templates`)).body;
      const stored = templates.find(({ path }: Json) => path === second);
      await api.delete(`projects/${exchange.projectId}/templates/${stored.id}`);
      const { [first]: left = '', ...others } = await exported();
      expect(Object.keys(others)).toEqual([source]);
      for (const text of ['Two', 'Same', 'Left', 'Right']) expect(left).toContain(text);
    });

    it('are one file with all texts after a zip with only the second one', async () => {
      const { exchange, exported } = await given(format, files, {}, [language]);
      const others = Object.fromEntries(Object.entries(files).filter(([path]) => path !== first));
      await exchange.imported({ bytes: zipOf(others), name: 'texts.zip' }, { format });
      const { [second]: left = '', ...rest } = await exported();
      expect(Object.keys(rest)).toEqual([source]);
      for (const text of ['Two', 'Same', 'Left', 'Right']) expect(left).toContain(text);
    });

    it('stay apart when the first one is imported by itself', async () => {
      const { exchange, exported } = await given(format, files, {}, [language]);
      const edited = file(['a', 'One'], ['b', 'Same'], ['c', 'Edited']);
      await exchange.imported(
        { bytes: edited, name: first.split('/').at(-1) },
        { format, language, conflict: 'overwrite' },
      );
      const { [first]: left, [second]: right = '' } = await exported();
      expect(left).toBe(edited);
      expect(right).toBe(file(['a', 'One'], ['b', 'Same'], ['d', 'Right']));
    });
  });

  describe.each(SEVERAL)('of which one has several, as %s in %s', (format, language, source, paths, file) => {
    // Each file has a text of a that the next one replaces, a key of its own, and the key that all have.
    const own = (index: number, all = 'Same'): string =>
      file(['a', `Text ${index}`], ['all', all], [`own${index}`, `Own ${index}`]);
    const others: Files = source ? { [source]: file(['a', 'A'], ['all', 'All']) } : {};
    const files: Files = { ...others, ...Object.fromEntries(paths.map((path, index) => [path, own(index)])) };
    const last = paths.length - 1;

    it('come back byte for byte with the texts of all of them, of which the later ones count', async () => {
      const { exchange, result, exported } = await given(format, files, {}, language === 'en' ? [] : [language]);
      expect((await exchange.texts())[language]).toEqual({
        a: `Text ${last}`,
        all: 'Same',
        ...Object.fromEntries(paths.map((_path, index) => [`own${index}`, `Own ${index}`])),
      });
      const replaced = result.warnings.map(({ code, key }: Json) => [code, key]);
      expect(replaced).toEqual(paths.slice(1).map(() => ['duplicate_key', 'a']));
      expect(await exported()).toEqual(files);
      await exchange.imported({ bytes: zipOf(files), name: 'texts.zip' }, { format, missingTexts: 'remove' });
      expect(await exported()).toEqual(files);
    });

    it('change where their keys are', async () => {
      const { exchange, exported } = await given(format, files, {}, language === 'en' ? [] : [language]);
      const put = (key: string, text: string): Promise<unknown> =>
        exchange.put(key, language === 'en' ? { value: text } : { translations: { [language]: text } });
      await put('all', 'Edited');
      await put('own1', 'Own 1');
      await put(`own${last}`, 'Changed');
      const edited = paths.map((path, index) => [path, own(index, 'Edited').replace(`Own ${last}`, 'Changed')]);
      expect(await exported()).toEqual({ ...files, ...Object.fromEntries(edited) });
    });

    it('have the new text of a key whose texts differed', async () => {
      const { exchange, exported } = await given(format, files, {}, language === 'en' ? [] : [language]);
      await exchange.put('a', language === 'en' ? { value: 'New' } : { translations: { [language]: 'New' } });
      const edited = paths.map((path, index) => [path, own(index).replace(`Text ${index}`, 'New')]);
      expect(await exported()).toEqual({ ...files, ...Object.fromEntries(edited) });
    });
  });

  it('are the first one where another is too large for its layout, with a warning', async () => {
    const large = `d=Own\na=Color\n\n# ${'comment '.repeat(1_048_576)}\n`;
    const files = { 'm/messages.properties': properties(['a', 'Colour']), 'm/messages_en.properties': large };
    const { result, exported } = await given('properties', files);
    expect(result.warnings.slice(1).map(({ code, key, detail }: Json) => [code, key, detail])).toEqual([
      ['files_merged', undefined, expect.stringContaining('"m/messages.properties"')],
      ['duplicate_key', 'a', expect.stringMatching(/the text of the later file is imported$/)],
    ]);
    const { 'm/messages.properties': merged = '', ...others } = await exported();
    expect(Object.keys(others)).not.toContain('m/messages_en.properties');
    expect(merged).toMatch(/^a=Color\n/);
    expect(merged).toContain('d=Own\n');
  });

  it('refuses a key twice in one of them, and in a strict import in both', async () => {
    const { id, api } = await running.given.project({ targetLanguages: [], name: 'Shop' });
    const exchange = new Exchange(api, id);
    const load = (files: Files, options = {}): Promise<Json> =>
      exchange.imported({ bytes: zipOf(files), name: 'texts.zip' }, { format: 'resx', ...options });
    const twice = { 'm/Resources.resx': resx(['a', 'A']), 'm/Resources.en.resx': resx(['a', 'B'], ['a', 'C']) };
    await expect(load(twice)).rejects.toThrow(/duplicate_key/);
    const both = { 'm/Resources.resx': resx(['a', 'A']), 'm/Resources.en.resx': resx(['a', 'B']) };
    await expect(load(both, { strict: true })).rejects.toThrow(/duplicate_key/);
  });
});
