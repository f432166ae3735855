import { languageFromName } from './language-from-name';

describe('languageFromName', () => {
  it('returns two-letter languages in canonical form', () => {
    expect(['de', 'pt_br', 'ZH-hant', 'iw'].map((name) => languageFromName(name, []))).toEqual([
      'de',
      'pt-BR',
      'zh-Hant',
      'he',
    ]);
    expect(languageFromName('iw', ['iw'])).toBe('iw');
    expect(languageFromName('po', [])).toBeUndefined();
  });

  it('returns languages of three letters in CLDR, and in the place of a language any of the registry', () => {
    expect(['fil', 'FIL_PH', 'kab', 'app', 'src'].map((name) => languageFromName(name, []))).toEqual([
      'fil',
      'fil-PH',
      'kab',
      undefined,
      undefined,
    ]);
    expect(languageFromName('app', [], 'language')).toBe('app');
    expect(['hye', 'DEU_AT', 'geo'].map((name) => languageFromName(name, [], 'language'))).toEqual([
      'hy',
      'de-AT',
      'ka',
    ]);
    expect(languageFromName('geo', [])).toBeUndefined();
    expect(languageFromName('fil', [], 'column')).toBeUndefined();
  });

  it.each(['common', 'key', 'strings', 'de.json', '', 'd', 'Base'])('returns nothing for %j', (name) => {
    expect(languageFromName(name, ['de'])).toBeUndefined();
  });
});
