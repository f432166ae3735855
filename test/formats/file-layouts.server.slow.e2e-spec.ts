import { execFileSync } from 'node:child_process';
import { mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import fc from 'fast-check';
import { strFromU8, strToU8, unzipSync, zipSync } from 'fflate';
import { Client } from 'pg';
import { codecs } from '../../src/language-files';
import type { Json } from '../support/client';
import { Exchange, type Options } from '../support/exchange';
import { type RunningApp, startApp } from '../support/start-app';
import { stopBackground } from '../support/stop-background';

type Files = Record<string, string>;

const zipOf = (files: Files): Uint8Array =>
  zipSync(Object.fromEntries(Object.entries(files).map(([path, text]) => [path, strToU8(text)])));

const textsIn = (node: Json): string[] =>
  typeof node === 'string' ? [node] : Object.values(node as object).flatMap(textsIn);

describe('the layout of a zip', () => {
  let running: RunningApp;
  beforeAll(async () => {
    running = await startApp();
    // Statements are counted here.
    await stopBackground(running.app);
  });
  afterAll(() => running.close());

  type Keys = readonly { name: string; value?: string; translations?: Files }[];
  const project = async (keys: Keys = []): Promise<Exchange> => {
    const { id, api } = await running.given.project({ targetLanguages: ['de', 'pt-BR'], name: 'Shop', keys });
    return new Exchange(api, id);
  };
  const filesOf = async (exchange: Exchange, options: Options): Promise<Files> => {
    const files = unzipSync(new Uint8Array(await exchange.exported({ language: '*', ...options })));
    return Object.fromEntries(Object.entries(files).map(([path, bytes]) => [path, strFromU8(bytes)]));
  };
  const pathsOf = async (exchange: Exchange, options: Options): Promise<string[]> =>
    Object.keys(await filesOf(exchange, options)).sort();

  describe('that was imported', () => {
    const json = (text: string): string => JSON.stringify({ a: text }, null, 2) + '\n';
    const EXAMPLES: [format: string, files: Files][] = [
      [
        'i18next',
        {
          'public/locales/en/common.json': json('Common'),
          'public/locales/en/checkout.json': json('Checkout'),
          'public/locales/pt-br/common.json': json('Comum'),
          'public/locales/de/common.json': json('Allgemein'),
        },
      ],
      [
        'i18next',
        {
          'en/translation.json': '{\n  "home": {\n    "title": "Welcome"\n  }\n}\n',
          'en/common.json': json('Common'),
          'de/translation.json': '{\n  "home": {\n    "title": "Willkommen"\n  }\n}\n',
          'de/common.json': '{}\n',
        },
      ],
      ['json', { 'en.json': json('Plain'), 'en/shop.json': json('Shop'), 'de.json': json('Einfach') }],
      ['json', { 'i18n/v1.2.en.json': json('One'), 'i18n/v1.en.json': json('Two') }],
      ['json-nested', { 'web/shop.en.json': '{\n  "a": {\n    "b": "C"\n  }\n}\n', 'web/home.de.json': json('Heim') }],
      ['yaml-rails', { 'config/locales/en.yml': 'en:\n  a: A\n', 'config/locales/devise.de.yml': 'de:\n  a: Ä\n' }],
      [
        'properties',
        {
          'src/messages.properties': 'a=A\n',
          'src/messages_pt_BR.properties': 'a=B\n',
          'src/errors.properties': 'a=E\n',
          'src/errors_de.properties': 'a=F\n',
        },
      ],
      [
        'android',
        {
          'app/res/values/strings.xml': '<resources><string name="a">A</string></resources>',
          'app/res/values-pt-rBR/strings.xml': '<resources><string name="a">B</string></resources>',
          'app/res/values-de/errors.xml': '<resources><string name="a">C</string></resources>',
        },
      ],
      ['php', { 'lang/en/auth.php': "<?php return ['a' => 'A'];", 'lang/de/auth.php': "<?php return ['a' => 'Ä'];" }],
      ['strings', { 'App/Base.lproj/Localizable.strings': '"a" = "A";', 'App/de.lproj/Info.strings': '"a" = "B";' }],
    ];

    it('has no file of an excluded namespace', async () => {
      const exchange = await project();
      const files = { 'en.json': json('Plain'), 'en/shop.json': json('Shop'), 'en/shop.cart.json': json('Cart') };
      await exchange.imported({ bytes: zipOf(files) }, { format: 'json' });
      const paths = (excludeNamespace: string) =>
        pathsOf(exchange, { format: 'json', language: 'en,de', excludeNamespace });
      expect(await paths('shop')).toEqual(['en.json']);
      expect(await paths('shop.cart')).toEqual(['en.json', 'en/shop.json']);
    });

    it.each(EXAMPLES)('is the layout of the export as %s: %j', async (format, files) => {
      const exchange = await project();
      await exchange.imported({ bytes: zipOf(files), name: 'texts.zip' }, { format });
      const texts = await exchange.texts();
      const exported = await filesOf(exchange, { format });
      expect(Object.keys(exported).sort()).toEqual(Object.keys(files).sort());
      if (format.endsWith('json') || format === 'i18next') expect(exported).toEqual(files);
      const again = await project();
      await again.imported({ bytes: zipOf(exported) }, { format });
      expect(await again.texts()).toEqual(texts);
    });

    it.each<[format: string, layouts: string[], file: (text: string) => string]>([
      ['i18next', ['{l}/{n}.json', 'public/locales/{l}/{n}.json'], json],
      ['json', ['{l}/{n}.json', 'src/{n}.{l}.json', '{n}_{l}.json'], json],
      [
        'json-nested',
        ['i18n/{l}/{n}.json', 'i18n/{n}-{l}.json'],
        (text) => `{\n  "a": {\n    "b": "${text}"\n  }\n}\n`,
      ],
      ['yaml', ['{l}/{n}.yaml', '{n}.{l}.yml'], (text) => `a: ${text}\n`],
      ['properties', ['{n}_{l}.properties', '{l}/{n}.properties'], (text) => `a=${text}\n`],
    ])(
      'comes back as %s with the same paths and texts, whatever it is',
      async (format, layouts, fileOf) => {
        const languages = fc.uniqueArray(fc.constantFrom('en', 'de', 'pt_BR'), { minLength: 1 });
        const namespaces = fc.uniqueArray(fc.constantFrom('common', 'checkout', 'Shop', 'admin.users', 'sign-up'), {
          minLength: 1,
          maxLength: 4,
        });
        await fc.assert(
          fc.asyncProperty(fc.constantFrom(...layouts), languages, namespaces, async (layout, tags, names) => {
            const files: Files = {};
            for (const tag of tags) {
              // Some languages lack some files.
              for (const name of names.filter((_, index) => (index + tag.length) % 3 !== 0 || index === 0)) {
                files[layout.replace('{l}', tag).replace('{n}', name)] = fileOf(`${tag} ${name}`);
              }
            }
            const exchange = await project();
            await exchange.imported({ bytes: zipOf(files), name: 'texts.zip' }, { format });
            const exported = await filesOf(exchange, { format });
            expect(Object.keys(exported).sort()).toEqual(Object.keys(files).sort());
            const again = await project();
            await again.imported({ bytes: zipOf(exported) }, { format });
            expect(await again.texts()).toEqual(await exchange.texts());
          }),
          { numRuns: 5 },
        );
      },
      90_000,
    );

    it('is read by other programs', async () => {
      const exchange = await project();
      const files = { 'web/en/common.json': json('Common'), 'web/pt-BR/shop.json': json('Loja') };
      await exchange.imported({ bytes: zipOf(files), name: 'texts.zip' }, { format: 'i18next' });
      const folder = mkdtempSync(join(tmpdir(), 'glossa-layout-'));
      try {
        writeFileSync(join(folder, 'all.zip'), await exchange.exported({ format: 'i18next', language: '*' }));
        const unpack = 'import sys, zipfile; zipfile.ZipFile("all.zip").extractall("files")';
        execFileSync('python3', ['-c', unpack], { cwd: folder });
        for (const [path, text] of Object.entries(files)) {
          expect(readFileSync(join(folder, 'files', path), 'utf8')).toBe(text);
        }
      } finally {
        rmSync(folder, { recursive: true });
      }
    });

    it('holds new languages, new namespaces and names without one', async () => {
      const exchange = await project();
      await exchange.imported({ bytes: zipOf({ 'locales/en/common.json': json('A') }) }, { format: 'i18next' });
      const added = { 'checkout.total': 'Gesamt', plain: 'Einfach' };
      await exchange.imported({ bytes: JSON.stringify(added) }, { format: 'json', language: 'de' });
      expect(await pathsOf(exchange, { format: 'i18next' })).toEqual([
        'locales/de/checkout.json',
        'locales/de/translation.json',
        'locales/en/common.json',
      ]);
    });

    it('stays when a zip with some of its files is imported, and is replaced by another layout', async () => {
      const exchange = await project();
      const load = (files: Files, options: Options = {}): Promise<Json> =>
        exchange.imported({ bytes: zipOf(files) }, { format: 'i18next', ...options });
      await load({ 'en/translation.json': '{"home":{"title":"T"}}', 'en/common.json': json('A') });
      await load({ 'en/common.json': json('B') });
      expect(await pathsOf(exchange, { format: 'i18next' })).toEqual(['en/common.json', 'en/translation.json']);
      await load({ 'i18n/en/common.json': json('B') });
      expect(await pathsOf(exchange, { format: 'i18next' })).toEqual(['i18n/en/common.json', 'i18n/en/home.json']);
    });

    it('is forgotten with deleteMissing, where the zip has all files', async () => {
      const exchange = await project();
      const load = (files: Files): Promise<Json> =>
        exchange.imported({ bytes: zipOf(files) }, { format: 'i18next', deleteMissing: true });
      await load({ 'en/one.json': json('A'), 'en/two.json': json('A') });
      await load({ 'en/two.json': json('A') });
      expect(await pathsOf(exchange, { format: 'i18next' })).toEqual(['en/two.json']);
    });

    it('belongs to its format, to zips and to the project', async () => {
      const exchange = await project();
      await exchange.imported({ bytes: zipOf({ 'x/en/common.json': json('A') }) }, { format: 'i18next' });
      expect(await pathsOf(exchange, { format: 'json' })).toEqual(['de.json', 'en.json', 'pt-BR.json']);
      expect(await pathsOf(exchange, { format: 'i18next', layout: 'canonical' })).toEqual([
        'de/translation.json',
        'en/translation.json',
        'pt-BR/translation.json',
      ]);
      expect((await exchange.exported({ format: 'i18next' })).toString()).toBe(
        '{\n  "common": {\n    "a": "A"\n  }\n}\n',
      );
      expect(await pathsOf(await project(), { format: 'i18next' })).toEqual([
        'de/translation.json',
        'en/translation.json',
        'pt-BR/translation.json',
      ]);
    });

    it('is not taken from a dry run, of a refused import, or of an import into a namespace', async () => {
      const exchange = await project([{ name: 'a', value: 'A' }]);
      const files = { 'x/en/common.json': json('A') };
      await exchange.imported({ bytes: zipOf(files) }, { format: 'json', dryRun: true });
      await exchange.import({ bytes: zipOf({ ...files, 'x/fr/common.json': json('A') }) }, { format: 'json' });
      await exchange.imported({ bytes: zipOf(files) }, { format: 'json', namespace: 'web' });
      expect(await pathsOf(exchange, { format: 'json' })).toEqual(['de.json', 'en.json', 'pt-BR.json']);
    });

    it('raises the revision once, so that a cached export is not sent any more', async () => {
      const exchange = await project([{ name: 'common.a', value: 'A' }]);
      const etag = async (): Promise<string | null> =>
        (await exchange.export({ format: 'json', language: '*' })).headers.get('etag');
      const before = await etag();
      const load = () => exchange.imported({ bytes: zipOf({ 'x/en/common.json': json('A') }) }, { format: 'json' });
      expect(await load()).toMatchObject({ imported: 0, updated: 0, skipped: 1 });
      const after = await etag();
      expect(after).not.toBe(before);
      await load();
      expect(await etag()).toBe(after);
    });

    it('warns about a second catalog of all languages', async () => {
      const exchange = await project();
      const catalog = (key: string): string =>
        JSON.stringify({ sourceLanguage: 'en', strings: { [key]: {} }, version: '1.0' });
      const { warnings } = await exchange.imported(
        { bytes: zipOf({ 'App/Localizable.xcstrings': catalog('a'), 'Widget/Localizable.xcstrings': catalog('b') }) },
        { format: 'xcstrings' },
      );
      expect(warnings).toEqual([expect.objectContaining({ code: 'files_merged' })]);
    });

    it.each<[format: string, files: Files]>([
      [
        'po',
        {
          'shop/locale/de/LC_MESSAGES/django.po': 'msgid "Open"\nmsgstr "Offen"\n',
          'blog/locale/de/LC_MESSAGES/django.po': 'msgid "Open"\nmsgstr "Öffnen"\n',
          'blog/locale/pt_BR/LC_MESSAGES/django.po': 'msgid "Open"\nmsgstr "Abrir"\n',
        },
      ],
      [
        'properties',
        {
          'src/a/Bundle.properties': 'x=A\n',
          'src/a/Bundle_de.properties': 'x=Ä\n',
          'src/b/Bundle.properties': 'x=B\n',
          'src/b/Bundle_de.properties': 'x=Be\n',
        },
      ],
      ['json', { 'a/de.json': '{"x":"1"}', 'b/de.json': '{"x":"2"}' }],
    ])('tells files of one name in several folders apart as %s: %j', async (format, files) => {
      const exchange = await project();
      const { warnings } = await exchange.imported({ bytes: zipOf(files) }, { format });
      expect(warnings).toEqual([]);
      const written = await filesOf(exchange, { format });
      for (const [path, text] of Object.entries(files)) expect(written[path]).toBe(text);
      // A later zip with some of the files keeps their namespaces.
      const [[path = '', text = ''] = []] = Object.entries(files);
      expect(await exchange.imported({ bytes: zipOf({ [path]: text }) }, { format })).toMatchObject({
        imported: 0,
        updated: 0,
      });
    });
  });

  describe('with a file for each namespace', () => {
    const keys: Keys = [
      { name: 'plain', value: 'Plain', translations: { de: 'Einfach' } },
      { name: 'home.title', value: 'Welcome', translations: { 'pt-BR': 'Bem-vindo' } },
      { name: 'shop.cart.total', value: 'Total' },
    ];
    const formats = codecs.filter(({ multilingual }) => !multilingual);

    it.each(formats.map(({ id }) => id))('is read back without changes in %s', async (format) => {
      const exchange = await project(keys);
      const archive = await exchange.exported({ format, language: '*', perNamespace: true });
      expect(Object.keys(unzipSync(new Uint8Array(archive)))).toHaveLength(9);
      expect(await exchange.imported({ bytes: archive }, { format })).toMatchObject({ imported: 0, updated: 0 });
      const into = await project();
      await into.imported({ bytes: archive }, { format });
      expect(await into.texts()).toEqual(await exchange.texts());
    });

    it('contains names without the namespace, in the layout of the format', async () => {
      const exchange = await project(keys);
      expect(await filesOf(exchange, { format: 'json', perNamespace: true, language: ['en', 'de'] })).toEqual({
        'en.json': '{\n  "plain": "Plain"\n}\n',
        'en/home.json': '{\n  "title": "Welcome"\n}\n',
        'en/shop.json': '{\n  "cart.total": "Total"\n}\n',
        'de.json': '{\n  "plain": "Einfach"\n}\n',
        'de/home.json': '{}\n',
        'de/shop.json': '{}\n',
      });
    });

    it('is a zip for one language too, and has only the files of the option namespace', async () => {
      const exchange = await project(keys);
      const { headers } = await exchange.export({ format: 'json', perNamespace: true });
      expect(headers.get('content-type')).toBe('application/zip');
      expect(await pathsOf(exchange, { format: 'i18next', perNamespace: true, language: 'de' })).toEqual([
        'de/home.json',
        'de/shop.json',
        'de/translation.json',
      ]);
      const home = { format: 'i18next', perNamespace: true, namespace: 'home' };
      expect(await pathsOf(exchange, home)).toEqual(['de/home.json', 'en/home.json', 'pt-BR/home.json']);
    });

    it.each(['json', 'po'])('is read with the same statements in %s, however many files there are', async (format) => {
      const exchange = await project(keys);
      const log = jest.spyOn(Client.prototype, 'query');
      const statements = (): number =>
        log.mock.calls.filter((call) => JSON.stringify(call).includes(exchange.projectId)).length;
      try {
        const count = async (): Promise<{ files: number; statements: number }> => {
          log.mockClear();
          const archive = await exchange.exported({ format, language: '*', perNamespace: true });
          return { files: Object.keys(unzipSync(new Uint8Array(archive))).length, statements: statements() };
        };
        const add = (names: number) => {
          const texts = Object.fromEntries(Array.from({ length: names }, (_, i) => [`n${i}.a`, 'x']));
          return exchange.imported({ bytes: JSON.stringify(texts) }, { format: 'json', language: 'de' });
        };
        // With fewer keys, an export does not ask for the size of the texts.
        await add(50);
        const before = await count();
        await add(90);
        expect(await count()).toEqual({ files: before.files + 120, statements: before.statements });
        expect(before.statements).toBeGreaterThan(0);
      } finally {
        log.mockRestore();
      }
    });

    it('has each key in the file of the longest namespace, whatever the names are', async () => {
      const part = fc.constantFrom('a', 'b', 'ab', 'a-b', '', '1');
      const anyName = fc
        .array(part, { minLength: 1, maxLength: 4 })
        .map((parts) => parts.join('.'))
        .filter((name) => name !== '');
      const anyNamespace = fc.constantFrom('a', 'b', 'a.b', 'a.a', 'a.b.a', '1', 'a-b', 'a-b.b', 'c.a');
      await fc.assert(
        fc.asyncProperty(
          fc.uniqueArray(anyName, { minLength: 1, maxLength: 12 }),
          fc.uniqueArray(anyNamespace, { minLength: 1, maxLength: 5 }),
          async (names, namespaces) => {
            const exchange = await project();
            const empty = Object.fromEntries(namespaces.map((namespace) => [`x/en/${namespace}.json`, '{}']));
            await exchange.imported(
              { bytes: zipOf({ ...empty, 'x/en/translation.json': '{}' }) },
              { format: 'i18next' },
            );
            const bytes = JSON.stringify(Object.fromEntries(names.map((name) => [name, name])));
            await exchange.imported({ bytes }, { format: 'json', language: 'en' });
            const expected: Record<string, string[]> = {};
            for (const name of names) {
              const [namespace = ''] = namespaces
                .filter((prefix) => name.startsWith(`${prefix}.`) && name.length > prefix.length + 1)
                .sort((one, other) => other.length - one.length);
              (expected[`x/en/${namespace || 'translation'}.json`] ??= []).push(name);
            }
            const files = await filesOf(exchange, { format: 'i18next', language: ['en', 'de'] });
            const texts = Object.entries(files).map(
              ([path, text]) => [path, textsIn(JSON.parse(text)).sort()] as const,
            );
            expect(Object.fromEntries(texts.filter(([, found]) => found.length > 0))).toEqual(
              Object.fromEntries(Object.entries(expected).map(([path, texts]) => [path, texts.sort()])),
            );
          },
        ),
        { numRuns: 10 },
      );
    }, 60_000);

    it('follows the paths that were imported', async () => {
      const exchange = await project(keys);
      await exchange.imported({ bytes: zipOf({ 'x/en/home.json': '{"title":"W"}' }) }, { format: 'json' });
      expect(await pathsOf(exchange, { format: 'json', perNamespace: true, language: 'en' })).toEqual([
        'en.json',
        'x/en/home.json',
        'x/en/shop.json',
      ]);
    });

    it('is refused where there would be more files than a zip can have', async () => {
      const exchange = await project();
      const names = Array.from({ length: 22_000 }, (_, i) => [`n${i}.a`, 'x']);
      const bytes = JSON.stringify(Object.fromEntries(names));
      await exchange.imported({ bytes }, { format: 'json', language: 'en' });
      const { status, body } = await exchange.export({ format: 'json', perNamespace: true, language: '*' });
      expect({ status, code: body.code }).toEqual({ status: 400, code: 'limit_exceeded' });
    });

    it('keeps the keys of a namespace whose file would be read as another one in the file of the other keys', async () => {
      const names = ['translation.a', 'de.a', 'ok.a', 'x', 'trailing.'];
      const exchange = await project(names.map((name) => ({ name, value: name })));
      const files = await filesOf(exchange, { format: 'i18next', perNamespace: true, language: 'en' });
      expect(Object.keys(files).sort()).toEqual(['en/ok.json', 'en/translation.json']);
      const into = await project();
      await into.imported({ bytes: zipOf(files) }, { format: 'i18next' });
      expect(await into.texts()).toEqual(await exchange.texts());
    });

    it.each(codecs.filter(({ multilingual }) => multilingual).map(({ id }) => id))(
      'is refused for %s',
      async (format) => {
        const { status, body } = await (await project(keys)).export({ format, perNamespace: true });
        expect({ status, errors: body.errors }).toMatchObject({
          status: 400,
          errors: [{ parameter: 'perNamespace', code: 'not_allowed' }],
        });
      },
    );
  });

  describe('without namespaces in the names', () => {
    const given = (names: readonly string[]) => project(names.map((name) => ({ name, value: `text of ${name}` })));

    it.each([
      ['of two namespaces', ['home.title', 'shop.title']],
      ['with and without a namespace', ['home.title', 'title']],
      ['that have no text in the language', ['home.a.b', 'shop.a.b']],
    ])('refuses names %s that would be the same, and lists both', async (_, names) => {
      const exchange = await given(names);
      for (const options of [{}, { language: 'de' }, { language: '*' }, { format: 'csv', language: '*' }]) {
        const { status, body } = await exchange.export({ stripNamespace: true, ...options });
        expect({ status, code: body.code, errors: body.errors.length }).toEqual({
          status: 400,
          code: 'duplicate_key',
          errors: 1,
        });
        for (const name of names) {
          expect(body.detail).toContain(JSON.stringify(name));
          expect(body.errors[0].detail).toContain(JSON.stringify(name));
        }
      }
      for (const options of [{ namespace: 'home' }, { perNamespace: true }]) {
        expect((await exchange.export({ stripNamespace: true, ...options })).status).toBe(200);
      }
    });

    it('never merges two names', async () => {
      const part = fc.constantFrom('a', 'b', 'ab', 'c');
      const name = fc.array(part, { minLength: 1, maxLength: 3 }).map((parts) => parts.join('.'));
      await fc.assert(
        fc.asyncProperty(fc.uniqueArray(name, { minLength: 1, maxLength: 7 }), async (names) => {
          const exchange = await given(names);
          const stripped = (text: string): string => text.slice(text.indexOf('.') + 1);
          const collide = new Set(names.map(stripped)).size < names.length;
          const { status, body } = await exchange.export({ stripNamespace: true });
          expect(status).toBe(collide ? 400 : 200);
          if (collide) {
            for (const { key } of body.errors)
              expect(names.filter((text) => stripped(text) === key).length).toBeGreaterThan(1);
          } else {
            expect(body).toEqual(Object.fromEntries(names.map((text) => [stripped(text), `text of ${text}`])));
          }
        }),
        { numRuns: 15 },
      );
    });

    it('refuses an import of two files whose names would be the same', async () => {
      const exchange = await project();
      const files = { 'de.json': '{"home.title":"X"}', 'de/home.json': '{"title":"Y"}' };
      const { body } = await exchange.import({ bytes: zipOf(files) }, { format: 'json' });
      expect(body).toMatchObject({ code: 'duplicate_key', errors: [{ key: 'home.title', line: 1 }] });
      expect(body.errors[0].detail).toBe(
        '"de/home.json": "title" is the same key as "home.title" of "de.json", with another text in de',
      );
    });
  });

  describe('with a list of its files', () => {
    const LIST = 'glossa-files.json';
    const listOf = (files: Files): Json[] => JSON.parse(files[LIST] ?? '{}').files;
    const options = { format: 'json', fileList: true };

    it('says which language and namespace each file has, and comes back from an import', async () => {
      const exchange = await project([
        { name: 'home', value: 'Home', translations: { de: 'Start' } },
        { name: 'men.title', value: 'Men', translations: { de: 'Herren' } },
      ]);
      const files = await filesOf(exchange, { ...options, perNamespace: true });
      expect(listOf(files)).toEqual(
        expect.arrayContaining([
          { path: 'de.json', language: 'de', namespace: '' },
          { path: 'de/men.json', language: 'de', namespace: 'men' },
        ]),
      );
      expect(Object.keys(await filesOf(exchange, { format: 'json' }))).not.toContain(LIST);
      const other = await project();
      await other.imported({ bytes: zipOf(files) }, { format: 'json' });
      expect(await other.texts()).toEqual(await exchange.texts());
      expect(await filesOf(other, options)).toEqual(files);
    });

    it('is of the files that it says, whatever their paths look like, and leaves other files of the project where they are', async () => {
      const exchange = await project();
      const send = (files: Files, list: Json[]) =>
        exchange.imported({ bytes: zipOf({ ...files, [LIST]: JSON.stringify({ files: list }) }) }, { format: 'json' });
      await send({ 'fr/de.json': '{"a":"A"}' }, [{ path: 'fr/de.json', language: 'en', namespace: 'x/y' }]);
      await send({ 'texts/german.json': '{"b":"B"}' }, [{ path: 'texts/german.json', language: 'de', namespace: '' }]);
      expect(await exchange.texts()).toMatchObject({ en: { 'x/y.a': 'A' }, de: { b: 'B' } });
      expect(await pathsOf(exchange, options)).toEqual(['fr/de.json', LIST, 'texts/german.json']);
      await send({ 'moved.json': '{"a":"A2"}' }, [{ path: 'moved.json', language: 'en', namespace: 'x/y' }]);
      expect(await pathsOf(exchange, options)).toEqual([LIST, 'moved.json', 'texts/german.json']);
    });

    it.each([
      ['{', 'is no JSON'],
      ['{"files":{}}', 'must have a list'],
      ['{"files":[{"path":"de.json","language":"d"}]}', 'files[0]: language must be a language tag'],
      ['{"files":[null]}', 'files[0]: path must be a text'],
      ['{"files":[{"path":"a","language":"de"},{"path":"a","language":"en"}]}', 'files[1]: the path occurs twice'],
    ])('is refused if the list is %s', async (list, problem) => {
      const exchange = await project();
      const bytes = zipOf({ 'de.json': '{"a":"A"}', [LIST]: list });
      const { status, body } = await exchange.import({ bytes }, { format: 'json' });
      expect([status, body.code]).toEqual([400, 'malformed_file']);
      expect(body.detail).toContain(problem);
    });
  });

  describe('is detected', () => {
    const detect = (files: unknown) => running.operator.post('formats/detect', { sourceLanguage: 'en', files });

    it('from the paths and the starts of the files', async () => {
      const files = [
        { path: 'locales/en/common.json', head: '{"home": {"title": "Welcome"}}' },
        { path: 'app/src/main/res/values/strings.xml', head: '<resources><string name="a">A</string></resources>' },
        { path: 'app/src/main/res/values-pt-rBR/strings.xml', head: '<resources></resources>' },
        { path: 'config/locales/de.yml', head: 'de:\n  a: A\n' },
        { path: 'App/Localizable.xcstrings' },
        { path: 'logo.svg', head: '<svg/>' },
        { path: 'src/lib/is-empty.ts', head: 'export const isEmpty = (text?: string) => !text;' },
        { path: 'app/src/main/res/xml/preferences.xml', head: '<PreferenceScreen/>' },
        { path: 'src/lang/app_de.ts' },
      ];
      const { status, body } = await detect(files);
      expect(status).toBe(200);
      expect(
        body.files.map(({ format, language, namespace, pattern, languageName }: Json) => [
          format,
          language,
          namespace,
          pattern,
          languageName,
        ]),
      ).toEqual([
        ['json-nested', 'en', 'common', 'locales/{language}/{namespace}.json', 'en'],
        ['android', 'en', '', 'app/src/main/res/{language}/strings.xml', 'values'],
        ['android', 'pt-BR', '', 'app/src/main/res/{language}/strings.xml', 'values-pt-rBR'],
        ['yaml-rails', 'de', '', 'config/locales/{language}.yml', 'de'],
        ['xcstrings', null, '', null, null],
        [null, null, '', null, null],
        [null, 'is-empty', '', 'src/lib/{language}.ts', 'is-empty'],
        [null, null, '', null, null],
        ['qt-ts', 'de', 'app', 'src/lang/{namespace}{language}.ts', '_de'],
      ]);
    });

    it.each([
      [undefined, '/files', 'wrong_type'],
      [[{ path: '' }], '/files/0/path', 'too_short'],
      [[{ path: 'a', head: 1 }], '/files/0/head', 'wrong_type'],
      [[{ path: 'a' }, null], '/files/1', 'wrong_type'],
      [Array.from({ length: 1_001 }, (_, index) => ({ path: `${index}.json` })), '/files', 'too_many'],
    ])('not from a list with an error at %#', async (files, pointer, code) => {
      const { status, body } = await detect(files);
      expect([status, body.errors]).toMatchObject([400, [{ pointer, code }]]);
    });
  });
});
