import { codecs } from '../../language-files';
import { readImport } from './read-import';
import { RefusedFileError } from './refused-file-error';

const tmx = (...units: readonly string[]): string =>
  `<tmx version="1.4">\n<header srclang="en"/>\n<body>\n${units.join('\n')}\n</body>\n</tmx>\n`;
const unit = (text: string): string =>
  `<tu tuid="a"><tuv xml:lang="en"><seg>A</seg></tuv>\n<tuv xml:lang="de"><seg>${text}</seg></tuv></tu>`;

/** A file of each format whose tools accept the key `a` twice, with the text that they read and the lines of both. */
const ACCEPTED: Record<string, [file: string, text: string, lines: string]> = {
  json: ['{\n"a": "1",\n"b": "x",\n"a": "2"}', '2', '2 and 4'],
  'json-nested': ['{\n"a": "1",\n"b": {"c": "x"},\n"a": "2"}', '2', '2 and 4'],
  'icu-json': ['{\n"a": "1",\n"a": "2"}', '2', '2 and 3'],
  i18next: ['{\n"a": "1",\n"a": "2"}', '2', '2 and 3'],
  arb: ['{\n"@@locale": "de",\n"a": "1",\n"a": "2"}', '2', '3 and 4'],
  xcstrings: [
    `{"sourceLanguage": "en", "version": "1.0", "strings": {\n${['1', '2']
      .map((value) => `"a": {"localizations": {"de": {"stringUnit": {"state": "translated", "value": "${value}"}}}}`)
      .join(',\n')}}}`,
    '2',
    '2 and 3',
  ],
  yaml: ['a: 1\nb: x\na: 2\n', '2', '1 and 3'],
  'yaml-rails': ['de:\n  a: "1"\n  a: "2"\n', '2', '2 and 3'],
  properties: ['a=1\nb=x\n\na=2\n', '2', '1 and 4'],
  strings: ['"a" = "1";\n"a" = "2";\n', '2', '1 and 2'],
  php: ["<?php return [\n'a' => '1',\n'a' => '2',\n];", '2', '2 and 3'],
  tmx: [tmx(unit('1'), unit('2')), '1', '5 and 7'],
};

/** A file of each format whose tools refuse the key `a` twice, or do not say which text counts. */
const REFUSED: Record<string, string> = {
  po: 'msgid ""\nmsgstr "Language: de\\n"\n\nmsgid "a"\nmsgstr "1"\n\nmsgid "a"\nmsgstr "2"\n',
  android: '<resources><string name="a">1</string><string name="a">2</string></resources>',
  fluent: 'a = 1\na = 2\n',
  xliff:
    '<xliff version="1.2" xmlns="urn:oasis:names:tc:xliff:document:1.2"><file source-language="en" target-language="de" ' +
    'datatype="plaintext" original="x"><body><trans-unit id="a"><source>A</source><target>1</target></trans-unit>' +
    '<trans-unit id="a"><source>A</source><target>2</target></trans-unit></body></file></xliff>',
  csv: 'key,de\na,1\na,2\n',
  resx: '<root><data name="a"><value>1</value></data><data name="a"><value>2</value></data></root>',
};

const read = (format: string, file: string, strict = false): ReturnType<typeof readImport> =>
  readImport({
    bytes: Buffer.from(file),
    ...{ format, language: 'de', sourceLanguage: 'en', targetLanguages: ['de'], strict },
  });
const refusal = (format: string, file: string, strict?: boolean): Promise<RefusedFileError['refusal']> =>
  read(format, file, strict).then(
    () => Promise.reject(new Error('the file was not refused')),
    (error: unknown) => (error instanceof RefusedFileError ? error.refusal : Promise.reject(error as Error)),
  );

describe('a key with two texts', () => {
  it.each(Object.entries(ACCEPTED))(
    'has in %s the text that counts for the tools of the format',
    async (format, [file, text, lines]) => {
      const { keys, units, warnings } = await read(format, file);
      const texts = [...units].filter(({ language, key }) => language === 'de' && keys.name(key) === 'a');
      expect(texts.map((each) => each.text)).toEqual([text]);
      const both = warnings.listed.filter(({ code }) => code === 'duplicate_key');
      expect(both.map(({ key, language, detail }) => [key, language, detail])).toEqual([
        ['a', 'de', expect.stringContaining(`on the lines ${lines} with`)],
      ]);
    },
  );

  it.each(Object.entries(ACCEPTED))('is refused in %s if the import is strict', async (format, [file]) => {
    expect(await refusal(format, file, true)).toMatchObject({ code: 'duplicate_key', errors: [{ key: 'a' }] });
  });

  it.each(['json', 'json-nested', 'icu-json', 'i18next'])(
    'has in %s the texts of the last of two objects of a name, and is refused if the import is strict',
    async (format) => {
      const file = '{"a": {"b": "1", "c": "2"},\n"a": {"b": "3"}}';
      const { keys, units, warnings } = await read(format, file);
      expect([...units].map(({ key, text }) => [keys.name(key), text])).toEqual([['a.b', '3']]);
      expect(warnings.listed.filter(({ code }) => code === 'duplicate_key')).toMatchObject([{ key: 'a', line: 2 }]);
      expect(await refusal(format, file, true)).toMatchObject({ code: 'duplicate_key', errors: [{ key: 'a' }] });
    },
  );

  it.each(Object.entries(REFUSED))('is refused in %s', async (format, file) => {
    expect(await refusal(format, file)).toMatchObject({ code: 'duplicate_key', errors: [{ key: 'a' }] });
  });

  it.each([
    ['i18next', '{"a_one": "1",\n"a_one": "2",\n"a_other": "3"}', 'a_one'],
    ['yaml-rails', 'de:\n  a:\n    one: "1"\n    one: "2"\n    other: "3"\n', 'a.one'],
  ])('has in %s the text that counts in a form of a plural, too', async (format, file, name) => {
    const { units, warnings } = await read(format, file);
    expect([...units].map(({ text }) => text)).toEqual(['{count, plural, one {2} other {3}}']);
    expect(warnings.listed).toMatchObject([{ code: 'duplicate_key', key: name }]);
    expect(await refusal(format, file, true)).toMatchObject({ code: 'duplicate_key', errors: [{ key: name }] });
  });

  it('is tested in every format that accepts it', () => {
    expect(
      codecs
        .filter(({ duplicates }) => duplicates)
        .map(({ id }) => id)
        .sort(),
    ).toEqual(Object.keys(ACCEPTED).sort());
  });
});
