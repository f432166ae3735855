import { strFromU8, strToU8, unzipSync, zipSync } from 'fflate';
import { codecs } from '../../src/language-files';
import { Exchange } from '../support/exchange';
import { type RunningApp, startApp } from '../support/start-app';

const LANGUAGES = ['en', 'de', 'pt-BR', 'sr-Latn'];

/** The paths of an export in every format with one file per language. */
const PATHS: [format: string, paths: string[]][] = [
  ['json', ['en.json', 'de.json', 'pt-BR.json', 'sr-Latn.json']],
  ['json-nested', ['en.json', 'de.json', 'pt-BR.json', 'sr-Latn.json']],
  ['icu-json', ['en.json', 'de.json', 'pt-BR.json', 'sr-Latn.json']],
  ['i18next', LANGUAGES.map((language) => `${language}/translation.json`)],
  ['arb', ['app_en.arb', 'app_de.arb', 'app_pt_BR.arb', 'app_sr_Latn.arb']],
  ['yaml', LANGUAGES.map((language) => `${language}.yaml`)],
  ['yaml-rails', LANGUAGES.map((language) => `${language}.yml`)],
  ['po', ['en', 'de', 'pt_BR', 'sr@latin'].map((locale) => `${locale}/LC_MESSAGES/messages.po`)],
  [
    'properties',
    ['messages.properties', 'messages_de.properties', 'messages_pt_BR.properties', 'messages_sr_Latn.properties'],
  ],
  ['xliff', LANGUAGES.map((language) => `messages.${language}.xlf`)],
  ['xliff2', LANGUAGES.map((language) => `messages.${language}.xlf`)],
  [
    'android',
    ['values/strings.xml', 'values-de/strings.xml', 'values-pt-rBR/strings.xml', 'values-b+sr+Latn/strings.xml'],
  ],
  ['strings', LANGUAGES.map((language) => `${language}.lproj/Localizable.strings`)],
  ['stringsdict', LANGUAGES.map((language) => `${language}.lproj/Localizable.stringsdict`)],
  ['resx', ['Resources.resx', 'Resources.de.resx', 'Resources.pt-BR.resx', 'Resources.sr-Latn.resx']],
  ['qt-ts', ['en.ts', 'de.ts', 'pt_BR.ts', 'sr_Latn.ts']],
  ['fluent', LANGUAGES.map((language) => `${language}/main.ftl`)],
  ['php', ['en', 'de', 'pt_BR', 'sr_Latn'].flatMap((locale) => [`${locale}.php`, `${locale}/home.php`])],
];

const zipOf = (files: Record<string, string>): Uint8Array =>
  zipSync(Object.fromEntries(Object.entries(files).map(([path, text]) => [path, strToU8(text)])));

describe('zip archives', () => {
  let running: RunningApp;
  beforeAll(async () => {
    running = await startApp();
  });
  afterAll(() => running.close());

  const project = async (keys: Parameters<typeof running.given.project>[0] = {}): Promise<Exchange> => {
    const { id, api } = await running.given.project({ targetLanguages: LANGUAGES.slice(1), name: 'Shop', ...keys });
    return new Exchange(api, id);
  };
  const full = (): Promise<Exchange> =>
    project({
      keys: [
        { name: 'plain', value: 'Plain', translations: { de: 'Einfach', 'sr-Latn': 'Obično' } },
        { name: 'home.title', value: 'Welcome', translations: { de: 'Willkommen', 'pt-BR': 'Bem-vindo' } },
      ],
    });

  describe('exports', () => {
    it.each(PATHS)('have the layout of the tools of %s and are imported without changes', async (format, paths) => {
      const from = await full();
      const archive = await from.exported({ format, language: '*' });
      expect(Object.keys(unzipSync(new Uint8Array(archive)))).toEqual(paths);
      const into = await project();
      await into.imported({ bytes: archive, name: 'all.zip' }, { format });
      expect(await into.texts()).toEqual(await from.texts());
      expect(await into.exported({ format, language: '*' })).toEqual(archive);
      expect(await from.imported({ bytes: archive }, { format })).toMatchObject({ imported: 0, updated: 0 });
    });

    it.each(codecs.filter(({ canParse }) => canParse).map(({ id }) => id))(
      'change nothing when they are imported as %s, with plurals and missing texts',
      async (format) => {
        const from = await project({
          keys: [
            {
              name: 'files',
              value: '{n, plural, =7 {a week} one {# file of {owner}} other {# files of {owner}}}',
              translations: { de: '{n, plural, one {# Datei von {owner}} other {# Dateien von {owner}}}' },
            },
          ],
        });
        await from.imported({ bytes: '{"without.source":"Nur Deutsch"}' }, { format: 'json', language: 'de' });
        const archive = await from.exported({ format, language: '*' });
        const result = await from.imported({ bytes: archive }, { format });
        expect(result).toMatchObject({ imported: 0, updated: 0 });
      },
    );

    it('are tested for every format with one language per file', () => {
      const formats = codecs.filter(({ multilingual }) => !multilingual).map(({ id }) => id);
      expect(PATHS.map(([format]) => format).sort()).toEqual(formats.sort());
    });

    it.each([
      ['csv', 'Shop.csv'],
      ['xlsx', 'Shop.xlsx'],
      ['tmx', 'Shop.tmx'],
      ['xcstrings', 'Shop.xcstrings'],
      ['pot', 'Shop.pot'],
    ])('are a single file for all languages in %s', async (format, name) => {
      const { headers, status } = await (await full()).export({ format, language: '*' });
      expect({ status, type: headers.get('content-type') }).not.toEqual({ status, type: 'application/zip' });
      expect(headers.get('content-disposition')).toContain(`filename=${name}`);
    });

    it.each([
      ['android', 'values-de/home.xml'],
      ['strings', 'de.lproj/home.strings'],
      ['po', 'de/LC_MESSAGES/home.po'],
      ['properties', 'home_de.properties'],
      ['resx', 'home.de.resx'],
      ['xliff', 'home.de.xlf'],
      ['yaml-rails', 'home.de.yml'],
      ['arb', 'home_de.arb'],
      ['i18next', 'de/home.json'],
      ['fluent', 'de/home.ftl'],
      ['qt-ts', 'home_de.ts'],
    ])('have the name of a single namespace in %s and are imported into it', async (format, path) => {
      const from = await full();
      const archive = await from.exported({ format, language: '*', namespace: 'home', stripNamespace: true });
      expect(Object.keys(unzipSync(new Uint8Array(archive)))).toContain(path);
      expect(await from.imported({ bytes: archive }, { format })).toMatchObject({ imported: 0, updated: 0 });
      const named = { format, namespace: 'home' };
      expect(await from.imported({ bytes: archive }, named)).toMatchObject({ imported: 0, updated: 0 });
    });

    it('have a file per namespace in PHP, as Laravel expects', async () => {
      const archive = await (await full()).exported({ format: 'php', language: ['de', 'en'] });
      const files = unzipSync(new Uint8Array(archive));
      const texts = Object.entries(files).map(([path, bytes]) => [path, strFromU8(bytes)]);
      expect(Object.fromEntries(texts)).toMatchObject({
        'de.php': expect.stringContaining("'plain' => 'Einfach'"),
        'de/home.php': expect.stringMatching(/\[\s*'title' => 'Willkommen',\s*\]/),
      });
      const home = await (await full()).exported({ format: 'php', language: '*', namespace: 'home' });
      expect(Object.keys(unzipSync(new Uint8Array(home)))).toContain('de/home.php');
      expect(Object.keys(unzipSync(new Uint8Array(home)))).not.toContain('de.php');
    });

    it.each(['back\\slash', 'line\nend', '/absolute', 'a//b'])(
      'are refused when the namespace %j would be the name of a file',
      async (namespace) => {
        const from = await project();
        await from.imported({ bytes: JSON.stringify({ [`${namespace}.a`]: 'A' }) }, { format: 'json', language: 'en' });
        const { status, body } = await from.export({ format: 'php', language: '*' });
        expect({ status, code: body.code, errors: body.errors }).toEqual({
          status: 400,
          code: 'unwritable_text',
          errors: [expect.objectContaining({ parameter: 'namespace' })],
        });
      },
    );
  });

  describe('imports', () => {
    const read = async (
      files: Record<string, string>,
      options = {},
    ): Promise<Record<string, Record<string, string>>> => {
      const into = await project();
      await into.imported({ bytes: zipOf(files), name: 'texts.zip' }, options);
      const texts = Object.entries(await into.texts()).filter(([, byKey]) => Object.keys(byKey).length > 0);
      return Object.fromEntries(texts);
    };
    const PO = 'msgid "a"\nmsgstr "b"\n';
    const ANDROID = '<resources><string name="a">b</string></resources>';

    it.each<[string, string, string, string]>([
      ['de.json', '{"a":"b"}', 'de', 'a'],
      ['de/common.json', '{"a":"b"}', 'de', 'common.a'],
      ['common.de.json', '{"a":"b"}', 'de', 'common.a'],
      ['de/admin/users.json', '{"a":"b"}', 'de', 'admin/users.a'],
      ['locales/de/LC_MESSAGES/x.po', PO, 'de', 'x.a'],
      ['locale/sr@latin/LC_MESSAGES/messages.po', PO, 'sr-Latn', 'a'],
      ['po/pt_BR.po', PO, 'pt-BR', 'a'],
      ['app/src/main/res/values-pt-rBR/strings.xml', ANDROID, 'pt-BR', 'a'],
      ['res/values-b+sr+Latn/strings.xml', ANDROID, 'sr-Latn', 'a'],
      ['res/values/strings.xml', ANDROID, 'en', 'a'],
      ['res/values-de/errors.xml', ANDROID, 'de', 'errors.a'],
      ['de.lproj/Localizable.strings', '"a" = "b";', 'de', 'a'],
      ['Base.lproj/InfoPlist.strings', '"a" = "b";', 'en', 'InfoPlist.a'],
      ['config/locales/devise.de.yml', 'de:\n  a: b\n', 'de', 'devise.a'],
      ['lang/de/auth.php', "<?php return ['a' => 'b'];", 'de', 'auth.a'],
      ['src/main/resources/messages_pt_BR.properties', 'a=b', 'pt-BR', 'a'],
      ['src/main/resources/messages.properties', 'a=b', 'en', 'a'],
      ['Properties/Resources.de.resx', '<root><data name="a"><value>b</value></data></root>', 'de', 'a'],
      ['Properties/Resources.resx', '<root><data name="a"><value>b</value></data></root>', 'en', 'a'],
      ['lib/l10n/app_de.arb', '{"a":"b"}', 'de', 'a'],
      ['de/main.ftl', 'a = b\n', 'de', 'a'],
      [
        'translations/shop_de.ts',
        '<TS version="2.1"><context><name>c</name><message id="a"><source>x</source><translation>b</translation></message></context></TS>',
        'de',
        'shop.a',
      ],
    ])('read language and namespace from %s', async (path, text, language, key) => {
      expect((await read({ [path]: text }))[language]).toEqual({ [key]: 'b' });
    });

    it('put the namespace option before the namespace of the path', async () => {
      expect(await read({ 'de/common.json': '{"a":"b"}' }, { namespace: 'web' })).toEqual({
        de: { 'web.common.a': 'b' },
      });
    });

    it('name the file in errors and warnings', async () => {
      const into = await project();
      const files = { 'de/a.json': '{"x":"1"}', 'de/b.json': '{\n "x":"1",\n "y":"\\u0000"}' };
      expect((await into.import({ bytes: zipOf(files) })).body).toMatchObject({
        code: 'malformed_file',
        errors: [{ line: 3, key: 'b.y', detail: expect.stringContaining('"de/b.json": ') }],
      });
      const { warnings } = await into.imported({
        bytes: zipOf({ 'de.properties': 'a=\\u00e9', 'pt-BR.properties': '# alone\n\na=b\n# end\n' }),
      });
      expect(warnings).toEqual([expect.objectContaining({ detail: expect.stringContaining('"pt-BR.properties": ') })]);
    });

    describe('of two files of a language with different headers', () => {
      const headed = (title: string, comment = ''): string =>
        `msgid ""\nmsgstr "Project-Id-Version: ${title}\\n"\n\nmsgid "${title}"\nmsgstr "x"\n${comment}`;
      /** Larger than a file whose layout is kept. */
      const large = `\n# ${'comment '.repeat(1_048_576)}\n`;

      it.each([
        ['two namespaces', 'de/LC_MESSAGES/a.po', 'de/LC_MESSAGES/b.po'],
        ['one namespace', 'po/de.po', 'po/DE.po'],
      ])('in %s keep the headers of both', async (_name, first, second) => {
        const into = await project();
        const files = { [first]: headed('one'), [second]: headed('two') };
        expect((await into.imported({ bytes: zipOf(files) })).warnings).toEqual([]);
        const exported = unzipSync(
          new Uint8Array(await into.exported({ format: 'po', language: '*', perNamespace: true })),
        );
        expect(Object.keys(exported).length).toBeGreaterThan(0);
        for (const [path, text] of Object.entries(files))
          expect(strFromU8(exported[path] ?? new Uint8Array())).toBe(text);
      });

      it.each([
        ['first', large, ''],
        ['second', '', large],
      ])('warn if the layout of the %s file is not kept', async (_name, one, two) => {
        const into = await project();
        const files = { 'de/LC_MESSAGES/a.po': headed('one', one), 'de/LC_MESSAGES/b.po': headed('two', two) };
        const packed = Object.entries(files).map(([path, text]): [string, Uint8Array] => [path, strToU8(text)]);
        const bytes = zipSync(Object.fromEntries(packed), { level: 0 });
        const { warnings } = await into.imported({ bytes });
        expect(warnings.map(({ code }: { code: string }) => code)).toContain('file_metadata_replaced');
      });
    });

    it.each([
      ['php', `<?php return ['formats' => ['L' => 'x', 'LT' => 'y'], 'a' => 'b'];`],
      ['json-nested', '{ "formats": { "L": "x", "LT": "y" }, "a": "b" }'],
      ['yaml', 'formats: { L: x, LT: y }\na: b\n'],
    ])('of one %s file for each language are exported as one file for each', async (format, text) => {
      const into = await project();
      const extension = format === 'json-nested' ? 'json' : format;
      const files = { [`en.${extension}`]: text, [`de.${extension}`]: text };
      await into.imported({ bytes: zipOf(files) }, { format });
      const exported = async (): Promise<Record<string, string>> => {
        const archive = unzipSync(new Uint8Array(await into.exported({ format, language: ['en', 'de'] })));
        return Object.fromEntries(Object.entries(archive).map(([path, file]) => [path, strFromU8(file)]));
      };
      expect(await exported()).toEqual(files);
      await into.put('formats.L', { translations: { de: 'z' } });
      expect(await exported()).toEqual({ ...files, [`de.${extension}`]: text.replace('x', 'z') });
    });

    it('skip the files that macOS and Windows add', async () => {
      const files = { '__MACOSX/._de.json': 'x', 'de.json': '{"a":"b"}', '.DS_Store': 'x', 'Thumbs.db': 'x' };
      expect(await read(files)).toEqual({ de: { a: 'b' } });
    });
  });

  describe('imports refuse', () => {
    const refused = async (bytes: Uint8Array): Promise<unknown> => {
      const into = await project();
      const { status, body } = await into.import({ bytes }, { createLanguages: true });
      expect(Object.values(await into.texts()).flatMap((texts) => Object.keys(texts))).toEqual([]);
      return [status, body.code, body.detail];
    };

    it.each(['../de.json', 'a/../../de.json', '/de.json', 'C:/de.json', 'a\\..\\de.json', 'a//de.json'])(
      'the path %s',
      async (path) => {
        expect(await refused(zipOf({ [path]: '{"a":"b"}' }))).toEqual([400, 'malformed_file', expect.any(String)]);
      },
    );

    it('a symbolic link', async () => {
      const link = zipSync({ 'de.json': [strToU8('/etc/passwd'), { os: 3, attrs: 0o120777 << 16 }] });
      expect(await refused(link)).toEqual([400, 'malformed_file', expect.stringMatching(/"de.json": .*link/)]);
    });

    it('100,000 entries', async () => {
      const files = Object.fromEntries(Array.from({ length: 100_000 }, (_, i) => [`${i}.json`, new Uint8Array()]));
      expect(await refused(zipSync(files, { level: 0 }))).toEqual([
        400,
        'limit_exceeded',
        expect.stringMatching(/10000|10,000/),
      ]);
    });

    it('a zip bomb', async () => {
      const bomb = zipSync({ 'de.json': new Uint8Array(80 * 1024 * 1024) }, { level: 9 });
      expect(bomb.length).toBeLessThan(100_000);
      expect(await refused(bomb)).toEqual([400, 'limit_exceeded', expect.stringContaining('"de.json"')]);
    });

    it('another zip inside the zip', async () => {
      expect(await refused(zipSync({ 'de.json': zipOf({ 'de.json': '{}' }) }))).toEqual([
        400,
        'malformed_file',
        expect.stringContaining('archive inside'),
      ]);
    });
  });
});
