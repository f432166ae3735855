import registered from 'language-subtag-registry/data/json/language.json';
import { currentLanguage } from '../text/language-from-name';
import { parseFilePath } from './path-language';

describe('every language of the IANA registry', () => {
  const subtags = Object.keys(registered).filter((subtag) => !subtag.includes('..') && subtag !== 'car');
  const context = { projectLanguages: ['en'], sourceLanguage: 'en', archived: true };

  it.each([
    'res/values-{language}/strings.xml',
    'res/values-b+{language}/strings.xml',
    '{language}.lproj/Localizable.strings',
    'locale/{language}/LC_MESSAGES/django.po',
  ])('is found in %s', (path) => {
    const missing = subtags.filter(
      (subtag) => parseFilePath(path.replace('{language}', subtag), context)?.language !== currentLanguage(subtag),
    );
    expect(missing).toEqual([]);
  });

  it.each([
    ['po/{language}.po', 'po/{language}'],
    ['{language}.json', '{language}'],
    ['i18n/app_{language}.ts', 'i18n/{namespace}{language}'],
    ['messages_{language}.properties', '{namespace}{language}'],
    ['Resources.{language}.resx', '{namespace}{language}'],
  ])('is found in %s beside files of that shape', (path, pattern) => {
    const suffix = path.slice(path.lastIndexOf('.'));
    const patterns = new Set([
      pattern.replace('{namespace}', path.split(/[/_.]/).at(-3) ?? '') + suffix,
      pattern + suffix,
    ]);
    const missing = subtags.filter(
      (subtag) =>
        parseFilePath(path.replace('{language}', subtag), { ...context, patterns })?.language !==
        currentLanguage(subtag),
    );
    expect(missing).toEqual([]);
  });
});
