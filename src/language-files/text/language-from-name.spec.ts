import { languageFromName } from './language-from-name';

describe('languageFromName', () => {
  it('returns two-letter languages in canonical form', () => {
    expect(['de', 'pt_br', 'ZH-hant', 'iw'].map((name) => languageFromName(name, []))).toEqual([
      'de',
      'pt-BR',
      'zh-Hant',
      'iw',
    ]);
  });

  it('returns languages with longer primary subtags only if the project has them', () => {
    expect(languageFromName('fil', [])).toBeUndefined();
    expect(languageFromName('FIL', ['fil'])).toBe('fil');
    expect(languageFromName('fil-PH', ['fil'])).toBeUndefined();
  });

  it.each(['common', 'key', 'strings', 'de.json', '', 'd', 'Base'])('returns nothing for %j', (name) => {
    expect(languageFromName(name, ['de'])).toBeUndefined();
  });
});
