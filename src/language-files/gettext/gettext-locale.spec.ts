import { canonicalLanguage } from '../../common/language-tag';
import { gettextLocale, gettextTag } from './gettext-locale';

describe('gettext locales', () => {
  it.each([
    ['de', 'de'],
    ['pt_BR', 'pt-BR'],
    ['sr@latin', 'sr-Latn'],
    ['sr_RS@latin', 'sr-Latn-RS'],
    ['uz@cyrillic', 'uz-Cyrl'],
    ['ca@valencia', 'ca-valencia'],
    ['ca_ES@valencia', 'ca-ES-valencia'],
    ['zh_Hans_CN', 'zh-Hans-CN'],
    ['es_419', 'es-419'],
    ['sr_Latn_RS_valencia', 'sr-Latn-RS-valencia'],
    ['sl_rozaj_biske', 'sl-rozaj-biske'],
  ])('converts %s to the language tag %s and back', (locale, language) => {
    expect([canonicalLanguage(gettextTag(locale)), gettextLocale(language)]).toEqual([language, locale]);
  });

  it.each([
    ['de_DE.UTF-8', 'de-DE'],
    ['de_DE.ISO-8859-15@euro', 'de-DE'],
    ['sr_RS.utf8@Latin', 'sr-Latn-RS'],
    ['sr@latn', 'sr-Latn'],
    ['sr_RS@Cyrl', 'sr-Cyrl-RS'],
    ['de@abcd', 'de'],
    ['de@constructor', 'de'],
  ])('converts %s to the language tag %s', (locale, language) => {
    expect(canonicalLanguage(gettextTag(locale))).toBe(language);
  });
});
