import fc from 'fast-check';
import { parseFilePath } from '../model/path-language';
import { codecById } from '../model/registry';
import type { FormatCodec } from '../model/codec';
import { extendLayout, type FileLayout, FileLayoutBuilder, mergeLayouts, movedLanguages } from './file-layout';
import { ZipPaths } from './zip-paths';

const PROJECT = { sourceLanguage: 'en', targetLanguages: ['de', 'pt-BR', 'sr-Latn'] };
const CONTEXT = { sourceLanguage: 'en', projectLanguages: ['en', ...PROJECT.targetLanguages], archived: true };

const codec = (id: string): FormatCodec => {
  const found = codecById(id);
  if (!found) throw new Error(`there is no format ${id}`);
  return found;
};

/** Reads the layout of a zip with these paths. */
function layoutOf(paths: readonly string[]): FileLayout | undefined {
  const builder = new FileLayoutBuilder();
  for (const path of paths) {
    const parts = parseFilePath(path, CONTEXT);
    if (!parts) throw new Error(`${path} names no language`);
    builder.add(path, parts.language, parts.namespace, parts);
  }
  return builder.result();
}

describe('the paths of a zip', () => {
  it.each([
    ['i18next', ['en/common.json', 'en/checkout.json', 'de/common.json', 'de/checkout.json']],
    [
      'i18next',
      ['public/locales/en/translation.json', 'public/locales/en/common.json', 'public/locales/pt-BR/common.json'],
    ],
    ['json', ['src/i18n/common.en.json', 'src/i18n/common.pt_BR.json', 'src/i18n/shop.en.json']],
    ['json', ['en.json', 'en/shop.json', 'de.json', 'de/shop.json']],
    ['json', ['web/en.json', 'web/pt-br.json', 'app/strings-de.json']],
    ['json', ['a/locales/en/one.json', 'b/locales/en/two.json', 'a/locales/de/one.json', 'b/locales/de/two.json']],
    ['json', ['en/admin/users.json', 'de/admin/users.json']],
    ['yaml-rails', ['config/locales/en.yml', 'config/locales/de.yml', 'config/locales/devise.en.yml']],
    ['po', ['locale/de/LC_MESSAGES/messages.po', 'locale/sr@latin/LC_MESSAGES/shop.po']],
    ['properties', ['src/messages.properties', 'src/messages_pt_BR.properties', 'src/errors.properties']],
    ['android', ['app/res/values/strings.xml', 'app/res/values-pt-rBR/strings.xml', 'app/res/values/errors.xml']],
    [
      'strings',
      ['App/Base.lproj/Localizable.strings', 'App/de.lproj/Localizable.strings', 'App/de.lproj/Info.strings'],
    ],
    ['resx', ['Resources/Views.Home.resx', 'Resources/Views.Home.de.resx', 'Resources/Resources.pt-BR.resx']],
    ['arb', ['lib/l10n/app_en.arb', 'lib/l10n/app_pt_BR.arb']],
  ])('are in %s the paths of its layout: %j', (format, paths) => {
    const zip = new ZipPaths(codec(format), PROJECT, layoutOf(paths));
    const written = paths.map((path) => {
      const { language = '', namespace = '' } = parseFilePath(path, CONTEXT) ?? {};
      expect(zip.has(language, namespace)).toBe(true);
      return zip.pathOf(language, namespace);
    });
    expect(written).toEqual(paths);
  });

  it.each([
    ['i18next', ['locales/en/common.json'], 'sr-Latn', 'checkout', 'locales/sr-Latn/checkout.json'],
    [
      'i18next',
      ['locales/en/common.json', 'locales/pt_br/common.json'],
      'sr-Latn',
      'common',
      'locales/sr_latn/common.json',
    ],
    ['i18next', ['locales/en/common.json'], 'de', '', 'locales/de/translation.json'],
    ['json', ['en/common.json'], 'de', '', 'de.json'],
    ['json', ['i18n/common.en.json'], 'pt-BR', 'shop', 'i18n/shop.pt-BR.json'],
    ['po', ['locale/de/LC_MESSAGES/messages.po'], 'sr-Latn', '', 'locale/sr@latin/LC_MESSAGES/messages.po'],
    [
      'properties',
      ['src/messages.properties', 'src/errors.properties'],
      'pt-BR',
      'errors',
      'src/errors_pt_BR.properties',
    ],
    ['android', ['res/values/strings.xml', 'res/values-de/strings.xml'], 'pt-BR', '', 'res/values-pt-rBR/strings.xml'],
    [
      'android',
      ['res/values-de/strings.xml', 'res/values-iw/strings.xml'],
      'pt-BR',
      '',
      'res/values-pt-rBR/strings.xml',
    ],
    ['android', ['res/values-in/strings.xml'], 'de', '', 'res/values-de/strings.xml'],
    ['properties', ['messages_de.properties', 'messages_iw.properties'], 'pt-BR', '', 'messages_pt_BR.properties'],
    ['json', ['pt_BR.json', 'iw.json'], 'zh-TW', '', 'zh_TW.json'],
    ['android', ['res/values/strings.xml'], 'sr-Latn', 'errors', 'values-b+sr+Latn/errors.xml'],
    [
      'strings',
      ['Base.lproj/Localizable.strings', 'de.lproj/Localizable.strings'],
      'pt-BR',
      '',
      'pt-BR.lproj/Localizable.strings',
    ],
    ['resx', ['Resources.resx', 'Resources.de.resx'], 'pt-BR', 'Shop', 'Shop.pt-BR.resx'],
    ['yaml-rails', ['config/locales/devise.en.yml'], 'de', 'devise', 'config/locales/devise.de.yml'],
  ])('follow in %s the layout %j in another file: %s %s', (format, paths, language, namespace, path) => {
    expect(new ZipPaths(codec(format), PROJECT, layoutOf(paths)).pathOf(language, namespace)).toBe(path);
  });

  it('are read back in any layout of languages and namespaces', () => {
    const layouts = [
      '{language}/{namespace}.json',
      'a/b/{language}/{namespace}.json',
      '{namespace}.{language}.json',
      'x/{namespace}_{language}.json',
      'x/{namespace}-{language}.json',
    ];
    const languages = fc.uniqueArray(fc.constantFrom('en', 'de', 'pt-BR', 'sr-Latn'), { minLength: 1 });
    const namespaces = fc.uniqueArray(fc.constantFrom('common', 'checkout', 'Shop', 'admin', 'home page'), {
      minLength: 1,
    });
    fc.assert(
      fc.property(
        fc.constantFrom(...layouts),
        languages,
        namespaces,
        fc.boolean(),
        (layout, tags, names, underscored) => {
          const paths = tags.flatMap((tag) => {
            const name = underscored || layout.includes('-{') ? tag.replaceAll('-', '_') : tag;
            return names.map((namespace) => layout.replace('{language}', name).replace('{namespace}', namespace));
          });
          const zip = new ZipPaths(codec('json'), PROJECT, layoutOf(paths));
          expect(tags.flatMap((tag) => names.map((namespace) => zip.pathOf(tag, namespace)))).toEqual(paths);
          expect(zip.hasRest).toBe(false);
          expect([...zip.namespaces].sort()).toEqual([...names].sort());
        },
      ),
    );
  });
});

describe('a file whose path is read as another one', () => {
  it.each([
    ['i18next', 'translation'],
    ['json', 'de'],
    ['json', 'a/b'],
  ])('is recognized in %s: %s', (format, namespace) => {
    const zip = new ZipPaths(codec(format), PROJECT);
    expect(zip.isReadBack('de', 'common')).toBe(true);
    expect(zip.isReadBack('en', namespace)).toBe(namespace === 'a/b');
  });
});

describe('layouts', () => {
  const merged = (earlier: readonly string[], later: readonly string[]): FileLayout | undefined => {
    const layout = layoutOf(later);
    return layout && mergeLayouts(layoutOf(earlier), layout);
  };

  it('add up if they have the same patterns', () => {
    const all = ['en/common.json', 'en/shop.json', 'de/common.json'];
    const layout = merged(['en/common.json', 'en/shop.json'], ['de/common.json', 'en/common.json']);
    const zip = new ZipPaths(codec('json'), PROJECT, layout);
    expect([zip.pathOf('en', 'common'), zip.pathOf('en', 'shop'), zip.pathOf('de', 'common')]).toEqual(all);
    expect(zip.has('de', 'shop')).toBe(false);
  });

  it('replace the earlier ones if they have another pattern', () => {
    expect(merged(['en/common.json'], ['i18n/en/shop.json'])).toEqual(layoutOf(['i18n/en/shop.json']));
  });

  describe('with several patterns', () => {
    const MIXED = ['locales/en.json', 'i18n/de.json'];
    const pathsOf = (layout?: FileLayout): string[] => {
      const zip = new ZipPaths(codec('json'), PROJECT, layout);
      return ['en', 'de'].map((language) => zip.pathOf(language, ''));
    };

    it('are replaced by one with all languages under patterns that they have', () => {
      const all = ['i18n/en.json', 'i18n/de.json'];
      expect(merged(MIXED, all)).toEqual(layoutOf(all));
    });

    it.each([[['locales/de.json']], [['i18n/en.json']]])('keep the paths of files beside a layout with %j', (later) => {
      const layout = merged(MIXED, later);
      expect(pathsOf(layout)).toEqual(MIXED);
      expect(layout && movedLanguages(layoutOf(later) ?? layout, layout)).toEqual([later[0]?.slice(-7, -5)]);
    });

    it('keep the paths of files when they are extended', () => {
      const later = layoutOf(['locales/en.json', 'locales/de.json', 'locales/pt-BR.json']);
      const layout = later && extendLayout(layoutOf(MIXED), later);
      expect(pathsOf(layout)).toEqual(MIXED);
      expect(new ZipPaths(codec('json'), PROJECT, layout).pathOf('pt-BR', '')).toBe('locales/pt-BR.json');
    });

    it('keep the paths of the namespaces of a language', () => {
      const paths = ['a/en/one.json', 'b/en/two.json', 'b/de/two.json'];
      const zip = new ZipPaths(codec('json'), PROJECT, merged(paths, ['a/en/two.json', 'a/en/three.json']));
      expect(['one', 'two', 'three'].map((namespace) => zip.pathOf('en', namespace))).toEqual([
        'a/en/one.json',
        'b/en/two.json',
        'a/en/three.json',
      ]);
    });
  });

  it('omit a path that contains a placeholder itself', () => {
    const builder = new FileLayoutBuilder();
    builder.add('{namespace}/de.json', 'de', undefined, parseFilePath('{namespace}/de.json', CONTEXT));
    expect(builder.result()).toBeUndefined();
  });
});
