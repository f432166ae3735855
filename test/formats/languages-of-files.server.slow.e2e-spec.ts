import { strToU8, unzipSync, zipSync } from 'fflate';
import { Exchange } from '../support/exchange';
import { type RunningApp, startApp } from '../support/start-app';

const PO = (language: string): string =>
  `msgid ""\nmsgstr ""\n"Language: ${language}\\n"\n"Content-Type: text/plain; charset=UTF-8\\n"\n\nmsgid "Open"\nmsgstr "${language}"\n`;
const ANDROID = '<resources>\n    <string name="a">A</string>\n</resources>\n';
const TS = (language: string): string =>
  `<?xml version="1.0" encoding="utf-8"?>\n<!DOCTYPE TS>\n<TS version="2.1" language="${language}" sourcelanguage="en">\n<context>\n    <name>C</name>\n    <message>\n        <source>Open</source>\n        <translation>x</translation>\n    </message>\n</context>\n</TS>\n`;
const RESX = '<root>\n  <data name="a" xml:space="preserve">\n    <value>A</value>\n  </data>\n</root>\n';

describe('the languages of the files of a zip', () => {
  let running: RunningApp;
  beforeAll(async () => {
    running = await startApp();
  });
  afterAll(() => running.close());

  const project = async (targetLanguages: readonly string[] = []): Promise<Exchange> => {
    const { id, api } = await running.given.project({ targetLanguages: [...targetLanguages] });
    return new Exchange(api, id);
  };
  const zipOf = (files: Record<string, string>): Uint8Array =>
    zipSync(Object.fromEntries(Object.entries(files).map(([path, text]) => [path, strToU8(text)])));

  it.each([
    ['po', { 'po/ast.po': PO('ast'), 'po/de.po': PO('de') }, ['ast', 'de']],
    ['po', { 'po/app-qaa.po': PO('qaa') }, ['qaa']],
    ['qt-ts', { 'i18n/app_fil.ts': TS('fil'), 'i18n/app_de.ts': TS('de') }, ['de', 'fil']],
    // A code of a country counts in the place of a language, whether or not the files say it.
    ['qt-ts', { 'i18n_en.ts': TS(''), 'i18n_de.ts': TS(''), 'i18n_jp.ts': TS('') }, ['de', 'jp']],
    ['qt-ts', { 'i18n_en.ts': TS('en'), 'i18n_de.ts': TS('de'), 'i18n_jp.ts': TS('jp') }, ['de', 'jp']],
    [
      'json',
      { 'i18n_en.json': '{"a":"A"}', 'i18n_de.json': '{"a":"B"}', 'i18n_jp.json': '{"a":"C"}' },
      ['de', 'en', 'jp'],
    ],
    ['properties', { 'messages.properties': 'a=A\n', 'messages_fil.properties': 'a=B\n' }, ['en', 'fil']],
    ['resx', { 'Resources.resx': RESX, 'Resources.fil.resx': RESX }, ['en', 'fil']],
    [
      'android',
      {
        'res/values/strings.xml': ANDROID,
        'res/values-fil/strings.xml': ANDROID,
        'res/values-b+kab/strings.xml': ANDROID,
      },
      ['en', 'fil', 'kab'],
    ],
    ['strings', { 'en.lproj/L.strings': '"a" = "A";\n', 'fil.lproj/L.strings': '"a" = "A";\n' }, ['en', 'fil']],
    ['json', { 'en.json': '{"a":"A"}', 'kab.json': '{"a":"B"}', 'app.json': '{"a":"C"}' }, ['app', 'en', 'kab']],
    ['yaml', { 'de.yaml': 'a: A\n', 'awa.yaml': 'a: B\n' }, ['awa', 'de']],
    ['json', { 'fr/men.json': '{"a":"A"}', 'fr/women.json': '{"a":"A"}' }, ['fr']],
    ['json', { 'zh-yue.json': '{"a":"A"}', 'zh-CN.json': '{"a":"B"}' }, ['zh-CN', 'zh-yue']],
  ] as const)('of %s are found in %j', async (format, files, languages) => {
    const exchange = await project();
    await exchange.imported({ bytes: zipOf(files) }, { format, createLanguages: true });
    const texts = await exchange.texts();
    const used = Object.keys(texts).filter((language) => Object.keys(texts[language] ?? {}).length > 0);
    const isBilingual = format === 'po' || format === 'qt-ts';
    expect(used.filter((language) => !isBilingual || language !== 'en').sort()).toEqual(languages);
    const exported = unzipSync(await exchange.exported({ format, language: [...new Set(['en', ...used])].join(',') }));
    for (const [path, text] of Object.entries(files)) {
      expect([path, Buffer.from(exported[path] ?? []).toString()]).toEqual([path, text]);
    }
  });

  it.each([
    ['he', 'android', { 'res/values-iw/strings.xml': ANDROID }],
    ['id', 'android', { 'res/values-in/strings.xml': ANDROID }],
    ['yi', 'properties', { 'messages_ji.properties': 'a=A\n' }],
    ['he', 'po', { 'po/iw.po': PO('iw') }],
    ['he', 'qt-ts', { 'app_iw.ts': TS('iw') }],
    ['id', 'json', { 'in.json': '{"a":"A"}' }],
  ] as const)('find %s by its former tag, and come back with it: %s, %j', async (language, format, files) => {
    for (const exchange of [await project([language]), await project()]) {
      await exchange.imported({ bytes: zipOf(files) }, { format, createLanguages: true });
      expect(await exchange.languages()).toEqual(['en', language]);
      const exported = unzipSync(await exchange.exported({ format, language: `en,${language}` }));
      for (const [path, text] of Object.entries(files))
        expect([path, Buffer.from(exported[path] ?? []).toString()]).toEqual([path, text]);
    }
  });

  it.each([
    [
      'properties',
      { 'messages.properties': 'a=A\n', 'messages_qqx.properties': 'a=B\n', 'messages_de.properties': 'a=C\n' },
    ],
    ['resx', { 'Resources.resx': RESX, 'Resources.qqx.resx': RESX, 'Resources.de.resx': RESX }],
  ] as const)(
    'of %s are none where a part of a name is no known language, and the file is left out with a warning',
    async (format, files) => {
      const exchange = await project();
      const { warnings } = await exchange.imported({ bytes: zipOf(files) }, { format, createLanguages: true });
      const path = Object.keys(files).find((each) => each.includes('qqx'));
      expect(warnings).toMatchObject([{ code: 'name_without_language', params: { path: JSON.stringify(path) } }]);
      expect(await exchange.languages()).toEqual(['en', 'de']);
      const exported = unzipSync(await exchange.exported({ format, language: '*' }));
      expect(
        Object.fromEntries(Object.entries(exported).map(([each, text]) => [each, Buffer.from(text).toString()])),
      ).toEqual(Object.fromEntries(Object.entries(files).filter(([each]) => each !== path)));
    },
  );

  it.each([
    [
      'a sibling in a language',
      'qqx',
      {
        'm.properties': 'a=A\n',
        'm_de.properties': 'a=B\n',
        'm_qqx.properties': 'b=B\n',
        'm_qqx_de.properties': 'b=C\n',
      },
    ],
    ['no file in a language', 'api', { 'm.properties': 'a=A\n', 'm_api.properties': 'b=B\n' }],
  ])('are not sought in the name of a file with %s', async (_, part, files) => {
    const exchange = await project();
    const { warnings } = await exchange.imported(
      { bytes: zipOf(files) },
      { format: 'properties', createLanguages: true },
    );
    expect(warnings).toEqual([]);
    expect((await exchange.texts())['en']).toEqual({ 'm.a': 'A', [`m_${part}.b`]: 'B' });
  });

  it.each([
    ['json', { 'en.json': '{"a":"A"}', 'de.json': '{"a":"B"}', 'package.json': '{"name":"x"}' }, 'package.json'],
    [
      'android',
      { 'res/values/strings.xml': ANDROID, 'res/values-land/strings.xml': ANDROID },
      'res/values-land/strings.xml',
    ],
  ] as const)('are none of %s files that name none, which are left out with a warning', async (format, files, path) => {
    const exchange = await project();
    const { warnings, ...result } = await exchange.imported(
      { bytes: zipOf(files) },
      { format, createLanguages: true, details: true },
    );
    expect(warnings).toMatchObject([{ code: 'name_without_language', params: { path: JSON.stringify(path) } }]);
    expect(JSON.stringify(result)).not.toContain(path);
    expect(Object.keys((await exchange.texts())['en'] ?? {})).toEqual(['a']);
  });

  it.each(['deleteMissing', 'missingTexts'])('must be known of all files with %s', async (option) => {
    const exchange = await project(['de']);
    await exchange.imported({ bytes: zipOf({ 'en.json': '{"a":"A","b":"B"}' }) }, { format: 'json' });
    const answer = await exchange.import(
      { bytes: zipOf({ 'en.json': '{"a":"A"}', 'zzz.json': '{"b":"B"}' }) },
      { format: 'json', ...(option === 'deleteMissing' ? { deleteMissing: true } : { missingTexts: 'remove' }) },
    );
    expect(answer).toMatchObject({ status: 400, body: { code: 'language_required' } });
    expect(answer.body.detail).toContain('zzz.json');
    expect((await exchange.texts())['en']).toEqual({ a: 'A', b: 'B' });
  });

  it('stay former tags in a project that has them', async () => {
    const exchange = await project(['iw']);
    await exchange.imported({ bytes: zipOf({ 'iw.json': '{"a":"A"}' }) }, { format: 'json' });
    expect((await exchange.texts())['iw']).toEqual({ a: 'A' });
  });

  it.each(['zh-yue', 'zh-YUE', 'zh_yue', 'sgn-ase', 'zh-cmn-Hans-CN'])(
    'may have extended subtags, in all formats: %s',
    async (tag) => {
      const exchange = await project([tag]);
      const [, language = ''] = await exchange.languages();
      await exchange.imported(
        { bytes: JSON.stringify({ a: '{count, plural, one {# file} other {# files}}' }) },
        { format: 'json', language },
      );
      for (const format of [
        'po',
        'qt-ts',
        'xliff',
        'android',
        'i18next',
        'php',
        'fluent',
        'stringsdict',
        'xcstrings',
      ]) {
        expect((await exchange.export({ format, language })).status).toBe(200);
      }
    },
  );
});
