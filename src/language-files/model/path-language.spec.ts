import { parseFilePath } from './path-language';
import { codecs } from './registry';

const context = { projectLanguages: ['en', 'de', 'fil', 'pt-BR'], sourceLanguage: 'en' };
const parse = (path: string, projectLanguages = context.projectLanguages): unknown =>
  parseFilePath(path, { ...context, projectLanguages });

describe('parseFilePath', () => {
  it.each([
    ['de.json', 'de'],
    ['DE.JSON', 'de'],
    ['pt_br.yml', 'pt-BR'],
    ['locales/pt-BR.po', 'pt-BR'],
    ['i18n\\de.json', 'de'],
    ['./de.json', 'de'],
    ['fil.json', 'fil'],
    ['zh-Hant-TW.json', 'zh-Hant-TW'],
    ['iw.json', 'iw'],
    ['de', 'de'],
  ])('reads the file name %s', (path, language) => {
    expect(parse(path)).toEqual({ language });
  });

  it.each([
    ['common.de.json', 'de', 'common'],
    ['devise.views.de.yml', 'de', 'devise.views'],
    ['common.pt_BR.xlf', 'pt-BR', 'common'],
    ['Shared.de.resx', 'de', 'Shared'],
    ['shop_pt_BR.properties', 'pt-BR', 'shop'],
    ['com/my/shop_de.properties', 'de', 'shop'],
    ['com/my/shop_fr.properties', 'fr', 'shop'],
    ['log_in_de.properties', 'de', 'log_in'],
    ['shop_zh_Hans_CN.arb', 'zh-Hans-CN', 'shop'],
    ['django-pt-br.po', 'pt-BR', 'django'],
    ['de/common.json', 'de', 'common'],
    ['locales/de/admin/users.json', 'de', 'admin/users'],
    ['de/sign-in.json', 'de', 'sign-in'],
    ['fr/log_in.json', 'fr', 'log_in'],
    ['src/js/de/common.json', 'de', 'common'],
    ['locales/de/LC_MESSAGES/shop.po', 'de', 'shop'],
    ['de.lproj/InfoPlist.strings', 'de', 'InfoPlist'],
    ['values-de/colors.xml', 'de', 'colors'],
  ])('reads language and namespace from %s', (path, language, namespace) => {
    expect(parse(path)).toEqual({ language, namespace });
  });

  it.each([
    ['messages_pt_BR.properties', 'pt-BR'],
    ['messages_es_MX.properties', 'es-MX'],
    ['Resources.de.resx', 'de'],
    ['de.lproj/Localizable.strings', 'de'],
    ['de.lproj/Localizable.stringsdict', 'de'],
    ['values-de/strings.xml', 'de'],
    ['de/LC_MESSAGES/messages.po', 'de'],
  ])('takes the default name of a format for no namespace: %s', (path, language) => {
    expect(parse(path)).toEqual({ language });
  });

  it.each([
    ['app/src/main/res/values-pt-rBR/strings.xml', 'pt-BR'],
    ['values-b+sr+Latn/strings.xml', 'sr-Latn'],
    ['values-b+es+419/strings.xml', 'es-419'],
    ['values-iw/strings.xml', 'iw'],
    ['values-de-night-v21/strings.xml', 'de'],
    ['values-mcc310-mnc004-en-rUS/strings.xml', 'en-US'],
  ])("reads Android's %s", (path, language) => {
    expect(parse(path)).toEqual({ language });
  });

  it.each([
    'values-night/strings.xml',
    'values-v21/strings.xml',
    'values-car/strings.xml',
    'de/values-land/strings.xml',
  ])("takes Android's other qualifiers for no language: %s", (path) => {
    expect(parse(path)).toBeUndefined();
  });

  it.each([
    ['sr@latin', 'sr-Latn'],
    ['sr_RS@latin', 'sr-Latn-RS'],
    ['de_DE.UTF-8', 'de-DE'],
    ['de_DE@euro', 'de-DE'],
    ['de_DE.ISO-8859-15@euro', 'de-DE'],
  ])("reads gettext's locale %s", (locale, language) => {
    expect(parse(`locale/${locale}/LC_MESSAGES/messages.po`)).toEqual({ language });
  });

  it.each(['values/strings.xml', 'Base.lproj/Localizable.strings'])('takes %s for the source language', (path) => {
    expect(parse(path)).toEqual({ language: 'en' });
  });

  it.each([
    ['de_DE.json', ['en', 'de'], 'de-DE'],
    ['de-de.json', ['en', 'de'], 'de-DE'],
    ['fr_ca.json', ['en', 'fr', 'ca'], 'fr-CA'],
    ['es_AR.json', ['en', 'ar'], 'es-AR'],
    ['l10n/app_es_AR.arb', ['en', 'ar'], 'es-AR'],
    ['messages_de_DE.properties', ['en', 'de'], 'de-DE'],
  ])('takes a region for none of the languages of the project: %s', (path, projectLanguages, language) => {
    expect(parse(path, projectLanguages)).toEqual({ language });
  });

  it('takes a language of the project before any other reading', () => {
    expect(parse('my/app.js/common_fil.json')).toEqual({ language: 'fil', namespace: 'common' });
    expect(parse('de/is.json', ['en', 'de'])).toEqual({ language: 'de', namespace: 'is' });
    expect(parse('de/is.json', ['en', 'is'])).toEqual({ language: 'is' });
  });

  it.each([
    'common.json',
    'strings.xml',
    'translations/common.json',
    'sign-in.json',
    'fra.json',
    '',
    '/',
    '.json',
    'a/../common.csv',
  ])('finds no language in %j', (path) => {
    expect(parse(path)).toBeUndefined();
  });

  it('reads the paths that the codecs write', () => {
    const laidOut = codecs.filter((codec) => codec.pathOf?.('de') !== undefined);
    const archived = (path = ''): unknown => parseFilePath(path, { ...context, archived: true });
    for (const codec of laidOut) {
      const { id } = codec;
      for (const language of ['en', 'de', 'pt-BR', 'sr-Latn', 'es-419', 'zh-Hant-TW', 'fil', 'ca-valencia']) {
        const isSource = language === 'en';
        expect([id, archived(codec.pathOf?.(language, undefined, isSource))]).toEqual([id, { language }]);
        const parts = { language, namespace: 'shop' };
        expect([id, archived(codec.pathOf?.(language, 'shop', isSource))]).toEqual([id, parts]);
      }
    }
  });

  it.each([
    ['messages.properties', undefined],
    ['com/my/app/messages.properties', undefined],
    ['src/errors.properties', 'errors'],
    ['Resources.resx', undefined],
    ['Properties/Strings.resx', 'Strings'],
  ])(
    'takes a bundle’s file of no language for the source language in an archive, and nowhere else: %s',
    (path, namespace) => {
      const parts = parseFilePath(path, { ...context, archived: true });
      expect(parts).toEqual({ language: 'en', ...(namespace !== undefined && { namespace }) });
      expect(parseFilePath(path, context)?.language).not.toBe('en');
    },
  );

  it('takes the folder for the language where files are named after parts of a program', () => {
    expect(parse('en/de.php')).toEqual({ language: 'en', namespace: 'de' });
    expect(parse('en/de.json')).toEqual({ language: 'de' });
  });

  it('answers at once, whatever the path', () => {
    for (const piece of ['a/', 'a.', 'a_', 'a-', '@', 'values-', 'b+', '.lproj/', '\\']) {
      expect(() => parse(`${piece.repeat(65_536 / piece.length)}.xml`)).not.toThrow();
    }
  });
});
