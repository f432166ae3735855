import type { Json } from '../support/client';
import { type RunningApp, startApp } from '../support/start-app';
import { Repository } from './repository';

type Files = Record<string, string>;

const json = (texts: object): string => `${JSON.stringify(texts, null, 2)}\n`;
const po = (language: string, text: string): string =>
  `msgid ""\nmsgstr ""\n"Language: ${language}\\n"\n"Content-Type: text/plain; charset=UTF-8\\n"\n\nmsgid "Hello"\nmsgstr "${text}"\n`;
const android = (text: string): string =>
  `<?xml version="1.0" encoding="utf-8"?>\n<resources>\n    <string name="hello">${text}</string>\n</resources>\n`;
const xliff = (target: string, text: string): string => `<?xml version="1.0" encoding="UTF-8"?>
<xliff version="1.2" xmlns="urn:oasis:names:tc:xliff:document:1.2">
  <file source-language="en"${target} datatype="plaintext" original="ng2.template">
    <body>
      <trans-unit id="hello" datatype="html">
        <source>Hello</source>
${text}      </trans-unit>
    </body>
  </file>
</xliff>
`;
const resx = (text: string): string => `<?xml version="1.0" encoding="utf-8"?>
<root>
  <resheader name="resmimetype">
    <value>text/microsoft-resx</value>
  </resheader>
  <resheader name="version">
    <value>2.0</value>
  </resheader>
  <data name="Hello" xml:space="preserve">
    <value>${text}</value>
  </data>
</root>
`;
const catalog = json({
  sourceLanguage: 'en',
  strings: { Hello: { localizations: { de: { stringUnit: { state: 'translated', value: 'Hallo' } } } } },
  version: '1.0',
});

/** Layouts of repositories: their files, and the rules for them. */
const LAYOUTS: [name: string, files: Files, rules: Json[]][] = [
  [
    'i18next',
    {
      'package.json': json({ dependencies: { i18next: '25.0.0' } }),
      'public/locales/en/common.json': json({
        hello: 'Hello',
        files_one: '{{count}} file',
        files_other: '{{count}} files',
      }),
      'public/locales/en/shop.json': json({ cart: { title: 'Cart' } }),
      'public/locales/de/common.json': json({
        hello: 'Hallo',
        files_one: '{{count}} Datei',
        files_other: '{{count}} Dateien',
      }),
      'public/locales/de/shop.json': json({ cart: { title: 'Warenkorb' } }),
    },
    [{ path: 'public/locales/{language}/{namespace}.json', format: 'i18next' }],
  ],
  [
    'next-intl',
    {
      'package.json': json({ dependencies: { 'next-intl': '4.0.0' } }),
      'tsconfig.json': json({ compilerOptions: {} }),
      'messages/en.json': json({ Home: { title: 'Hello {name}' } }),
      'messages/pt-BR.json': json({ Home: { title: 'Olá {name}' } }),
    },
    [{ path: 'messages/{language}.json', format: 'icu-json' }],
  ],
  [
    'Rails',
    {
      'config/database.yml': 'default:\n  adapter: sqlite3\n',
      'config/locales/en.yml': 'en:\n  hello: Hello\n',
      'config/locales/de.yml': 'de:\n  hello: Hallo\n',
      'config/locales/devise.en.yml': 'en:\n  devise:\n    sent: Sent\n',
    },
    [
      { path: 'config/locales/{language}.yml', format: 'yaml-rails' },
      { path: 'config/locales/devise.{language}.yml', format: 'yaml-rails', namespace: 'devise' },
    ],
  ],
  [
    'Android',
    {
      'app/src/main/AndroidManifest.xml': '<manifest/>\n',
      'app/src/main/res/values/strings.xml': android('Hello'),
      'app/src/main/res/values-de/strings.xml': android('Hallo'),
      'app/src/main/res/values-pt-rBR/strings.xml': android('Olá'),
      'app/src/main/res/values/colors.xml': '<resources>\n    <color name="red">#f00</color>\n</resources>\n',
      'app/src/main/res/values-night/colors.xml': '<resources>\n    <color name="red">#f00</color>\n</resources>\n',
      'app/src/main/res/values/dimens.xml': '<resources>\n    <dimen name="margin">16dp</dimen>\n</resources>\n',
      'app/src/main/res/values/styles.xml': '<resources>\n    <style name="App" parent="Theme"/>\n</resources>\n',
    },
    [{ path: 'app/src/main/res/{android}/strings.xml', format: 'android' }],
  ],
  [
    'Apple strings',
    {
      'App/en.lproj/Localizable.strings': '"hello" = "Hello";\n',
      'App/pt-BR.lproj/Localizable.strings': '"hello" = "Olá";\n',
      'App/en.lproj/InfoPlist.strings': '"name" = "App";\n',
    },
    [
      { path: 'App/{apple}/InfoPlist.strings', format: 'strings', namespace: 'InfoPlist' },
      { path: 'App/{apple}/Localizable.strings', format: 'strings' },
    ],
  ],
  [
    'Apple catalog',
    { 'App/Localizable.xcstrings': catalog },
    [{ path: 'App/Localizable.xcstrings', format: 'xcstrings' }],
  ],
  [
    'Flutter',
    {
      'lib/l10n/app_en.arb': json({ '@@locale': 'en', hello: 'Hello' }),
      'lib/l10n/app_pt_BR.arb': json({ '@@locale': 'pt_BR', hello: 'Olá' }),
    },
    [{ path: 'lib/l10n/app_{underscore}.arb', format: 'arb' }],
  ],
  [
    'gettext',
    {
      'locale/de/LC_MESSAGES/django.po': po('de', 'Hallo'),
      'locale/pt_BR/LC_MESSAGES/django.po': po('pt_BR', 'Olá'),
    },
    [{ path: 'locale/{underscore}/LC_MESSAGES/django.po', format: 'po' }],
  ],
  [
    'gettext with one translation',
    { 'sub/dir/de.po': po('de', 'Hallo') },
    [{ path: 'sub/dir/{underscore}.po', format: 'po' }],
  ],
  [
    'Laravel',
    {
      artisan: '',
      'lang/en/messages.php': "<?php\n\nreturn [\n    'hello' => 'Hello',\n];\n",
      'lang/de/messages.php': "<?php\n\nreturn [\n    'hello' => 'Hallo',\n];\n",
      'app/Http/Kernel.php': '<?php\n\nnamespace App;\n',
    },
    [{ path: 'lang/{underscore}/{namespace}.php', format: 'php' }],
  ],
  [
    'PHP with a language of three letters',
    {
      'lang/en.php': "<?php\n\nreturn ['hello' => 'Hello'];\n",
      'lang/ast.php': "<?php\n\nreturn ['hello' => 'Hola'];\n",
      'lang/ast_ES.php': "<?php\n\nreturn ['hello' => 'Hola'];\n",
    },
    [{ path: 'lang/{underscore}.php', format: 'php' }],
  ],
  [
    'Angular',
    {
      'src/locale/messages.xlf': xliff('', ''),
      'src/locale/messages.de.xlf': xliff(' target-language="de"', '        <target>Hallo</target>\n'),
    },
    [
      { path: 'src/locale/messages.xlf', format: 'xliff', language: 'en' },
      { path: 'src/locale/messages.{language}.xlf', format: 'xliff' },
    ],
  ],
  [
    '.NET',
    { 'Properties/Resources.resx': resx('Hello'), 'Properties/Resources.de.resx': resx('Hallo') },
    [
      { path: 'Properties/Resources.resx', format: 'resx', language: 'en' },
      { path: 'Properties/Resources.{language}.resx', format: 'resx' },
    ],
  ],
  [
    'Java',
    {
      'gradle.properties': 'org.gradle.jvmargs=-Xmx1g\n',
      'src/main/resources/messages.properties': 'hello=Hello\n',
      'src/main/resources/messages_pt_BR.properties': 'hello=Olá\n',
    },
    [
      { path: 'src/main/resources/messages.properties', format: 'properties', language: 'en' },
      { path: 'src/main/resources/messages_{underscore}.properties', format: 'properties' },
    ],
  ],
  [
    'Fluent',
    {
      'locales/en/main.ftl': 'hello = Hello\n',
      'locales/de/main.ftl': 'hello = Hallo\n',
      'locales/en/shop.ftl': 'cart = Cart\n',
    },
    [
      { path: 'locales/{language}/main.ftl', format: 'fluent' },
      { path: 'locales/{language}/{namespace}.ftl', format: 'fluent' },
    ],
  ],
];

describe('glossa init', () => {
  let running: RunningApp;
  let env: Record<string, string>;
  beforeAll(async () => {
    running = await startApp();
    const { secret } = await running.given.organization();
    env = { GLOSSA_API_KEY: secret, GLOSSA_SERVER: running.url };
  });
  afterAll(() => running.close());
  const given = (files: Files): Repository => {
    const repository = Repository.create(env, files);
    repository.commit('files');
    return repository;
  };

  it.each(LAYOUTS)('finds the files of %s, and their texts come back as they are', async (name, files, rules) => {
    const repository = given(files);
    const { init } = await repository.done('init', '--yes', '--name', name);
    expect(init.files).toEqual(rules);
    expect(init).toMatchObject({ sourceLanguage: 'en', project: { name, isNew: true } });
    const { push } = await repository.done('sync');
    expect(push.files.map(({ path }: Json) => path)).toEqual(init.proposals.flatMap(({ paths }: Json) => paths).sort());
    expect(repository.git('status', '--porcelain', '-uall').split('\n').sort()).toEqual([
      '',
      '?? glossa.json',
      '?? glossa.lock',
    ]);
  });

  it('takes the project of the name that there is, and leaves other files alone', async () => {
    const files = {
      'locales/en.json': json({ a: 'A' }),
      'locales/de.json': json({ a: 'A' }),
      'data/it/list.json': '[]\n',
      'po/it/orders.json': '[]\n',
      'cities.csv': 'name,de\nRome,Rom\n',
    };
    const first = await given(files).done('init', '--yes', '--name', 'Shared');
    const second = await given(files).done('init', '--yes', '--name', 'Shared');
    expect(second.init.project).toEqual({ id: first.init.project.id, name: 'Shared', isNew: false });
    expect(first.init.files).toEqual([{ path: 'locales/{language}.json', format: 'json' }]);
    expect(first.init.leftAlone).toEqual(['cities.csv', 'data/it/list.json', 'po/it/orders.json']);
  });

  it.each([
    ['where there are no language files', { 'README.md': '# Read me\n' }, ['--yes'], 'no language files were found'],
    ['where it was run before', { 'glossa.json': '{}' }, ['--yes'], 'exists'],
    ['without a terminal to ask on', { 'locales/en.json': '{}' }, [], 'Run "glossa init --yes"'],
    [
      'for a format that there is not',
      { 'locales/en.json': '{}' },
      ['--yes', '--format', 'doc'],
      'there is no format "doc"',
    ],
  ])('ends with 2 %s', async (_, files, options, message) => {
    const { code, stderr } = await given(files).glossa(['init', ...options]);
    expect([code, stderr]).toEqual([2, expect.stringContaining(message)]);
  });
});
