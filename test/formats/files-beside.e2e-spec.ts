import { strFromU8, strToU8, unzipSync, zipSync } from 'fflate';
import type { Client, Json } from '../support/client';
import { Exchange } from '../support/exchange';
import { type RunningApp, startApp } from '../support/start-app';

type Files = Record<string, string>;

const zipOf = (files: Files): Uint8Array =>
  zipSync(Object.fromEntries(Object.entries(files).map(([path, text]) => [path, strToU8(text)])));

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

const HUE = '{n, plural, one {one Hue} other {%d Hue}}';

describe('the file that languages fall back to, beside the file of the source language', () => {
  let running: RunningApp;
  beforeAll(async () => {
    running = await startApp();
  });
  afterAll(() => running.close());

  const given = async (
    format: string,
    files: Files,
    options = {},
  ): Promise<{ exchange: Exchange; api: Client; result: Json; exported: (layout?: string) => Promise<Files> }> => {
    const { id, api } = await running.given.project({ targetLanguages: ['de'], name: 'Shop' });
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

  describe.each(FORMATS)('as %s', (format, fallback, own, german, file) => {
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
