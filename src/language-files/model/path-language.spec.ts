import { pathOf } from '../layout/path-of';
import { parseFilePath } from './path-language';
import { codecs } from './registry';

const context = { projectLanguages: ['en', 'de', 'fil', 'pt-BR'], sourceLanguage: 'en' };
const parse = (path: string, projectLanguages = context.projectLanguages, archived = false): unknown => {
  const { language, namespace } = parseFilePath(path, { ...context, projectLanguages, archived }) ?? {};
  return language && { language, ...(namespace !== undefined && { namespace }) };
};

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
    ['iw.json', 'he'],
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
  ])('returns no namespace for the default name of the format: %s', (path, language) => {
    expect(parse(path)).toEqual({ language });
  });

  it.each([
    ['app/src/main/res/values-pt-rBR/strings.xml', 'pt-BR'],
    ['values-b+sr+Latn/strings.xml', 'sr-Latn'],
    ['values-b+es+419/strings.xml', 'es-419'],
    ['values-iw/strings.xml', 'he'],
    ['values-de-night-v21/strings.xml', 'de'],
    ['values-mcc310-mnc004-en-rUS/strings.xml', 'en-US'],
  ])('reads the Android path %s', (path, language) => {
    expect(parse(path)).toEqual({ language });
  });

  it.each([
    'values-night/strings.xml',
    'values-v21/strings.xml',
    'values-car/strings.xml',
    'de/values-land/strings.xml',
  ])('returns nothing for an Android folder without a language: %s', (path) => {
    expect(parse(path)).toBeUndefined();
  });

  it.each([
    ['sr@latin', 'sr-Latn'],
    ['sr_RS@latin', 'sr-Latn-RS'],
    ['de_DE.UTF-8', 'de-DE'],
    ['de_DE@euro', 'de-DE'],
    ['de_DE.ISO-8859-15@euro', 'de-DE'],
  ])('reads the gettext locale %s', (locale, language) => {
    expect(parse(`locale/${locale}/LC_MESSAGES/messages.po`)).toEqual({ language });
  });

  it.each(['values/strings.xml', 'Base.lproj/Localizable.strings'])('returns the source language for %s', (path) => {
    expect(parse(path)).toEqual({ language: 'en' });
  });

  it.each([
    ['de_DE.json', ['en', 'de'], 'de-DE'],
    ['de-de.json', ['en', 'de'], 'de-DE'],
    ['fr_ca.json', ['en', 'fr', 'ca'], 'fr-CA'],
    ['es_AR.json', ['en', 'ar'], 'es-AR'],
    ['l10n/app_es_AR.arb', ['en', 'ar'], 'es-AR'],
    ['messages_de_DE.properties', ['en', 'de'], 'de-DE'],
  ])('reads a region as part of the tag, not as a language of the project: %s', (path, projectLanguages, language) => {
    expect(parse(path, projectLanguages)).toEqual({ language });
  });

  it.each([
    ['hsb_DE.properties', ['en', 'de'], 'hsb-DE'],
    ['messages_hsb_DE.properties', ['en', 'de'], 'hsb-DE'],
    ['messages_gsw_CH.properties', ['en'], 'gsw-CH'],
    ['app_ast_ES.arb', ['en', 'es'], 'ast-ES'],
    ['hsb_DE.lproj/Localizable.strings', ['en', 'de'], 'hsb-DE'],
    ['values-b+hsb+DE/strings.xml', ['en', 'de'], 'hsb-DE'],
    ['hsb-DE.json', ['en', 'de'], 'hsb-DE'],
    ['messages_sat_Olck_IN.properties', ['en', 'id'], 'sat-Olck-IN'],
    ['messages_hsb_AT.properties', ['en', 'hsb'], 'hsb-AT'],
    ['messages_gsw_li.properties', ['en', 'gsw'], 'gsw-LI'],
  ])('reads a language of three letters with its region: %s', (path, projectLanguages, language) => {
    for (const archived of [false, true]) expect(parse(path, projectLanguages, archived)).toEqual({ language });
  });

  it.each([
    ['pro_FR.properties', 'fr', 'pro'],
    ['map_ES.properties', 'es', 'map'],
    ['add_new_DE.properties', 'de', 'add_new'],
    ['for_men_SL.properties', 'sl', 'for_men'],
    ['page_hsb_de.properties', 'de', 'page_hsb'],
  ])('reads the language behind a word that is a language too: %s', (path, language, namespace) => {
    for (const archived of [false, true]) expect(parse(path, ['en'], archived)).toEqual({ language, namespace });
  });

  it('reads a language of three letters with another region beside a file of the language', () => {
    const context = { projectLanguages: ['en'], sourceLanguage: 'en', archived: true };
    const patterns = new Set(['messages{language}.properties', 'messages_gsw.properties']);
    const path = 'messages_gsw_LI.properties';
    expect(parseFilePath(path, { ...context, patterns })?.language).toBe('gsw-LI');
    expect(parseFilePath(path, context)?.language).toBe('li');
  });

  it('prefers a language of the project to any other language', () => {
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
  ])('returns nothing for %j', (path) => {
    expect(parse(path)).toBeUndefined();
  });

  it('reads the paths that the codecs write', () => {
    const laidOut = codecs.filter(({ multilingual }) => !multilingual);
    const archived = (path = ''): unknown => parse(path, undefined, true);
    for (const codec of laidOut) {
      const { id } = codec;
      for (const language of ['en', 'de', 'pt-BR', 'sr-Latn', 'es-419', 'zh-Hant-TW', 'fil', 'ca-valencia']) {
        const isSource = language === 'en';
        expect([id, archived(pathOf(codec, language, undefined, isSource))]).toEqual([id, { language }]);
        const parts = { language, namespace: 'shop' };
        expect([id, archived(pathOf(codec, language, 'shop', isSource))]).toEqual([id, parts]);
      }
    }
  });

  it.each([
    ['messages.properties', undefined],
    ['com/my/app/messages.properties', undefined],
    ['src/errors.properties', 'errors'],
    ['Resources.resx', undefined],
    ['Properties/Strings.resx', 'Strings'],
  ])('returns the source language for the neutral file %s in an archive, and only there', (path, namespace) => {
    expect(parse(path, undefined, true)).toEqual({ language: 'en', ...(namespace !== undefined && { namespace }) });
    expect(parseFilePath(path, context)?.language).not.toBe('en');
  });

  it('prefers the folder to the base name in formats with the language in the folder', () => {
    expect(parse('en/de.php')).toEqual({ language: 'en', namespace: 'de' });
    expect(parse('en/de.json')).toEqual({ language: 'de' });
  });

  it('parses long paths without backtracking', () => {
    for (const piece of ['a/', 'a.', 'a_', 'a-', '@', 'values-', 'b+', '.lproj/', '\\']) {
      expect(() => parse(`${piece.repeat(65_536 / piece.length)}.xml`)).not.toThrow();
    }
  });

  it('finds a language by its code of three letters, beside files with languages in the same place', () => {
    const context = { projectLanguages: ['en'], sourceLanguage: 'en', archived: true };
    const patterns = new Set(['locale/{language}/{namespace}.ftl']);
    expect(parseFilePath('locale/hye/viewer.ftl', { ...context, patterns })).toMatchObject({
      language: 'hy',
      languageName: 'hye',
    });
    expect(parseFilePath('locale/hye/viewer.ftl', context)).toBeUndefined();
  });

  it('finds a language by the code of a country, beside files with languages in the same place only', () => {
    const context = { projectLanguages: ['en'], sourceLanguage: 'en', archived: true };
    const patterns = new Set(['i18n/{namespace}{language}.ts', '{language}.json']);
    expect(parseFilePath('i18n/i18n_jp.ts', { ...context, patterns })).toMatchObject({
      language: 'jp',
      languageName: '_jp',
    });
    expect(parseFilePath('cz.json', { ...context, patterns })).toMatchObject({ language: 'cz', languageName: 'cz' });
    expect(parseFilePath('db.json', { ...context, patterns })).toBeUndefined();
    expect(parseFilePath('cz.json', context)).toBeUndefined();
  });
});
