import { namedLanguage } from './language-from-name';

describe('namedLanguage', () => {
  it('takes two letters for a language, in canonical form', () => {
    expect(['de', 'pt_br', 'ZH-hant', 'iw'].map((name) => namedLanguage(name, []))).toEqual([
      'de',
      'pt-BR',
      'zh-Hant',
      'iw',
    ]);
  });

  it('takes longer subtags only for languages of the project', () => {
    expect(namedLanguage('fil', [])).toBeUndefined();
    expect(namedLanguage('FIL', ['fil'])).toBe('fil');
    expect(namedLanguage('fil-PH', ['fil'])).toBeUndefined();
  });

  it.each(['common', 'key', 'strings', 'de.json', '', 'd', 'Base'])('knows that %j names none', (name) => {
    expect(namedLanguage(name, ['de'])).toBeUndefined();
  });
});
