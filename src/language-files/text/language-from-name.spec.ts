import { languageFromName } from './language-from-name';

describe('languageFromName', () => {
  it('takes two letters for a language, in canonical form', () => {
    expect(['de', 'pt_br', 'ZH-hant', 'iw'].map((name) => languageFromName(name, []))).toEqual([
      'de',
      'pt-BR',
      'zh-Hant',
      'iw',
    ]);
  });

  it('takes longer subtags only for languages of the project', () => {
    expect(languageFromName('fil', [])).toBeUndefined();
    expect(languageFromName('FIL', ['fil'])).toBe('fil');
    expect(languageFromName('fil-PH', ['fil'])).toBeUndefined();
  });

  it.each(['common', 'key', 'strings', 'de.json', '', 'd', 'Base'])('knows that %j names none', (name) => {
    expect(languageFromName(name, ['de'])).toBeUndefined();
  });
});
